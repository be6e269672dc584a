/**
 * All open notices, arranged so that no request scans them: a request is a binary search for the deadlines that have passed and a slice. For
 * each trade, kind of match and region it keeps positions in order of deadline and of value: 8 bytes per notice, trade, kind and region.
 * Made by `build-index.ts`.
 */
import type { StoredNotice } from './notice.ts'

/** A notice with the trades it belongs to; `sequence` counts the changes of its deadline (iCalendar). */
export type MatchedNotice = {
  notice: StoredNotice
  trades: ReadonlyMap<string, 'title' | 'any'>
  sequence?: number
}

/** Positions in `TradeIndex.rows`, in two orders. */
export type Shelf = { byDeadline: Uint32Array; byValue: Uint32Array }

/** Positions of rows that match some trade by title, in two orders. */
export type NewestShelf = { byDeadline: Uint32Array; byPublished: Uint32Array }

export type TradeIndex = {
  /** In order of deadline, then id. */
  readonly rows: readonly MatchedNotice[]
  /** Milliseconds since 1970 of each row's deadline, ascending. */
  readonly deadlines: Float64Array
  /** By `shelfKey`. */
  readonly shelves: ReadonlyMap<string, Shelf>
  /** By region ('' for all). */
  readonly newest: ReadonlyMap<string, NewestShelf>
}

const NOTHING = new Uint32Array(0)

export const shelfKey = (trade: string, match: 'title' | 'any', region: string): string => `${trade}\n${match}\n${region}`

/** The notices of a trade, by kind of match and region ('' for all); empty for what nobody has. */
export function shelfOf(index: TradeIndex, trade: string, match: 'title' | 'any', region: string): Shelf {
  return index.shelves.get(shelfKey(trade, match, region)) ?? { byDeadline: NOTHING, byValue: NOTHING }
}

/** The notices of feed.xml by region ('' for all), in order of deadline and newest first. */
export function newestOf(index: TradeIndex, region: string): NewestShelf {
  return index.newest.get(region) ?? { byDeadline: NOTHING, byPublished: NOTHING }
}

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

/** How many of `positions`, in order of deadline, have passed at `now` (milliseconds): a notice is open while now < deadline. */
export function countPassed({ deadlines }: TradeIndex, positions: Uint32Array, now: number): number {
  return firstPlace(positions.length, (place) => (deadlines[positions[place]!] ?? 0) <= now)
}

/** Over all notices: how many are open at `now`, and the deadlines on both sides of it (milliseconds, null where there is none). */
export function openAt({ deadlines }: TradeIndex, now: number): { open: number; last: number | null; next: number | null } {
  const passed = firstPlace(deadlines.length, (place) => deadlines[place]! <= now)
  return { open: deadlines.length - passed, last: deadlines[passed - 1] ?? null, next: deadlines[passed] ?? null }
}
