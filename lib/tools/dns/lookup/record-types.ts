/** Records with parts of their own: CAA, SRV, TLSA, DS, HTTPS, SVCB and PTR, from presentation text or bytes, in one canonical text. */
import { z } from 'zod'
import { cleanUpstreamText } from '../../text.ts'
import { Bytes, escapeText, genericBytes, hexOf, toHex, toUint, toWords, unescapeText } from './generic-rdata.ts'
import { parseSvcb, svcbText } from './svcb.ts'

const MAX_VALUE = 1_024

const caa = {
  flags: z.int().describe('0, or 128 when an issuer that does not know the tag must refuse.'),
  critical: z.boolean().describe('Whether that flag is set.'),
  tag: z.string().describe('issue, issuewild, iodef or another.'),
  value: z.string().describe('Value, without quotes.'),
}
const srv = {
  priority: z.int().describe('Lower is preferred.'),
  weight: z.int().describe('Share among equal priorities.'),
  port: z.int().describe('Port of the service.'),
  target: z.string().describe('Host of the service; . means that there is none.'),
}
const tlsa = {
  usage: z.int().describe('Certificate usage, 0 to 3.'),
  selector: z.int().describe('0 = whole certificate, 1 = public key.'),
  matchingType: z.int().describe('0 = the data themselves, 1 = SHA-256, 2 = SHA-512.'),
  certificate: z.string().describe('Certificate association data, hex.'),
}
const ds = {
  keyTag: z.int().describe('Tag of the key.'),
  algorithm: z.int().describe('DNSSEC algorithm number.'),
  digestType: z.int().describe('Digest type number.'),
  digest: z.string().describe('Digest, hex.'),
}
const svcb = {
  priority: z.int().describe('0 = alias, else lower is preferred.'),
  target: z.string().describe('Host; . means the owner itself.'),
  params: z
    .array(z.object({ key: z.string().describe('Parameter name.'), values: z.array(z.string()).describe('Its values.') }))
    .describe('Service parameters by number.'),
}

const ptr = { target: z.string().describe('The host named.') }

/** The parts of a record; a member with fewer names comes after those that hold them too. */
export const Parsed = z.union([z.object(caa), z.object(srv), z.object(tlsa), z.object(ds), z.object(svcb), z.object(ptr)])

const clean = (text: string) => cleanUpstreamText(text, MAX_VALUE)
const host = (name: string): string => {
  const text = clean(name).toLowerCase()
  return text.length > 1 && text.endsWith('.') ? text.slice(0, -1) : text
}

function readCaa(data: string, bytes: Uint8Array | null) {
  let [flags, tag, value] = [0, '', '']
  if (bytes) {
    const reader = new Bytes(bytes)
    flags = reader.u8()
    tag = Buffer.from(reader.take(reader.u8())).toString('latin1')
    value = Buffer.from(reader.take(reader.left)).toString('utf8')
  } else {
    const [first, second = '', ...rest] = toWords(data)
    flags = toUint(first, 8)
    tag = second
    if (rest.length > 1) throw new SyntaxError('malformed CAA row')
    value = unescapeText(rest[0] ?? '').toString('utf8')
  }
  if (!/^[a-zA-Z0-9]{1,255}$/.test(tag)) throw new SyntaxError('malformed CAA row')
  const parts = { flags, critical: flags >= 128, tag: tag.toLowerCase(), value: clean(value) }
  return { data: `${parts.flags} ${parts.tag} "${escapeText(parts.value)}"`, ...parts }
}

function readSrv(data: string, bytes: Uint8Array | null) {
  const reader = bytes && new Bytes(bytes)
  const words = reader ? [] : toWords(data)
  if (!reader && words.length !== 4) throw new SyntaxError('malformed SRV row')
  const number = (at: number) => (reader ? reader.u16() : toUint(words[at], 16))
  const [priority, weight, port] = [number(0), number(1), number(2)]
  const target = host(reader ? reader.name() : (words[3] ?? ''))
  return { data: `${priority} ${weight} ${port} ${target}`, priority, weight, port, target }
}

function readTlsa(data: string, bytes: Uint8Array | null) {
  const reader = bytes && new Bytes(bytes)
  const words = reader ? [] : toWords(data)
  const number = (at: number) => (reader ? reader.u8() : toUint(words[at], 8))
  const [usage, selector, matchingType] = [number(0), number(1), number(2)]
  const certificate = reader ? toHex(reader.take(reader.left)) : hexOf(words.slice(3))
  if (!certificate) throw new SyntaxError('malformed TLSA row')
  return { data: `${usage} ${selector} ${matchingType} ${certificate}`, usage, selector, matchingType, certificate }
}

function readDs(data: string, bytes: Uint8Array | null) {
  const reader = bytes && new Bytes(bytes)
  const words = reader ? [] : toWords(data)
  const keyTag = reader ? reader.u16() : toUint(words[0], 16)
  const number = (at: number) => (reader ? reader.u8() : toUint(words[at], 8))
  const [algorithm, digestType] = [number(1), number(2)]
  const digest = reader ? toHex(reader.take(reader.left)) : hexOf(words.slice(3))
  if (!digest) throw new SyntaxError('malformed DS row')
  return { data: `${keyTag} ${algorithm} ${digestType} ${digest}`, keyTag, algorithm, digestType, digest }
}

function readSvcb(data: string, bytes: Uint8Array | null) {
  const { priority, target, params } = parseSvcb(data, bytes)
  const record = {
    priority,
    target: host(target),
    params: params.slice(0, 50).map(({ key, values }) => ({ key, values: values.slice(0, 50).map(clean) })),
  }
  return { data: svcbText(record), ...record }
}

function readPtr(data: string, bytes: Uint8Array | null) {
  const target = host(bytes ? new Bytes(bytes).name() : data)
  return { data: target, target }
}

const readers = { CAA: readCaa, SRV: readSrv, TLSA: readTlsa, DS: readDs, HTTPS: readSvcb, SVCB: readSvcb, PTR: readPtr }
export type PartedType = keyof typeof readers

export const isParted = (type: string): type is PartedType => Object.hasOwn(readers, type)

/** Canonical text and parts of a record. @throws SyntaxError when the data are not of this type */
export const readParts = <Type extends PartedType>(type: Type, data: string): ReturnType<(typeof readers)[Type]> => {
  const read = readers[type] as (data: string, bytes: Uint8Array | null) => ReturnType<(typeof readers)[Type]> // the reader of this type
  return read(data, genericBytes(data))
}
