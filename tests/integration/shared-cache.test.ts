import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { requires } from '../support/requires.ts'

requires('redis')('upstream caches shared through Redis', () => {
  let redis: TestRedis

  beforeAll(async () => {
    redis = await startRedis()
    process.env.REDIS_URL = redis.url
  })

  afterAll(async () => {
    const { closeKv } = await import('../../lib/http/kv/index.ts')
    await closeKv()
    await redis.stop()
  })

  test('what one process fetched another finds, and a restart costs no answer', async () => {
    const { cached, clearCache } = await import('../../lib/http/cached.ts')
    const { kvGet } = await import('../../lib/http/kv/index.ts')
    let loads = 0
    const ask = (key: string) => cached({ source: 's', key, ageMs: 60_000, load: async () => ++loads })
    expect(await ask('k')).toMatchObject({ value: 1, cached: false })
    // Writing is not waited for: the store has it soon.
    await vi.waitUntil(async () => (await kvGet('upstream:1:s:k')) !== null, 10_000)
    clearCache()
    expect(await ask('k')).toMatchObject({ value: 1, cached: true })

    await redis.restart()
    clearCache()
    expect(await ask('k')).toMatchObject({ value: 2, cached: false })
  })
})
