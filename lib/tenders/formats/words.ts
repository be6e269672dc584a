/** Values of a notice in words and in the date formats of the feeds. */
import { fromLondonWallClock, londonOffsetMs, toLondon } from '../london.ts'
import type { Notice } from '../notice.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

const pounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

const BASIS = { net: 'excluding VAT', gross: 'including VAT', unstated: 'VAT basis not stated' } as const

/** "£182,500 (excluding VAT)" */
export function valueInWords({ value_gbp, value_basis }: Pick<Notice, 'value_gbp' | 'value_basis'>): string {
  if (value_gbp === null) return 'not stated'
  return `${pounds.format(value_gbp)} (${BASIS[value_basis ?? 'unstated']})`
}

/** "Friday 7 February 2025, 12:00 London time": a deadline carries London's wall clock already. */
export function deadlineInWords(deadline: string): string {
  const [date = '', time = ''] = deadline.slice(0, 19).split('T')
  const day = new Date(`${date}T00:00:00Z`)
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time
  return `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}, ${clock} London time`
}

/** Milliseconds of midnight in London on a day. Sources tell the day of first publication, not the hour. */
export function startOfDay(day: string): number {
  return fromLondonWallClock(Date.parse(`${day}T00:00:00Z`))
}

/** RFC 822 with four-digit year, as RSS wants it, in London time: "Thu, 23 Jan 2025 00:00:00 +0000". */
export function toRfc822(instant: number): string {
  const offset = londonOffsetMs(instant)
  return new Date(instant + offset).toUTCString().replace('GMT', offset === 0 ? '+0000' : '+0100')
}

/** RFC 3339 in London time. */
export const toRfc3339 = toLondon

/** Plain text of a notice for readers that show one text: buyer, value, deadline, then the summary. */
export function inWords(notice: Notice): string {
  const facts = `Buyer: ${notice.buyer || 'not stated'}. Value: ${valueInWords(notice)}. Deadline: ${deadlineInWords(notice.deadline)}.`
  return notice.summary === '' ? facts : `${facts} ${notice.summary}`
}
