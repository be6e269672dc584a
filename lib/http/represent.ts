/** From a good answer to what this reader gets of it: its entity tag, 304 where the reader has it, the coding it takes, no body for HEAD. */
import { createHash, type Hash } from 'node:crypto'
import { bytesOf, codingOf, inCoding, isCompressible } from './encoding.ts'
import type { Call, Reply } from './reply.ts'

/** A strong tag needs another name for other bytes, so each coding has its own. */
const CODING_SUFFIX = /\.(?:br|gzip)$/

const hashes = new WeakMap<Buffer, string>()
const tagOf = (body: Hash): string => body.digest('base64url').slice(0, 27)
const hash = (body: string | Buffer): string => tagOf(createHash('sha256').update(body))

/**
 * One buffer of many, hashed and put together as they come: whoever makes them in turns holds nobody up at the end either, when a long body
 * would be copied and hashed at once for its entity tag.
 */
export async function inOneBody(pieces: AsyncIterable<Buffer>, inTurns: (parts: Buffer[]) => AsyncIterable<Buffer>): Promise<Buffer> {
  const hashing = createHash('sha256')
  const parts: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    hashing.update(piece)
    parts.push(piece)
    bytes += piece.length
  }
  const body = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  for await (const part of inTurns(parts)) at += part.copy(body, at)
  hashes.set(body, tagOf(hashing))
  return body
}

function hashOf(body: string | Buffer): string {
  if (typeof body === 'string') return hash(body)
  const known = hashes.get(body) ?? hash(body)
  hashes.set(body, known)
  return known
}

/** True when the reader's copy is this one, in whatever coding: If-None-Match (lists, `*`, weak tags) beats If-Modified-Since. */
function isUnchanged(call: Call, { headers }: Reply, tag: string): boolean {
  const tags = call.header('if-none-match')
  if (tags !== undefined) {
    if (tags.trim() === '*') return true
    return [...tags.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, known = '']) => known.replace(CODING_SUFFIX, '') === tag)
  }
  const since = call.header('if-modified-since')
  const changed = headers['Last-Modified']
  return since !== undefined && changed !== undefined && Date.parse(changed) <= Date.parse(since)
}

const withVary = (vary: string | undefined): string =>
  vary === undefined ? 'Accept-Encoding' : /accept-encoding/i.test(vary) ? vary : `${vary}, Accept-Encoding`

/** Texts shorter than this are quicker made into bytes than found. */
const KEPT_MIN = 1_000

/** The forms of a lasting reply, by coding: the same objects each time, so that what a server makes of them can be kept too. */
const lasting = new WeakMap<Reply, Map<string, Reply>>()

/** What `call` gets of `reply`. At once but for long texts that nobody asked for in this coding before. */
export function represent(call: Call, reply: Reply): Reply | Promise<Reply> {
  if (reply.body === null) return reply
  const coding = codingOf(call.header('accept-encoding')) ?? 'identity'
  const known = lasting.get(reply)?.get(coding)
  if (known) return forReader(call, known)
  const type = reply.headers['Content-Type'] ?? ''
  const cache = reply.headers['Cache-Control'] ?? ''
  const stored = reply.lasting || !cache.includes('no-store')
  // What one buyer alone gets is not kept, nor what is sent as it is and never again.
  const kept =
    typeof reply.body === 'string' && reply.body.length > KEPT_MIN && !cache.includes('private') && (stored || coding !== 'identity')
  const body = kept ? bytesOf(String(reply.body)) : reply.body
  const size = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const compressible = isCompressible(type, size)
  const coded = coding !== 'identity' && compressible ? inCoding(body, coding) : body
  const whole = (bytes: string | Buffer): Reply => {
    const isCoded = bytes !== body
    const made: Reply = {
      ...reply,
      headers: {
        ...reply.headers,
        ...(compressible && stored ? { Vary: withVary(reply.headers.Vary) } : {}),
        ...(reply.status === 200 && stored ? { ETag: `"${hashOf(body)}${isCoded ? `.${coding}` : ''}"` } : {}),
        ...(isCoded ? { 'Content-Encoding': coding } : {}),
        'Content-Length': String(isCoded ? bytes.length : size),
      },
      body: bytes,
    }
    if (reply.lasting) lasting.set(reply, (lasting.get(reply) ?? new Map<string, Reply>()).set(coding, made))
    return forReader(call, made)
  }
  return coded instanceof Promise ? coded.then(whole) : whole(coded)
}

function forReader(call: Call, whole: Reply): Reply {
  const { ETag: tag } = whole.headers
  if (tag !== undefined && isUnchanged(call, whole, tag.slice(1, -1).replace(CODING_SUFFIX, ''))) {
    const { 'Content-Length': _length, 'Content-Encoding': _coding, ...headers } = whole.headers
    return { status: 304, headers, body: null }
  }
  return call.method === 'HEAD' ? { status: whole.status, headers: whole.headers, body: null } : whole
}
