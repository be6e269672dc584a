import { expect, test } from 'vitest'
import { deadlineInWords } from '../../tenders/feed/formats/words.ts'
import { closesInWords, daysLeft, deadlineAbsolute, isPressing, momentInWords, wordsChangeAt } from './time-words.ts'

const at = Date.parse

test.each([
  ['2026-11-23T12:00:00+00:00', '2026-11-20T09:00:00Z', 'Closes in 3 days'],
  ['2026-11-23T00:30:00+00:00', '2026-11-20T23:59:00Z', 'Closes in 3 days'],
  ['2026-11-21T09:00:00+00:00', '2026-11-20T23:00:00Z', 'Closes tomorrow'],
  ['2026-11-20T17:00:00+00:00', '2026-11-20T09:00:00Z', 'Closes today, in 8 hours'],
  ['2026-11-20T10:30:00+00:00', '2026-11-20T09:00:00Z', 'Closes today, in 1 hour'],
  ['2026-11-20T09:25:30+00:00', '2026-11-20T09:00:00Z', 'Closes in 25 minutes'],
  ['2026-11-20T09:00:01+00:00', '2026-11-20T09:00:00Z', 'Closes in less than a minute'],
  ['2026-11-20T09:00:00+00:00', '2026-11-20T09:00:00Z', 'Closed'],
])('a deadline of %s reads at %s as "%s"', (deadline, now, words) => {
  expect(closesInWords(deadline, at(now))).toBe(words)
})

test('midnight belongs to the day before it: the last day to act', () => {
  expect(daysLeft('2026-11-21T00:00:00+00:00', at('2026-11-20T09:00:00Z'))).toBe(0)
  expect(closesInWords('2026-11-21T00:00:00+00:00', at('2026-11-20T09:00:00Z'))).toBe('Closes today, in 15 hours')
})

test('the date of a midnight is that of the next day, so a deadline there says which day it ends, as the words before it do', () => {
  expect(deadlineAbsolute('2026-11-21T00:00:00+00:00')).toBe('Saturday 21 November 2026, 00:00 GMT, the end of Friday')
  expect(deadlineAbsolute('2027-03-01T00:00:00+00:00', true)).toBe('Mon 1 Mar 2027, 00:00 GMT, the end of Sunday')
  expect(deadlineInWords('2026-07-01T00:00:00+01:00')).toBe('Wednesday 1 July 2026, 00:00 London time, the end of Tuesday')
  expect(deadlineInWords('2026-07-01T00:00:01+01:00')).toBe('Wednesday 1 July 2026, 00:00:01 London time')
  expect(momentInWords('2026-11-21T00:00:00+00:00')).toBe('Saturday 21 November 2026, 00:00 GMT')
})

test('a change of the clocks moves no deadline by a day', () => {
  // Summer time ends on 25 October 2026 and begins on 29 March 2026, both at 01:00 UTC.
  expect(closesInWords('2026-10-26T12:00:00+00:00', at('2026-10-24T12:30:00Z'))).toBe('Closes in 2 days')
  expect(closesInWords('2026-10-26T00:30:00+00:00', at('2026-10-24T23:30:00Z'))).toBe('Closes tomorrow')
  expect(closesInWords('2026-03-30T00:30:00+01:00', at('2026-03-28T23:30:00Z'))).toBe('Closes in 2 days')
  expect(closesInWords('2026-03-29T23:59:59+01:00', at('2026-03-29T00:10:00Z'))).toBe('Closes today, in 22 hours')
})

test('the absolute time is that of London, with its zone, also within the doubled hour', () => {
  expect(deadlineAbsolute('2026-07-03T17:00:00+01:00')).toBe('Friday 3 July 2026, 17:00 BST')
  expect(deadlineAbsolute('2026-10-25T01:30:00+01:00')).toBe('Sunday 25 October 2026, 01:30 BST')
  expect(deadlineAbsolute('2026-10-25T01:30:00+00:00')).toBe('Sunday 25 October 2026, 01:30 GMT')
  expect(deadlineAbsolute('2026-11-20T23:59:59+00:00', true)).toBe('Fri 20 Nov 2026, 23:59:59 GMT')
})

test('today and tomorrow are pressing, the day after is not', () => {
  const now = at('2026-11-20T06:00:00Z')
  expect(isPressing('2026-11-21T17:00:00+00:00', now)).toBe(true)
  expect(isPressing('2026-11-22T09:00:00+00:00', now)).toBe(false)
  // London's midnight, which belongs to the day before it, in winter and in summer.
  expect(isPressing('2026-11-22T00:00:00+00:00', now)).toBe(true)
  expect(isPressing('2026-07-03T00:30:00+01:00', at('2026-07-01T06:00:00Z'))).toBe(false)
})

test('the next change of the words is known: until then they stay, and then they differ', () => {
  const words = (deadline: string, now: number) => [closesInWords(deadline, now), isPressing(deadline, now)]
  for (const deadline of [
    '2026-11-21T17:00:00+00:00',
    '2026-11-21T00:00:00+00:00',
    '2026-10-25T01:30:00+01:00',
    '2026-12-24T12:00:00+00:00',
  ])
    for (let now = at(deadline) - 4 * 86_400_000 + 1234; now < at(deadline); now += 17 * 60_000 + 77) {
      const change = wordsChangeAt(deadline, now)
      expect(change).toBeGreaterThan(now)
      expect(words(deadline, change - 1), `${deadline} ${new Date(now).toISOString()}`).toEqual(words(deadline, now))
    }
  expect(wordsChangeAt('2026-11-20T12:00:00+00:00', at('2026-11-20T12:00:00Z'))).toBe(Number.POSITIVE_INFINITY)
  expect(wordsChangeAt('2026-11-20T12:00:00+00:00', at('2026-11-20T11:30:30Z'))).toBe(at('2026-11-20T11:31:00Z') + 1)
})
