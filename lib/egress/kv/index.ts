/**
 * The store that shares upstream caches between processes, when one is configured. It may fail at any time: then each process answers
 * from its own memory, the failure is logged once, and the store is left alone for a while.
 */
import { type Core, part } from '../../core.ts'
import { log } from '../../log.ts'
import { within } from '../../wait.ts'
import { type KeyValueStore, KV_TIMEOUT_MS } from './kv.ts'

const REST_AFTER_FAILURE_MS = 10_000

type State = { store: KeyValueStore | null; opening: Promise<void> | null; pausedUntil: number; reported: boolean }

const stateOf = part((): State => ({ store: null, opening: null, pausedUntil: 0, reported: false }))

/** True when a store is configured, whether or not it answers. */
export const kvConfigured = ({ env }: Core): boolean => Boolean(env.REDIS_URL || (env.KV_REST_API_URL && env.KV_REST_API_TOKEN))

async function connect({ env: { REDIS_URL, KV_REST_API_URL, KV_REST_API_TOKEN } }: Core, state: State): Promise<void> {
  if (REDIS_URL) state.store = await (await import('./redis.ts')).openRedis(REDIS_URL)
  else if (KV_REST_API_URL && KV_REST_API_TOKEN)
    state.store = await (await import('./rest.ts')).openRestStore(KV_REST_API_URL, KV_REST_API_TOKEN)
}

function giveUp(core: Core, error: unknown): void {
  const state = stateOf(core)
  state.pausedUntil = core.uptime() + REST_AFTER_FAILURE_MS
  if (!state.reported) log.warn({ detail: error instanceof Error ? error.message : 'unknown' }, 'shared cache unavailable, using memory')
  state.reported = true
}

/** Begins to connect, once; done when connected or given up. */
function open(core: Core): Promise<void> {
  const state = stateOf(core)
  state.opening ??= connect(core, state)
    .catch((error: unknown) => giveUp(core, error))
    .finally(() => {
      state.opening = null
    })
  return state.opening
}

/** Runs `work` on the open store within its time; null when it fails. */
async function attempt<Result>(core: Core, store: KeyValueStore, work: (store: KeyValueStore) => Promise<Result>): Promise<Result | null> {
  try {
    const result = await within(KV_TIMEOUT_MS, work(store))
    stateOf(core).reported = false
    return result
  } catch (error) {
    giveUp(core, error)
    return null
  }
}

const isPaused = (core: Core) => core.uptime() < stateOf(core).pausedUntil

/** The text under `key`, or null: not there, no store, not connected yet, or the store fails. Never throws, never waits for a connection. */
export async function kvGet(core: Core, key: string): Promise<string | null> {
  if (!kvConfigured(core) || isPaused(core)) return null
  const { store } = stateOf(core)
  if (store) return attempt(core, store, () => store.get(key))
  void open(core)
  return null
}

/** Stores text for `ttlMs`, connecting first where needed. Never throws. */
export async function kvSet(core: Core, key: string, value: string, ttlMs: number): Promise<void> {
  if (!kvConfigured(core) || isPaused(core)) return
  const state = stateOf(core)
  if (!state.store) await open(core)
  if (state.store && !isPaused(core)) await attempt(core, state.store, (store) => store.set(key, value, ttlMs))
}

/** Closes the connection, on shutdown. */
export async function closeKv(core: Core): Promise<void> {
  const state = stateOf(core)
  await state.opening
  const store = state.store
  state.store = null
  await store?.close()
}
