/** The open notices of one trade, or of all of them: the whole list, what is new, or what closes this week. */

import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { ALWAYS_ASK } from '../../html/respond.ts'
import { findTrade } from '../../tenders/feed/feed.ts'
import { findView } from '../../tenders/feed/views.ts'
import { queryInWords } from '../../tenders/search/in-words.ts'
import { CAP } from '../../tenders/search/parameters.ts'
import type { Query } from '../../tenders/search/query.ts'
import { type Selection, select } from '../../tenders/search/select.ts'
import { ALL_TRADES, type TradeIndex } from '../../tenders/search/trade-index.ts'
import type { FeedStatus } from '../../tenders/snapshot/snapshot.ts'
import type { Trade } from '../../tenders/trades/trades.ts'
import { faultNote, filterForm } from './filter/form.ts'
import { looserQueries } from './filter/loosen.ts'
import { meantBy } from './filter/meant.ts'
import { type Fault, type Filter, filterSearch } from './filter/read.ts'
import { alternatesOf, followLine, followSection } from './follow.ts'
import { noticePath, noticeRow } from './notice/row.ts'
import { caution, freshness } from './parts.ts'
import { viewsNav } from './views-nav.ts'

type Ask = {
  index: TradeIndex
  status: FeedStatus
  filter: Filter
  faults: readonly Fault[]
  site: { TOOLS_URL: string }
  now: number
  /** A name of `VIEWS`. */
  view?: string | undefined
}

const noun = (count: number): string => (count === 1 ? 'notice' : 'notices')

const ORDERS = {
  deadline: 'closing soonest first',
  value: 'largest stated value first',
  published: 'last published first',
  listed: 'newest first',
  relevance: 'best match first',
} as const

/** What the filters ask for, in words: "in London, closing within 7 days". */
const filterInWords = ({ query }: Filter): string =>
  [...queryInWords(query), ...(query.match === 'any' ? ['matches in the description too'] : [])].join(', ')

/** What is listed: the notices of one page of the list, as every form lists them. */
export const selectPage = (index: TradeIndex, trade: Trade | null, { query, page }: Filter, now: number, view?: string): Selection => {
  const shown = (view === undefined ? undefined : findView(view))?.apply(query, now) ?? query
  return select(index, trade?.slug ?? ALL_TRADES, shown, now, { skip: (page - 1) * CAP })
}

function pager({ page }: Filter, matching: number, to: (page: number) => string): Html | false {
  const pages = Math.max(1, Math.ceil(matching / CAP))
  return (
    pages > 1 &&
    html`<nav class="pages" aria-label="Pages">${page > 1 ? html`<a class="button quiet" rel="prev" href="${to(page - 1)}">Earlier in the list</a>` : html`<span></span>`}<span class="soft">Page ${page} of ${pages}</span>${
      page < pages
        ? html`<a class="button" rel="next" href="${to(page + 1)}">Next ${Math.min(CAP, matching - page * CAP)}</a>`
        : html`<span></span>`
    }</nav>`
  )
}

/** For a list without notices that was asked for in a sentence: what it seems to ask for. */
function meantInstead(index: TradeIndex, own: Trade | null, { query }: Filter, now: number): Html | false {
  const meant = query.q !== null && meantBy(query, own?.slug, now)
  if (!meant) return false
  const trade = findTrade(meant.slug ?? '') ?? null
  const filter: Filter = { query: meant.query, page: 1 }
  const { total_matching: matching } = selectPage(index, trade, filter, now)
  const words = [trade?.name ?? 'All trades', filterInWords(filter)].filter((part) => part !== '').join(' ')
  return html` Did you mean <a href="/tenders/${trade?.slug ?? ALL_TRADES}${filterSearch(filter)}">${words}</a> (${matching} ${noun(matching)})?`
}

/** For a list without notices: what fits with fewer filters. */
function waysOut(path: string, { query }: Filter, count: (query: Query) => number): Html | false {
  const looser = looserQueries(query, count)
  return (
    looser.length > 0 &&
    html` With fewer filters: ${looser.map(
      ({ query, said, matching }, at) =>
        html`${at > 0 && '; '}<a href="${path}${filterSearch({ query, page: 1 })}">${matching} ${noun(matching)}</a> ${said}`,
    )}.`
  )
}

/** Makes the page. `trade` null: all trades. */
export function tradePage(trade: Trade | null, { index, status, filter, faults, site, now, view }: Ask): Page {
  const slug = trade?.slug ?? ALL_TRADES
  const name = trade?.name ?? 'All trades'
  const base = `/tenders/${slug}`
  const path = view === undefined ? base : `${base}/${view}`
  const { rows, total_open: total, total_matching: matching } = selectPage(index, trade, filter, now, view)
  const counted = (query: Query) => selectPage(index, trade, { query, page: 1 }, now, view).total_matching
  const known = view === undefined ? undefined : findView(view)
  const shown = known?.apply(filter.query, now) ?? filter.query
  const words = filterInWords(filter)
  const search = filterSearch({ ...filter, page: 1 })
  const isPlain = search === '' && filter.page === 1
  const about = known?.title ?? ''
  const title = `${name} tenders${about === '' ? ' open now' : `: ${about.toLowerCase()}`}`
  const isValued = filter.query.min_value !== null || filter.query.max_value !== null
  const anyMatch = `${path}${filterSearch({ query: { ...filter.query, match: 'any' }, page: 1 })}`
  return {
    ...(faults.length > 0 ? { status: 400 } : {}),
    product: 'tenders',
    path,
    section: '/tenders',
    title,
    description: `${matching} open UK public-sector ${noun(matching)} for ${name.toLowerCase()}, ${ORDERS[shown.sort]}, with RSS, CSV, JSON and calendar.`,
    cacheControl: ALWAYS_ASK,
    noindex: !isPlain,
    alternates: alternatesOf(site.TOOLS_URL, { slug, view }, filter.query, title),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: title,
      numberOfItems: matching,
      itemListElement: rows.map(({ notice }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        url: `${site.TOOLS_URL}${noticePath(notice.id)}`,
        name: notice.title,
      })),
    },
    body: html`<div class="plain"><p class="above"><a href="/tenders">All trades</a></p><h1>${name}${about !== '' && html`: ${about.toLowerCase()}`}</h1>
<p class="lede"><strong class="count">${matching} open ${noun(matching)}</strong>${words !== '' && ` ${words}`}${matching !== total && html` <span>(of ${total} in ${trade ? 'this trade' : 'all trades'})</span>`}, ${ORDERS[shown.sort]}.${isValued && ' Notices that state no value are left out.'}</p>
${viewsNav(slug, search, view ?? '')}${faultNote(faults)}
<details class="more wide"${faults.length > 0 && html` open`}><summary>Search, filter and order</summary><div>${filterForm(path, filter, known?.order ?? 'deadline')}</div></details>
${(search !== '' || faults.length > 0) && html`<p class="row small"><a href="${path}">Clear all filters</a></p>`}
${followLine(site.TOOLS_URL, { slug, view }, filter.query)}</div>
${
  rows.length > 0
    ? html`<ol class="board">${rows.map((row) => noticeRow(row, slug, now, { search, isNews: shown.sort === 'published' || shown.sort === 'listed' }))}</ol>`
    : html`<p class="note">Nothing open fits ${isPlain ? 'here at the moment' : 'these filters'}.${
        !isPlain && html` <a href="${path}">See all ${total}</a>.`
      }${filter.query.match === 'title' && html` Or look for <a href="${anyMatch}">matches in descriptions too</a>.`}${meantInstead(index, trade, filter, now)}${waysOut(path, filter, counted)}</p>`
}
${pager(filter, matching, (page) => `${path}${filterSearch({ ...filter, page })}`)}
${followSection(site.TOOLS_URL, { slug, view }, filter.query)}
<section>${trade && html`<p><a href="${base}/keywords">Keywords of this trade</a></p>`}${freshness(status)}${caution}</section>`,
  }
}
