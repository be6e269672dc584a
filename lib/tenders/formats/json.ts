import { z } from 'zod'
import { ATTRIBUTION, CAP, type Feed, LICENSE } from '../feed.ts'
import { MATCHES, SORTS } from '../feed-query.ts'
import { Notice } from '../notice.ts'
import { REGIONS } from '../regions.ts'
import { TRADES } from '../trades.ts'
import type { FeedLinks, Format } from './format.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** The JSON form; `/api/uk-tenders/schema.json` is made from this. */
export const FeedResponse = z
  .object({
    meta: z.object({
      trade: z.enum(TRADES.map(({ slug }) => slug)),
      data_through: day.nullable().describe('Last day ingested from every source; null before the first ingest.'),
      total_open: z.int().nonnegative().describe('Open notices of the trade, before region and limit.'),
      returned: z.int().min(0).max(CAP),
      cap: z.literal(CAP),
      license: z.literal(LICENSE),
      attribution: z.literal(ATTRIBUTION),
      keywords: z.array(z.string()).describe('The title keywords of the trade.'),
      name: z.string().describe('The trade in words.'),
      region: z.enum(REGIONS).nullable().describe('The region asked for.'),
      sort: z.enum(SORTS),
      match: z.enum(MATCHES),
      total_matching: z.int().nonnegative().describe('Open notices of the trade in the region, before limit.'),
      stale: z.boolean().describe('True when data_through is older than two days.'),
      sources: z.array(z.object({ name: z.string(), data_through: day.nullable(), stale: z.boolean() })),
      links: z.object({ html: z.url(), json: z.url(), csv: z.url(), rss: z.url(), json_feed: z.url(), ical: z.url() }),
    }),
    notices: z.array(Notice).max(CAP),
  })
  .meta({ title: 'UK public tenders of one trade', description: ATTRIBUTION })

export type FeedResponse = z.output<typeof FeedResponse>

/** JSON Schema (draft 2020-12) of the JSON form. */
export const feedSchema = (): unknown => z.toJSONSchema(FeedResponse)

/** The body of the JSON form as a value. Throws for the feed over all trades, which has no JSON form. */
function toFeedResponse(feed: Feed, links: FeedLinks): FeedResponse {
  const { json, csv, json_feed, ical } = links
  if (!feed.trade || json === null || csv === null || json_feed === null || ical === null) throw new TypeError('this feed has no JSON form')
  return {
    meta: {
      trade: feed.trade.slug,
      data_through: feed.data_through,
      total_open: feed.total_open,
      returned: feed.items.length,
      cap: CAP,
      license: LICENSE,
      attribution: ATTRIBUTION,
      keywords: [...feed.trade.keywords, ...feed.trade.titleKeywords],
      name: feed.trade.name,
      region: feed.query.region,
      sort: feed.query.sort,
      match: feed.query.match,
      total_matching: feed.total_matching,
      stale: feed.stale,
      sources: feed.sources.map(({ name, data_through, stale }) => ({ name, data_through, stale })),
      links: { html: links.html, json, csv, rss: links.rss, json_feed, ical },
    },
    notices: feed.items.map(({ notice }) => notice),
  }
}

export default {
  extension: 'json',
  contentType: 'application/json; charset=utf-8',
  render: (feed, links) => JSON.stringify(toFeedResponse(feed, links)),
} satisfies Format
