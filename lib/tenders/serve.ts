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
export type FeedReply = { status: number; headers: Record<string, string>; body: Buffer | null }

/** What is kept of rendered answers, in bytes, over all trades, formats and queries. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024
const CACHE_MAX_ENTRIES = 5_000
/** Queries longer than this are parsed each time. */
const KNOWN_SEARCH_MAX = 200

type Asked = { query: FeedQuery; search: string; key: string }

const answers = () =>
  shared('tenders-answers', () => ({
    rendered: new LRUCache<string, Rendered>({
      max: CACHE_MAX_ENTRIES,
      maxSize: CACHE_MAX_BYTES,
      // A gzip copy comes later and is smaller than half.
      sizeCalculation: ({ body }) => Math.ceil(body.length * 1.5) + 1000,
    }),
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
  const { asked } = answers()
  const known = asked.get(`${file.name}${rawSearch}`)
  if (known) return known
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
  const result: Asked = { query, search, key: `${file.name}${repeats ? search : toSearch(query)}` }
  if (rawSearch.length <= KNOWN_SEARCH_MAX) asked.set(`${file.name}${rawSearch}`, result)
  return result
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

/** The reply for rendered bytes: conditional, in the encoding asked for. `encode`: whether this reader may get gzip. */
function reply(call: FeedCall, file: Rendered, now: number, encode: boolean): FeedReply {
  const isGzip = encode && file.body.length >= GZIP_MIN_BYTES && acceptsGzip(call.header('accept-encoding'))
  const headers: Record<string, string> = {
    ...COMMON_HEADERS,
    ...file.headers,
    'Cache-Control': cacheControl(file.closesAt, now, file.maxAgeSeconds),
    ETag: entityTag(file.hash, isGzip),
    'Last-Modified': new Date(file.lastModified).toUTCString(),
  }
  if (isUnchanged(call.header, file.hash, file.lastModified)) return { status: 304, headers, body: null }
  if (isGzip) file.gzip ??= gzipSync(file.body)
  const body = isGzip && file.gzip ? file.gzip : file.body
  headers['Content-Length'] = String(body.length)
  if (isGzip) headers['Content-Encoding'] = 'gzip'
  return { status: 200, headers, body: call.method === 'HEAD' ? null : body }
}

const NOT_READY = () => new ApiError('unavailable', 'The tenders have not been read yet. Try again in a minute.', { retryAfterSeconds: 60 })

const withoutSnapshot = (file: FeedFile, now: number): FeedReply => {
  if (file.kind !== 'status') return failure(NOT_READY(), 'no-store')
  const headers = { ...COMMON_HEADERS, 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
  return withLength({ status: 200, headers, body: Buffer.from(JSON.stringify(toStatusDocument(undefined, now))) })
}

/** Everything but the data: the reply that needs none, or the file and query that do. */
function route(call: FeedCall): FeedReply | { file: FeedFile; asked: Asked } {
  if (call.method === 'OPTIONS') return { status: 204, headers: { ...PREFLIGHT_HEADERS }, body: null }
  const name = fileNameOf(call.path) ?? ''
  const file = findFile(name)
  if (!file) return failure(unknownFile(name), BRIEFLY)
  if (call.method !== 'GET' && call.method !== 'HEAD') {
    const error = new ApiError('method_not_allowed', `${call.method.slice(0, 20)} is not answered here. Use GET.`, {
      extra: { allowed: ['GET', 'HEAD', 'OPTIONS'] },
    })
    return failure(error, 'no-store')
  }
  try {
    return { file, asked: ask(file, call.search) }
  } catch (error) {
    return failure(error, error instanceof ApiError ? BRIEFLY : 'no-store')
  }
}

const headOf = (call: FeedCall, answer: FeedReply): FeedReply => (call.method === 'HEAD' ? { ...answer, body: null } : answer)

/**
 * The reply to a call without waiting, gzipped where the reader takes it; `undefined` when it needs the database (changes, the first request
 * of a process): ask `answer` then.
 */
export function answerNow(call: FeedCall, now: number = Date.now()): FeedReply | undefined {
  const routed = route(call)
  if ('status' in routed) return headOf(call, routed)
  const snapshot = currentSnapshot(now)
  if (!snapshot || routed.file.kind === 'changes') return undefined
  return reply(call, rendered(routed.file, routed.asked, snapshot, now), now, true)
}

/** The reply to a call; waits for the first reading of the database, never for another. Identity encoding unless `encode`. */
export async function answer(call: FeedCall, now: number = Date.now(), { encode = false } = {}): Promise<FeedReply> {
  const routed = route(call)
  if ('status' in routed) return headOf(call, routed)
  const { file, asked } = routed
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
