/** Values of small variety, each kept once under a number. They grow with what is read and go with the arrangements that they belong to. */
import type { StoredNotice } from '../../notices/notice.ts'
import { Vocabulary } from '../text/words.ts'
import { StringTable } from './string-table.ts'

class Dictionary<Value> {
  /** By number. */
  readonly values: Value[] = []
  readonly #keys = new StringTable()

  /** The number of the value of a key, which is made where it is new. */
  numberOf(key: string, make: () => Value): number {
    const number = this.#keys.numberOf(key)
    if (number === this.values.length) this.values.push(make())
    return number
  }
}

export class Dictionaries {
  readonly words: Vocabulary
  /** The trades of a notice, and the keys of all sets of `TradeIndex.trades` that it is in. */
  readonly trades = new Dictionary<{ matches: ReadonlyMap<string, 'title' | 'any'>; keys: readonly string[] }>()
  /** Codes and districts, and the numbers of those that a notice states. */
  readonly places = new Dictionary<string>()
  readonly placeLists = new Dictionary<readonly number[]>()
  /** What a notice leaves out: a third of its text, and the same for many. */
  readonly unavailable = new Dictionary<StoredNotice['unavailable']>()

  constructor(words = new Vocabulary()) {
    this.words = words
  }

  /** True when so many notices should be read anew with new dictionaries: most of what these hold is of notices long gone. */
  isLarge(notices: number): boolean {
    return this.words.isLarge || [this.trades, this.placeLists, this.unavailable].some(({ values }) => values.length > 2 * notices)
  }
}
