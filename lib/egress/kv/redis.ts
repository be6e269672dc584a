/** The shared store on Redis (`REDIS_URL`). */
import { Redis } from 'ioredis'
import { log } from '../../log.ts'
import { type KeyValueStore, KV_TIMEOUT_MS } from './kv.ts'

/** Connects in the background; commands fail at once while there is no connection, so nobody waits for a dead store. */
export async function openRedis(url: string): Promise<KeyValueStore> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1_000,
    commandTimeout: KV_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 500, 10_000),
  })
  redis.on('error', (error) => log.debug({ detail: error.message }, 'redis connection'))
  await redis.connect()
  return {
    get: (key) => redis.get(key),
    set: async (key, value, ttlMs) => {
      await redis.set(key, value, 'PX', ttlMs)
    },
    close: async () => redis.disconnect(),
  }
}
