import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { createPace } from './pace.ts'

const core = createCore(parseEnv({}))
const open = new AbortController().signal

test('a burst is free, the next waits, and one that would wait too long is refused at once', async () => {
  let now = 1_000_000
  const pace = createPace({ burst: 4, everyMs: 20 }, { ...core, uptime: () => now })
  const turns = await Promise.all([1, 2, 3, 4].map(() => pace(0, open)))
  expect(turns).toEqual([true, true, true, true])
  expect(await pace(0, open)).toBe(false)
  expect(await pace(20, open)).toBe(true)
  expect(await pace(20, open)).toBe(false)
  now += 40
  expect(await pace(0, open)).toBe(true)
})

test('a burst is free whatever fraction of a millisecond it is', async () => {
  for (let now = 1_000.1; now < 20_000; now += 37.3) {
    const pace = createPace({ burst: 3, everyMs: 60_000 }, { ...core, uptime: () => now })
    expect(await Promise.all([1, 2, 3, 4].map(() => pace(0, open)))).toEqual([true, true, true, false])
  }
})

test('who gives up while waiting leaves with the reason', async () => {
  const pace = createPace({ burst: 1, everyMs: 60_000 }, core)
  expect(await pace(0, open)).toBe(true)
  const caller = new AbortController()
  const waiting = pace(120_000, caller.signal)
  caller.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
})
