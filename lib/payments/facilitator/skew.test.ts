import { expect, test, vi } from 'vitest'
import { createCore } from '../../core.ts'
import { parseEnv } from '../../env.ts'
import { findSecondsAhead, isSkewed, noteTime, secondsAhead } from './skew.ts'

const truth = Date.UTC(2026, 0, 1, 12)
const coreWith = (aheadMs: number) => createCore(parseEnv({}), { now: () => truth + aheadMs })

test.each([
  [0, 0],
  [900, 0],
  [240_000, 240],
  [-240_000, -240],
])('a clock that is %d ms ahead is seen to be %d s ahead', (aheadMs, seconds) => {
  const core = coreWith(aheadMs)
  noteTime(core, 'one', new Date(truth).toUTCString(), core.now())
  expect(secondsAhead(core)).toBe(seconds)
  expect(isSkewed(core)).toBe(Math.abs(seconds) >= 60)
})

test('an answer that took its time, one without a date and one with nonsense say nothing', () => {
  const core = coreWith(0)
  noteTime(core, 'one', new Date(truth - 15_000).toUTCString(), truth - 20_000)
  for (const date of [undefined, '', 'yesterday']) noteTime(core, 'one', date, core.now())
  expect(secondsAhead(core)).toBe(0)
})

test('a clock that was set right is right again', () => {
  const core = coreWith(0)
  noteTime(core, 'one', new Date(truth - 300_000).toUTCString(), core.now())
  expect(isSkewed(core)).toBe(true)
  noteTime(core, 'one', new Date(truth).toUTCString(), core.now())
  expect(isSkewed(core)).toBe(false)
})

test.each([
  [240_000, 240],
  [-240_000, -240],
  [4_000, 0],
])('where no facilitator tells the time, the chain tells that a clock is %d ms ahead; it is asked once', async (aheadMs, seconds) => {
  const core = coreWith(aheadMs)
  const chainTime = vi.fn(async () => truth)
  expect(await Promise.all([1, 2, 3].map(() => findSecondsAhead(core, chainTime)))).toEqual([seconds, seconds, seconds])
  expect(chainTime).toHaveBeenCalledTimes(1)
  expect(isSkewed(core)).toBe(seconds !== 0)
  noteTime(core, 'one', new Date(truth + aheadMs).toUTCString(), core.now())
  expect([secondsAhead(core), await findSecondsAhead(core, chainTime)]).toEqual([0, 0])
})

test('a chain that tells no time says nothing', async () => {
  const core = coreWith(240_000)
  expect(await findSecondsAhead(core, async () => undefined)).toBe(0)
  expect(isSkewed(core)).toBe(false)
})
