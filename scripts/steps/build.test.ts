import { expect, test, vi } from 'vitest'
import { buildOnce } from './build.ts'

test('where another process builds, its build serves us too, though it takes minutes', async () => {
  vi.useFakeTimers()
  const LONG_MS = 540_000
  const done = Date.now() + LONG_MS
  const isOver = () => Date.now() >= done
  const code = buildOnce({ isCurrent: isOver, isLocked: () => !isOver(), build: async () => 1 })
  await vi.advanceTimersByTimeAsync(LONG_MS + 1_000)
  expect(await code).toBe(0)
})

test('a build that has its name is not taken before it is whole', async () => {
  vi.useFakeTimers()
  let isLocked = true
  const served = vi.fn()
  const building = buildOnce({ isCurrent: () => true, isLocked: () => isLocked, build: async () => 1 }).then(served)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(served).not.toHaveBeenCalled()
  isLocked = false
  await vi.advanceTimersByTimeAsync(5_000)
  await building
  expect(served).toHaveBeenCalledWith(0)
})

test.each([
  ['ours fails', 1, false],
  ['the other one fails', 1, true],
])('a build that fails is told when %s', async (_who, code, other) => {
  let isLocked = other
  const building = buildOnce({ isCurrent: () => false, isLocked: () => isLocked, build: async () => code })
  isLocked = false
  expect(await building).toBe(1)
})

test('what is current is not built', async () => {
  const build = vi.fn(async () => 0)
  expect(await buildOnce({ isCurrent: () => true, isLocked: () => false, build })).toBe(0)
  expect(build).not.toHaveBeenCalled()
})
