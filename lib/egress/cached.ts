/**
 * Upstream data with an age. In memory, bounded; shared through the key-value store where one is configured.
 * Only successes are kept. An expired entry stays for ten minutes as "last good", for those who ask for it by name.
 */
import { LRUCache } from 'lru-cache'
import { type Core, part } from '../core.ts'
import { kvConfigured, kvGet, kvSet } from './kv/index.ts'
import { singleFlight } from './single-flight.ts'
import { UpstreamError } from './upstream-types.ts'

/** A value, when it was fetched (ISO 8601 UTC), and whether this answer needed no upstream call of its own. */
export type Cached<Value> = { value: Value; fetchedAt: string; cached: boolean }

/** Data older than this is not sold, even in an outage. */
const LAST_GOOD_MS = 600_000

const MAX_CHARS = 64_000_000
/** What an entry counts at least: there are never more than 5,000. */
const LEAST_CHARS = MAX_CHARS / 5_000
/** Part of every shared key: raise it when the shape of any cached value changes. */
const FORMAT = 2

/** As processes share it: by the clock of the world. */
type Entry = { value: unknown; fetchedAt: number; freshUntil: number }
/** As this one keeps it: for how long, by `core.uptime`. */
type Kept = { value: unknown; fetchedAt: number; freshUntil: number; goodUntil: number }

const memory = part(
  () =>
    // By size alone: with a number of entries it would make room for all of them at once, for each core.
    new LRUCache<string, Kept>({
      maxSize: MAX_CHARS,
      sizeCalculation: (entry) => Math.max(LEAST_CHARS, (JSON.stringify(entry.value) ?? '').length),
    }),
)

const keyOf = (source: string, key: string) => `${source} ${key}`

const toCached = <Value>({ value, fetchedAt }: Kept): Cached<Value> => ({
  value: value as Value, // written by the load that has the same source and key
  fetchedAt: new Date(fetchedAt).toISOString(),
  cached: true,
})

function keep(core: Core, source: string, key: string, { value, fetchedAt, freshUntil }: Entry): Kept {
  const byUptime = core.uptime() - core.now()
  const kept = { value, fetchedAt, freshUntil: freshUntil + byUptime, goodUntil: fetchedAt + LAST_GOOD_MS + byUptime }
  memory(core).set(keyOf(source, key), kept, { ttl: Math.max(1, kept.goodUntil - core.uptime()) })
  return kept
}

/**
 * The value under (source, key): fresh from memory or the shared store, else from `load`, once for all who ask at the same time.
 * @param ageMs how long a value is fresh; 0 or less = not kept
 * @param load its value must survive JSON; its signal fires when nobody waits any more
 * @param signal of this caller; giving up leaves the others undisturbed
 * @throws what `load` throws (an UpstreamError), or UpstreamError `timeout` when the caller gives up
 */
export async function cached<Value>(options: {
  core: Core
  source: string
  key: string
  ageMs: number | ((value: Value) => number)
  load: (signal: AbortSignal) => Promise<Value>
  signal?: AbortSignal
}): Promise<Cached<Value>> {
  const { core, source, key, signal } = options
  const fresh = peek<Value>(core, source, key)
  if (fresh) return fresh
  try {
    return await singleFlight(core, keyOf(source, key), (flightSignal) => fill(core, options, flightSignal), signal)
  } catch (error) {
    if (signal?.aborted && !(error instanceof UpstreamError))
      throw new UpstreamError(source, 'timeout', 'the caller gave up', { cause: error })
    throw error
  }
}

async function fill<Value>(core: Core, options: Parameters<typeof cached<Value>>[0], signal: AbortSignal): Promise<Cached<Value>> {
  const { source, key, ageMs, load } = options
  const elsewhere = await recall<Value>(core, source, key)
  if (elsewhere) return elsewhere
  const value = await load(signal)
  const fetchedAt = core.now()
  remember(core, source, key, value, typeof ageMs === 'function' ? ageMs(value) : ageMs, fetchedAt)
  return { value, fetchedAt: new Date(fetchedAt).toISOString(), cached: false }
}

/** The fresh value in this process's memory, if there is one. Synchronous: for `ready()` and for batches. */
export function peek<Value>(core: Core, source: string, key: string): Cached<Value> | undefined {
  const entry = memory(core).get(keyOf(source, key))
  return entry && entry.freshUntil > core.uptime() ? toCached<Value>(entry) : undefined
}

/** The fresh value from memory or the shared store, if there is one. */
export async function recall<Value>(core: Core, source: string, key: string): Promise<Cached<Value> | undefined> {
  const fresh = peek<Value>(core, source, key)
  if (fresh) return fresh
  const entry = await readShared(core, source, key)
  return entry ? toCached<Value>(keep(core, source, key, entry)) : undefined
}

/** The value even when it is no longer fresh, up to ten minutes old: to bridge an outage, marked as stale by whoever sells it. */
export function lastGood<Value>(core: Core, source: string, key: string): Cached<Value> | undefined {
  const entry = memory(core).get(keyOf(source, key))
  return entry && entry.goodUntil > core.uptime() ? toCached<Value>(entry) : undefined
}

/** Keeps a value that came with others in one answer (one call, many assets). */
export function remember(core: Core, source: string, key: string, value: unknown, ageMs: number, fetchedAt = core.now()): void {
  if (!(ageMs > 0)) return
  const entry: Entry = { value, fetchedAt, freshUntil: fetchedAt + ageMs }
  keep(core, source, key, entry)
  if (kvConfigured(core)) void kvSet(core, sharedKey(source, key), JSON.stringify(entry), Math.ceil(ageMs))
}

const sharedKey = (source: string, key: string) => `upstream:${FORMAT}:${source}:${key}`

async function readShared(core: Core, source: string, key: string): Promise<Entry | null> {
  if (!kvConfigured(core)) return null
  const text = await kvGet(core, sharedKey(source, key))
  if (text === null) return null
  const entry = parseEntry(text)
  const now = core.now()
  return entry && entry.freshUntil > now && entry.fetchedAt <= now + 5_000 ? entry : null
}

const parseEntry = (text: string): Entry | null => {
  try {
    const entry: unknown = JSON.parse(text)
    if (typeof entry !== 'object' || entry === null) return null
    const { value, fetchedAt, freshUntil } = entry as Record<string, unknown>
    return typeof fetchedAt === 'number' && typeof freshUntil === 'number' ? { value, fetchedAt, freshUntil } : null
  } catch {
    return null // not ours: the caller loads and overwrites it
  }
}
