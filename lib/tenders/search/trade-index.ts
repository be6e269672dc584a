/**
 * All notices in memory, arranged so that no request walks through them. Positions are places in order of deadline, so what is open at a moment
 * is everything from one place on; what a filter keeps is a set of positions. Made by `build-index.ts`.
 */
import type { Region } from '../words/regions.ts'
import { Bits } from './bits.ts'
import type { InvertedIndex } from './inverted-index.ts'
import type { Dictionaries } from './notices/dictionaries.ts'
import { findId } from './notices/id-table.ts'
import { compareId, type MatchedNotice, matchedAt, type Notices } from './notices/notices.ts'
import type { Texts } from './text/phrases.ts'

/** Notices in the order of a value that each has: largest first, ties by position. */
export type Column = {
  keys: Float64Array
  /** Positions in order. */
  order: Uint32Array
  /** By position: its place in `order`. */
  places: Uint32Array
  /** What stands before every `stride`th place, so that a range of places becomes a set without a walk through it. */
  before: readonly Bits[]
  stride: number
}

/** The positions in the first `end` places of a column. */
export function firstOf({ order, before, stride }: Column, end: number): Bits {
  const nearest = Math.min(Math.floor(end / stride), before.length - 1)
  return before[nearest]!.copy().addAll(order.subarray(nearest * stride, end))
}

export type TradeIndex = {
  /** In order of deadline, then id; twins that wait for their turn stand among them, but in no trade. */
  readonly notices: Notices
  /** Made by `toIdTable`. */
  readonly ids: Uint32Array
  readonly dictionaries: Dictionaries
  /** Milliseconds since 1970 of each notice's deadline, ascending. */
  readonly deadlines: Float64Array
  /** Those that do not wait. */
  readonly shown: Bits
  /** Positions of twins that wait for their turn, the soonest first. */
  readonly waiting: readonly number[]
  /** Milliseconds: when a twin last had its turn; 0: none had. */
  readonly turnedAt: number
  /** By `tradeKey`; the trade `all` is every notice that some trade has. */
  readonly trades: ReadonlyMap<string, Bits>
  readonly regions: ReadonlyMap<Region, Bits>
  /** Those that suit small and medium firms. */
  readonly sme: Bits
  /** By the number of a code or district that notices state. */
  readonly places: InvertedIndex
  readonly value: Column
  readonly published: Column
  readonly listed: Column
  readonly texts: Texts
  readonly inText: InvertedIndex
  readonly inTitle: InvertedIndex
  readonly inBuyer: InvertedIndex
}

/** Not a slug of any trade: all of them together. */
export const ALL_TRADES = 'all'

export const tradeKey = (trade: string, match: 'title' | 'any'): string => `${trade}\n${match}`

/** The notices of a trade, open or not; empty for what nobody has. */
export const tradeOf = (index: TradeIndex, trade: string, match: 'title' | 'any'): Bits =>
  index.trades.get(tradeKey(trade, match)) ?? new Bits(index.notices.size)

/** The first place in `0..length` at which `isPast` no longer holds; it must hold up to there and nowhere after. */
export function firstPlace(length: number, isPast: (place: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isPast(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** The first position that is open at `now` (milliseconds): a notice is open while now < deadline. */
export const firstOpen = ({ deadlines }: TradeIndex, now: number): number =>
  firstPlace(deadlines.length, (place) => deadlines[place]! <= now)

/** The notice at a position. */
export const noticeAt = ({ notices, dictionaries }: TradeIndex, position: number): MatchedNotice =>
  matchedAt(notices, dictionaries, position)

/** The position of an id, whether its notice is open or not, shown or not; -1: there is none. */
export const positionOf = ({ notices, ids }: TradeIndex, id: string): number => findId(notices, ids, id)

/** The first position after a deadline and id. */
export function placeAfter({ deadlines, notices }: TradeIndex, deadline: number, id: string): number {
  const sought = Buffer.from(id)
  return firstPlace(deadlines.length, (place) => {
    const own = deadlines[place]!
    return own < deadline || (own === deadline && compareId(notices, place, sought) <= 0)
  })
}

/** Of a set: how many are open at `now`, and the deadlines on both sides of it (milliseconds, null where there is none). */
export function openAt(
  index: TradeIndex,
  now: number,
  set: Bits = index.shown,
): { open: number; last: number | null; next: number | null } {
  const passed = firstOpen(index, now)
  return {
    open: set.count(passed),
    last: index.deadlines[set.before(passed)] ?? null,
    next: index.deadlines[set.next(passed)] ?? null,
  }
}
