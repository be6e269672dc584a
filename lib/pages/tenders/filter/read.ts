/** What the reader of a page asked for: the query language of the feeds, and the number of a page. */
import { PARAMETER_NAMES, type Sort } from '../../../tenders/search/parameters.ts'
import { type Fault, type Query, readQuery, toSearch } from '../../../tenders/search/query.ts'
import { wholePounds } from './money.ts'

export type Filter = { query: Query /** From 1. */; page: number }
export type { Fault }

const NAMES = PARAMETER_NAMES.filter((name) => name !== 'limit' && name !== 'cursor')
const PAGE_MAX = 99_999

/** Names that links of before still carry, as what is asked for by them today. */
const FORMER: Readonly<Record<string, (value: string) => Record<string, string>>> = {
  closing: (value) => ({ closing_within: value }),
  value: (value) => {
    const [least, most] = {
      'under-25k': ['', '24999'],
      '25k-100k': ['25000', '99999'],
      '100k-500k': ['100000', '499999'],
      'over-500k': ['500000', ''],
    }[value] ?? ['', '']
    return { ...(least ? { min_value: least } : {}), ...(most ? { max_value: most } : {}) }
  },
}

/**
 * Parses the query of a page. Money may be written as people do. An empty value is what an untouched field of a form sends: it means the
 * default. What is not understood is named and the rest holds. `order`: of the list, unasked. `isLong`: there is a shorter address of the same
 * view. Never throws for bad input.
 */
export function parseFilter(search: URLSearchParams, order: Sort = 'deadline'): { filter: Filter; faults: Fault[]; isLong: boolean } {
  const asked = new URLSearchParams()
  const pages: string[] = []
  let isLong = false
  for (const [name, value] of search) {
    const former = FORMER[name]
    if (name === 'page') pages.push(value)
    else if (value.trim() === '') isLong = true
    else if (former) {
      isLong = true
      for (const [today, given] of Object.entries(former(value))) asked.set(today, given)
    } else {
      const given = name === 'min_value' || name === 'max_value' ? String(wholePounds(value) ?? value) : value
      isLong ||= given !== value
      asked.append(name, given)
    }
  }
  const { query, faults } = readQuery(asked, { names: NAMES, order })
  const [page = '1'] = pages
  const isPage = pages.length <= 1 && /^[1-9]\d{0,4}$/.test(page) && Number(page) <= PAGE_MAX
  if (!isPage) faults.push({ parameter: 'page', value: pages.join(', ').slice(0, 60), reason: 'is no page', allowed: ['1', '2', '3', '…'] })
  return { filter: { query, page: isPage ? Number(page) : 1 }, faults, isLong }
}

/** The canonical query of a filter: only what differs from the defaults, '' for nothing. */
export function filterSearch({ query, page }: Filter): string {
  const search = new URLSearchParams(toSearch(query))
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? '' : `?${search}`
}
