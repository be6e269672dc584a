import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Core } from '../../lib/core.ts'
import { cached, clearCache } from '../../lib/egress/cached.ts'
import { closeKv, kvGet } from '../../lib/egress/kv/index.ts'
import { testCore } from '../support/core.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { requires } from '../support/requires.ts'

requires('redis')('upstream caches shared through Redis', () => {
  let redis: TestRedis
  let core: Core

  beforeAll(async () => {
    redis = await startRedis()
    core = testCore({ REDIS_URL: redis.url })
  })

  afterAll(async () => {
    await closeKv(core)
    await redis.stop()
  })

  test('what one process fetched another finds, and a restart costs no answer', async () => {
    let loads = 0
    const ask = (key: string) => cached({ core, source: 's', key, ageMs: 60_000, load: async () => ++loads })
    expect(await ask('k')).toMatchObject({ value: 1, cached: false })
    // Writing is not waited for: the store has it soon.
    await vi.waitUntil(async () => (await kvGet(core, 'upstream:2:s:k')) !== null, 10_000)
    clearCache(core)
    expect(await ask('k')).toMatchObject({ value: 1, cached: true })

    await redis.restart()
    clearCache(core)
    expect(await ask('k')).toMatchObject({ value: 2, cached: false })
  })
})
