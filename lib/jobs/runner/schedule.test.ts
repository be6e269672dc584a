import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextDue, toCron } from './schedule.ts'

const at = (dailyAt: string) => ({ dailyAt, timeZone: 'Europe/London' })
const utc = (text: string) => Date.parse(text)
const following = (dailyAt: string, from: string, count: number) => {
  const found: string[] = []
  for (let due = nextDue(at(dailyAt), utc(from)); found.length < count; due = nextDue(at(dailyAt), due))
    found.push(new Date(due).toISOString())
  return found
}

describe('a daily time is the time on the clocks of London', () => {
  test('00:30 on both sides of the spring change of 29 March 2026', () => {
    expect(following('00:30', '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T23:30:00.000Z',
      '2026-03-30T23:30:00.000Z',
    ])
  })

  test('00:30 on both sides of the autumn change of 25 October 2026', () => {
    expect(following('00:30', '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-24T23:30:00.000Z',
      '2026-10-26T00:30:00.000Z',
      '2026-10-27T00:30:00.000Z',
    ])
  })

  test('01:30 does not exist on 29 March 2026: it runs an hour later by the clock, once', () => {
    expect(following('01:30', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'])
  })

  test('01:30 comes twice on 25 October 2026: it runs the first time only', () => {
    expect(following('01:30', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  test('a due instant itself is past: the next is tomorrow', () => {
    expect(nextDue(at('00:30'), utc('2026-06-01T23:30:00Z'))).toBe(utc('2026-06-02T23:30:00Z'))
    expect(nextDue(at('00:30'), utc('2026-06-01T23:29:59.999Z'))).toBe(utc('2026-06-01T23:30:00Z'))
  })

  test('from any instant, always later, never more than 25 hours, and once a day through a year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: utc('2026-01-01T00:00:00Z'), max: utc('2027-01-01T00:00:00Z') }),
        fc.nat(23),
        fc.nat(59),
        (from, h, m) => {
          const schedule = at(`${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
          const due = nextDue(schedule, from)
          expect(due).toBeGreaterThan(from)
          expect(due - from).toBeLessThanOrEqual(25 * 3_600_000)
          const second = nextDue(schedule, due)
          expect(Math.abs(second - due - 24 * 3_600_000)).toBeLessThanOrEqual(3_600_000)
        },
      ),
    )
  })
})

test('an interval counts from the last start', () => {
  expect(nextDue({ everyMs: 25_000 }, 1_000)).toBe(26_000)
})

test('cron text says the same', () => {
  expect(toCron(at('00:30'))).toBe('TZ=Europe/London 30 0 * * *')
  expect(toCron({ everyMs: 25_000 })).toBe('* * * * *')
  expect(toCron({ everyMs: 300_000 })).toBe('*/5 * * * *')
  expect(toCron({ everyMs: 3_600_000 })).toBe('0 */1 * * *')
})
