/**
 * The words of notices for full-text search: folded as keywords of trades are (lower case, no accents, no plural endings), each family of words a
 * number. A notice is read once for as long as it is kept, whatever happens to the arrangement around it.
 */
import type { StoredNotice } from '../../notices/notice.ts'
import { singular, toWords } from '../../trades/match.ts'
import { grown, StringTable } from '../notices/string-table.ts'
import { headOf } from './families.ts'

/** Behind title, buyer and summary, of which the words of a notice consist: no phrase reaches over it. */
export const GAP = 0

const MOST = 1 << 20

export const foldedWords = (text: string): string[] => toWords(text).map(singular)

/**
 * Numbers for words. Grows with what is read, and is thrown away with the arrangement it belongs to. Words after the first `most` share a number
 * and are found for each other: a market of so many words, made up or not, is still served.
 */
export class Vocabulary {
  readonly #words = new StringTable()
  /** By the number of a word in `#words`; other words of its family have the same. */
  #numbers = new Uint32Array(1024)
  readonly #most: number
  #size = 1

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
    return this.#numberOf(headOf(word))
  }

  /** The words of a notice in numbers: title, buyer and summary, a `GAP` behind each. */
  read({ title, buyer, summary }: Pick<StoredNotice, 'title' | 'buyer' | 'summary'>): number[] {
    return [title, buyer, summary].flatMap((part) => [...foldedWords(part).map((word) => this.#numberOf(word) ?? this.#add(word)), GAP])
  }

  #numberOf(word: string): number | undefined {
    const own = this.#words.find(word)
    return own < 0 ? undefined : this.#numbers[own]
  }

  #add(word: string): number {
    const head = headOf(word)
    const number = this.#numberOf(head) ?? Math.min(this.#size, this.#most)
    if (number === this.#size) this.#size += 1
    for (const one of [head, word]) {
      const own = this.#words.numberOf(one)
      if (own >= this.#numbers.length) this.#numbers = grown(this.#numbers, new Uint32Array(2 * own))
      this.#numbers[own] = number
    }
    return number
  }
}
