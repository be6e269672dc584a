import { splitWords } from './tokens.ts'

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

  /** How many different words a line has, and how many of them stand in title and description. */
  count(words: readonly string[]): { all: number; titled: number; described: number } {
    this.#line += 1
    const counts = { all: 0, titled: 0, described: 0 }
    for (const word of words) {
      if (word.length < 2) continue
      const number = this.#numberOf(word)
      if (this.#lines[number] === this.#line) continue
      this.#lines[number] = this.#line
      const place = this.#places[number]!
      counts.all += 1
      counts.titled += place & TITLE
      counts.described += place >> 1
    }
    return counts
  }
}

/** Runs of four words. */
export function shingles(text: string): Set<string> {
  const words = splitWords(text.toLowerCase())
  const found = new Set<string>()
  for (let at = 0; at + 4 <= words.length && found.size < 20_000; at += 1)
    found.add(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`)
  return found
}

/** Share of a text's runs of four words that are known; below zero when there is nothing to compare. */
export const shareIn = (text: string, known: ReadonlySet<string>): number => {
  if (known.size === 0) return -1
  const words = splitWords(text.slice(0, 600).toLowerCase())
  if (words.length < 4) return -0.5
  let hits = 0
  for (let at = 0; at + 4 <= words.length; at += 1)
    if (known.has(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`)) hits += 1
  return hits / (words.length - 3)
}
