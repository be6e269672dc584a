/**
 * Which notices a query means, and in which order: the one entry of every form, page and program. Pure; a quarter of a million notices cost
 * well under a millisecond, because filters are sets of positions.
 */
import { LRUCache } from 'lru-cache'
import { liesIn } from '../words/areas.ts'
import { fromLondonWallClock } from '../words/london.ts'
import { Bits, meet } from './bits.ts'
import { type Cursor, encodeCursor } from './cursor.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { idAt, type MatchedNotice } from './notices/notices.ts'
import { type Query, toSearch } from './query.ts'
import { withPhrase } from './text/phrases.ts'
import { toTerms } from './text/terms.ts'
import { foldedWords } from './text/words.ts'
import { type Column, firstOf, firstOpen, firstPlace, noticeAt, openAt, placeAfter, type TradeIndex, tradeOf } from './trade-index.ts'

export type Selection = {
  rows: readonly MatchedNotice[]
  /** Open notices of the trade, before any filter. */
  total_open: number
  /** Those that pass every filter. */
  total_matching: number
  /** Goes on after the last of `rows`; null: that was all. */
  next: string | null
  /** Milliseconds: the last moment at which the clock changed this answer; null: never. */
  changedAt: number | null
  /** Milliseconds: the next moment at which it will; null: never. */
  validUntil: number | null
}

const DAY_MS = 86_400_000
/** Up to so many are sorted; of more the whole column is walked until enough are found. */
const SORTED_MAX = 4_096

/** Notices in whose text all the words of a term stand, one behind the other. */
function findTerm(index: TradeIndex, among: Bits, words: readonly string[], where: InvertedIndex): Bits {
  const numbers = words.map((word) => index.dictionaries.words.numberOf(word))
  const known = numbers.filter((number) => number !== undefined)
  if (known.length < numbers.length) return new Bits(among.size)
  const [first] = known
  if (known.length < 2) return first === undefined ? among : meet(among, where.of(first))
  return among.and(phrase(index, known, where))
}

/** Phrases that were looked for: finding them is most of the work of a search. */
const phrases = new WeakMap<InvertedIndex, LRUCache<string, Bits>>()
const PHRASES_MAX = 128

/** Notices in which words stand one behind the other, whatever else is asked for. */
function phrase(index: TradeIndex, numbers: readonly number[], where: InvertedIndex): Bits {
  const known = phrases.get(where) ?? new LRUCache<string, Bits>({ max: PHRASES_MAX })
  phrases.set(where, known)
  const key = numbers.join(' ')
  const before = known.get(key)
  if (before) return before
  const withAll = numbers.reduce<Bits>((set, number) => meet(set, where.of(number)), Bits.all(index.notices.size))
  const exact = withPhrase(index.texts, withAll, numbers)
  known.set(key, exact)
  return exact
}

/** Notices in a range of a column, both ends inclusive, that `set` holds. */
function within(set: Bits, column: Column, least: number, most: number): Bits {
  const { keys, order } = column
  const first = firstPlace(order.length, (place) => keys[order[place]!]! > most)
  const end = firstPlace(order.length, (place) => keys[order[place]!]! >= least)
  const found = set.and(firstOf(column, end))
  return first === 0 ? found : found.without(firstOf(column, first))
}

/** Every notice of a trade that passes the filters, open or not; a deadline that must be near is left to the clock. */
function filter(index: TradeIndex, trade: string, query: Query): Bits {
  let set = tradeOf(index, trade, query.match)
  if (query.region.length > 0) {
    const [first, ...others] = query.region.map((region) => index.regions.get(region) ?? new Bits(set.size))
    set = set.and(others.reduce((all, one) => all.or(one), first!))
  }
  const { area } = query
  if (area) {
    let there = new Bits(set.size)
    for (const [number, place] of index.dictionaries.places.values.entries()) {
      if (!liesIn(place, area)) continue
      const postings = index.places.of(number)
      there = postings instanceof Bits ? there.or(postings) : there.addAll(postings)
    }
    set = set.and(there)
  }
  if (query.sme) set = set.and(index.sme)
  if (query.min_value !== null || query.max_value !== null)
    set = within(set, index.value, query.min_value ?? 0, query.max_value ?? Number.POSITIVE_INFINITY)
  if (query.published_since !== null) set = within(set, index.published, Date.parse(query.published_since), Number.POSITIVE_INFINITY)
  if (query.listed_since !== null)
    set = within(set, index.listed, fromLondonWallClock(Date.parse(query.listed_since)), Number.POSITIVE_INFINITY)
  if (query.buyer !== null) for (const word of foldedWords(query.buyer)) set = findTerm(index, set, [word], index.inBuyer)
  if (query.q !== null) for (const term of toTerms(query.q)) set = findTerm(index, set, term, index.inText)
  return set
}

/** What passes the filters of recent queries: whoever reads on, or in another form, asks the same again. */
const recent = new WeakMap<TradeIndex, LRUCache<string, Bits>>()
const RECENT_MAX = 64

function matching(index: TradeIndex, trade: string, query: Query): Bits {
  const known = recent.get(index) ?? new LRUCache<string, Bits>({ max: RECENT_MAX })
  recent.set(index, known)
  const key = `${trade}${toSearch(query, { without: ['limit', 'sort', 'cursor', 'closing_within'] })}`
  const found = known.get(key) ?? filter(index, trade, query)
  known.set(key, found)
  return found
}

type Picked = { position: number; key: number }

/** By relevance: all words in the title, then one of them, then the rest; the soonest deadline first among equals. */
function byRelevance(index: TradeIndex, set: Bits, query: Query, start: number, end: number, want: number): Picked[] {
  const terms = toTerms(query.q ?? '').map((term) => findTerm(index, set, term, index.inTitle))
  const [first = new Bits(set.size), ...others] = terms
  const all = others.reduce((both, one) => both.and(one), first)
  const any = others.reduce((either, one) => either.or(one), first)
  const picked: Picked[] = []
  for (const [key, tier] of [[2, all] as const, [1, any.without(all)] as const, [0, set.without(any)] as const]) {
    const { cursor } = query
    if (cursor && key > cursor.key) continue
    const from = cursor && key === cursor.key ? Math.max(start, placeAfter(index, cursor.deadline, cursor.id)) : start
    for (const position of tier.positions(from, end)) {
      picked.push({ position, key })
      if (picked.length === want) return picked
    }
  }
  return picked
}

/** The place in a column after the one that a cursor stands for. */
function columnPlace(index: TradeIndex, { keys, order }: Column, { key, deadline, id }: Cursor): number {
  const after = placeAfter(index, deadline, id)
  return firstPlace(order.length, (place) => {
    const position = order[place]!
    return keys[position]! > key || (keys[position] === key && position < after)
  })
}

function byColumn(index: TradeIndex, column: Column, set: Bits, cursor: Cursor | null, start: number, end: number, want: number): Picked[] {
  const begin = cursor ? columnPlace(index, column, cursor) : 0
  const toPicked = (position: number): Picked => ({ position, key: column.keys[position]! })
  if (set.count(start, end) <= SORTED_MAX) {
    const places = Uint32Array.from(set.positions(start, end), (position) => column.places[position]!).sort()
    const from = firstPlace(places.length, (at) => places[at]! < begin)
    return Array.from(places.subarray(from, from + want), (place) => toPicked(column.order[place]!))
  }
  const picked: Picked[] = []
  for (let place = begin; place < column.order.length && picked.length < want; place += 1) {
    const position = column.order[place]!
    if (position >= start && position < end && set.has(position)) picked.push(toPicked(position))
  }
  return picked
}

function pick(index: TradeIndex, set: Bits, query: Query, start: number, end: number, want: number): Picked[] {
  const { sort, cursor } = query
  if (sort === 'value' || sort === 'published' || sort === 'listed') return byColumn(index, index[sort], set, cursor, start, end, want)
  if (sort === 'relevance') return byRelevance(index, set, query, start, end, want)
  const from = cursor ? Math.max(start, placeAfter(index, cursor.deadline, cursor.id)) : start
  const picked: Picked[] = []
  for (let at = set.next(from); at >= 0 && at < end && picked.length < want; at = set.next(at + 1)) picked.push({ position: at, key: 0 })
  return picked
}

/** Everything from the next moment on at which a deadline comes near enough, and since the last. */
function nearing({ deadlines }: TradeIndex, set: Bits, end: number, days: number): { last: number; next: number } {
  const [before, after] = [set.before(end), set.next(end)]
  return {
    last: before < 0 ? Number.NEGATIVE_INFINITY : deadlines[before]! - days * DAY_MS,
    next: after < 0 ? Number.POSITIVE_INFINITY : deadlines[after]! - days * DAY_MS,
  }
}

const finite = (instant: number): number | null => (Number.isFinite(instant) ? instant : null)

/** The positions that a query means at `now` by the clock alone: from the first that is open to the last whose deadline is near enough. */
function stretch(index: TradeIndex, { closing_within: days }: Query, now: number): { start: number; end: number } {
  const end = days === null ? index.notices.size : firstPlace(index.notices.size, (place) => index.deadlines[place]! <= now + days * DAY_MS)
  return { start: firstOpen(index, now), end }
}

/**
 * Selects at `now` (milliseconds). `trade`: a slug, or `ALL_TRADES`. Order of work: trade, match, not expired, filters, sort, limit. `skip`:
 * leaves out so many of the first, for pages with numbers.
 */
export function select(index: TradeIndex, trade: string, query: Query, now: number, { skip = 0 } = {}): Selection {
  const whole = openAt(index, now, tradeOf(index, trade, query.match))
  const set = matching(index, trade, query)
  const { start, end } = stretch(index, query, now)
  const { closing_within: days } = query
  const picked = pick(index, set, query, start, end, skip + query.limit + 1).slice(skip)
  const shown = picked.slice(0, query.limit)
  const last = shown.at(-1)
  const near = days === null ? { last: Number.NEGATIVE_INFINITY, next: Number.POSITIVE_INFINITY } : nearing(index, set, end, days)
  return {
    rows: shown.map(({ position }) => noticeAt(index, position)),
    total_open: whole.open,
    total_matching: set.count(start, end),
    next:
      last && picked.length > shown.length
        ? encodeCursor({
            sort: query.sort,
            key: last.key,
            deadline: index.deadlines[last.position]!,
            id: idAt(index.notices, last.position),
          })
        : null,
    changedAt: finite(Math.max(whole.last ?? Number.NEGATIVE_INFINITY, near.last)),
    validUntil: finite(Math.min(whole.next ?? Number.POSITIVE_INFINITY, near.next)),
  }
}

/** Every open notice that a query means, in order of deadline. */
export function* selectAll(index: TradeIndex, trade: string, query: Query, now: number): Generator<MatchedNotice> {
  const { start, end } = stretch(index, query, now)
  for (const position of matching(index, trade, query).positions(start, end)) yield noticeAt(index, position)
}
