import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, millis, round, toAmount, toCount, toFlag, toIso, toMillis, toNumber, toTime } from './values.ts'

test('absent, empty and sentinel values are unknown, never zero or false', () => {
  for (const value of [undefined, null, '', ' ', '-1', -1, Number.NaN, Number.POSITIVE_INFINITY, {}, [], 'abc'])
    expect(toAmount(value)).toBeNull()
  for (const value of [undefined, null, '', '2', 2, 'no', {}]) expect(toFlag(value)).toBeNull()
})

test('numbers come as numbers or text', () => {
  expect([toNumber('0.05'), toNumber(5), toNumber('1e-7'), toNumber('0'), toNumber('-2')]).toEqual([0.05, 5, 1e-7, 0, -2])
  expect([toFlag('0'), toFlag('1'), toFlag(0), toFlag(true)]).toEqual([false, true, false, true])
  expect([toCount('199'), toCount('1.5'), toCount(2 ** 60)]).toEqual([199, null, null])
})

test('what is written out at length is read, and what no field can hold is not stated', () => {
  const long = ['0.0000000000000000010001871591706164021928771035163663327693939208984375', `${2n ** 256n}.${'0'.repeat(18)}`]
  expect(long.map((text) => amount.parse(text))).toEqual([1.0001871591706164e-18, 1.157920892373162e77])
  // The zero of Go's times, and that of Unix, as text.
  const never = ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', 0, '', null, undefined]
  expect(never.map((value) => millis.parse(value))).toEqual(never.map(() => null))
  for (const value of ['long ago', {}, [], true]) expect(millis.safeParse(value).success).toBe(false)
  for (const value of ['2 USD', '2026-11-23', {}, true]) expect(amount.safeParse(value).success).toBe(false)
})

test('a time is a plausible date of a blockchain, or unknown', () => {
  expect(toIso(toMillis('2026-06-21T17:44:03.574508523Z')!)).toBe('2026-06-21T17:44:03Z')
  expect(toMillis(1_671_980_424_000)).toBe(1_671_980_424_000)
  for (const value of [0, 1_671_980_424, '', 'soon', 4e12, null]) expect(toMillis(value)).toBeNull()
})

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T12:30:15Z', '2026-11-20T12:30:15.000Z'],
  ['2026-11-20 12:30', '2026-11-20T12:30:00.000Z'],
  ['2026-11-20T12:30:15.1234567', '2026-11-20T12:30:15.123Z'],
  ['2026-11-20T12:30:15+0100', '2026-11-20T11:30:15.000Z'],
  [' 2024-02-29t00:00:00.5-05:30 ', '2024-02-29T05:30:00.500Z'],
  ['2026-11-20T12:30:15+03', '2026-11-20T09:30:15.000Z'],
  ['2026-02-29', null],
  ['2026-11-31T00:00:00Z', null],
  ['2026-11-20T25:00:00Z', null],
  ['2026-11-20T12:00123Z', null],
  ['2026-11-20 (soon)', null],
  ['2026', null],
  ['5', null],
  ['-1', null],
  ['20 Nov 2026', null],
  [1_763_640_000_000, null],
])('%j as a time is %j, in UTC where no zone is stated', (text, instant) => {
  const at = toTime(text)
  expect(at === null ? null : new Date(at).toISOString()).toBe(instant)
})

test('rounding leaves no float noise', () => {
  expect([
    round(0.1 + 0.2, 2),
    round(6.935555555555556 / 4, 4),
    round(null, 2),
    round(1.005, 2),
    round(1e-7, 2),
    round(1.5e-7, 7),
    round(1e30, 2),
  ]).toEqual([0.3, 1.7339, null, 1.01, 0, 1e-7, 1e30])
})

test('a rounded number is as near as its digits say, however large or small', () => {
  const finite = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -30, max: 30 }).map((power) => 2 * 10 ** power),
  )
  fc.assert(
    fc.property(finite, fc.integer({ min: 0, max: 12 }), (value, digits) => {
      const spacing = Math.abs(value) * Number.EPSILON
      expect(Math.abs(round(value, digits) - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits + spacing)
    }),
    { numRuns: 2_000 },
  )
})

test('whatever comes, a reader gives its type or null', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const read of [toNumber, toAmount, toCount, toMillis]) {
        const number = read(value)
        expect(number === null || Number.isFinite(number)).toBe(true)
      }
      expect([true, false, null]).toContain(toFlag(value))
    }),
  )
})
