import { CAP } from '../../search/parameters.ts'
import { toSearch } from '../../search/query.ts'
import { ALL_TRADES } from '../../search/trade-index.ts'
import { ATTRIBUTION, type Feed, LICENSE } from '../feed.ts'
import type { FeedLinks, Format } from './format.ts'
import type { FeedResponse } from './json-schema.ts'

const NOT_FILTERS = ['limit', 'sort', 'match', 'cursor'] as const

/** The body of the JSON form as a value. */
function toFeedResponse(feed: Feed, links: FeedLinks): FeedResponse {
  const { trade, query } = feed
  return {
    meta: {
      trade: trade?.slug ?? ALL_TRADES,
      data_through: feed.data_through,
      total_open: feed.total_open,
      returned: feed.items.length,
      cap: CAP,
      license: LICENSE,
      attribution: ATTRIBUTION,
      keywords: trade ? [...trade.keywords, ...trade.titleKeywords] : [],
      name: trade?.name ?? 'All trades',
      region: query.region.length === 0 ? null : query.region.join(','),
      sort: query.sort,
      match: query.match,
      total_matching: feed.total_matching,
      stale: feed.stale,
      sources: feed.sources.map(({ name, data_through, stale }) => ({ name, data_through, stale })),
      links: { html: links.html, ...links.forms },
      filters: Object.fromEntries(new URLSearchParams(toSearch(query, { without: NOT_FILTERS }))),
      next: links.next,
    },
    notices: feed.items.map(({ notice }) => notice),
  }
}

export default {
  name: 'json',
  label: 'JSON',
  extension: 'json',
  contentType: 'application/json; charset=utf-8',
  about: 'For programs: the notices and what is known of the feed.',
  render: (feed, links) => JSON.stringify(toFeedResponse(feed, links)),
} satisfies Format
