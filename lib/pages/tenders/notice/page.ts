/** One notice: everything that is known of it, and the way to the official one. */
import { facts, foreign, list } from '../../../html/blocks.ts'
import type { Page } from '../../../html/document.ts'
import { type Html, html } from '../../../html/html.ts'
import { ALWAYS_ASK } from '../../../html/respond.ts'
import { findTrade } from '../../../tenders/feed/feed.ts'
import { valueInWords } from '../../../tenders/feed/formats/words.ts'
import type { Amendment } from '../../../tenders/notices/amendments.ts'
import type { StoredNotice } from '../../../tenders/notices/notice.ts'
import type { MatchedNotice } from '../../../tenders/search/notices/notices.ts'
import { ALL_TRADES } from '../../../tenders/search/trade-index.ts'
import type { NoticeState } from '../../../tenders/snapshot/lookup.ts'
import { matchNotice } from '../../../tenders/trades/match.ts'
import type { Trade } from '../../../tenders/trades/trades.ts'
import { cpvLabel } from '../../../tenders/words/cpv-labels.ts'
import { dayInWords } from '../../../tenders/words/days.ts'
import { cut } from '../../../tenders/words/text.ts'
import { caution } from '../parts.ts'
import { closesInWords, deadlineAbsolute, momentInWords } from '../time-words.ts'
import { whyMatched } from '../why.ts'
import { amendmentsSection } from './amendments.ts'
import { bidderSection } from './depth.ts'
import { type Before, lastTimeSection } from './last-time.ts'
import { noticePath, noticeRow } from './row.ts'

const suitability = (suits: boolean | null): string =>
  suits === null ? 'Not stated' : suits ? 'Yes, says the buyer' : 'No, says the buyer'
const day = (value: string | null): string => (value === null ? 'Not stated' : dayInWords(value))
const orNone = (values: readonly string[]): string => (values.length > 0 ? values.join(', ') : 'Not stated')

/** "90911300 Window-cleaning services", or the code alone. */
const categoryInWords = (code: string): Html => {
  const label = cpvLabel(code)
  return html`<code>${code}</code>${label !== undefined && html` ${label}`}`
}

/** The notice for search engines: a demand with an end, and the page that says so. */
const jsonLd = (notice: StoredNotice, site: { TOOLS_URL: string }): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name: notice.title,
  url: `${site.TOOLS_URL}${noticePath(notice.id)}`,
  datePublished: notice.published,
  dateModified: notice.updated,
  expires: notice.deadline,
  isBasedOn: notice.notice_url,
  license: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  mentions: { '@type': 'Organization', name: notice.buyer },
  mainEntity: {
    '@type': 'Demand',
    identifier: notice.id,
    name: notice.title,
    description: notice.summary,
    url: notice.notice_url,
    availabilityStarts: notice.published,
    availabilityEnds: notice.deadline,
    ...(notice.delivery_regions.length > 0 ? { areaServed: notice.delivery_regions } : {}),
    ...(notice.value_gbp === null
      ? {}
      : {
          priceSpecification: {
            '@type': 'PriceSpecification',
            price: notice.value_gbp,
            priceCurrency: 'GBP',
            ...(notice.value_basis === 'unstated' ? {} : { valueAddedTaxIncluded: notice.value_includes_vat }),
          },
        }),
  },
})

const tradesOf = ({ notice, trades }: MatchedNotice): Html =>
  trades.size === 0
    ? html`No trade`
    : list(
        [...trades].map(
          ([slug]) =>
            html`<a href="/tenders/${slug}">${findTrade(slug)?.name ?? slug}</a> <span class="soft">for ${foreign(whyMatched(notice, slug))}</span>`,
        ),
      )

/** Where a reader came from, as a link back: a list with its filters, or the notice's own trade. */
export type Back = { path: string; name: string }

const wayBack = (back: Back | undefined, slug: string | undefined): Html => {
  const trade = slug === undefined ? undefined : findTrade(slug)
  if (back) return html`<p class="above"><a href="${back.path}">Back to the list: ${back.name}</a></p>`
  return html`<p class="above">${trade ? html`<a href="/tenders/${trade.slug}">${trade.name}</a>` : html`<a href="/tenders">All trades</a>`}</p>`
}

/** The page of an open notice at `now` (milliseconds). */
export function noticePage(
  row: MatchedNotice,
  site: { TOOLS_URL: string },
  now: number,
  {
    back,
    similar = [],
    before,
    amendments,
  }: { back?: Back | undefined; similar?: readonly MatchedNotice[]; before?: Before; amendments?: readonly Amendment[] | undefined } = {},
): Page {
  const { notice } = row
  const path = noticePath(notice.id)
  const [home] = row.trades.keys()
  return {
    product: 'tenders',
    path,
    title: notice.title.length > 90 ? `${cut(notice.title, 89).trimEnd()}…` : notice.title,
    description: `${notice.buyer || 'A UK public buyer'}: closes ${deadlineAbsolute(notice.deadline)}. Value ${valueInWords(notice)}.`,
    cacheControl: ALWAYS_ASK,
    alternates: [
      { type: 'application/json', href: `${site.TOOLS_URL}${path}.json`, title: 'This notice as JSON' },
      { type: 'text/calendar', href: `${site.TOOLS_URL}${path}.ics`, title: 'Its deadline as calendar' },
    ],
    jsonLd: jsonLd(notice, site),
    body: html`<article class="plain">${wayBack(back, home)}
<h1>${foreign(notice.title)}</h1><p class="lede">${foreign(notice.buyer || 'Buyer not stated')}</p>
<p class="deadline"><strong>${closesInWords(notice.deadline, now)}</strong><time datetime="${notice.deadline}">${deadlineAbsolute(notice.deadline)}</time></p>
<p class="row"><a class="button" href="${notice.notice_url}" rel="noopener">Open the official notice</a><a class="button quiet" href="${path}.ics">Add to calendar</a></p>
<section><h2>What is wanted</h2>${notice.summary === '' ? html`<p class="summary soft">The notice has no description.</p>` : html`<p class="summary">${foreign(notice.summary)}</p>`}</section>
<section><h2>Facts</h2>${facts([
      ['Value', notice.value_gbp === null ? 'Not stated' : valueInWords(notice)],
      [
        'Contract',
        notice.contract_start === null && notice.contract_end === null
          ? 'Dates not stated'
          : `${day(notice.contract_start)} to ${day(notice.contract_end)}`,
      ],
      ['Place of delivery', orNone(notice.delivery_regions)],
      ['Buyer’s region', notice.buyer_region ?? 'Not stated'],
      ['Procedure', foreign(notice.procedure)],
      ['Suits small and medium firms', suitability(notice.sme_suitable)],
      ['Kind', notice.category === null ? 'Not stated' : html`<span class="kind">${notice.category}</span>`],
      ['Category codes (CPV)', notice.cpvs.length === 0 ? 'Not stated' : list(notice.cpvs.map(categoryInWords))],
      ['Published', day(notice.published)],
      // A notice that stands as it was published has not changed.
      ...(notice.updated.slice(0, 10) > notice.published
        ? [['Last changed', html`<time datetime="${notice.updated}">${momentInWords(notice.updated)}</time>`] as const]
        : []),
      ['Official notice', html`<a href="${notice.notice_url}" rel="noopener">${notice.source}</a>`],
      ...notice.also_at.map(
        ({ source, notice_url }) => ['Also published at', html`<a href="${notice_url}" rel="noopener">${source}</a>`] as const,
      ),
      ['Number', html`<code>${notice.id}</code>`],
    ])}</section>
${bidderSection(notice)}
${amendmentsSection(amendments)}
${lastTimeSection(before)}
<section><h2>Listed under</h2>${tradesOf(row)}</section>
${similar.length > 0 && html`<section><h2>Similar notices</h2><ol class="board">${similar.map((other) => noticeRow(other, home ?? ALL_TRADES, now))}</ol></section>`}
<section><p class="small soft">The same as <a href="${path}.json">JSON</a> or <a href="${path}.ics">calendar entry</a>.</p>${caution}</section></article>`,
  }
}

type Closed = Extract<NoticeState, { state: 'closed' }>

export const CLOSED_REASONS: Record<Closed['reason'], string> = {
  expired: 'Its deadline has passed.',
  awarded: 'The contract has been awarded.',
  cancelled: 'The buyer has cancelled or ended it.',
  vanished: 'It was taken down at its source.',
  duplicate: 'The same notice is listed under another number.',
}

/** The trade that a notice stood under, by its own words. */
function tradeOfClosed({ title, summary, main_cpv, cpvs }: StoredNotice): Trade | undefined {
  const found = [...matchNotice({ title, description: summary, main_cpv, cpvs })]
  const [slug] = found.find(([, { match }]) => match === 'title') ?? found[0] ?? []
  return slug === undefined ? undefined : findTrade(slug)
}

/** The page of a notice that is over (410): it leads to what is open where it stood. */
export function closedNoticePage({ notice, reason }: Closed): Page {
  const trade = tradeOfClosed(notice)
  return {
    status: 410,
    cacheControl: 'no-store',
    product: 'tenders',
    path: noticePath(notice.id),
    noindex: true,
    title: `Closed: ${cut(notice.title, 80)}`,
    description: CLOSED_REASONS[reason],
    body: html`<article class="plain">${wayBack(undefined, trade?.slug)}<h1>${foreign(notice.title)}</h1><p class="lede">${foreign(notice.buyer || 'Buyer not stated')}</p>
<p class="deadline over"><strong>Closed</strong>${CLOSED_REASONS[reason]} Its deadline was <time datetime="${notice.deadline}">${deadlineAbsolute(notice.deadline)}</time>.</p>
<p class="row"><a class="button" href="${notice.notice_url}" rel="noopener">Open the official notice</a><a class="button quiet" href="/tenders/${trade?.slug ?? ALL_TRADES}">See what is open${trade && html` in ${trade.name}`}</a></p>
<section>${caution}</section></article>`,
  }
}
