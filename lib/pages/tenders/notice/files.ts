/** The twins of a notice's page: JSON, and its deadline as a calendar of one entry. Pure. */
import { ATTRIBUTION, type FeedItem, findTrade, LICENSE } from '../../../tenders/feed/feed.ts'
import { feedLinks, formOf } from '../../../tenders/feed/formats.ts'
import { NO_QUERY } from '../../../tenders/feed/no-query.ts'
import type { Amendment } from '../../../tenders/notices/amendments.ts'
import type { MatchedNotice } from '../../../tenders/search/notices/notices.ts'
import { ALL_TRADES } from '../../../tenders/search/trade-index.ts'
import { whyMatched } from '../why.ts'
import { type Before, whyNoLastTime } from './last-time.ts'
import { noticePath } from './row.ts'

/** The notice with the trades it is listed under, and why, who won last time, and what amendments changed. */
export function noticeJson({ notice, trades }: MatchedNotice, before: Before, amendments: readonly Amendment[] | undefined): string {
  const listed = [...trades].map(([slug, match]) => ({ trade: slug, match, why: whyMatched(notice, slug) }))
  return JSON.stringify({ meta: { license: LICENSE, attribution: ATTRIBUTION }, notice, trades: listed, ...beside(before, amendments) })
}

/** What stands beside a notice, each with the reason where it is null. */
function beside(before: Before, amendments: readonly Amendment[] | undefined): object {
  const unavailable = [
    ...whyNoLastTime(before),
    ...(amendments === undefined ? [{ field: 'amendments', reason: 'earlier releases could not be read just now' }] : []),
  ]
  return { won_last_time: before ?? null, amendments: amendments ?? null, ...(unavailable.length > 0 ? { unavailable } : {}) }
}

/** RFC 5545, by the renderer of the feeds. */
export function noticeCalendar(row: MatchedNotice, site: { TOOLS_URL: string }): string {
  const notice = { ...row.notice, match: 'title' as const }
  const item: FeedItem = { notice, trades: [...row.trades.keys()].flatMap((slug) => findTrade(slug) ?? []), sequence: row.sequence }
  const self = `${site.TOOLS_URL}${noticePath(row.id)}`
  return formOf('ical').render(
    {
      trade: null,
      query: NO_QUERY,
      next: null,
      items: [item],
      total_open: 1,
      total_matching: 1,
      data_through: null,
      stale: false,
      sources: [],
      changedAt: Date.parse(notice.updated),
      validUntil: row.deadline,
    },
    { ...feedLinks(site.TOOLS_URL, { slug: ALL_TRADES }, NO_QUERY, { self: `${self}.ics` }), html: self },
  )
}
