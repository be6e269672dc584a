/**
 * Arranging notices for serving and searching (`trade-index.ts`). A quarter of a million take seconds, so the work is cut into turns; and a few
 * that were waiting are shown without arranging anything anew.
 */
import { REGIONS, type Region } from '../words/regions.ts'
import { Bits, type Postings, toPostings } from './bits.ts'
import type { MatchedNotice } from './matched-notice.ts'
import { buildWords } from './text/build-words.ts'
import { Vocabulary } from './text/words.ts'
import { ALL_TRADES, type Column, placeAfter, type TradeIndex, tradeKey } from './trade-index.ts'
import { runAtOnce, runInTurns, STEPS, sortPositions, type Work } from './turns.ts'

/** Every shelf of trades that a notice stands on. */
function* tradeKeysOf({ trades }: MatchedNotice): Generator<string> {
  if (trades.size === 0) return
  yield tradeKey(ALL_TRADES, 'any')
  if ([...trades.values()].includes('title')) yield tradeKey(ALL_TRADES, 'title')
  for (const [slug, match] of trades) {
    yield tradeKey(slug, 'any')
    if (match === 'title') yield tradeKey(slug, 'title')
  }
}

/** 0, 1, 2 and so on. A loop: an iterator takes tens of milliseconds where this takes one. */
function inSequence(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let number = 0; number < count; number += 1) numbers[number] = number
  return numbers
}

type Ordered = { rows: MatchedNotice[]; deadlines: Float64Array; shown: Bits }

/** By deadline, then id. Numbers in arrays of their own: an object a notice would cost pauses to take away again. */
function* inOrder(shown: Iterable<MatchedNotice>, waiting: Iterable<MatchedNotice>): Work<Ordered> {
  const given: MatchedNotice[] = []
  let shownCount = 0
  for (const part of [shown, waiting]) {
    shownCount = given.length
    for (const row of part) {
      given.push(row)
      if (given.length % STEPS === 0) yield
    }
  }
  const count = given.length
  const at = new Float64Array(count)
  for (let place = 0; place < count; place += 1) {
    at[place] = given[place]!.deadline
    if (place % STEPS === 0) yield
  }
  const byId = (a: number, b: number): number => {
    const [one, other] = [given[a]!.id, given[b]!.id]
    return one < other ? -1 : Number(one > other)
  }
  const sorted = yield* sortPositions(inSequence(count), (a, b) => at[a]! - at[b]! || byId(a, b))
  const ordered: Ordered = { rows: new Array<MatchedNotice>(count), deadlines: new Float64Array(count), shown: new Bits(count) }
  for (let position = 0; position < count; position += 1) {
    const place = sorted[position]!
    ordered.rows[position] = given[place]!
    ordered.deadlines[position] = at[place]!
    if (place < shownCount) ordered.shown.add(position)
    if (position % STEPS === 0) yield
  }
  return ordered
}

/** Sets kept of a column: more make a range quicker and cost a bit a notice each. */
const CHECKPOINTS = 32

function* toColumn(keys: Float64Array): Work<Column> {
  const order = yield* sortPositions(inSequence(keys.length), (a, b) => keys[b]! - keys[a]! || a - b)
  const places = new Uint32Array(keys.length)
  const stride = Math.max(1, Math.ceil(order.length / CHECKPOINTS))
  const so = new Bits(keys.length)
  const before: Bits[] = []
  for (let place = 0; place < order.length; place += 1) {
    if (place % stride === 0) before.push(so.copy())
    places[order[place]!] = place
    so.add(order[place]!)
    if (place % (STEPS * 8) === 0) yield
  }
  return { keys, order, places, before: before.length > 0 ? before : [so], stride }
}

function* build(shown: Iterable<MatchedNotice>, waiting: Iterable<MatchedNotice>, vocabulary: Vocabulary): Work<TradeIndex> {
  const { rows, deadlines, shown: shownBits } = yield* inOrder(shown, waiting)
  const count = rows.length
  const [values, days] = [new Float64Array(count), new Float64Array(count)]
  const trades = new Map<string, Bits>()
  const regions = new Map<Region, Bits>(REGIONS.map((region) => [region, new Bits(count)]))
  const places = new Map<string, number[]>()
  const sme = new Bits(count)
  for (let position = 0; position < count; position += 1) {
    const row = rows[position]!
    values[position] = row.value ?? -1
    days[position] = Date.parse(row.published)
    if (shownBits.has(position)) for (const key of tradeKeysOf(row)) (trades.get(key) ?? newBits(trades, key, count)).add(position)
    for (const [place, region] of REGIONS.entries()) if (row.regions & (1 << place)) regions.get(region)?.add(position)
    for (const place of row.places)
      places
        .set(place, places.get(place) ?? [])
        .get(place)
        ?.push(position)
    if (row.sme) sme.add(position)
    yield
  }
  const value = yield* toColumn(values)
  const published = yield* toColumn(days)
  const words = yield* buildWords(rows, vocabulary)
  const byPlace = new Map<string, Postings>()
  for (const [place, positions] of places) {
    byPlace.set(place, toPostings(count, new Uint32Array(positions)))
    yield
  }
  return {
    rows,
    deadlines,
    shown: shownBits,
    trades,
    regions,
    sme,
    places: byPlace,
    value,
    published,
    vocabulary,
    ...words,
  }
}

function newBits<Key>(sets: Map<Key, Bits>, key: Key, size: number): Bits {
  const bits = new Bits(size)
  sets.set(key, bits)
  return bits
}

/** Arranges `shown`; the order they come in does not matter. Holds up everything else meanwhile. */
export const buildTradeIndex = (
  shown: Iterable<MatchedNotice>,
  waiting: Iterable<MatchedNotice> = [],
  vocabulary = new Vocabulary(),
): TradeIndex => runAtOnce(build(shown, waiting, vocabulary))

/** The same, a few milliseconds at a time; `pause` is awaited between turns. */
export const buildTradeIndexInTurns = (
  shown: Iterable<MatchedNotice>,
  waiting: Iterable<MatchedNotice>,
  vocabulary: Vocabulary,
  pause?: () => Promise<void>,
): Promise<TradeIndex> => runInTurns(build(shown, waiting, vocabulary), pause)

/** `index` with a few notices shown that were waiting in it. `index` itself stays as it is; nothing but the sets that change is copied. */
export function showWaiting(index: TradeIndex, due: readonly MatchedNotice[]): TradeIndex {
  const trades = new Map(index.trades)
  const copied = new Set<string>()
  const shown = index.shown.copy()
  for (const row of due) {
    const position = placeAfter(index, row.deadline, row.id) - 1
    shown.add(position)
    for (const key of tradeKeysOf(row)) {
      if (!copied.has(key)) trades.set(key, trades.get(key)?.copy() ?? new Bits(index.rows.length))
      copied.add(key)
      trades.get(key)?.add(position)
    }
  }
  return { ...index, shown, trades }
}
