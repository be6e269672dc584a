/** The shared store behind a REST interface (`KV_REST_API_URL`, `KV_REST_API_TOKEN`). */
import { Redis } from '@upstash/redis'
import type { KeyValueStore } from './kv.ts'

/** Values are kept as the text we wrote: the client's own JSON handling is off. */
export async function openRestStore(url: string, token: string): Promise<KeyValueStore> {
  const redis = new Redis({ url, token, automaticDeserialization: false, enableTelemetry: false, retry: false })
  return {
    get: (key) => redis.get<string>(key),
    set: async (key, value, ttlMs) => {
      await redis.set(key, value, { px: ttlMs })
    },
    close: async () => {},
  }
}
