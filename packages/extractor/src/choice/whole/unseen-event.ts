/** When and where something happens that a page is about, and what it costs: where its data say so and what is kept of it does not. */
import { eventOf, placeOf } from '../../metadata/happenings.ts'
import { fold } from '../../metadata/text.ts'
import type { Block } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { nodesIn, textValue } from '../../page/json-ld.ts'
import { leadLines } from './lead.ts'

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/
/** What schema.org calls it when an event does not happen as it was meant to. */
const STATUS = /Event(Cancelled|Postponed|Rescheduled|MovedOnline)$/

const momentOf = (value: unknown): string | null => {
  const moment = textValue(value)
  return moment !== null && MOMENT.test(moment) ? moment : null
}

/** The least and the most that a ticket costs, with its currency; null where that is nothing, or not said. */
function costOf(value: unknown): string | null {
  const offers = nodesIn(value)
  const sums = offers
    .flatMap(({ price, lowPrice, highPrice }) => [price, lowPrice, highPrice])
    .map((sum) => Number(typeof sum === 'string' && sum.trim() !== '' ? sum : typeof sum === 'number' ? sum : Number.NaN))
    .filter((sum) => Number.isFinite(sum))
  const currency = textValue(offers[0]?.priceCurrency) ?? ''
  const [least, most] = [Math.min(...sums), Math.max(...sums)]
  if (sums.length === 0 || most <= 0 || !/^[A-Z]{3}$/.test(currency)) return null
  return `${least === most ? '' : `${least.toFixed(2)} to `}${most.toFixed(2)} ${currency}`
}

/** Lines of Markdown; null where the page is about no event, or shows all of it. */
export function unseenEvent(page: Page, blocks: readonly Block[], keep: Uint8Array): string | null {
  const event = eventOf(page)
  if (event === null) return null
  const shown = fold(blocks.map(({ text, index }) => (keep[index] === 1 ? text : '')).join(' '))
  const [from, to] = [momentOf(event.startDate), momentOf(event.endDate)]
  const place = placeOf(event.location)
  return leadLines([
    // However a page writes it, this has the year and the zone.
    ['When', from === null ? null : to === null || to === from ? from : `${from} to ${to}`],
    ['Where', place.length === 0 || place.every((part) => shown.includes(fold(part))) ? null : place.join(', ')],
    ['Price', costOf(event.offers)],
    ['Status', STATUS.exec(textValue(event.eventStatus) ?? '')?.[1] ?? null],
  ])
}
