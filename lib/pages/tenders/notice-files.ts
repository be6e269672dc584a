/** The twins of a notice's page: JSON, and its deadline as a calendar of one entry. Pure. */
import { ATTRIBUTION, type FeedItem, findTrade, LICENSE, type MatchedNotice } from '../../tenders/feed.ts'
import { FORMATS, feedLinks } from '../../tenders/formats.ts'
import { noticePath } from './notice-row.ts'
import { whyMatched } from './why.ts'

/** The notice with the trades it is listed under, and why. */
export function noticeJson({ notice, trades }: MatchedNotice): string {
  const listed = [...trades].map(([slug, match]) => ({ trade: slug, match, why: whyMatched(notice, slug) }))
  return JSON.stringify({ meta: { license: LICENSE, attribution: ATTRIBUTION }, notice, trades: listed })
}

/** RFC 5545, by the renderer of the feeds. */
export function noticeCalendar(row: MatchedNotice, site: { TOOLS_URL: string }): string {
  const format = FORMATS.find(({ extension }) => extension === 'ics')
  if (!format) throw new Error('There is no calendar format.')
  const item: FeedItem = {
    notice: { ...row.notice, match: 'title' },
    trades: [...row.trades.keys()].flatMap((slug) => findTrade(slug) ?? []),
    sequence: row.sequence ?? 0,
  }
  const self = `${site.TOOLS_URL}${noticePath(row.notice.id)}`
  return format.render(
    {
      trade: null,
      query: { limit: 1, region: null, sort: 'deadline', match: 'title' },
      search: '',
      items: [item],
      total_open: 1,
      total_matching: 1,
      data_through: null,
      stale: false,
      sources: [],
      changedAt: Date.parse(row.notice.updated),
      validUntil: Date.parse(row.notice.deadline),
    },
    { ...feedLinks(site.TOOLS_URL, null, '', `${self}.ics`), html: self },
  )
}
