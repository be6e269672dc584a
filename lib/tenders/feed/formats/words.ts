/** Values of a notice in words and in the date formats of the feeds. */

import type { Notice } from '../../notices/notice.ts'
import { queryInWords } from '../../search/in-words.ts'
import { clockOf, dateInWords, dayInWords, endOfDay } from '../../words/days.ts'
import { fromLondonWallClock, londonOffsetMs, toLondon } from '../../words/london.ts'
import { ATTRIBUTION, type Feed } from '../feed.ts'

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

/** "Friday 7 February 2025, 12:00 London time": a deadline carries London's wall clock already. Midnight says which day it ends. */
export const deadlineInWords = (deadline: string): string =>
  `${dayInWords(deadline)}, ${clockOf(deadline)} London time${endOfDay(deadline)}`

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

/** " Changed on 15 November 2026.", or nothing for a notice that stands as it was published. */
function changeInWords({ published, updated }: Notice): string {
  const changed = updated.slice(0, 10)
  if (changed <= published) return ''
  return ` Changed on ${dateInWords(changed)}.`
}

/** "UK public tenders: Cleaning, London, q windows": trade and filters. */
export const titleOf = ({ trade, query, said = queryInWords(query) }: Pick<Feed, 'trade' | 'query' | 'said'>): string =>
  [`UK public tenders: ${trade?.name ?? 'all trades'}`, ...said].join(', ')

/** What the notices of a feed are, and whose word they are. */
export function aboutFeed(feed: Feed): string {
  const what = titleOf(feed).replace('UK public tenders: ', 'Open UK public-sector contract notices: ')
  return `${what}. Not official: confirm each one at the official notice. ${ATTRIBUTION}`
}

/** What a bidder asks next, where the notice says it: questions, lots, framework, extensions, where to bid. */
function depthInWords({ questions_deadline, lots = [], framework, extension_options, bid_url }: Notice): string {
  const facts = [
    questions_deadline ? `Questions until ${deadlineInWords(questions_deadline)}.` : '',
    lots.length > 1 ? `${lots.length} lots.` : '',
    framework ? 'Framework agreement: the value is a ceiling.' : '',
    extension_options ? `Extension: ${extension_options.replace(/[.\s]*$/, '.')}` : '',
    bid_url ? `Bids: ${bid_url}` : '',
  ].filter(Boolean)
  return facts.length > 0 ? ` ${facts.join(' ')}` : ''
}

/** Plain text of a notice for readers that show one text: buyer, value, deadline, then the summary. */
export function inWords(notice: Notice): string {
  const facts = `Buyer: ${notice.buyer || 'not stated'}. Value: ${valueInWords(notice)}. Deadline: ${deadlineInWords(notice.deadline)}.${changeInWords(notice)}${depthInWords(notice)}`
  return notice.summary === '' ? facts : `${facts} ${notice.summary}`
}
