/** The feed over HTTP: from path, query, clock and snapshot to the bytes of a file, made once for as long as nothing in them changes. */
import { LRUCache } from 'lru-cache'
import { type Core, part } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { spendAllowance, takePlace } from '../../http/admission.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Call, Reply } from '../../http/reply.ts'
import { currentSnapshot, freshSnapshot, type Snapshot } from '../snapshot/snapshot.ts'
import { type Asked, toAsked } from './ask.ts'
import { changesReply } from './changes.ts'
import type { FeedFile } from './feed-file.ts'
import { COMMON_HEADERS, cacheControl } from './feed-headers.ts'
import { type Rendered, renderFile } from './render-file.ts'
import { renderWhole } from './render-whole.ts'
import { toStatusDocument } from './status-document.ts'

/** What is kept of rendered answers, in bytes, over all trades, formats and queries. */
const CACHE_MAX_BYTES = 64 * 1024 * 1024
const CACHE_MAX_ENTRIES = 5_000
/** Addresses longer than this are read each time. */
const KNOWN_ADDRESS_MAX = 300

const known = part(() => ({
  rendered: new LRUCache<string, Rendered>({
    max: CACHE_MAX_ENTRIES,
    maxSize: CACHE_MAX_BYTES,
    // Compressed copies come later and are smaller than half.
    sizeCalculation: ({ body }) => Math.ceil(body.length * 1.5) + 1000,
  }),
  /** By address. */
  asked: new LRUCache<string, Asked>({ max: CACHE_MAX_ENTRIES }),
}))

/** What a call asks for. @throws ApiError */
function ask(core: Core, { path, search }: Call): Asked {
  const address = `${path}${search}`
  const before = known(core).asked.get(address)
  if (before) return before
  const asked = toAsked(path, search)
  if (address.length <= KNOWN_ADDRESS_MAX) known(core).asked.set(address, asked)
  return asked
}

type WholeFile = Extract<FeedFile, { kind: 'whole' }>
type SnapshotFile = Exclude<FeedFile, { kind: 'changes' | 'whole' }>

function rendered(core: Core, file: SnapshotFile, { query, search, key }: Asked, snapshot: Snapshot, now: number): Rendered {
  const cache = known(core).rendered
  const before = cache.get(key)
  // The clock is asked every time: an answer ends at the next deadline, whatever else is down.
  if (before && before.generation === snapshot.generation && now < before.changesAt) return before
  const fresh = renderFile(file, { query, search, snapshot, now, env: core.env })
  cache.set(key, fresh)
  return fresh
}

/** The replies made of rendered bytes. They hold as long as what they say about caching. */
const prepared = new WeakMap<Rendered, Reply>()

/** The reply for rendered bytes: the same object for as long as nothing in it changes. */
function toReply(file: Rendered, now: number): Reply {
  const cache = cacheControl(file.closesAt, now, file.maxAgeSeconds)
  const before = prepared.get(file)
  if (before?.headers['Cache-Control'] === cache) return before
  const headers = {
    ...COMMON_HEADERS,
    ...file.headers,
    'Cache-Control': cache,
    'Last-Modified': new Date(file.lastModified).toUTCString(),
  }
  const fresh: Reply = { status: 200, headers, body: file.body, lasting: true }
  prepared.set(file, fresh)
  return fresh
}

/** A whole file is held in memory until it is written, so no more are written at a time; who waits for his holds none. */
const WRITERS = 2
/** Free calls that one costs that only this question needs, beside the call itself. The others are few, and kept. */
const FILTERED_COST = 9

/** Those that are being written, so that ten who ask at once have one written. */
const writers = part(() => ({ underWay: new Map<string, Promise<Rendered>>(), busy: 0, waiting: [] as (() => void)[] }))
const TRIES_MAX = 5

async function inTurn(core: Core, write: () => Promise<Rendered>): Promise<Rendered> {
  const state = writers(core)
  if (state.busy >= WRITERS) await new Promise<void>((resolve) => state.waiting.push(resolve))
  else state.busy += 1
  try {
    return await write()
  } finally {
    const next = state.waiting.shift()
    if (next) next()
    else state.busy -= 1
  }
}

/** A whole file: writing takes time, and a deadline that passes meanwhile has it written again. @throws ApiError for clients that have many written */
async function whole(
  core: Core,
  client: string,
  file: WholeFile,
  { query, search, key }: Asked,
  snapshot: Snapshot,
  asked: number,
): Promise<Reply> {
  const cache = known(core).rendered
  const { underWay } = writers(core)
  const began = performance.now()
  let done: (() => void) | undefined
  try {
    for (let tries = 0, at = asked; tries < TRIES_MAX; tries += 1) {
      const before = cache.get(key)
      if (before && before.generation === snapshot.generation && at < before.changesAt) return toReply(before, at)
      if (!done) {
        if (key !== file.name) spendAllowance(core, client, FILTERED_COST)
        done = takePlace(core, client)
      }
      const moment = at
      const name = `${snapshot.generation} ${Math.floor(at / 1000)} ${key}`
      const writing = underWay.get(name) ?? inTurn(core, () => renderWhole(file, { query, search, snapshot, now: moment, env: core.env }))
      underWay.set(name, writing)
      const made = await writing.finally(() => underWay.delete(name))
      cache.set(key, made)
      at = asked + performance.now() - began
      if (at < made.changesAt) return toReply(made, at)
    }
  } finally {
    done?.()
  }
  throw new ApiError('unavailable', 'Notices close faster than this file is written. Try again in a moment.', { retryAfterSeconds: 5 })
}

function fromSnapshot(core: Core, client: string, asked: Asked, snapshot: Snapshot | undefined, now: number): Reply | Promise<Reply> {
  const { file } = asked
  if (snapshot) {
    if (file.kind === 'changes') return changesReply(core, file.day, asked.search, now).then((changes) => toReply(changes, now))
    return file.kind === 'whole'
      ? whole(core, client, file, asked, snapshot, now)
      : toReply(rendered(core, file, asked, snapshot, now), now)
  }
  if (file.kind !== 'status')
    throw new ApiError('unavailable', 'The first reading of the sources is in progress. Try again in a few minutes.', {
      retryAfterSeconds: 60,
    })
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }
  return { status: 200, headers, body: JSON.stringify(toStatusDocument(core.env, undefined, now)) }
}

/** At once, but for what needs the database: changes, and the first request of a process. */
function file(core: Core, call: Call): Reply | Promise<Reply> {
  const now = core.now()
  const asked = ask(core, call)
  const snapshot = currentSnapshot(core, now)
  if (snapshot) return fromSnapshot(core, call.clientIp, asked, snapshot, now)
  return freshSnapshot(core, now).then((first) => fromSnapshot(core, call.clientIp, asked, first, now))
}

const isFaultOfReader = (error: ApiError): boolean => error.status === 400 || error.status === 404

/** Every path below `/api/uk-tenders/`. */
export const feeds = endpoint({
  GET: file,
  cors: { allow: 'If-None-Match, If-Modified-Since', expose: COMMON_HEADERS['Access-Control-Expose-Headers'] ?? '' },
  headers: COMMON_HEADERS,
  fromMemory: true,
  failureHeaders: (error) => ({ 'Cache-Control': isFaultOfReader(error) ? 'public, max-age=60, s-maxage=60' : 'no-store' }),
})
