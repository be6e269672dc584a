/**
 * The words of notices for full-text search: folded as keywords of trades are (lower case, no accents, no plural endings), each family of words a
 * number.
 * A notice is read once for as long as it is kept, whatever happens to the arrangement around it.
 */
import type { StoredNotice } from '../notices/notice.ts'
import { singular, toWords } from '../trades/match.ts'
import { headOf } from './families.ts'
import { Shards } from './shards.ts'

/** The words of one notice, title first, then buyer, then summary. */
export type NoticeWords = {
  all: Uint32Array /** Where the buyer begins. */
  buyer: number /** Where the summary begins. */
  summary: number /** Whose numbers they are. */
  of: Vocabulary
}

/** A row keeps its words: in a table beside the rows they would cost pauses, each time it grows and whenever memory is tidied up. */
export type Worded = { notice: StoredNotice; words?: NoticeWords | undefined }

/** Between two texts of a notice: no phrase reaches over it. */
const GAP = 0

export const foldedWords = (text: string): string[] => toWords(text).map(singular)

/** Numbers for words. Grows with what is read, and is thrown away with the snapshot it belongs to. */
export class Vocabulary {
  readonly #numbers = new Shards<number>()

  /** Numbers are below this; words of a family share theirs, so some stand for none. */
  get size(): number {
    return this.#numbers.size + 1
  }

  /** The number of a folded word; undefined: no notice has it, nor any of its family. */
  numberOf(word: string): number | undefined {
    return this.#numbers.get(headOf(word))
  }

  wordsOf(row: Worded): NoticeWords {
    if (row.words?.of === this) return row.words
    const { notice } = row
    const title = this.#toNumbers(notice.title)
    const buyer = this.#toNumbers(notice.buyer)
    const summary = this.#toNumbers(notice.summary)
    const all = Uint32Array.from([...title, GAP, ...buyer, GAP, ...summary])
    row.words = { all, buyer: title.length + 1, summary: title.length + buyer.length + 2, of: this }
    return row.words
  }

  #toNumbers(text: string): number[] {
    return foldedWords(text).map((word) => {
      const known = this.#numbers.get(word)
      if (known !== undefined) return known
      const head = headOf(word)
      const number = this.#numbers.get(head) ?? this.size
      this.#numbers.set(head, number)
      this.#numbers.set(word, number)
      return number
    })
  }
}
