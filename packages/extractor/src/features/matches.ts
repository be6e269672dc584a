import { splitWords } from './tokens.ts'

/** Words of a text's beginning, lower case. */
export const wordsOf = (text: string): Set<string> => wordsIn(splitWords(text.toLowerCase().slice(0, 2_000)))

/** Words of more than one letter. */
export function wordsIn(all: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const word of all) if (word.length > 1) words.add(word)
  return words
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

/** How many of `some` stand in `others`. */
export function hits(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let found = 0
  if (others.size > 0) for (const word of some) if (others.has(word)) found += 1
  return found
}
