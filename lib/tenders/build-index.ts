/**
 * Arranging notices for serving (`feed-index.ts`). A quarter of a million take seconds, so the work is cut into turns; and a few more notices
 * are put into an arrangement without making all of it anew.
 */
import { firstPlace, type MatchedNotice, type NewestShelf, type Shelf, shelfKey, type TradeIndex } from './feed-index.ts'
import type { StoredNotice } from './notice.ts'
import { REGIONS, UK_WIDE } from './regions.ts'
import { runAtOnce, runInTurns, STEPS, sortPositions, type Work } from './turns.ts'

type Dated = { row: MatchedNotice; deadline: number }
type Order = (a: number, b: number) => number

const NOTHING = new Uint32Array(0)
/** '' for all, then the twelve. */
const ALL_REGIONS: readonly string[] = ['', ...REGIONS]
const regionNumber = new Map(ALL_REGIONS.map((region, number) => [region, number]))
const MATCHES = ['title', 'any'] as const

const byDeadlineAndId = (a: Dated, b: Dated): number =>
  a.deadline - b.deadline || (a.row.notice.id < b.row.notice.id ? -1 : Number(a.row.notice.id > b.row.notice.id))

function toDated(row: MatchedNotice): Dated {
  const deadline = Date.parse(row.notice.deadline)
  if (Number.isNaN(deadline)) throw new TypeError(`notice ${row.notice.id} has no readable deadline: ${row.notice.deadline}`)
  return { row, deadline }
}

const poundsOf = ({ notice }: MatchedNotice): number => notice.value_gbp ?? -1
const dayOf = ({ notice }: MatchedNotice): number => Date.parse(notice.published)

/** Numbers of the regions under which a notice is found: all, the buyer's, those of delivery; each for a contract of the whole country. */
function regionsOf({ buyer_region, delivery_regions }: StoredNotice): number[] {
  if (delivery_regions.includes(UK_WIDE)) return [...ALL_REGIONS.keys()]
  const names = new Set(['', ...(buyer_region === null ? [] : [buyer_region]), ...delivery_regions])
  return [...names].flatMap((name) => regionNumber.get(name) ?? [])
}

/** The kinds of match under which a notice is found, for each of its trades. */
const kindsOf = (match: 'title' | 'any'): readonly number[] => (match === 'title' ? [0, 1] : [1])
const isTitled = ({ trades }: MatchedNotice): boolean => trades.values().some((match) => match === 'title')

/** Lists of small numbers, one per row, one behind the other: an array each would cost more than what it holds. */
class NumberLists {
  #numbers = new Uint16Array(1024)
  #ends: Uint32Array
  #used = 0
  constructor(rows: number) {
    this.#ends = new Uint32Array(rows + 1)
  }
  add(number: number): void {
    if (this.#used === this.#numbers.length) {
      const larger = new Uint16Array(this.#used * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#used++] = number
  }
  endOf(row: number): void {
    this.#ends[row + 1] = this.#used
  }
  of(row: number): Uint16Array {
    return this.#numbers.subarray(this.#ends[row], this.#ends[row + 1])
  }
}

/** Positions by key, each list in the given order. Counts first and fills then, because lists that grow cost most of the time. */
function* collect(order: Uint32Array, keyCount: number, keys: NumberLists): Work<Uint32Array[]> {
  const counts = new Uint32Array(keyCount)
  for (let at = 0; at < order.length; at += 1) {
    for (const key of keys.of(order[at]!)) counts[key]! += 1
    if (at % STEPS === 0) yield
  }
  const lists = Array.from(counts, (count) => (count === 0 ? NOTHING : new Uint32Array(count)))
  counts.fill(0)
  for (let at = 0; at < order.length; at += 1) {
    for (const key of keys.of(order[at]!)) lists[key]![counts[key]!++] = order[at]!
    if (at % STEPS === 0) yield
  }
  return lists
}

/** 0, 1, 2 and so on. A loop: an iterator takes tens of milliseconds where this takes one. */
function inSequence(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let number = 0; number < count; number += 1) numbers[number] = number
  return numbers
}

function* inOrder(notices: Iterable<MatchedNotice>): Work<Dated[]> {
  const dated: Dated[] = []
  for (const row of notices) {
    dated.push(toDated(row))
    if (dated.length % STEPS === 0) yield
  }
  const sorted = yield* sortPositions(inSequence(dated.length), (a, b) => byDeadlineAndId(dated[a]!, dated[b]!))
  return Array.from(sorted, (place) => dated[place]!)
}

function* build(notices: Iterable<MatchedNotice>): Work<TradeIndex> {
  const dated = yield* inOrder(notices)
  const count = dated.length
  const [values, days, deadlines] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  const tradeNumber = new Map<string, number>()
  // The number of a shelf: (2 x trade + kind of match) x regions + region.
  const keys = new NumberLists(count)
  const newestKeys = new NumberLists(count)
  const rows = new Array<MatchedNotice>(count)
  for (const [position, { row, deadline }] of dated.entries()) {
    rows[position] = row
    deadlines[position] = deadline
    values[position] = poundsOf(row)
    days[position] = dayOf(row)
    const regions = regionsOf(row.notice)
    for (const [slug, match] of row.trades) {
      const trade = tradeNumber.get(slug) ?? tradeNumber.size
      tradeNumber.set(slug, trade)
      for (const kind of kindsOf(match)) for (const region of regions) keys.add((trade * 2 + kind) * ALL_REGIONS.length + region)
    }
    if (isTitled(row)) for (const region of regions) newestKeys.add(region)
    keys.endOf(position)
    newestKeys.endOf(position)
    if (position % STEPS === 0) yield
  }

  const positions = () => inSequence(count)
  const keyCount = tradeNumber.size * 2 * ALL_REGIONS.length
  const byDeadline = yield* collect(positions(), keyCount, keys)
  const titled = yield* collect(positions(), ALL_REGIONS.length, newestKeys)
  const inValueOrder = yield* sortPositions(positions(), (a, b) => values[b]! - values[a]! || a - b)
  const byValue = yield* collect(inValueOrder, keyCount, keys)
  const inNewestOrder = yield* sortPositions(positions(), (a, b) => days[b]! - days[a]! || a - b)
  const byPublished = yield* collect(inNewestOrder, ALL_REGIONS.length, newestKeys)

  const shelves = new Map<string, Shelf>()
  for (const [slug, trade] of tradeNumber)
    for (const [kind, match] of MATCHES.entries())
      for (const [number, region] of ALL_REGIONS.entries()) {
        const key = (trade * 2 + kind) * ALL_REGIONS.length + number
        shelves.set(shelfKey(slug, match, region), { byDeadline: byDeadline[key]!, byValue: byValue[key]! })
      }
  const newest = new Map(ALL_REGIONS.map((region, number) => [region, { byDeadline: titled[number]!, byPublished: byPublished[number]! }]))
  return { rows, deadlines, shelves, newest }
}

/**
 * Arranges `notices`; the order they come in does not matter. Holds up everything else meanwhile. @throws TypeError when a deadline is no date:
 * the model never stores such a notice.
 */
export const buildTradeIndex = (notices: Iterable<MatchedNotice>): TradeIndex => runAtOnce(build(notices))

/** The same, a few milliseconds at a time; `pause` is awaited between turns. */
export const buildTradeIndexInTurns = (notices: Iterable<MatchedNotice>, pause?: () => Promise<void>): Promise<TradeIndex> =>
  runInTurns(build(notices), pause)

/** The positions of `list` where they are now, and `added` among them. */
function extend(list: Uint32Array, movedTo: Uint32Array, added: readonly number[], compare: Order): Uint32Array {
  const extended = new Uint32Array(list.length + added.length)
  for (const [place, position] of list.entries()) extended[place] = movedTo[position]!
  for (const [count, position] of added.entries()) {
    const end = list.length + count
    const place = firstPlace(end, (at) => compare(extended[at]!, position) < 0)
    extended.copyWithin(place + 1, place, end)
    extended[place] = position
  }
  return extended
}

/** `index` with a few notices more: what `buildTradeIndex` of all would give, for the price of copying. `index` itself stays as it is. */
export function addToIndex(index: TradeIndex, notices: readonly MatchedNotice[]): TradeIndex {
  const added = notices.map(toDated).sort(byDeadlineAndId)
  const rows: MatchedNotice[] = []
  const deadlines = new Float64Array(index.rows.length + added.length)
  const movedTo = new Uint32Array(index.rows.length)
  const places: number[] = []
  const put = ({ row, deadline }: Dated): number => {
    deadlines[rows.length] = deadline
    return rows.push(row) - 1
  }
  for (const [position, row] of index.rows.entries()) {
    const known = { row, deadline: index.deadlines[position]! }
    for (let next = added[places.length]; next && byDeadlineAndId(next, known) < 0; next = added[places.length]) places.push(put(next))
    movedTo[position] = put(known)
  }
  for (let next = added[places.length]; next; next = added[places.length]) places.push(put(next))

  const addedTo = new Map<string, number[]>()
  const addedToNewest = new Map<string, number[]>()
  const note = (to: Map<string, number[]>, key: string, position: number) => to.set(key, [...(to.get(key) ?? []), position])
  for (const position of places) {
    const row = rows[position]!
    const regions = regionsOf(row.notice).map((number) => ALL_REGIONS[number]!)
    for (const region of regions) {
      if (isTitled(row)) note(addedToNewest, region, position)
      for (const [slug, match] of row.trades)
        for (const kind of kindsOf(match)) note(addedTo, shelfKey(slug, MATCHES[kind]!, region), position)
    }
  }
  const byDeadline: Order = (a, b) => a - b
  const byValue: Order = (a, b) => poundsOf(rows[b]!) - poundsOf(rows[a]!) || a - b
  const byPublished: Order = (a, b) => dayOf(rows[b]!) - dayOf(rows[a]!) || a - b
  const shelves = new Map<string, Shelf>()
  for (const key of new Set([...index.shelves.keys(), ...addedTo.keys()])) {
    const [shelf, more] = [index.shelves.get(key), addedTo.get(key) ?? []]
    shelves.set(key, {
      byDeadline: extend(shelf?.byDeadline ?? NOTHING, movedTo, more, byDeadline),
      byValue: extend(shelf?.byValue ?? NOTHING, movedTo, more, byValue),
    })
  }
  const newest = new Map<string, NewestShelf>()
  for (const region of ALL_REGIONS) {
    const [shelf, more] = [index.newest.get(region), addedToNewest.get(region) ?? []]
    newest.set(region, {
      byDeadline: extend(shelf?.byDeadline ?? NOTHING, movedTo, more, byDeadline),
      byPublished: extend(shelf?.byPublished ?? NOTHING, movedTo, more, byPublished),
    })
  }
  return { rows, deadlines, shelves, newest }
}
