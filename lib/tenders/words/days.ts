/** Days in words, and the deadlines that end one: by the wall clock of London, which every date of a notice carries. */
import { addDays } from './london.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** "7 February 2025" for a day `YYYY-MM-DD`, or a date-time that begins with one; `short`: "7 Feb 2025". */
export function dateInWords(day: string, short = false): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  const month = MONTHS[date.getUTCMonth()] ?? ''
  return `${date.getUTCDate()} ${short ? month.slice(0, 3) : month} ${date.getUTCFullYear()}`
}

const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''

/** "Friday 7 February 2025"; `short`: "Fri 7 Feb 2025". */
export const dayInWords = (day: string, short = false): string =>
  `${short ? weekdayOf(day).slice(0, 3) : weekdayOf(day)} ${dateInWords(day, short)}`

/** "12:00" of a date-time, with its seconds where it has any. */
export const clockOf = (moment: string): string => (moment.slice(17, 19) === '00' ? moment.slice(11, 16) : moment.slice(11, 19))

/** ", the end of Friday" for a deadline at midnight: its date is that of the day after the last on which one can act. Nothing for others. */
export const endOfDay = (deadline: string): string =>
  deadline.slice(11, 19) === '00:00:00' ? `, the end of ${weekdayOf(addDays(deadline.slice(0, 10), -1))}` : ''
