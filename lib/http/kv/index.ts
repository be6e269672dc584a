/**
 * The store that shares upstream caches between processes, when one is configured. It may fail at any time: then each process answers
 * from its own memory, the failure is logged once, and the store is left alone for a while.
 */
import { env } from '../../env.ts'
import { log } from '../../log.ts'
import { shared } from '../../shared.ts'
import { type KeyValueStore, KV_TIMEOUT_MS } from './kv.ts'

const REST_AFTER_FAILURE_MS = 10_000

const state = shared('kv', () => ({ opening: null as Promise<KeyValueStore | null> | null, pausedUntil: 0, reported: false }))

const open = async (): Promise<KeyValueStore | null> => {
  const { REDIS_URL, KV_REST_API_URL, KV_REST_API_TOKEN } = env()
  if (REDIS_URL) return (await import('./redis.ts')).openRedis(REDIS_URL)
  if (KV_REST_API_URL && KV_REST_API_TOKEN) return (await import('./rest.ts')).openRestStore(KV_REST_API_URL, KV_REST_API_TOKEN)
  return null
}

/** Runs `work` on the store within its time; null when there is no store or it fails. */
async function attempt<Result>(work: (store: KeyValueStore) => Promise<Result>): Promise<Result | null> {
  if (Date.now() < state.pausedUntil) return null
  let timer: NodeJS.Timeout | undefined
  try {
    state.opening ??= open()
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in ${KV_TIMEOUT_MS} ms`)), KV_TIMEOUT_MS)
    })
    const opening = state.opening
    const answer = opening.then((store) => (store ? work(store) : null))
    const result = await Promise.race([answer, late])
    state.reported = false
    return result
  } catch (error) {
    state.pausedUntil = Date.now() + REST_AFTER_FAILURE_MS
    if (!state.reported) log.warn({ detail: error instanceof Error ? error.message : 'unknown' }, 'shared cache unavailable, using memory')
    state.reported = true
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** The text under `key`, or null: not there, no store, or the store fails. Never throws. */
export const kvGet = (key: string): Promise<string | null> => attempt((store) => store.get(key))

/** Stores text for `ttlMs`. Never throws. */
export async function kvSet(key: string, value: string, ttlMs: number): Promise<void> {
  await attempt((store) => store.set(key, value, ttlMs))
}

/** True when a store is configured, whether or not it answers. */
export const kvConfigured = (): boolean => Boolean(env().REDIS_URL || (env().KV_REST_API_URL && env().KV_REST_API_TOKEN))

/** Closes the connection, on shutdown. */
export async function closeKv(): Promise<void> {
  const store = await state.opening?.catch(() => null)
  state.opening = null
  await store?.close()
}
