/** A feed is one value, said several ways: `selectFeed` makes it from the snapshot and the clock, the formats render it. */

import { countPassed, type MatchedNotice, newestOf, shelfOf, type TradeIndex } from './feed-index.ts'
import { type FeedQuery, toSearch } from './feed-query.ts'
import type { Notice } from './notice.ts'
import { sourceNames } from './source-names.ts'
import { TRADES, type Trade } from './trades.ts'

export { buildTradeIndex } from './build-index.ts'
export type { MatchedNotice, TradeIndex } from './feed-index.ts'
export { CAP, type FeedQuery, PARAMETERS, parseFeedQuery, toSearch } from './feed-query.ts'

export const LICENSE = 'Open Government Licence v3.0'
/** ASCII, no comma, no quote: the header X-Attribution and the last line of every CSV are these bytes. */
export const ATTRIBUTION = `Contains public sector information licensed under the ${LICENSE} - sources: ${sourceNames}`

/** feed.xml holds so many. */
const NEWEST = 50

type SourceStatus = { name: string; data_through: string | null; stale: boolean }

/** What a snapshot knows besides its notices. `changedAt`: milliseconds of the last change of content. */
export type FeedStatus = { data_through: string | null; stale: boolean; sources: readonly SourceStatus[]; changedAt: number }

/** A notice with what only some formats say of it. `trades` are those it matches by title, and the one asked for. */
export type FeedItem = { notice: Notice; trades: readonly Trade[]; sequence: number }

export type Feed = {
  /** `null` for the feed over all trades. */
  trade: Trade | null
  query: FeedQuery
  /** The query as it stands in links, '' or beginning with "?". */
  search: string
  items: readonly FeedItem[]
  /** Open notices of the trade, before region and limit. */
  total_open: number
  /** Those of the region. */
  total_matching: number
  data_through: string | null
  stale: boolean
  sources: readonly SourceStatus[]
  /** Milliseconds: the later of the last change of data and the last deadline that passed in this trade. */
  changedAt: number
  /** Milliseconds: the earliest deadline among the notices of `total_open`; no copy of this feed may live longer. `null` when none is open. */
  validUntil: number | null
}

const tradeBySlug = new Map(TRADES.map((trade) => [trade.slug, trade]))

/** The trade of a slug, case and all; `undefined` for anything else. */
export const findTrade = (slug: string): Trade | undefined => tradeBySlug.get(slug)

function toItem({ notice, trades, sequence = 0 }: MatchedNotice, asked: Trade | null, known: ReadonlyMap<string, Trade>): FeedItem {
  const rows = Array.from(known.values()).filter((trade) => trade === asked || trades.get(trade.slug) === 'title')
  const match = asked === null ? 'title' : (trades.get(asked.slug) ?? 'any')
  const {
    id,
    title,
    buyer,
    buyer_region,
    value_gbp,
    value_includes_vat,
    deadline,
    published,
    procedure,
    sme_suitable,
    source,
    notice_url,
    ...rest
  } = notice
  // In the order of the specification: `match` stands between the address and the further fields.
  return {
    notice: {
      id,
      title,
      buyer,
      buyer_region,
      value_gbp,
      value_includes_vat,
      deadline,
      published,
      procedure,
      sme_suitable,
      source,
      notice_url,
      match,
      ...rest,
    },
    trades: rows,
    sequence,
  }
}

/** The first `limit` open rows of `positions`. Those that passed since the snapshot are few, wherever they stand. */
function firstOpen(index: TradeIndex, positions: Uint32Array, from: number, limit: number, now: number): MatchedNotice[] {
  const rows: MatchedNotice[] = []
  for (let at = from; at < positions.length && rows.length < limit; at++) {
    const position = positions[at] ?? 0
    const row = index.rows[position]
    if (row && (index.deadlines[position] ?? 0) > now) rows.push(row)
  }
  return rows
}

/** Open rows of a shelf, and the deadlines on both sides of `now`. */
function openOf(index: TradeIndex, byDeadline: Uint32Array, now: number) {
  const passed = countPassed(index, byDeadline, now)
  const deadlineAt = (at: number): number | null =>
    at >= 0 && at < byDeadline.length ? (index.deadlines[byDeadline[at] ?? 0] ?? null) : null
  return { passed, open: byDeadline.length - passed, last: deadlineAt(passed - 1), next: deadlineAt(passed) }
}

/** The feed of one trade at `now` (milliseconds). Order of work: trade, match, not expired, region, sort, limit. */
export function selectFeed(index: TradeIndex, trade: Trade, query: FeedQuery, status: FeedStatus, now: number): Feed {
  const all = openOf(index, shelfOf(index, trade.slug, query.match, '').byDeadline, now)
  const shelf = shelfOf(index, trade.slug, query.match, query.region ?? '')
  const regional = openOf(index, shelf.byDeadline, now)
  const rows =
    query.sort === 'deadline'
      ? firstOpen(index, shelf.byDeadline, regional.passed, query.limit, now)
      : firstOpen(index, shelf.byValue, 0, query.limit, now)
  return {
    trade,
    query,
    search: toSearch(query),
    items: rows.map((row) => toItem(row, trade, tradeBySlug)),
    total_open: all.open,
    total_matching: regional.open,
    data_through: status.data_through,
    stale: status.stale,
    sources: status.sources,
    changedAt: Math.max(status.changedAt, all.last ?? 0),
    validUntil: all.next,
  }
}

/** The newest 50 open notices over all trades (matched by title), by first publication; `query` can only hold a region. */
export function selectNewest(index: TradeIndex, query: FeedQuery, status: FeedStatus, now: number): Feed {
  const all = openOf(index, newestOf(index, '').byDeadline, now)
  const regional = newestOf(index, query.region ?? '')
  const rows = firstOpen(index, regional.byPublished, 0, NEWEST, now)
  return {
    trade: null,
    query,
    search: toSearch(query),
    items: rows.map((row) => toItem(row, null, tradeBySlug)),
    total_open: all.open,
    total_matching: openOf(index, regional.byDeadline, now).open,
    data_through: status.data_through,
    stale: status.stale,
    sources: status.sources,
    changedAt: Math.max(status.changedAt, all.last ?? 0),
    validUntil: all.next,
  }
}

/** Open notices of a trade (match=title), and how many of them close within `days`: the figures of index.json. */
export function countOpen(index: TradeIndex, slug: string, now: number, days: number): { total_open: number; closing: number } {
  const { byDeadline } = shelfOf(index, slug, 'title', '')
  const passed = countPassed(index, byDeadline, now)
  return { total_open: byDeadline.length - passed, closing: countPassed(index, byDeadline, now + days * 86_400_000) - passed }
}
