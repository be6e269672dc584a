/**
 * All open notices, arranged so that no request scans them. Built once per snapshot from matched notices; a request is a binary search for
 * the deadlines that have passed and a slice. For each trade, kind of match and region it keeps positions in order of deadline and of value:
 * 8 bytes per notice, trade, kind and region.
 */
import type { StoredNotice } from './notice.ts'
import { REGIONS, UK_WIDE } from './regions.ts'

/** A notice with the trades it belongs to; `sequence` counts the changes of its deadline (iCalendar). */
export type MatchedNotice = {
  notice: StoredNotice
  trades: ReadonlyMap<string, 'title' | 'any'>
  sequence?: number
}

/** Positions in `TradeIndex.rows`, in two orders. */
export type Shelf = { byDeadline: Uint32Array; byValue: Uint32Array }

export type TradeIndex = {
  /** In order of deadline, then id. */
  readonly rows: readonly MatchedNotice[]
  /** Milliseconds since 1970 of each row's deadline, ascending. */
  readonly deadlines: Float64Array
  readonly shelves: ReadonlyMap<string, Shelf>
  /** Rows that match some trade by title, by region ('' for all). */
  readonly newest: ReadonlyMap<string, { byDeadline: Uint32Array; byPublished: Uint32Array }>
}

const EMPTY: Shelf = { byDeadline: new Uint32Array(0), byValue: new Uint32Array(0) }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const keyOf = (trade: string, match: 'title' | 'any', region: string): string => `${trade}\n${match}\n${region}`

/** The regions under which a notice is found: the buyer's and those of delivery; all twelve for a contract of the whole country. */
export function regionsOf({ buyer_region, delivery_regions }: StoredNotice): readonly string[] {
  if (delivery_regions.includes(UK_WIDE)) return REGIONS
  return [...new Set(buyer_region === null ? delivery_regions : [buyer_region, ...delivery_regions])]
}

/** Collects positions by key. Arrays of numbers are packed at the end: they are what stays in memory. */
function collect(order: Iterable<number>, keysOf: (position: number) => readonly string[]): Map<string, Uint32Array> {
  const lists = new Map<string, number[]>()
  for (const position of order) {
    for (const key of keysOf(position)) {
      const list = lists.get(key)
      if (list) list.push(position)
      else lists.set(key, [position])
    }
  }
  return new Map(Array.from(lists, ([key, list]) => [key, Uint32Array.from(list)]))
}

/** Arranges `notices`; the order they come in does not matter. Notices whose deadline is no date are refused: the model never stores them. */
export function buildTradeIndex(notices: Iterable<MatchedNotice>): TradeIndex {
  const dated = Array.from(notices, (row) => ({ row, deadline: Date.parse(row.notice.deadline) }))
  const undated = dated.find(({ deadline }) => Number.isNaN(deadline))
  if (undated) throw new TypeError(`notice ${undated.row.notice.id} has no readable deadline: ${undated.row.notice.deadline}`)
  dated.sort((a, b) => a.deadline - b.deadline || compare(a.row.notice.id, b.row.notice.id))
  const rows = dated.map(({ row }) => row)
  const positions = rows.map((_, position) => position)
  const noticeAt = (position: number): StoredNotice => (rows[position] as MatchedNotice).notice

  const keys = rows.map(({ notice, trades }) => {
    const regions = ['', ...regionsOf(notice)]
    const kinds = Array.from(trades, ([trade, match]) =>
      match === 'title' ? [`${trade}\ntitle`, `${trade}\nany`] : [`${trade}\nany`],
    ).flat()
    return kinds.flatMap((kind) => regions.map((region) => `${kind}\n${region}`))
  })
  const newestKeys = rows.map(({ notice, trades }) => ([...trades.values()].includes('title') ? ['', ...regionsOf(notice)] : []))

  const inValueOrder = Uint32Array.from(positions).sort((a, b) => (noticeAt(b).value_gbp ?? -1) - (noticeAt(a).value_gbp ?? -1) || a - b)
  const inNewestOrder = Uint32Array.from(positions).sort((a, b) => compare(noticeAt(b).published, noticeAt(a).published) || a - b)
  const byDeadline = collect(positions, (position) => keys[position] ?? [])
  const byValue = collect(inValueOrder, (position) => keys[position] ?? [])
  const titled = collect(positions, (position) => newestKeys[position] ?? [])
  const byPublished = collect(inNewestOrder, (position) => newestKeys[position] ?? [])
  return {
    rows,
    deadlines: Float64Array.from(dated, ({ deadline }) => deadline),
    shelves: new Map(Array.from(byDeadline, ([key, list]) => [key, { byDeadline: list, byValue: byValue.get(key) ?? list }])),
    newest: new Map(Array.from(titled, ([key, list]) => [key, { byDeadline: list, byPublished: byPublished.get(key) ?? list }])),
  }
}

/** The notices of a trade, by kind of match and region ('' for all); empty for what nobody has. */
export function shelfOf(index: TradeIndex, trade: string, match: 'title' | 'any', region: string): Shelf {
  return index.shelves.get(keyOf(trade, match, region)) ?? EMPTY
}

/** The notices of feed.xml by region ('' for all), in order of deadline and newest first. */
export function newestOf(index: TradeIndex, region: string): { byDeadline: Uint32Array; byPublished: Uint32Array } {
  return index.newest.get(region) ?? { byDeadline: EMPTY.byDeadline, byPublished: EMPTY.byDeadline }
}

/** How many of `positions`, in order of deadline, have passed at `now` (milliseconds): a notice is open while now < deadline. */
export function countPassed(index: TradeIndex, positions: Uint32Array, now: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((index.deadlines[positions[middle] ?? 0] ?? 0) <= now) low = middle + 1
    else high = middle
  }
  return low
}
