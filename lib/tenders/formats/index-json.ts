import { ATTRIBUTION, CAP, countOpen, type FeedStatus, LICENSE, PARAMETERS, type TradeIndex } from '../feed.ts'
import { REGIONS } from '../regions.ts'
import { TRADES } from '../trades.ts'
import { feedLinks, fileUrl } from './links.ts'

const SOON_DAYS = 7

/** The listing of all trades at `now` (milliseconds), in the order of the specification. */
function toIndexDocument(index: TradeIndex, status: FeedStatus, site: string, now: number) {
  return {
    meta: { data_through: status.data_through, license: LICENSE, attribution: ATTRIBUTION, cap: CAP, stale: status.stale },
    trades: TRADES.map(({ slug, name, keywords, titleKeywords }) => {
      const { total_open, closing } = countOpen(index, slug, now, SOON_DAYS)
      const { html, json, csv, rss, json_feed, ical } = feedLinks(site, slug, '', '')
      return {
        slug,
        name,
        keywords: [...keywords, ...titleKeywords],
        total_open,
        closing_within_7_days: closing,
        links: { html, json, csv, rss, json_feed, ical },
      }
    }),
    regions: [...REGIONS],
    parameters: PARAMETERS,
    links: {
      newest: fileUrl(site, 'feed.xml'),
      opml: fileUrl(site, 'feeds.opml'),
      status: fileUrl(site, 'status.json'),
      schema: fileUrl(site, 'schema.json'),
    },
  }
}

export const renderIndex = (index: TradeIndex, status: FeedStatus, site: string, now: number): string =>
  JSON.stringify(toIndexDocument(index, status, site, now))
