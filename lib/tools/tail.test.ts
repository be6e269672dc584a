import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamError, type UpstreamReason } from '../egress/upstream-types.ts'
import { answered, missing, tailShape, toApiError, toTail } from './tail.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const at = (secondsAgo: number, cached: boolean) => ({ fetchedAt: new Date(now - secondsAgo * 1000).toISOString(), cached })
const error = (source: string, reason: UpstreamReason, retryAfterSeconds?: number) =>
  new UpstreamError(source, reason, 'secret words of the source', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })

test('the age is that of the oldest datum, and cached means that nothing was fetched', () => {
  const tail = toTail([answered('one', at(5, true)), answered('two', at(42, true))], now)
  expect(tail).toEqual({
    fetchedAt: '2026-11-20T11:59:18.000Z',
    ageSeconds: 42,
    cached: true,
    sources: [
      { name: 'one', ok: true, as_of: '2026-11-20T11:59:55.000Z' },
      { name: 'two', ok: true, as_of: '2026-11-20T11:59:18.000Z' },
    ],
    unavailable: [],
  })
  expect(toTail([answered('one', at(5, true)), answered('two', at(0, false))], now).cached).toBe(false)
})

test('what is missing is named once, and a source that says "not found" has answered', () => {
  const tail = toTail(
    [
      answered('one', at(0, false)),
      missing('holders', error('two', 'timeout')),
      missing('holders', error('two', 'timeout')),
      missing('pool', error('three', 'not_found')),
    ],
    now,
  )
  expect(tail.sources).toEqual([
    { name: 'one', ok: true, as_of: '2026-11-20T12:00:00.000Z' },
    { name: 'two', ok: false, as_of: null },
    { name: 'three', ok: true, as_of: null },
  ])
  expect(tail.unavailable).toEqual([
    { field: 'holders', source: 'two', reason: 'timeout' },
    { field: 'pool', source: 'three', reason: 'not_found' },
  ])
  expect(z.object(tailShape).safeParse(tail).success).toBe(true)
})

test.each([
  [[error('a', 'rate_limited', 30), error('b', 'disabled', 12)], 503, 12],
  [[error('a', 'timeout'), error('b', 'timeout')], 504, 10],
  [[error('a', 'timeout'), error('b', 'rate_limited', 30)], 504, 10],
  [[error('a', 'http_error'), error('b', 'timeout')], 502, 10],
  [[error('a', 'bad_body')], 502, 10],
  [[], 503, 10],
])('core failures %# have a status, a pause and no word of the source', (errors, status, retryAfterSeconds) => {
  const result = toApiError(errors)
  expect(result).toMatchObject({ status, retryAfterSeconds })
  expect(result.message).not.toContain('secret')
  expect(result.message).toContain('Nothing was charged')
})
