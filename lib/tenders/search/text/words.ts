/**
 * The words of notices for full-text search: folded as keywords of trades are (lower case, no accents, no plural endings), each family of words a
 * number. A notice is read once for as long as it is kept, whatever happens to the arrangement around it.
 */
import type { StoredNotice } from '../../notices/notice.ts'
import { singular, toWords } from '../../trades/match.ts'
import type { MatchedNotice } from '../matched-notice.ts'
import { Shards } from '../shards.ts'
import { headOf } from './families.ts'

/** Behind title, buyer and summary, of which the words of a notice consist: no phrase reaches over it. */
export const GAP = 0

/** Words of many notices in one array, since an array for each would be a quarter of a million for the collector to mark and move. */
export type Words = { numbers: Uint32Array; of: Vocabulary }

const MOST = 1 << 20
/** Words that are read into one array. */
const BLOCK = 1 << 16

export const foldedWords = (text: string): string[] => toWords(text).map(singular)

/**
 * Numbers for words. Grows with what is read, and is thrown away with the snapshot it belongs to. Words after the first `most` share a number
 * and are found for each other: a market of so many words, made up or not, is still served.
 */
export class Vocabulary {
  readonly #numbers = new Shards<number>()
  readonly #most: number
  #size = 1
  /** Where the next notice is read into. */
  #block: Words = { numbers: new Uint32Array(0), of: this }
  #used = 0

  constructor(most = MOST) {
    this.#most = most
  }

  /** Numbers are below this. */
  get size(): number {
    return this.#size
  }

  /** Half of what it can hold: the next reading should begin with a new one. */
  get isLarge(): boolean {
    return this.#size > this.#most / 2
  }

  /** The number of a folded word; undefined: no notice has it, nor any of its family. */
  numberOf(word: string): number | undefined {
    return this.#numbers.get(headOf(word))
  }

  /** The words of a notice in numbers: title, buyer and summary, a `GAP` behind each. */
  wordsOf(row: MatchedNotice): Uint32Array {
    return this.read(row).subarray(row.wordsStart, row.wordsEnd)
  }

  /** Reads a notice, once; returns the array in which its words stand. `notice`: what the row says, where it is at hand. */
  read(row: MatchedNotice, notice?: StoredNotice): Uint32Array {
    if (row.words?.of === this) return row.words.numbers
    const { title, buyer, summary } = notice ?? row.notice
    const numbers = [title, buyer, summary].flatMap((part) => [
      ...foldedWords(part).map((word) => this.#numbers.get(word) ?? this.#add(word)),
      GAP,
    ])
    if (this.#used + numbers.length > this.#block.numbers.length) {
      this.#block = { numbers: new Uint32Array(Math.max(BLOCK, numbers.length)), of: this }
      this.#used = 0
    }
    this.#block.numbers.set(numbers, this.#used)
    row.words = this.#block
    row.wordsStart = this.#used
    this.#used += numbers.length
    row.wordsEnd = this.#used
    return this.#block.numbers
  }

  #add(word: string): number {
    const head = headOf(word)
    const number = this.#numbers.get(head) ?? Math.min(this.#size, this.#most)
    if (number === this.#size) this.#size += 1
    this.#numbers.set(head, number)
    this.#numbers.set(word, number)
    return number
  }
}
