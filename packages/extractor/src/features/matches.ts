import { splitWords } from '../language/words.ts'

/** Words of a text's beginning, lower case. */
const wordsOf = (text: string): readonly string[] => splitWords(text.toLowerCase().slice(0, 2_000))

const [TITLE, DESCRIPTION] = [1, 2]

/** Finds the words of a page's title and description in its lines. Words of one letter are none. */
export class WordFinder {
  readonly titleWords: number
  /** All words met so far, numbered: in which of the two each stands, and which line had it last. */
  readonly #numbers = new Map<string, number>()
  readonly #places: number[] = []
  readonly #lines: number[] = []
  #line = 0

  constructor(title: string, description: string) {
    this.#add(wordsOf(title), TITLE)
    this.titleWords = this.#numbers.size
    this.#add(wordsOf(description), DESCRIPTION)
  }

  #add(words: readonly string[], place: number): void {
    for (const word of words) if (word.length > 1) this.#places[this.#numberOf(word)]! |= place
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(word, number)
      this.#places.push(0)
      this.#lines.push(0)
    }
    return number
  }

  /** Writes the shares of a line's different words that title and description have, and in between that of the title which the line has. */
  put(words: readonly string[], row: Float32Array, at: number): void {
    this.#line += 1
    let all = 0
    let titled = 0
    let described = 0
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index]!
      if (word.length < 2) continue
      const number = this.#numberOf(word)
      if (this.#lines[number] === this.#line) continue
      this.#lines[number] = this.#line
      const place = this.#places[number]!
      all += 1
      titled += place & TITLE
      described += place >> 1
    }
    row[at] = titled / Math.max(1, all)
    row[at + 1] = titled / Math.max(1, this.titleWords)
    row[at + 2] = described / Math.max(1, all)
  }
}

const RUN = 4
const MOST_RUNS = 20_000
/** More words than a text of that many runs can have, and more than are read of any. */
const WORDS = 65_536

/** The runs of four words of a text. Words are numbered, and a run is two numbers of two: no text is put together to be compared. */
export class Runs {
  readonly #words = new Map<string, number>()
  readonly #pairs = new Map<number, number>()
  readonly #runs = new Set<number>()

  constructor(text: string) {
    const words = splitWords(text.toLowerCase())
    // Lists of one kind, however they are filled, and the last word is followed by the first known one.
    const numbers = new Int32Array(Math.min(WORDS, words.length) + 1)
    for (let at = 0; at + 1 < numbers.length; at += 1) numbers[at] = numberOf(this.#words, words[at]!)
    const pairs = new Int32Array(numbers.length - 1)
    for (let at = 0; at < pairs.length; at += 1) pairs[at] = numberOf(this.#pairs, numbers[at]! * WORDS + numbers[at + 1]!)
    for (let at = 0; at + RUN <= pairs.length && this.#runs.size < MOST_RUNS; at += 1) this.#runs.add(pairs[at]! * WORDS + pairs[at + 2]!)
  }

  /**
   * Share of a text's runs that are known; below zero when there is nothing to compare.
   * @param known words of all of it, where they are read already
   */
  shareIn(text: string, known?: readonly string[]): number {
    if (this.#runs.size === 0) return -1
    const words = known ?? splitWords(text.slice(0, 600).toLowerCase())
    if (words.length < RUN) return -0.5
    const numbers = new Int32Array(words.length)
    for (let at = 0; at < words.length; at += 1) numbers[at] = this.#words.get(words[at]!) ?? -1
    let hits = 0
    for (let at = 0; at + RUN <= numbers.length; at += 1) {
      const first = this.#pair(numbers[at]!, numbers[at + 1]!)
      const second = first === -1 ? -1 : this.#pair(numbers[at + 2]!, numbers[at + 3]!)
      if (second !== -1 && this.#runs.has(first * WORDS + second)) hits += 1
    }
    return hits / (words.length - RUN + 1)
  }

  #pair(one: number, two: number): number {
    return one === -1 || two === -1 ? -1 : (this.#pairs.get(one * WORDS + two) ?? -1)
  }
}

/** The number of a key, from 0 in the order in which keys come. */
function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  let number = numbers.get(key)
  if (number === undefined) {
    number = numbers.size
    numbers.set(key, number)
  }
  return number
}
