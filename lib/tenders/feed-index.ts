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

const NOTHING = new Uint32Array(0)
const EMPTY: Shelf = { byDeadline: NOTHING, byValue: NOTHING }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const keyOf = (trade: string, match: 'title' | 'any', region: string): string => `${trade}\n${match}\n${region}`

/** The regions under which a notice is found: the buyer's and those of delivery; all twelve for a contract of the whole country. */
function regionsOf({ buyer_region, delivery_regions }: StoredNotice): readonly string[] {
  if (delivery_regions.includes(UK_WIDE)) return REGIONS
  return buyer_region === null || delivery_regions.includes(buyer_region)
    ? [...new Set(delivery_regions)]
    : [buyer_region, ...new Set(delivery_regions)]
}

// Numbers of regions: 0 for all, then the twelve in their order.
const regionNumber = new Map<string, number>([['', 0], ...REGIONS.map((region, index): [string, number] => [region, index + 1])])
const REGION_COUNT = regionNumber.size

/** Positions by key, each list in the given order. Counts first and fills then, because lists that grow cost most of the time. */
function collect(order: Uint32Array, keyCount: number, keysOf: (position: number) => Uint16Array): Uint32Array[] {
  const counts = new Uint32Array(keyCount)
  for (const position of order) for (const key of keysOf(position)) counts[key]!++
  const lists = Array.from(counts, (count) => (count === 0 ? NOTHING : new Uint32Array(count)))
  counts.fill(0)
  for (const position of order) for (const key of keysOf(position)) lists[key]![counts[key]!++] = position
  return lists
}

/** A number for each slug that occurs. */
function numberTrades(rows: readonly MatchedNotice[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const { trades } of rows) for (const slug of trades.keys()) if (!numbers.has(slug)) numbers.set(slug, numbers.size)
  return numbers
}

const NO_KEYS = new Uint16Array(0)

function numbersOfRegions(notice: StoredNotice): number[] {
  const numbers = [0]
  for (const region of regionsOf(notice)) {
    const number = regionNumber.get(region)
    if (number !== undefined) numbers.push(number)
  }
  return numbers
}

/** Keys of the shelves a notice lies on: (2 x trade + 1 for `any`) x regions + region. */
function shelfKeys({ trades }: MatchedNotice, regions: readonly number[], tradeNumber: ReadonlyMap<string, number>): Uint16Array {
  const keys: number[] = []
  for (const [slug, match] of trades) {
    const title = (tradeNumber.get(slug) ?? 0) * 2
    for (const region of regions) {
      if (match === 'title') keys.push(title * REGION_COUNT + region)
      keys.push((title + 1) * REGION_COUNT + region)
    }
  }
  return Uint16Array.from(keys)
}

/** Arranges `notices`; the order they come in does not matter. Throws when a deadline is no date: the model never stores such a notice. */
export function buildTradeIndex(notices: Iterable<MatchedNotice>): TradeIndex {
  const dated = Array.from(notices, (row) => ({ row, deadline: Date.parse(row.notice.deadline) }))
  const undated = dated.find(({ deadline }) => Number.isNaN(deadline))
  if (undated) throw new TypeError(`notice ${undated.row.notice.id} has no readable deadline: ${undated.row.notice.deadline}`)
  dated.sort((a, b) => a.deadline - b.deadline || compare(a.row.notice.id, b.row.notice.id))
  const rows = dated.map(({ row }) => row)
  const values = Float64Array.from(rows, ({ notice }) => notice.value_gbp ?? -1)
  const days = Float64Array.from(rows, ({ notice }) => Date.parse(notice.published))

  const tradeNumber = numberTrades(rows)
  const regions = rows.map(({ notice }) => numbersOfRegions(notice))
  const keys = rows.map((row, position) => shelfKeys(row, regions[position] ?? [], tradeNumber))
  const newestKeys = rows.map(({ trades }, position) =>
    [...trades.values()].includes('title') ? Uint16Array.from(regions[position] ?? []) : NO_KEYS,
  )

  const inDeadlineOrder = Uint32Array.from(rows.keys())
  const inValueOrder = inDeadlineOrder.toSorted((a, b) => values[b]! - values[a]! || a - b)
  const inNewestOrder = inDeadlineOrder.toSorted((a, b) => days[b]! - days[a]! || a - b)
  const shelves = (order: Uint32Array) => collect(order, tradeNumber.size * 2 * REGION_COUNT, (position) => keys[position] ?? NO_KEYS)
  const newest = (order: Uint32Array) => collect(order, REGION_COUNT, (position) => newestKeys[position] ?? NO_KEYS)
  const [byDeadline, byValue] = [shelves(inDeadlineOrder), shelves(inValueOrder)]
  const [titled, byPublished] = [newest(inDeadlineOrder), newest(inNewestOrder)]

  const named = new Map<string, Shelf>()
  for (const [slug, trade] of tradeNumber) {
    for (const [region, number] of regionNumber) {
      for (const [kind, match] of (['title', 'any'] as const).entries()) {
        const key = (trade * 2 + kind) * REGION_COUNT + number
        named.set(keyOf(slug, match, region), { byDeadline: byDeadline[key] ?? NOTHING, byValue: byValue[key] ?? NOTHING })
      }
    }
  }
  return {
    rows,
    deadlines: Float64Array.from(dated, ({ deadline }) => deadline),
    shelves: named,
    newest: new Map(
      Array.from(regionNumber, ([region, number]) => [
        region,
        { byDeadline: titled[number] ?? NOTHING, byPublished: byPublished[number] ?? NOTHING },
      ]),
    ),
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
