/** What a sentence in the field for words asks for: "cleaning in Leeds under 50k closing this month". */
import { type Query, readQuery, toSearch } from '../../../tenders/search/query.ts'
import { matchNotice } from '../../../tenders/trades/match.ts'
import { parseArea } from '../../../tenders/words/areas.ts'
import { londonDay } from '../../../tenders/words/london.ts'
import { parseRegionParameter } from '../../../tenders/words/regions.ts'
import { wholePounds } from './money.ts'

type Meant = { /** Of a trade; undefined: the list's own. */ slug: string | undefined; query: Query }

const SUM = String.raw`\s+(£?\s*\d[\d,.]*\s*[km]?)(?![\w£])`
const MOST = new RegExp(String.raw`\b(?:under|below|up to|less than|at most|max(?:imum)?)${SUM}`, 'i')
const LEAST = new RegExp(String.raw`\b(?:over|above|more than|at least|min(?:imum)?)${SUM}`, 'i')
const CLOSING = /\b(?:(?:clos(?:ing|es)|due|ending)\s+)?(?:within\s+(\d{1,3})\s+days?|(this week|this month)|(?:by\s+)?(today|tomorrow))\b/i
const PLACE = /\b(?:in|near|around)\s+(?:the\s+)?(.+)$/i
const PLACE_WORDS = 4
// "Under 5" counts something else.
const POUNDS_LEAST = 100

/** Days from `now` to the end of its month in London, today's included. */
function daysOfMonthLeft(now: number): number {
  const [year = 0, month = 0, day = 0] = londonDay(now).split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - day + 1
}

/**
 * Reads trade, place, sums and deadline from `query.q`; what else it says stays in `q`. `undefined` where it holds none of them. `slug`: the
 * trade whose list was asked, or undefined for all.
 */
export function meantBy(query: Query, slug: string | undefined, now: number): Meant | undefined {
  let rest = query.q ?? ''
  const search = new URLSearchParams(toSearch(query, { without: ['q', 'sort', 'cursor'] }))
  const take = (
    pattern: RegExp,
    read: (found: readonly (string | undefined)[]) => Readonly<Record<string, string | number>> | undefined,
  ) => {
    const found = pattern.exec(rest)
    const filters = found && read(found.slice(1))
    if (!found || !filters) return
    for (const [name, value] of Object.entries(filters)) search.set(name, String(value))
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim()
  }
  const sum = (name: string) => (found: readonly (string | undefined)[]) => {
    const pounds = wholePounds(found[0] ?? '')
    return pounds === undefined || pounds < POUNDS_LEAST ? undefined : { [name]: pounds }
  }
  take(MOST, sum('max_value'))
  take(LEAST, sum('min_value'))
  take(CLOSING, ([days, span, day]) => ({
    closing_within: days ?? (day ? (/today/i.test(day) ? 1 : 2) : /week/i.test(span ?? '') ? 7 : daysOfMonthLeft(now)),
  }))
  const place = placeOf(rest)
  if (place) {
    search.set(...place.filter)
    rest = place.rest
  }
  const trades = [...matchNotice({ title: rest })].flatMap(([trade, { match }]) => (match === 'title' ? [trade] : []))
  const trade = slug ?? trades[0]
  // The name of the trade is no word to look for in its own list.
  if (rest !== '' && (trade === undefined || !trades.includes(trade))) search.set('q', rest)
  const { query: meant, faults } = readQuery(search)
  const isOther = faults.length === 0 && (trade !== slug || meant.q !== query.q)
  return isOther ? { slug: trade, query: meant } : undefined
}

/** The place that stands at the end behind "in", as long a name as is known, and the text without it. */
function placeOf(text: string): { filter: ['area' | 'region', string]; rest: string } | undefined {
  const found = PLACE.exec(text)
  const words = found?.[1]?.split(/\s+/).slice(0, PLACE_WORDS) ?? []
  for (let count = words.length; found && count > 0; count--) {
    const name = words.slice(0, count).join(' ')
    const region = parseRegionParameter(name)
    const area = region ? undefined : parseArea(name)
    const rest = `${text.slice(0, found.index)} ${(found[1] ?? '').split(/\s+/).slice(count).join(' ')}`.trim()
    if (region) return { filter: ['region', region], rest }
    if (area) return { filter: ['area', area.name], rest }
  }
  return undefined
}
