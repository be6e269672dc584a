import { expect, test } from 'vitest'
import { UpstreamError } from '../egress/upstream-types.ts'
import { ApiError } from '../errors.ts'
import { backoffMs, toJobFailure } from './failure.ts'

test('errors we know keep their code and say whether to try again; the rest may be transient', () => {
  expect(toJobFailure(new ApiError('invalid_input', 'Wrong.'))).toMatchObject({ code: 'invalid_input', detail: 'Wrong.', retryable: false })
  expect(toJobFailure(new ApiError('upstream_failed', 'Gone.'))).toMatchObject({ code: 'upstream_failed', retryable: true })
  expect(toJobFailure(new UpstreamError('fts', 'timeout', 'slow'))).toMatchObject({ code: 'upstream_timeout', retryable: true })
  expect(toJobFailure(new TypeError('x is undefined'))).toMatchObject({ code: 'internal_error', detail: 'x is undefined', retryable: true })
  expect(toJobFailure('text')).toMatchObject({ code: 'internal_error', detail: 'text' })
})

test('what a failure says can be recorded, whatever the message quotes', () => {
  expect(toJobFailure(new Error('Unexpected \0 and \ud800')).detail).toBe('Unexpected  and \ufffd')
})

test('Retry-After is found through causes, and only where it is a usable number', () => {
  const inner = new UpstreamError('cf', 'rate_limited', 'later', { retryAfterSeconds: 300 })
  expect(toJobFailure(new Error('page 3', { cause: inner })).retryAfterSeconds).toBe(300)
  expect(toJobFailure(Object.assign(new Error('x'), { retryAfterSeconds: Number.NaN })).retryAfterSeconds).toBeUndefined()
  expect(toJobFailure(Object.assign(new Error('x'), { retryAfterSeconds: -5 })).retryAfterSeconds).toBeUndefined()
  // A lease that outlasts this would keep the next run of its type waiting for good.
  expect(toJobFailure(new UpstreamError('cf', 'rate_limited', 'later', { retryAfterSeconds: 1e15 })).retryAfterSeconds).toBe(86_400)
  const loop = new Error('loop')
  loop.cause = loop
  expect(toJobFailure(loop).retryAfterSeconds).toBeUndefined()
})

test('waits double from ten seconds to ten minutes, with jitter; Retry-After wins, up to a day', () => {
  for (const [attempt, seconds] of [
    [1, 10],
    [2, 20],
    [3, 40],
    [20, 600],
  ] as const) {
    const wait = backoffMs(attempt, undefined, 10_000)
    expect(wait).toBeGreaterThanOrEqual(seconds * 800)
    expect(wait).toBeLessThanOrEqual(seconds * 1_200)
  }
  expect(backoffMs(9, 0, 10_000)).toBe(0)
  expect(backoffMs(1, 120, 10_000)).toBe(120_000)
  expect(backoffMs(1, 10 ** 12, 10_000)).toBe(86_400_000)
})
