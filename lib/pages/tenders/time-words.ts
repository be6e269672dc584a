/** Deadlines in words. All of them by London's clock and calendar, so that a change of the clocks moves nothing by a day. */
import { nextDay } from '../../tenders/feed/views.ts'
import { londonDay } from '../../tenders/words/london.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** "Friday 7 February 2025" for a day `YYYY-MM-DD`; `short`: "Fri 7 Feb 2025". */
export function dayInWords(day: string, short = false): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  const [weekday = '', month = ''] = [WEEKDAYS[date.getUTCDay()], MONTHS[date.getUTCMonth()]]
  const cut = (name: string) => (short ? name.slice(0, 3) : name)
  return `${cut(weekday)} ${date.getUTCDate()} ${cut(month)} ${date.getUTCFullYear()}`
}

/** "Friday 7 February 2025, 12:00 GMT": a deadline carries London's wall clock and offset already. */
export function deadlineAbsolute(deadline: string, short = false): string {
  const clock = deadline.slice(11, 19)
  const zone = deadline.endsWith('+01:00') ? 'BST' : 'GMT'
  return `${dayInWords(deadline, short)}, ${clock.endsWith(':00') ? clock.slice(0, 5) : clock} ${zone}`
}

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
