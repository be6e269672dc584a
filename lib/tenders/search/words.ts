/**
 * The words of notices for full-text search: folded as keywords of trades are (lower case, no accents, no plural endings), each family of words a
 * number. A notice is read once for as long as it is kept, whatever happens to the arrangement around it.
 */
import type { StoredNotice } from '../notices/notice.ts'
import { singular, toWords } from '../trades/match.ts'
import { headOf } from './families.ts'
import type { MatchedNotice } from './matched-notice.ts'
import { Shards } from './shards.ts'

/** Between title, buyer and summary, of which a text of numbers consists: no phrase reaches over it. */
export const GAP = '\0'

/** Numbers are characters, so that a phrase is a part of a text; these are halves of one. */
const SURROGATES = { first: 0xd800, end: 0xe000 }
const LAST = 0x10ffff

export const foldedWords = (text: string): string[] => toWords(text).map(singular)

/**
 * Numbers for words. Grows with what is read, and is thrown away with the snapshot it belongs to. Words after the first `most` share a number
 * and are found for each other: a market of so many words, made up or not, is still served.
 */
export class Vocabulary {
  readonly #numbers = new Shards<number>()
  readonly #most: number
  #size = 1

  constructor(most = LAST) {
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

  /** The words of a notice, a character each: title, `GAP`, buyer, `GAP`, summary. `notice`: what the row says, where it is at hand. */
  wordsOf(row: MatchedNotice, notice?: StoredNotice): string {
    if (row.words?.of === this) return row.words.text
    const { title, buyer, summary } = notice ?? row.notice
    const text = [title, buyer, summary].map((part) => this.#toNumbers(part)).join(GAP)
    row.words = { text, of: this }
    return text
  }

  #toNumbers(text: string): string {
    const numbers = foldedWords(text).map((word) => String.fromCodePoint(this.#numbers.get(word) ?? this.#add(word)))
    return numbers.join('')
  }

  #add(word: string): number {
    const head = headOf(word)
    const number = this.#numbers.get(head) ?? this.#next()
    this.#numbers.set(head, number)
    this.#numbers.set(word, number)
    return number
  }

  #next(): number {
    const number = this.#size
    if (number > this.#most) return this.#most
    this.#size = number + 1 === SURROGATES.first ? SURROGATES.end : number + 1
    return number
  }
}
