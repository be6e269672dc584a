import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Core } from '../../lib/core.ts'
import { cached } from '../../lib/egress/cached.ts'
import { closeKv, kvGet, kvSet } from '../../lib/egress/kv/index.ts'
import { testCore } from '../support/core.ts'
import { startRedis, type TestRedis } from '../support/redis.ts'
import { requires } from '../support/requires.ts'

requires('redis')('upstream caches shared through Redis', () => {
  let redis: TestRedis
  const processes: Core[] = []
  /** A process with memory of its own, once it is connected: nobody waits for a connection. */
  const startProcess = async () => {
    const core = testCore({ REDIS_URL: redis.url })
    processes.push(core)
    await kvSet(core, 'greeting', 'hello', 60_000)
    return core
  }

  beforeAll(async () => {
    redis = await startRedis()
    // Whoever waits for the store gives it up by a timer: on a busy machine it would be late.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })

  afterAll(async () => {
    vi.useRealTimers()
    await Promise.all(processes.map(closeKv))
    await redis.stop()
  })

  test('what one process fetched another finds, and a restart costs no answer', async () => {
    let loads = 0
    const ask = (core: Core) => cached({ core, source: 's', key: 'k', ageMs: 60_000, load: async () => ++loads })
    const first = await startProcess()
    expect(await ask(first)).toMatchObject({ value: 1, cached: false })
    // Writing is not waited for: the store has it soon.
    await expect.poll(() => kvGet(first, 'upstream:2:s:k')).not.toBeNull()
    expect(await ask(await startProcess())).toMatchObject({ value: 1, cached: true })

    vi.useRealTimers()
    await redis.restart()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect(await ask(await startProcess())).toMatchObject({ value: 2, cached: false })
  })
})
