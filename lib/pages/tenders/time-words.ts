/** Deadlines in words. All of them by London's clock and calendar, so that a change of the clocks moves nothing by a day. */
import { nextDay } from '../../tenders/feed/views.ts'
import { clockOf, dayInWords, endOfDay } from '../../tenders/words/days.ts'
import { londonDay } from '../../tenders/words/london.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** "Friday 7 February 2025, 12:00 GMT": a date-time carries London's wall clock and offset already. */
export const momentInWords = (moment: string, short = false): string =>
  `${dayInWords(moment, short)}, ${clockOf(moment)} ${moment.endsWith('+01:00') ? 'BST' : 'GMT'}`

/** The same of a deadline; midnight says which day it ends: "Saturday 8 February 2025, 00:00 GMT, the end of Friday". */
export const deadlineAbsolute = (deadline: string, short = false): string => `${momentInWords(deadline, short)}${endOfDay(deadline)}`

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Calendar days in London from the day of `now` to the last day on which one can act: midnight belongs to the day before it. */
export function daysLeft(deadline: string, now: number): number {
  const last = londonDay(Date.parse(deadline) - 1)
  const today = londonDay(now)
  const days = Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / (24 * HOUR))
  return Math.max(days, 0)
}

/** "Closes in 3 days", "Closes tomorrow", "Closes today, in 5 hours", "Closes in 25 minutes", "Closed". */
export function closesInWords(deadline: string, now: number): string {
  const left = Date.parse(deadline) - now
  if (left <= 0) return 'Closed'
  if (left < MINUTE) return 'Closes in less than a minute'
  if (left < HOUR) return `Closes in ${counted(Math.floor(left / MINUTE), 'minute')}`
  const days = daysLeft(deadline, now)
  if (days === 0) return `Closes today, in ${counted(Math.floor(left / HOUR), 'hour')}`
  return days === 1 ? 'Closes tomorrow' : `Closes in ${days} days`
}

/** The next moment after `now` at which `closesInWords` or `isPressing` says something else of a deadline; instants in milliseconds. */
export function wordsChangeAt(deadline: string, now: number): number {
  const at = Date.parse(deadline)
  const left = at - now
  if (left <= 0) return Number.POSITIVE_INFINITY
  if (left < MINUTE) return at
  const unit = left < HOUR ? MINUTE : HOUR
  // Whole units are cut off, so the words change a millisecond after a whole one is left.
  const nextUnit = left < HOUR || daysLeft(deadline, now) === 0 ? at - Math.floor(left / unit) * unit + 1 : at - HOUR + 1
  return Math.min(nextUnit, nextDay(now))
}

/** True when the last day on which one can act is today or tomorrow. */
export const isPressing = (deadline: string, now: number): boolean => daysLeft(deadline, now) <= 1
