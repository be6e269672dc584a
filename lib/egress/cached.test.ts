import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import type { Core } from '../core.ts'
import { cached, lastGood, peek, remember } from './cached.ts'
import { UpstreamError } from './upstream-types.ts'

let core: Core

beforeEach(() => {
  core = testCore()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = <Value>() => {
  const hold: { resolve?: (value: Value) => void; reject?: (error: Error) => void; signal?: AbortSignal; calls: number } = { calls: 0 }
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const load = (signal: AbortSignal) => {
    hold.calls++
    hold.signal = signal
    begin()
    return new Promise<Value>((resolve, reject) => {
      hold.resolve = resolve
      hold.reject = reject
    })
  }
  return { hold, load, begun }
}

test('a hundred equal questions at once are asked once', async () => {
  const { hold, load, begun } = later<number>()
  const all = Array.from({ length: 100 }, () => cached({ core, source: 's', key: 'k', ageMs: 1_000, load }))
  await begun
  hold.resolve?.(7)
  const answers = await Promise.all(all)
  expect(hold.calls).toBe(1)
  expect(answers.every(({ value, cached: hit }) => value === 7 && !hit)).toBe(true)
  expect(await cached({ core, source: 's', key: 'k', ageMs: 1_000, load })).toMatchObject({ value: 7, cached: true })
  expect(hold.calls).toBe(1)
})

test('a failure reaches everybody who waits and is not kept', async () => {
  const { hold, load, begun } = later<number>()
  const all = Array.from({ length: 5 }, () => cached({ core, source: 's', key: 'k', ageMs: 1_000, load }))
  await begun
  hold.reject?.(new UpstreamError('s', 'bad_body', 'no'))
  for (const result of await Promise.allSettled(all)) expect(result).toMatchObject({ status: 'rejected', reason: { reason: 'bad_body' } })
  expect(await cached({ core, source: 's', key: 'k', ageMs: 1_000, load: async () => 8 })).toMatchObject({ value: 8, cached: false })
})

test('one caller who gives up leaves the others undisturbed; the last one to leave ends the work', async () => {
  const { hold, load, begun } = later<number>()
  const [one, two] = [new AbortController(), new AbortController()]
  const first = cached({ core, source: 's', key: 'k', ageMs: 1_000, load, signal: one.signal })
  const second = cached({ core, source: 's', key: 'k', ageMs: 1_000, load, signal: two.signal })
  await begun
  one.abort()
  await expect(first).rejects.toMatchObject({ name: 'UpstreamError', reason: 'timeout' })
  expect(hold.signal?.aborted).toBe(false)
  hold.resolve?.(9)
  expect(await second).toMatchObject({ value: 9 })

  const lonely = later<number>()
  const three = new AbortController()
  const third = cached({ core, source: 's', key: 'other', ageMs: 1_000, load: lonely.load, signal: three.signal })
  await lonely.begun
  three.abort()
  await expect(third).rejects.toMatchObject({ reason: 'timeout' })
  expect(lonely.hold.signal?.aborted).toBe(true)
})

test('a value is fresh for its age, and last good for ten minutes', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'performance'] })
  await cached({ core, source: 's', key: 'k', ageMs: (value: number) => value * 1_000, load: async () => 60 })
  vi.setSystemTime(1_000_000 + 59_999)
  expect(peek(core, 's', 'k')).toEqual({ value: 60, fetchedAt: '1970-01-01T00:16:40.000Z', cached: true })
  vi.setSystemTime(1_000_000 + 60_000)
  expect(peek(core, 's', 'k')).toBeUndefined()
  expect(lastGood(core, 's', 'k')).toMatchObject({ value: 60 })
  vi.setSystemTime(1_000_000 + 600_000)
  expect(lastGood(core, 's', 'k')).toBeUndefined()
})

test('an age of zero is never kept', async () => {
  await cached({ core, source: 's', key: 'k', ageMs: 0, load: async () => 1 })
  expect(peek(core, 's', 'k')).toBeUndefined()
  remember(core, 's', 'k', 1, Number.NaN)
  expect(lastGood(core, 's', 'k')).toBeUndefined()
})

test('sources do not see each other', async () => {
  remember(core, 'one', 'k', 1, 1_000)
  expect(peek(core, 'two', 'k')).toBeUndefined()
})
