/** What a search asks for, term by term. */
import { foldedWords } from './words.ts'

/** Words that hold a sentence together and say nothing of what is sought; "it" is a trade. */
const FILLERS = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** Terms of so many words are looked for in the words of each notice, which takes milliseconds where most notices hold them: few may be asked for. */
const LONG = 3
export const LONG_TERMS_MAX = 4

/**
 * The words of a search: what stands in quotes, or is one word to readers and several here ("re-roofing", "2024/25"), is a phrase. Fillers count
 * in phrases, and where there is nothing else. None: there is no word in it.
 */
export function toTerms(q: string): string[][] {
  const terms = Array.from(q.matchAll(/"([^"]*)"|((?:[^\s",;/]|(?<=\d)\/(?=\d))+)/g), ([, phrase, word]) =>
    foldedWords(phrase ?? word ?? ''),
  ).filter((words) => words.length > 0)
  const telling = terms.filter(([word = '', ...more]) => more.length > 0 || !FILLERS.has(word))
  return telling.length > 0 ? telling : terms
}

/** Whether no search for these terms holds others up: at most `LONG_TERMS_MAX` of three words or more. */
export const areFew = (terms: readonly string[][]): boolean => terms.filter(({ length }) => length >= LONG).length <= LONG_TERMS_MAX
