/** A feed is one value, said several ways: `selectFeed` makes it from the arranged notices, a query and the clock; the forms render it. */
import { Notice } from '../notices/notice.ts'
import type { MatchedNotice } from '../search/notices/notices.ts'
import type { Query } from '../search/query.ts'
import { select } from '../search/select.ts'
import { ALL_TRADES, firstOpen, firstPlace, type TradeIndex, tradeOf } from '../search/trade-index.ts'
import type { FeedStatus } from '../snapshot/snapshot.ts'
import { sources } from '../sources/sources.ts'
import { TRADES, type Trade } from '../trades/trades.ts'

export const LICENSE = 'Open Government Licence v3.0'
/** ASCII, no comma, no quote: the header X-Attribution and the last line of every CSV are these bytes. */
export const ATTRIBUTION = `Contains public sector information licensed under the ${LICENSE} - sources: ${sources.map(({ name }) => name).join(' and ')}`

/** A notice with what only some forms say of it. `trades` are those it matches by title, and the one asked for. */
export type FeedItem = { notice: Notice; trades: readonly Trade[]; sequence: number }

export type Feed = {
  /** `null` for a feed over all trades. */
  trade: Trade | null
  query: Query
  /** What its title says behind the trade, where that is not its query: a view is called the same every day. */
  said?: readonly string[]
  items: readonly FeedItem[]
  /** Open notices of the trade, before any filter. */
  total_open: number
  /** Those that pass every filter. */
  total_matching: number
  /** The cursor that goes on after the last item; null: that was all. */
  next: string | null
  data_through: string | null
  stale: boolean
  sources: FeedStatus['sources']
  /** Milliseconds: the later of the last change of data and the last moment at which the clock changed this feed. */
  changedAt: number
  /** Milliseconds: when the clock changes it next; no copy of it may live longer. `null`: never. */
  validUntil: number | null
}

const tradeBySlug = new Map(TRADES.map((trade) => [trade.slug, trade]))

/** The trade of a slug, case and all; `undefined` for anything else. */
export const findTrade = (slug: string): Trade | undefined => tradeBySlug.get(slug)

// In the order of the schema, whatever order the database gave back.
const FIELDS = Object.keys(Notice.shape) as (keyof Notice)[]

/** A notice as a form says it. `asked`: null for all trades. */
export function toItem({ notice, trades, sequence }: MatchedNotice, asked: Trade | null): FeedItem {
  const listed = TRADES.filter((trade) => trade === asked || trades.get(trade.slug) === 'title')
  const match = asked === null ? ([...trades.values()].includes('title') ? 'title' : 'any') : (trades.get(asked.slug) ?? 'any')
  const said: Partial<Record<keyof Notice, unknown>> = { ...notice, match }
  // Notices published by an earlier program lack the fields that it did not know.
  const inOrder = Object.fromEntries(FIELDS.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])))
  // The values are those of a stored notice, with its match.
  return { notice: inOrder as Notice, trades: listed, sequence }
}

/** The feed that a query means, of one trade or (null) of all, at `now` (milliseconds). Every form, page and program asks here. */
export function selectFeed(index: TradeIndex, trade: Trade | null, query: Query, status: FeedStatus, now: number): Feed {
  const { rows, total_open, total_matching, next, changedAt, validUntil } = select(index, trade?.slug ?? ALL_TRADES, query, now)
  return {
    trade,
    query,
    items: rows.map((row) => toItem(row, trade)),
    total_open,
    total_matching,
    next,
    data_through: status.data_through,
    stale: status.stale,
    sources: status.sources,
    changedAt: Math.max(status.changedAt, changedAt ?? 0),
    validUntil,
  }
}

/** Open notices of a trade (match=title), and how many of them close within `days`: the figures of index.json. */
export function countOpen(index: TradeIndex, slug: string, now: number, days: number): { total_open: number; closing: number } {
  const set = tradeOf(index, slug, 'title')
  const start = firstOpen(index, now)
  const soon = firstPlace(index.notices.size, (place) => index.deadlines[place]! <= now + days * 86_400_000)
  return { total_open: set.count(start), closing: set.count(start, soon) }
}
