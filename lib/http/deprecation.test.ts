import { expect, test } from 'vitest'
import { refuseAfterSunset, retirementHeaders } from './deprecation.ts'

const retirement = {
  deprecatedAt: new Date('2027-01-01T00:00:00Z'),
  sunsetAt: new Date('2027-07-01T00:00:00Z'),
  policyUrl: 'https://tools.example.com/docs/policy',
  successorUrl: 'https://tools.example.com/v2/util/ping',
}

test('the headers are those of RFC 9745 and RFC 8594, to the second', () => {
  expect(retirementHeaders(retirement)).toEqual({
    Deprecation: '@1798761600',
    Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    Link: '<https://tools.example.com/docs/policy>; rel="deprecation"; type="text/html", <https://tools.example.com/docs/policy>; rel="sunset"; type="text/html", <https://tools.example.com/v2/util/ping>; rel="successor-version"',
  })
})

test('nothing can end before it is deprecated', () => {
  expect(() => retirementHeaders({ ...retirement, sunsetAt: new Date('2026-12-31T00:00:00Z') })).toThrow(RangeError)
})

test('until the sunset calls pass; from that second on they are 410 with the successor', () => {
  const end = retirement.sunsetAt.getTime()
  expect(() => refuseAfterSunset(retirement, end - 1)).not.toThrow()
  expect(() => refuseAfterSunset(retirement, end)).toThrowError(
    expect.objectContaining({ code: 'gone', status: 410, extra: expect.objectContaining({ successor: retirement.successorUrl }) }),
  )
})
