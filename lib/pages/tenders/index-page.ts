/** All trades, with what is open and what closes this week. */

import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { ALWAYS_ASK } from '../../html/respond.ts'
import { countOpen } from '../../tenders/feed/feed.ts'
import { FEED_PATH } from '../../tenders/feed/formats.ts'
import { ALL_TRADES, type TradeIndex } from '../../tenders/search/trade-index.ts'
import type { FeedStatus } from '../../tenders/snapshot/snapshot.ts'
import { sourceNames } from '../../tenders/sources/source-names.ts'
import { TRADES } from '../../tenders/trades/trades.ts'
import { dayInWords } from '../../tenders/words/days.ts'
import { REGIONS } from '../../tenders/words/regions.ts'
import { areaField, choice, field, type Option, valueField } from './filter/form.ts'
import { caution, freshness } from './parts.ts'
import { viewsNav } from './views-nav.ts'

/** "Closes this week" is within so many days. */
export const WEEK_DAYS = 7

/** Makes the page at `now` (milliseconds). */
export function tendersIndex(index: TradeIndex, status: FeedStatus, site: { TOOLS_URL: string }, now: number): Page {
  const { total_open: open, closing: week } = countOpen(index, ALL_TRADES, now, WEEK_DAYS)
  const counts = TRADES.map((trade) => ({ trade, ...countOpen(index, trade.slug, now, WEEK_DAYS) }))
  return {
    product: 'tenders',
    path: '/tenders',
    section: '/tenders',
    title: 'UK public tenders',
    description: `Open UK public-sector contract notices in ${TRADES.length} trades, by closing date. Free, no sign-up: pages, RSS, CSV, JSON and calendar.`,
    cacheControl: ALWAYS_ASK,
    alternates: [
      { type: 'application/rss+xml', href: `${site.TOOLS_URL}${FEED_PATH}/feed.xml`, title: 'Newest notices of all trades' },
      { type: 'application/json', href: `${site.TOOLS_URL}${FEED_PATH}/index.json`, title: 'All trades as JSON' },
      { type: 'text/x-opml', href: `${site.TOOLS_URL}${FEED_PATH}/feeds.opml`, title: 'All feeds as OPML' },
    ],
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: 'Open UK public tenders by trade',
      description: `Currently open UK public-sector contract notices from ${sourceNames}, grouped into ${TRADES.length} trades. Compiled by a private party; not official.`,
      url: `${site.TOOLS_URL}/tenders`,
      license: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
      isAccessibleForFree: true,
      spatialCoverage: 'United Kingdom',
      distribution: [
        { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${site.TOOLS_URL}${FEED_PATH}/index.json` },
      ],
    },
    body: html`<div class="plain"><h1>Public contracts your firm can still bid for</h1>
<p class="lede"><strong class="count">${open.toLocaleString('en-GB')} open ${open === 1 ? 'notice' : 'notices'}</strong> from councils, hospitals, schools and government across the UK, sorted by trade.
<span class="count">${week.toLocaleString('en-GB')}</span> ${week === 1 ? 'closes' : 'close'} within a week. Free, no sign-up.</p>
<form class="seek" action="/tenders" method="get">${field('Words', 'q', null, html` type="search" maxlength="200" placeholder="school windows"`)}${choice(
      'Our trade',
      'trade',
      [[ALL_TRADES, 'All trades'], ...TRADES.map(({ slug, name }): Option => [slug, name])],
      '',
    )}${choice('Our region', 'region', [['', 'All of the UK'], ...REGIONS.map((region): Option => [region, region])], '')}${areaField(null)}${valueField(null)}<button class="button" type="submit">Show tenders</button></form>
${viewsNav(ALL_TRADES, '', null)}</div>
<section aria-labelledby="trades-title"><div class="head"><h2 id="trades-title">All trades</h2></div>
<ul class="trades">${counts.map(
      ({ trade, total_open, closing }) =>
        html`<li><a href="/tenders/${trade.slug}"><span class="name">${trade.name}</span> <span class="open">${total_open} <small>open</small></span> <span class="soon">${
          closing === 0 ? 'none closes this week' : html`${closing} ${closing === 1 ? 'closes' : 'close'} within 7 days`
        }</span></a></li>`,
    )}</ul></section>
<section aria-labelledby="sources-title"><h2 id="sources-title">Where this comes from</h2>${freshness(status)}
<ul class="words">${status.sources.map(
      ({ name, data_through, stale }) =>
        html`<li>${name}: ${stale ? 'behind' : 'up to date'}${data_through !== null && html`, through ${dayInWords(data_through, true)}`}</li>`,
    )}</ul>
<ul class="feeds"><li><a href="${FEED_PATH}/feed.xml">RSS of the newest 50</a></li><li><a href="${FEED_PATH}/feeds.opml">OPML of all feeds</a></li><li><a href="${FEED_PATH}/index.json">JSON index</a></li><li><a href="${FEED_PATH}/status.json">Status as JSON</a></li></ul>
</section><section>${caution}</section>`,
  }
}
