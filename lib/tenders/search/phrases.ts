/**
 * The words of all notices, one notice behind the other in order of position, and phrases in them. Where few notices hold all words of a phrase,
 * their words are gone through. Where many do, that would take tens of milliseconds, most of it waiting for memory: of words that many notices
 * hold it is known where two stand side by side, and lists of places are joined.
 */
import { Bits, isMany } from './bits.ts'
import type { Work } from './turns.ts'

export type Texts = {
  /** Words of all notices, as `Vocabulary.wordsOf` gives them. */
  numbers: Uint32Array
  /** By position: where in `numbers` the words of a notice begin; at the end where those of the last end. */
  starts: Uint32Array
  pairs: Pairs
}

/** Two words side by side: ascending places in `Texts.numbers` of the first, and the notices they are in, where these are many. */
type Pair = { places: Uint32Array; notices: Bits | undefined }

/** Where words that many notices hold stand side by side. Made by `build-words.ts`. */
export class Pairs {
  readonly #ranks: Uint16Array
  readonly #common: number
  readonly #ends: Uint32Array
  readonly #places: Uint32Array
  readonly #many = new Map<number, Bits>()

  /**
   * `ranks`: by word, from 1 up to `common`; 0: too few notices hold it. `ends`: by rank of the first word and of the second, where in `places`
   * those of the pair end.
   */
  constructor(ranks: Uint16Array, common: number, ends: Uint32Array, places: Uint32Array) {
    this.#ranks = ranks
    this.#common = common
    this.#ends = ends
    this.#places = places
  }

  /** The places of two words; undefined: one of them is not common. */
  of(first: number, second: number): Pair | undefined {
    const [row, column] = [this.#ranks[first] ?? 0, this.#ranks[second] ?? 0]
    if (row === 0 || column === 0) return undefined
    const pair = (row - 1) * this.#common + column - 1
    return { places: this.#placesOf(pair), notices: this.#many.get(pair) }
  }

  /** Makes the sets of pairs that many notices hold, ahead of the questions. `starts`: see `Texts`. */
  *prepare(starts: Uint32Array): Work<void> {
    const size = starts.length - 1
    for (let pair = 0; pair < this.#ends.length; pair += 1) {
      if (!isMany(size, this.#ends[pair]! - (this.#ends[pair - 1] ?? 0))) continue
      this.#many.set(pair, joined([{ at: 0, places: this.#placesOf(pair), notices: undefined }], starts))
      yield
    }
  }

  #placesOf(pair: number): Uint32Array {
    return this.#places.subarray(this.#ends[pair - 1] ?? 0, this.#ends[pair])
  }
}

type Part = Pair & { at: number }

/** The pairs of which a phrase consists, the rarest first; of an odd number of words the last two overlap. Undefined: not all are common. */
function partsOf(pairs: Pairs, sought: readonly number[]): Part[] | undefined {
  const parts: Part[] = []
  for (let next = 0; next < sought.length; next += 2) {
    const at = Math.min(next, sought.length - 2)
    const pair = pairs.of(sought[at]!, sought[at + 1]!)
    if (!pair) return undefined
    parts.push({ ...pair, at })
  }
  return parts.sort((a, b) => a.places.length - b.places.length)
}

/** Notices in which all parts stand where they should: one walk through all their places. */
function joined([rarest, ...others]: readonly Part[], starts: Uint32Array): Bits {
  const found = new Bits(starts.length - 1)
  if (!rarest) return found
  const next = new Uint32Array(others.length)
  let position = 0
  for (let own = 0; own < rarest.places.length; own += 1) {
    const start = rarest.places[own]! - rarest.at
    let other = 0
    for (; other < others.length; other += 1) {
      const { at, places } = others[other]!
      let place = next[other]!
      while (place < places.length && places[place]! < start + at) place += 1
      next[other] = place
      if (places[place] !== start + at) break
    }
    if (other < others.length) continue
    while (starts[position + 1]! <= start) position += 1
    found.add(position)
  }
  return found
}

function stands(numbers: Uint32Array, sought: readonly number[], start: number, end: number): boolean {
  for (let place = start; place + sought.length <= end; place += 1) {
    let at = 0
    while (at < sought.length && numbers[place + at] === sought[at]) at += 1
    if (at === sought.length) return true
  }
  return false
}

/** To go through the words of a notice takes as long as to look at so many places. */
const PLACES_A_NOTICE = 64

/** Which of `among`, notices that hold all words `sought` (two at least), hold them one behind the other. */
export function withPhrase({ numbers, starts, pairs }: Texts, among: Bits, sought: readonly number[]): Bits {
  const parts = partsOf(pairs, sought)
  if (parts?.length === 1 && parts[0]?.notices) return among.and(parts[0].notices)
  const places = parts?.reduce((total, part) => total + part.places.length, 0) ?? Number.POSITIVE_INFINITY
  if (parts && places < among.count() * PLACES_A_NOTICE) return among.and(joined(parts, starts))
  const found = new Bits(among.size)
  for (const position of among.positions()) if (stands(numbers, sought, starts[position]!, starts[position + 1]!)) found.add(position)
  return found
}
