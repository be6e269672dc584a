import { describe, expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

const start = Date.UTC(2026, 0, 1)

test('a client has its minute’s worth at once, then one as each refills, and is told when', () => {
  const limit = createRateLimit(60)
  for (let call = 0; call < 60; call += 1) expect(limit.take('a', start)).toBeUndefined()
  expect(limit.take('a', start)).toBe(1)
  expect(limit.take('a', start + 999)).toBe(1)
  expect(limit.take('a', start + 1000)).toBeUndefined()
  expect(limit.take('a', start + 1000)).toBe(1)
  for (let call = 0; call < 60; call += 1) expect(limit.take('a', start + 600_000)).toBeUndefined()
  expect(limit.take('a', start + 600_000)).toBe(1)
})

test('one client’s flood is not another’s', () => {
  const limit = createRateLimit(1)
  expect(limit.take('a', start)).toBeUndefined()
  expect(limit.take('a', start)).toBe(60)
  expect(limit.take('b', start)).toBeUndefined()
})

test('looking takes nothing', () => {
  const limit = createRateLimit(1)
  for (let look = 0; look < 5; look += 1) expect(limit.peek('a', start)).toBeUndefined()
  expect(limit.take('a', start)).toBeUndefined()
  expect(limit.peek('a', start)).toBe(60)
  expect(limit.peek('a', start + 60_000)).toBeUndefined()
})

test('turned-away calls do not push the next token back', () => {
  const limit = createRateLimit(1)
  limit.take('a', start)
  for (let second = 1; second < 60; second += 1) expect(limit.take('a', start + second * 1000)).toBe(60 - second)
  expect(limit.take('a', start + 60_000)).toBeUndefined()
})

describe('edges', () => {
  test('0 is no limit', () => {
    const limit = createRateLimit(0)
    for (let call = 0; call < 10_000; call += 1) expect(limit.take('a', start)).toBeUndefined()
    expect(limit.peek('a', start)).toBeUndefined()
  })

  test('a clock that is set back costs no token', () => {
    const limit = createRateLimit(2)
    expect(limit.take('a', start)).toBeUndefined()
    expect(limit.take('a', start - 3_600_000)).toBeUndefined()
    expect(limit.take('a', start - 3_600_000)).toBe(30)
  })

  test('a hundred thousand clients are not all remembered', () => {
    const limit = createRateLimit(1)
    for (let client = 0; client < 100_000; client += 1) limit.take(`client-${client}`, start)
    expect(limit.take('client-99999', start)).toBe(60)
    expect(limit.take('client-0', start)).toBeUndefined()
  })
})
