/**
 * The feed over HTTP as plain functions: (file, query, headers, clock, snapshot) to (status, headers, bytes). `answerNow` does no I/O, for a
 * server that answers before Next; `serveTenders` is the same for a Request.
 */
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { problemReply } from '../http/problem.ts'
import type { Reply } from '../http/reply.ts'
import { shared } from '../shared.ts'
import { changesReply } from './changes.ts'
import { type FeedQuery, parseFeedQuery, toSearch } from './feed.ts'
import { type FeedFile, fileNameOf, findFile, unknownFile } from './feed-file.ts'
import { acceptsGzip, COMMON_HEADERS, cacheControl, entityTag, isUnchanged, PREFLIGHT_HEADERS } from './feed-headers.ts'
import { parametersOf } from './feed-query.ts'
import { type Rendered, renderFile } from './render-file.ts'
import { currentSnapshot, freshSnapshot, type Snapshot } from './snapshot.ts'
import { toStatusDocument } from './status-document.ts'

/** A request as plain values. `path` starts with `/api/uk-tenders/`; `search` is '' or starts with "?". */
export type FeedCall = {
  method: string
  path: string
  search: string
  /** A request header by its lower-case name. */
  header: (name: string) => string | undefined
}

/** `body` null: none (HEAD, 204, 304). Content-Length and Content-Encoding are set where they are known. */
export type FeedReply = Reply<Buffer>

/** What is kept of rendered answers, in bytes, over all trades, formats and queries. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024
const CACHE_MAX_ENTRIES = 5_000
/** Addresses longer than this are read each time. */
const KNOWN_ADDRESS_MAX = 300

type Asked = { file: FeedFile; query: FeedQuery; search: string; key: string }

const answers = () =>
  shared('tenders-answers', () => ({
    rendered: new LRUCache<string, Rendered>({
      max: CACHE_MAX_ENTRIES,
      maxSize: CACHE_MAX_BYTES,
      // A gzip copy comes later and is smaller than half.
      sizeCalculation: ({ body }) => Math.ceil(body.length * 1.5) + 1000,
    }),
    /** By address. */
    asked: new LRUCache<string, Asked>({ max: CACHE_MAX_ENTRIES }),
  }))

const failure = (error: unknown, cache: string): FeedReply => {
  const { status, headers, body } = problemReply(error, { requestId: randomUUID(), headers: { ...COMMON_HEADERS, 'Cache-Control': cache } })
  return withLength({ status, headers, body: body === null ? null : Buffer.from(body) })
}

const withLength = (reply: FeedReply): FeedReply =>
  reply.body === null ? reply : { ...reply, headers: { ...reply.headers, 'Content-Length': String(reply.body.length) } }

const BRIEFLY = 'public, max-age=60, s-maxage=60'

/** The query of a call: checked, with defaults, and as it was asked for without the names nobody knows. @throws ApiError invalid_input */
function ask(file: FeedFile, rawSearch: string): Asked {
  const query = parseFeedQuery(new URLSearchParams(rawSearch), { path: file.name })
  const names: readonly string[] = parametersOf(file.name)
  const pairs = rawSearch
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => names.some((name) => new URLSearchParams(pair).has(name)))
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : ''
  // RSS and JSON Feed repeat the address asked for; for all others equal queries share one answer.
  const repeats =
    file.kind === 'newest' || (file.kind === 'trade' && (file.format.extension === 'xml' || file.format.extension === 'feed.json'))
  return { file, query, search, key: `${file.name}${repeats ? search : toSearch(query)}` }
}

function rendered(file: Exclude<FeedFile, { kind: 'changes' }>, { query, search, key }: Asked, snapshot: Snapshot, now: number): Rendered {
  const cache = answers().rendered
  const known = cache.get(key)
  // The clock is asked every time: an answer ends at the next deadline, whatever else is down.
  if (known && known.generation === snapshot.generation && now < known.changesAt) return known
  const fresh = renderFile(file, query, search, snapshot, now, env().TOOLS_URL)
  cache.set(key, fresh)
  return fresh
}

const GZIP_MIN_BYTES = 1_000

const headOf = (call: FeedCall, answer: FeedReply): FeedReply =>
  call.method === 'HEAD' ? { status: answer.status, headers: answer.headers, body: null } : answer

/** The replies made of rendered bytes, per encoding. They hold as long as what they say about caching. */
const prepared = new WeakMap<Rendered, Map<boolean, FeedReply>>()

/** The 200 for rendered bytes: the same object for as long as nothing in it changes. */
function found(file: Rendered, isGzip: boolean, cache: string): FeedReply {
  const replies = prepared.get(file) ?? new Map<boolean, FeedReply>()
  const known = replies.get(isGzip)
  if (known?.headers['Cache-Control'] === cache) return known
  if (isGzip) file.gzip ??= gzipSync(file.body)
  const body = isGzip && file.gzip ? file.gzip : file.body
  const fresh: FeedReply = {
    status: 200,
    headers: {
      ...conditionalHeaders(file, isGzip, cache),
      'Content-Length': String(body.length),
      ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
    body,
    lasting: true,
  }
  prepared.set(file, replies.set(isGzip, fresh))
  return fresh
}

const conditionalHeaders = (file: Rendered, isGzip: boolean, cache: string): Record<string, string> => ({
  ...COMMON_HEADERS,
  ...file.headers,
  'Cache-Control': cache,
  ETag: entityTag(file.hash, isGzip),
  'Last-Modified': new Date(file.lastModified).toUTCString(),
})

/** The reply for rendered bytes: conditional, in the encoding asked for. `encode`: whether this reader may get gzip. */
function reply(call: FeedCall, file: Rendered, now: number, encode: boolean): FeedReply {
  const isGzip = encode && file.body.length >= GZIP_MIN_BYTES && acceptsGzip(call.header('accept-encoding'))
  const cache = cacheControl(file.closesAt, now, file.maxAgeSeconds)
  if (isUnchanged(call.header, file.hash, file.lastModified))
    return { status: 304, headers: conditionalHeaders(file, isGzip, cache), body: null }
  return headOf(call, found(file, isGzip, cache))
}

const NOT_READY = () => new ApiError('unavailable', 'The tenders have not been read yet. Try again in a minute.', { retryAfterSeconds: 60 })

const withoutSnapshot = (file: FeedFile, now: number): FeedReply => {
  if (file.kind !== 'status') return failure(NOT_READY(), 'no-store')
  const headers = { ...COMMON_HEADERS, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
  return withLength({ status: 200, headers, body: Buffer.from(JSON.stringify(toStatusDocument(undefined, now))) })
}

/** Everything but the data: the reply that needs none, or what was asked for. */
function route(call: FeedCall): FeedReply | Asked {
  const { method, path, search } = call
  const isRead = method === 'GET' || method === 'HEAD'
  const address = `${path}${search}`
  const known = isRead ? answers().asked.get(address) : undefined
  if (known) return known
  if (method === 'OPTIONS') return { status: 204, headers: { ...PREFLIGHT_HEADERS }, body: null }
  const name = fileNameOf(path) ?? ''
  const file = findFile(name)
  if (!file) return failure(unknownFile(name), BRIEFLY)
  if (!isRead) {
    const error = new ApiError('method_not_allowed', `${method.slice(0, 20)} is not answered here. Use GET.`, {
      extra: { allowed: ['GET', 'HEAD', 'OPTIONS'] },
    })
    return failure(error, 'no-store')
  }
  try {
    const asked = ask(file, search)
    if (address.length <= KNOWN_ADDRESS_MAX) answers().asked.set(address, asked)
    return asked
  } catch (error) {
    return failure(error, error instanceof ApiError ? BRIEFLY : 'no-store')
  }
}

/**
 * The reply to a call without waiting, gzipped where the reader takes it; `undefined` when it needs the database (changes, the first request
 * of a process): ask `answer` then. Never throws.
 */
export function answerNow(call: FeedCall, now: number = Date.now()): FeedReply | undefined {
  const asked = route(call)
  if ('status' in asked) return headOf(call, asked)
  const { file } = asked
  const snapshot = currentSnapshot(now)
  if (!snapshot || file.kind === 'changes') return undefined
  try {
    return reply(call, rendered(file, asked, snapshot, now), now, true)
  } catch (error) {
    return headOf(call, failure(error, 'no-store'))
  }
}

/** The reply to a call; waits for the first reading of the database, never for another. Identity encoding unless `encode`. Never rejects. */
export async function answer(call: FeedCall, now: number = Date.now(), { encode = false } = {}): Promise<FeedReply> {
  const asked = route(call)
  if ('status' in asked) return headOf(call, asked)
  const { file } = asked
  try {
    if (file.kind === 'changes') {
      const changes = await changesReply(file.day, now)
      return reply(call, changes, now, encode)
    }
    const snapshot = await freshSnapshot(now)
    if (!snapshot) return headOf(call, withoutSnapshot(file, now))
    return reply(call, rendered(file, asked, snapshot, now), now, encode)
  } catch (error) {
    const isKnown = error instanceof ApiError
    return headOf(call, failure(error, isKnown && error.status === 404 ? BRIEFLY : 'no-store'))
  }
}

/** The feed as a web handler: any method, any path below `/api/uk-tenders/`. Never throws. */
export async function serveTenders(request: Request, now: number = Date.now()): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const call: FeedCall = { method: request.method, path: pathname, search, header: (name) => request.headers.get(name) ?? undefined }
  const { status, headers, body } = await answer(call, now)
  return new Response(body === null ? null : new Uint8Array(body), { status, headers })
}
