/** The open notices of one trade. */
import { html } from '../../html/html.ts'
import { ALWAYS_ASK, type PageAnswer } from '../../html/respond.ts'
import { type FeedStatus, type TradeIndex, toSearch } from '../../tenders/feed.ts'
import { feedLinks } from '../../tenders/formats.ts'
import type { Trade } from '../../tenders/trades.ts'
import { type Fault, type Filter, filterSearch, VALUE_BANDS } from './filter.ts'
import { faultNote, filterForm } from './filter-form.ts'
import { noticePath, noticeRow } from './notice-row.ts'
import { caution, freshness } from './parts.ts'
import { selectNotices } from './select.ts'

type Ask = { index: TradeIndex; status: FeedStatus; filter: Filter; faults: readonly Fault[]; site: { TOOLS_URL: string }; now: number }

const noun = (count: number): string => (count === 1 ? 'notice' : 'notices')

/** What the filters ask for, in words: "in London, closing within 7 days". */
function filterInWords({ query, value, closing }: Filter): string {
  const words = [
    query.region && `in ${query.region}`,
    closing && `closing within ${closing} days`,
    value && `value: ${VALUE_BANDS[value].name.toLowerCase()}`,
    query.match === 'any' && 'matches in the description too',
  ].filter(Boolean)
  return words.join(', ')
}

/** Makes the page. */
export function tradePage(trade: Trade, { index, status, filter, faults, site, now }: Ask): PageAnswer {
  const path = `/tenders/${trade.slug}`
  const { rows, total, matching, unstated, pages } = selectNotices(index, trade.slug, filter, now)
  const feedSearch = toSearch(filter.query)
  const { json, csv, rss, json_feed, ical } = feedLinks(site.TOOLS_URL, trade.slug, feedSearch, '')
  const words = filterInWords(filter)
  const isPlain = filterSearch(filter) === ''
  const to = (change: Partial<Filter>): string => `${path}${filterSearch({ ...filter, page: 1, ...change })}`
  const relative = (url: string | null): string => (url ?? '').slice(site.TOOLS_URL.length)
  return {
    product: 'tenders',
    path,
    section: '/tenders',
    title: `${trade.name} tenders open now`,
    description: `${total} open UK public-sector ${noun(total)} for ${trade.name.toLowerCase()}, closing soonest first, with RSS, CSV, JSON and calendar.`,
    cacheControl: ALWAYS_ASK,
    noindex: !isPlain,
    alternates: [
      { type: 'application/rss+xml', href: rss, title: `${trade.name} as RSS` },
      { type: 'application/json', href: json ?? '', title: `${trade.name} as JSON` },
      { type: 'application/feed+json', href: json_feed ?? '', title: `${trade.name} as JSON Feed` },
      { type: 'text/csv', href: csv ?? '', title: `${trade.name} as CSV` },
      { type: 'text/calendar', href: ical ?? '', title: `${trade.name}: deadlines as calendar` },
    ],
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: `${trade.name} tenders open now`,
      numberOfItems: matching,
      itemListElement: rows.map(({ notice }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        url: `${site.TOOLS_URL}${noticePath(notice.id)}`,
        name: notice.title,
      })),
    },
    body: html`<div class="plain"><p class="above"><a href="/tenders">All trades</a></p><h1>${trade.name}</h1>
<p class="lede"><strong class="count">${matching} open ${noun(matching)}</strong>${words !== '' && ` ${words}`}${matching !== total && html` <span>of ${total} in this trade</span>`}, ${
      filter.query.sort === 'value' ? 'largest stated value first' : 'closing soonest first'
    }.</p>
${faultNote(faults)}
<details class="more"${!isPlain && html` open`}><summary>Filter and order</summary><div>${filterForm(path, filter)}${
      !isPlain && html`<p class="row small"><a href="${path}">Clear all filters</a></p>`
    }</div></details></div>
${
  rows.length > 0
    ? html`<ol class="board">${rows.map((row) => noticeRow(row, trade.slug, now))}</ol>`
    : html`<p class="note">Nothing open fits ${isPlain ? 'this trade at the moment' : 'these filters'}.${
        !isPlain && html` <a href="${path}">See all ${total} of this trade</a>.`
      }${filter.query.match === 'title' && html` Or look for <a href="${to({ query: { ...filter.query, match: 'any' } })}">matches in descriptions too</a>.`}</p>`
}
${
  pages > 1 &&
  html`<nav class="pages" aria-label="Pages">${filter.page > 1 ? html`<a class="button quiet" rel="prev" href="${to({ page: filter.page - 1 })}">Earlier in the list</a>` : html`<span></span>`}<span class="soft">Page ${filter.page} of ${pages}</span>${
    filter.page < pages
      ? html`<a class="button" rel="next" href="${to({ page: filter.page + 1 })}">Next ${Math.min(25, matching - filter.page * 25)}</a>`
      : html`<span></span>`
  }</nav>`
}
${filter.value !== null && filter.value !== 'not-stated' && unstated > 0 && html`<p class="small soft">${unstated} more state no value: <a href="${to({ value: 'not-stated' })}">see them</a>.</p>`}
<section aria-labelledby="feeds-title"><h2 id="feeds-title">Follow this list</h2><p class="soft">The same notices${words !== '' && ', with region, order and match as chosen here'}, always current: the first 25 in each.</p>
<ul class="feeds"><li><a href="${relative(rss)}">RSS</a></li><li><a href="${relative(ical)}">Calendar</a></li><li><a href="${relative(csv)}">CSV</a></li><li><a href="${relative(json)}">JSON</a></li><li><a href="${relative(json_feed)}">JSON Feed</a></li><li><a href="${path}/keywords">Keywords of this trade</a></li></ul></section>
<section>${freshness(status)}${caution}</section>`,
  }
}
