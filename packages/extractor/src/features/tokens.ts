import { splitWords } from '../language/words.ts'
import type { Block } from '../page/blocks.ts'
import type { Element } from '../page/dom.ts'

const MOST_NAMES = 30
export const NONE: readonly string[] = []
const NAME = /[A-Za-z][a-z]+|[A-Z]{2,}/g

/** Words of an element's class, id and other speaking attributes, split at hyphens, underscores and capitals. */
export function nameTokens(element: Element): string[] {
  const { class: classes, id, itemprop, role, rel } = element.attributes
  if (classes === undefined && id === undefined && itemprop === undefined && role === undefined) return [`<${element.tag}`]
  const text = `${classes ?? ''} ${id ?? ''} ${itemprop ?? ''} ${role ?? ''} ${rel ?? ''}`.slice(0, 300)
  const words = text.match(NAME) ?? NONE
  const tokens: string[] = []
  for (let at = 0; at < words.length && tokens.length < MOST_NAMES; at += 1) {
    const word = words[at]!.toLowerCase()
    if (word.length > 1 && word.length < 20 && !tokens.includes(word)) tokens.push(word)
  }
  if (tokens.length < MOST_NAMES) tokens.push(`<${element.tag}`)
  return tokens
}

const NINE = 57
const FEW = 20
const DIGIT = /^\d/
const YEAR = /^(?:19|20)\d\d$/

/** A word as a token: years are one, other numbers another. */
const asToken = (word: string): string => (word.charCodeAt(0) > NINE || !DIGIT.test(word) ? word : YEAR.test(word) ? '#year' : '#')

function asTokens(words: readonly string[], cap: number): string[] {
  const tokens = words.slice(0, cap)
  for (let at = 0; at < tokens.length; at += 1) tokens[at] = asToken(tokens[at]!)
  return tokens
}

/** Leaves of each token of a list the first. One for a page, as most words of a list stand in others too. */
export class Distinct {
  /** The list that each token stood in last. */
  readonly #lists = new Map<string, number>()
  #list = 0

  /** The list is shortened in its place. Few are sooner compared than looked up. */
  of(tokens: string[]): string[] {
    if (tokens.length <= FEW) return tokens.filter((token, index) => tokens.indexOf(token) === index)
    this.#list += 1
    let count = 0
    for (const token of tokens) {
      if (this.#lists.get(token) === this.#list) continue
      this.#lists.set(token, this.#list)
      tokens[count++] = token
    }
    tokens.length = count
    return tokens
  }
}

/** The first lower-case words of a text. */
const firstWords = (text: string, cap: number): readonly string[] => splitWords(text.slice(0, cap * 12).toLowerCase())

/** Characters at the beginning of a block whose words are read once for all that ask for them. */
export const WORDS_FROM = 400
const CAP = 60

/**
 * What a block's own text says: its words, and for a short one the whole line and its pairs of words.
 * @param beginning words of its first `WORDS_FROM` characters
 */
export function textTokens({ text }: Block, beginning: readonly string[], distinct: Distinct): string[] {
  const isEnough = text.length <= WORDS_FROM || beginning.length > CAP
  const words = asTokens(isEnough ? beginning : firstWords(text, CAP), CAP)
  if (words.length > 8) return distinct.of(words)
  const tokens = [...words, `=${words.join(' ')}`]
  for (let at = 1; at < words.length; at += 1) tokens.push(`${words[at - 1]} ${words[at]}`)
  return distinct.of(tokens)
}

/** Words of the heading a block stands under. */
export const headingTokens = (heading: string, distinct: Distinct): string[] => {
  const words = asTokens(firstWords(heading, 12), 12)
  return distinct.of(words.length <= 4 ? [...words, `=${words.join(' ')}`] : words)
}
