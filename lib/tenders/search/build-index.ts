/**
 * Arranging notices for serving and searching (`trade-index.ts`). A quarter of a million take seconds, so the work is cut into turns; and a few
 * that were waiting are shown without arranging anything anew.
 */
import { REGIONS, type Region } from '../words/regions.ts'
import { Bits } from './bits.ts'
import { toInvertedIndex } from './inverted-index.ts'
import type { Batch } from './notices/batch.ts'
import type { Dictionaries } from './notices/dictionaries.ts'
import { toIdTable } from './notices/id-table.ts'
import { merge } from './notices/merge.ts'
import { NO_NOTICES, type Notices } from './notices/notices.ts'
import { buildWords } from './text/build-words.ts'
import type { Column, TradeIndex } from './trade-index.ts'
import { forEach, inSequence, STEPS, sortPositions, type Work } from './turns.ts'

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

type Sets = Pick<TradeIndex, 'shown' | 'waiting' | 'turnedAt' | 'trades' | 'regions' | 'sme'>

function* toSets({ size, columns }: Notices, dictionaries: Dictionaries, now: number): Work<Sets> {
  const [shown, sme] = [new Bits(size), new Bits(size)]
  const trades = new Map<string, Bits>()
  const regions = new Map<Region, Bits>(REGIONS.map((region) => [region, new Bits(size)]))
  const inRegions = [...regions.values()]
  const waiting: number[] = []
  let turnedAt = 0
  const setOf = (key: string): Bits => {
    const known = trades.get(key) ?? new Bits(size)
    trades.set(key, known)
    return known
  }
  yield* forEach(size, (position) => {
    if (columns.hiddenUntil[position]! > now) waiting.push(position)
    else {
      shown.add(position)
      turnedAt = Math.max(turnedAt, columns.hiddenUntil[position]!)
      for (const key of dictionaries.trades.values[columns.trades[position]!]!.keys) setOf(key).add(position)
    }
    for (const [place, set] of inRegions.entries()) if (columns.regions[position]! & (1 << place)) set.add(position)
    if (columns.sme[position]) sme.add(position)
  })
  const turnOf = (position: number): number => columns.hiddenUntil[position]!
  return { shown, waiting: waiting.sort((a, b) => turnOf(a) - turnOf(b)), turnedAt, trades, regions, sme }
}

/**
 * Arranges as of `now` what is left of `before` (undefined: nothing) without the positions `gone`, and the batch, which is not to be used after
 * that. What waits for its turn at `now` is in no trade.
 */
export function* build(before: TradeIndex | undefined, batch: Batch, gone: Bits, now: number): Work<TradeIndex> {
  const { dictionaries } = batch
  const notices = yield* merge(before?.notices ?? NO_NOTICES, batch, gone)
  const { size, columns } = notices
  const sets = yield* toSets(notices, dictionaries, now)
  return {
    notices,
    ids: yield* toIdTable(notices),
    dictionaries,
    deadlines: columns.deadline,
    ...sets,
    places: yield* toInvertedIndex(size, dictionaries.places.values.length, (found) =>
      forEach(size, (position) => {
        for (const place of dictionaries.placeLists.values[columns.places[position]!]!) found(place, position)
      }),
    ),
    value: yield* toColumn(columns.value),
    published: yield* toColumn(columns.published),
    listed: yield* toColumn(columns.listed),
    ...(yield* buildWords(notices, dictionaries.words.size)),
  }
}

/** `index` as of `now`: with notices shown whose turn has come. `index` itself stays as it is; nothing but the sets that change is copied. */
export function showWaiting(index: TradeIndex, now: number): TradeIndex {
  const { notices, dictionaries } = index
  const { hiddenUntil, trades: numbers } = notices.columns
  const isDue = (position: number | undefined): boolean => position !== undefined && hiddenUntil[position]! <= now
  if (!isDue(index.waiting[0])) return index
  const due = index.waiting.filter(isDue)
  const trades = new Map(index.trades)
  const copied = new Set<string>()
  const setOf = (key: string): Bits => {
    const set = copied.has(key) ? trades.get(key)! : (trades.get(key)?.copy() ?? new Bits(notices.size))
    copied.add(key)
    trades.set(key, set)
    return set
  }
  const shown = index.shown.copy()
  let { turnedAt } = index
  for (const position of due) {
    shown.add(position)
    turnedAt = Math.max(turnedAt, hiddenUntil[position]!)
    for (const key of dictionaries.trades.values[numbers[position]!]!.keys) setOf(key).add(position)
  }
  return { ...index, shown, trades, turnedAt, waiting: index.waiting.slice(due.length) }
}
