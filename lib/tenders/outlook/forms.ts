/** The forms of both lists: CSV, RSS and calendar. JSON is the items as they are. */
import { stringify } from 'csv-stringify/sync'
import ical, { ICalEventTransparency } from 'ical-generator'
import { ATTRIBUTION } from '../feed/feed.ts'
import { startOfDay, toRfc822, valueInWords } from '../feed/formats/words.ts'
import { escapeXml } from '../feed/formats/xml.ts'
import { type Award, type OutlookItem, Planned } from '../notices/outlook.ts'
import { stripInvisible } from '../words/text.ts'
import { Renewal } from './again.ts'

export type List = { title: string; page: string; self: string; items: readonly (OutlookItem | Renewal)[]; columns: readonly string[] }

export const AWARD_COLUMNS = Object.keys(Renewal.shape)
export const PLANNED_COLUMNS = Object.keys(Planned.shape)

/** "Made Cleaning Ltd", or who it is said to be. */
export const suppliersOf = ({ suppliers }: Award): string => suppliers.map(({ name }) => name).join('; ') || 'not stated'

/** One text for readers that show one: who has it, what it is worth, until when. */
export function inWords(item: OutlookItem | Renewal): string {
  const facts =
    item.kind === 'award'
      ? [
          `Supplier: ${suppliersOf(item)}.`,
          `${item.value_is_ceiling ? 'Framework ceiling' : 'Value'}: ${valueInWords(item)}.`,
          `Contract: ${item.contract_start ?? 'start not stated'} to ${item.contract_end ?? 'end not stated'}.`,
          item.latest_end ? `With extensions to ${item.latest_end}.` : item.extendable ? 'May be extended.' : '',
          'again' in item ? `${item.again.sure ? 'Needed again, most likely: ' : 'Perhaps not needed again: '}${item.again.why}.` : '',
        ]
      : [
          `Stage: ${item.stage}.`,
          `Value: ${valueInWords(item)}.`,
          item.expected ? `Tender expected ${item.expected}.` : '',
          item.engagement_ends ? `Engagement ends ${item.engagement_ends}.` : '',
          item.tender ? `Now tendered: ${item.tender.notice_url}` : '',
        ]
  return [`Buyer: ${item.buyer || 'not stated'}.`, ...facts].filter(Boolean).join(' ')
}

/** What a calendar says of an item, and on which day; null where the item names no day. */
function occasionOf(item: OutlookItem): { said: string; day: string } | null {
  const { said, day } =
    item.kind === 'award'
      ? { said: 'Contract ends', day: item.contract_end }
      : item.expected === null
        ? { said: 'Market engagement ends', day: item.engagement_ends }
        : { said: 'Tender expected', day: item.expected }
  return day === null ? null : { said, day }
}

const oneLine = (text: string): string => stripInvisible(text).replace(/[\r\n\u2028\u2029]+/g, ' ')

function toCell(item: List['items'][number], column: string): string {
  if (column === 'suppliers') return item.kind === 'award' ? oneLine(suppliersOf(item)) : ''
  if (column === 'again') return 'again' in item ? (item.again.sure ? 'sure' : `unsure: ${item.again.why}`) : ''
  if (column === 'tender') return item.kind === 'planned' ? (item.tender?.id ?? '') : ''
  // The columns are the names of the schema.
  const value = item[column as keyof OutlookItem] as unknown
  if (value === null || value === undefined) return ''
  return oneLine(Array.isArray(value) ? value.join('; ') : String(value))
}

/** As the feed's CSV: byte order mark, formulas defused, the attribution as the last line. */
export function toCsv({ items, columns }: List): string {
  const rows = [[...columns], ...items.map((item) => columns.map((column) => toCell(item, column)))]
  return `\uFEFF${stringify(rows, { record_delimiter: 'windows', escape_formulas: true })}${ATTRIBUTION}`
}

/** RSS 2.0. */
export function toRss({ title, page, self, items }: List): string {
  const entries = items.map((item) => {
    const day = item.kind === 'award' ? item.awarded : item.published
    const date = day === null ? '' : `<pubDate>${toRfc822(startOfDay(day))}</pubDate>`
    return `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.notice_url)}</link><guid isPermaLink="false">${escapeXml(item.id)}</guid>${date}<description>${escapeXml(inWords(item))}</description></item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escapeXml(title)}</title><link>${escapeXml(page)}</link><description>${escapeXml(`${title}. Not official: confirm at the official notice. ${ATTRIBUTION}`)}</description><language>en-GB</language><atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`
}

/** A calendar of whole days: ends of contracts, or the days on which tenders are expected or talks with the market end. */
export function toCalendar({ title, page, self, items }: List): string {
  const { host } = new URL(self)
  const calendar = ical({
    name: stripInvisible(title),
    description: ATTRIBUTION,
    prodId: { company: host, product: 'UK public tenders' },
    url: page,
    source: self,
  })
  for (const item of items) {
    const occasion = occasionOf(item)
    if (occasion === null) continue
    const stated = item.kind === 'award' ? item.awarded : item.published
    calendar.createEvent({
      id: `${item.id}@${host}`,
      start: new Date(`${occasion.day}T00:00:00Z`),
      allDay: true,
      timezone: 'UTC',
      // When it was said; the day itself lies ahead, and a calendar may not come from there.
      stamp: new Date(startOfDay(stated ?? occasion.day)),
      summary: stripInvisible(`${occasion.said}: ${item.title}`),
      description: stripInvisible(inWords(item)),
      url: item.notice_url,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
