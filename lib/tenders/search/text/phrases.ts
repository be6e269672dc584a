/**
 * The words of all notices, one notice behind the other in order of position, and phrases in them. Where few notices hold all words of a phrase,
 * their words are gone through. Where many do, that would take tens of milliseconds, most of it waiting for memory: of two words that many
 * notices hold side by side it is known at which word of each they stand first.
 */
import { Bits, meet } from '../bits.ts'

export type Texts = {
  /** Words of all notices, as `Vocabulary.read` gives them. */
  numbers: Uint32Array
  /** By position: where in `numbers` the words of a notice begin and end. */
  starts: Uint32Array
  ends: Uint32Array
  pairs: Pairs
}

/**
 * By position at which word of a notice two words stand side by side, plus two; 0: nowhere. `ELSEWHERE` is added where they stand so further on
 * too, and alone says that the word is not known.
 */
type Places = Uint8Array
export const ELSEWHERE = 128

/** Where two words stand side by side in many notices: in which, and where in each first and next. */
export type Stands = { notices: Bits; first: Places; second: Places }

/** Words that many notices hold, side by side. Made by `build-words.ts`. */
export class Pairs {
  readonly #ranks: Uint32Array
  readonly #common: number
  readonly #many: ReadonlyMap<number, Stands>
  readonly #ends: Uint32Array
  readonly #positions: Uint32Array

  /**
   * `ranks`: by word, from 1 up to `common`; 0: too few notices hold it. A pair is numbered by rank of the first word and of the second. `many`:
   * pairs of many notices. Of others `ends` says where in `positions` their notices end, and those of the next begin.
   */
  constructor(
    ranks: Uint32Array,
    common: number,
    many: ReadonlyMap<number, Stands>,
    { ends, positions }: { ends: Uint32Array; positions: Uint32Array },
  ) {
    this.#ranks = ranks
    this.#common = common
    this.#many = many
    this.#ends = ends
    this.#positions = positions
  }

  /** Where two words stand side by side, or only in which notices, where these are few; undefined: one of them is not common. */
  of(first: number, second: number): Stands | Uint32Array | undefined {
    const [row, column] = [this.#ranks[first] ?? 0, this.#ranks[second] ?? 0]
    if (row === 0 || column === 0) return undefined
    const pair = (row - 1) * this.#common + column - 1
    return this.#many.get(pair) ?? this.#positions.subarray(this.#ends[pair - 1] ?? 0, this.#ends[pair])
  }
}

function standsAt(numbers: Uint32Array, sought: readonly number[], place: number): boolean {
  for (let at = 0; at < sought.length; at += 1) if (numbers[place + at] !== sought[at]) return false
  return true
}

function stands({ numbers, starts, ends }: Texts, sought: readonly number[], position: number): boolean {
  const end = ends[position]! - sought.length
  for (let place = starts[position]!; place <= end; place += 1) if (standsAt(numbers, sought, place)) return true
  return false
}

const wordOf = (place: number): number => place & (ELSEWHERE - 1)

/** Whether a phrase stands in a notice that holds all its pairs, which do not stand first one behind the other. */
function standsElsewhere(texts: Texts, sought: readonly number[], pairs: readonly Stands[], position: number): boolean {
  // One that stands there once says where all others must.
  let once = 0
  while (once < pairs.length && pairs[once]!.first[position]! >= ELSEWHERE) once += 1
  if (once === pairs.length) return stands(texts, sought, position)
  const start = pairs[once]!.first[position]! - once
  // Before the notice begins.
  if (start < 2) return false
  let isKnown = true
  for (let at = 0; at < pairs.length; at += 1) {
    const [first, second] = [pairs[at]!.first[position]!, pairs[at]!.second[position]!]
    if (wordOf(first) === start + at || wordOf(second) === start + at) continue
    if (first < ELSEWHERE || second < ELSEWHERE) return false
    isKnown = false
  }
  return isKnown || standsAt(texts.numbers, sought, texts.starts[position]! + start - 2)
}

/** Positions of `set` at which one pair of words stands first a word behind the other. Thirty-two at a time, which takes a third of the time. */
function behind(set: Bits, { first: before }: Stands, { first: after }: Stands): Bits {
  const found = new Bits(set.size)
  for (let at = 0; at < set.words.length; at += 1) {
    if (set.words[at] === 0) continue
    let bits = 0
    for (let bit = 0; bit < 32; bit += 1) {
      const position = at * 32 + bit
      if (wordOf(after[position]!) - wordOf(before[position]!) === 1) bits |= 1 << bit
    }
    found.words[at] = set.words[at]! & bits
  }
  return found
}

/** Which of `among`, notices that hold all words `sought` (two at least), hold them one behind the other. */
export function withPhrase(texts: Texts, among: Bits, sought: readonly number[]): Bits {
  let rest = among
  const known: Stands[] = []
  for (let at = 0; at + 1 < sought.length; at += 1) {
    const pair = texts.pairs.of(sought[at]!, sought[at + 1]!)
    if (pair instanceof Uint32Array) rest = meet(rest, pair)
    else if (pair) {
      rest = rest.and(pair.notices)
      known.push(pair)
    }
  }
  // Else one of the words is in few notices, which are gone through.
  const areKnown = known.length === sought.length - 1
  if (areKnown && known.length === 1) return rest
  const found = areKnown ? known.slice(1).reduce((set, pair, at) => behind(set, known[at]!, pair), rest) : new Bits(rest.size)
  const others = rest.without(found)
  for (let position = others.next(0); position >= 0; position = others.next(position + 1))
    if (areKnown ? standsElsewhere(texts, sought, known, position) : stands(texts, sought, position)) found.add(position)
  return found
}
