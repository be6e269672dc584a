/**
 * The store that shares upstream caches between processes, when one is configured. It may fail at any time: then each process answers
 * from its own memory, the failure is logged once, and the store is left alone for a while.
 */
import { env } from '../../env.ts'
import { log } from '../../log.ts'
import { shared } from '../../shared.ts'
import { type KeyValueStore, KV_TIMEOUT_MS } from './kv.ts'

const REST_AFTER_FAILURE_MS = 10_000

type State = { store: KeyValueStore | null; opening: Promise<void> | null; pausedUntil: number; reported: boolean }

const state = shared('kv', (): State => ({ store: null, opening: null, pausedUntil: 0, reported: false }))

/** True when a store is configured, whether or not it answers. */
export const kvConfigured = (): boolean => Boolean(env().REDIS_URL || (env().KV_REST_API_URL && env().KV_REST_API_TOKEN))

async function connect(): Promise<void> {
  const { REDIS_URL, KV_REST_API_URL, KV_REST_API_TOKEN } = env()
  if (REDIS_URL) state.store = await (await import('./redis.ts')).openRedis(REDIS_URL)
  else if (KV_REST_API_URL && KV_REST_API_TOKEN)
    state.store = await (await import('./rest.ts')).openRestStore(KV_REST_API_URL, KV_REST_API_TOKEN)
}

function giveUp(error: unknown): void {
  state.pausedUntil = Date.now() + REST_AFTER_FAILURE_MS
  if (!state.reported) log.warn({ detail: error instanceof Error ? error.message : 'unknown' }, 'shared cache unavailable, using memory')
  state.reported = true
}

/** Begins to connect, once; done when connected or given up. */
function open(): Promise<void> {
  state.opening ??= connect()
    .catch(giveUp)
    .finally(() => {
      state.opening = null
    })
  return state.opening
}

/** Runs `work` on the open store within its time; null when it fails. */
async function attempt<Result>(store: KeyValueStore, work: (store: KeyValueStore) => Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${KV_TIMEOUT_MS} ms`)), KV_TIMEOUT_MS)
    })
    const result = await Promise.race([work(store), late])
    state.reported = false
    return result
  } catch (error) {
    giveUp(error)
    return null
  } finally {
    clearTimeout(timer)
  }
}

const isPaused = () => Date.now() < state.pausedUntil

/** The text under `key`, or null: not there, no store, not connected yet, or the store fails. Never throws, never waits for a connection. */
export async function kvGet(key: string): Promise<string | null> {
  if (!kvConfigured() || isPaused()) return null
  if (state.store) return attempt(state.store, (store) => store.get(key))
  void open()
  return null
}

/** Stores text for `ttlMs`, connecting first where needed. Never throws. */
export async function kvSet(key: string, value: string, ttlMs: number): Promise<void> {
  if (!kvConfigured() || isPaused()) return
  if (!state.store) await open()
  if (state.store && !isPaused()) await attempt(state.store, (store) => store.set(key, value, ttlMs))
}

/** Closes the connection, on shutdown. */
export async function closeKv(): Promise<void> {
  await state.opening
  const store = state.store
  state.store = null
  await store?.close()
}
