/** What the reader of a trade's page asked for. The names shared with the feeds are parsed by the feeds' own rules; three more are the page's. */
import { ApiError } from '../../errors.ts'
import { type FeedQuery, parseFeedQuery, toSearch } from '../../tenders/feed.ts'
import { REGIONS } from '../../tenders/regions.ts'

/** Stated values in pounds: from (inclusive) and below (exclusive); `null` for notices that state none. */
export const VALUE_BANDS = {
  'under-25k': { name: 'Under £25,000', from: 0, below: 25_000 },
  '25k-100k': { name: '£25,000 to £100,000', from: 25_000, below: 100_000 },
  '100k-500k': { name: '£100,000 to £500,000', from: 100_000, below: 500_000 },
  'over-500k': { name: '£500,000 and more', from: 500_000, below: Number.POSITIVE_INFINITY },
  'not-stated': { name: 'Value not stated', from: null, below: null },
} as const
export type ValueBand = keyof typeof VALUE_BANDS

export const CLOSING_DAYS = [7, 14, 30] as const
export type ClosingDays = (typeof CLOSING_DAYS)[number]

export type Filter = { query: FeedQuery; value: ValueBand | null; closing: ClosingDays | null /** From 1. */; page: number }
export type Fault = { parameter: string; value: string; allowed: readonly string[] }

const ECHO_MAX = 60
const NAMES = ['region', 'sort', 'match', 'value', 'closing', 'page']

const isBand = (text: string): text is ValueBand => Object.hasOwn(VALUE_BANDS, text)

/** The shared part. Each fault is taken out and named, so that the rest still counts. */
function parseShared(params: URLSearchParams, faults: Fault[]): FeedQuery {
  try {
    return parseFeedQuery(params, { path: 'trade.json' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    for (const { parameter, value, allowed } of error.extra.errors as (Fault & { reason: string })[]) {
      faults.push({ parameter, value, allowed: parameter === 'region' ? REGIONS : allowed })
      params.delete(parameter)
    }
    return parseFeedQuery(params, { path: 'trade.json' })
  }
}

/** Parses the query of a page. An empty value is what an untouched field of a form sends: it means the default. Never throws for bad input. */
export function parseFilter(search: URLSearchParams): { filter: Filter; faults: Fault[]; hasEmpty: boolean } {
  const params = new URLSearchParams()
  let hasEmpty = false
  for (const [name, value] of search) {
    if (!NAMES.includes(name)) continue
    if (value.trim() === '') hasEmpty = true
    else params.append(name, value)
  }
  const faults: Fault[] = []
  const own = (name: string, allowed: readonly string[], test: (text: string) => boolean): string | null => {
    const values = params.getAll(name)
    params.delete(name)
    const [first] = values
    if (first === undefined) return null
    if (values.length === 1 && test(first)) return first
    faults.push({ parameter: name, value: values.join(', ').slice(0, ECHO_MAX), allowed })
    return null
  }
  const days = CLOSING_DAYS.map(String)
  const value = own('value', Object.keys(VALUE_BANDS), isBand)
  const closing = own('closing', days, (text) => days.includes(text))
  const page = own('page', ['1', '2', '3', '…'], (text) => /^[1-9]\d{0,4}$/.test(text))
  const query = parseShared(params, faults)
  return {
    filter: {
      query,
      value: value !== null && isBand(value) ? value : null,
      closing: CLOSING_DAYS.find((count) => String(count) === closing) ?? null,
      page: Number(page ?? 1),
    },
    faults,
    hasEmpty,
  }
}

/** The canonical query of a filter: only what differs from the defaults, '' for nothing. */
export function filterSearch({ query, value, closing, page }: Filter): string {
  const search = new URLSearchParams(toSearch(query))
  if (value !== null) search.set('value', value)
  if (closing !== null) search.set('closing', String(closing))
  if (page > 1) search.set('page', String(page))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
