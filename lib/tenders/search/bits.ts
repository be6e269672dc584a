/**
 * Sets of positions, a bit each: joining two of a quarter of a million notices takes some microseconds, which is why no request walks through
 * notices one by one.
 */
const popCount = (word: number): number => {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Words (of 32 positions) between two totals that are kept. */
const STRIDE = 16

export class Bits {
  readonly size: number
  readonly words: Uint32Array
  /** How many are set before each stride; made when first counted, forgotten by `add`. */
  #totals: Uint32Array | undefined

  constructor(size: number, words = new Uint32Array((size + 31) >>> 5)) {
    this.size = size
    this.words = words
  }

  /** The set of all positions below `size`. */
  static all(size: number): Bits {
    const bits = new Bits(size)
    bits.words.fill(0xffffffff)
    if (size & 31) bits.words[bits.words.length - 1] = (1 << (size & 31)) - 1
    return bits
  }

  static of(size: number, positions: Uint32Array): Bits {
    return new Bits(size).addAll(positions)
  }

  copy(): Bits {
    return new Bits(this.size, this.words.slice())
  }

  add(position: number): void {
    this.words[position >>> 5]! |= 1 << (position & 31)
    this.#totals = undefined
  }

  /** Adds many. Returns the set itself. */
  addAll(positions: Uint32Array): this {
    const { words } = this
    for (let at = 0; at < positions.length; at += 1) {
      const position = positions[at]!
      words[position >>> 5]! |= 1 << (position & 31)
    }
    this.#totals = undefined
    return this
  }

  has(position: number): boolean {
    return (this.words[position >>> 5]! & (1 << (position & 31))) !== 0
  }

  /** What both hold. */
  and(other: Bits): Bits {
    const both = new Bits(this.size)
    for (let at = 0; at < both.words.length; at += 1) both.words[at] = this.words[at]! & other.words[at]!
    return both
  }

  or(other: Bits): Bits {
    const either = new Bits(this.size)
    for (let at = 0; at < either.words.length; at += 1) either.words[at] = this.words[at]! | other.words[at]!
    return either
  }

  /** What this holds and `other` does not. */
  without(other: Bits): Bits {
    const rest = new Bits(this.size)
    for (let at = 0; at < rest.words.length; at += 1) rest.words[at] = this.words[at]! & ~other.words[at]!
    return rest
  }

  /** How many positions of the set are below `end`. */
  countBelow(end: number): number {
    this.#totals ??= this.#count()
    const totals = this.#totals
    const last = end >>> 5
    const stride = Math.floor(last / STRIDE)
    let count = totals[stride] ?? 0
    for (let at = stride * STRIDE; at < last; at += 1) count += popCount(this.words[at] ?? 0)
    return end & 31 ? count + popCount((this.words[last] ?? 0) & ((1 << (end & 31)) - 1)) : count
  }

  /** How many positions from `start` on, below `end`. */
  count(start = 0, end = this.size): number {
    return Math.max(0, this.countBelow(end) - this.countBelow(start))
  }

  /** The first position of the set from `start` on; -1: there is none. */
  next(start: number): number {
    if (start >= this.size) return -1
    let at = start >>> 5
    let word = this.words[at]! & (0xffffffff << (start & 31))
    while (word === 0) {
      at += 1
      if (at >= this.words.length) return -1
      word = this.words[at]!
    }
    return at * 32 + (31 - Math.clz32(word & -word))
  }

  /** The last position of the set below `end`; -1: there is none. */
  before(end: number): number {
    let at = Math.min(end, this.size) - 1
    if (at < 0) return -1
    let word = this.words[at >>> 5]! & (0xffffffff >>> (31 - (at & 31)))
    at >>>= 5
    while (word === 0) {
      if (at === 0) return -1
      at -= 1
      word = this.words[at]!
    }
    return at * 32 + (31 - Math.clz32(word))
  }

  /** Positions of the set from `start` on, below `end`, ascending. */
  *positions(start = 0, end = this.size): Generator<number> {
    for (let at = this.next(start); at >= 0 && at < end; at = this.next(at + 1)) yield at
  }

  #count(): Uint32Array {
    const totals = new Uint32Array(Math.floor(this.words.length / STRIDE) + 1)
    let count = 0
    for (let at = 0; at < this.words.length; at += 1) {
      if (at % STRIDE === 0) totals[at / STRIDE] = count
      count += popCount(this.words[at]!)
    }
    if (this.words.length % STRIDE === 0) totals[this.words.length / STRIDE] = count
    return totals
  }
}

/** Positions of which there are few, ascending; a set of bits where there are many. */
export type Postings = Bits | Uint32Array

/** What of `set` the postings hold too. */
export function meet(set: Bits, postings: Postings): Bits {
  if (postings instanceof Bits) return set.and(postings)
  const both = new Bits(set.size)
  for (const position of postings) if (set.has(position)) both.add(position)
  return both
}

/** Where there are so many, a bit for every position is smaller than a number for each that is held, and quicker to join. */
export const isMany = (size: number, count: number): boolean => count * 32 >= size
