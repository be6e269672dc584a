import type { Block } from '../page/blocks.ts'
import type { Element } from '../page/dom.ts'
import { byLook } from '../page/once.ts'
import type { Features } from './index.ts'
import { Distinct, headingTokens, nameTokens, textTokens } from './tokens.ts'

/** Log-odds that a block with this token is content: of names of the elements around it, of its own words, of the words of its heading. */
export type Dictionaries = {
  readonly names: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<string, number>
  readonly headings: ReadonlyMap<string, number>
}

/** Tokens of all blocks of a page. `chains` lists, for each block, the elements around it (indices into `elements`), nearest first. */
export type PageTokens = {
  readonly elements: readonly (readonly string[])[]
  readonly chains: readonly (readonly number[])[]
  readonly words: readonly (readonly string[])[]
  readonly headings: readonly (readonly string[])[]
}

const CHAIN = 8

const isNone = (value: string | undefined): boolean => value === undefined || value === 'undefined'

export function readTokens(blocks: readonly Block[], { headings, words, sums }: Features): PageTokens {
  /** One more than its index, by element id. */
  const places = new Int32Array(sums.elements.length)
  const elements: string[][] = []
  const known = new Map<string, string[]>()
  const named = new Map<string, string[]>()
  const classed = byLook(nameTokens)
  const bare = new Map<string, string[]>()
  const distinct = new Distinct()
  const namesOf = (element: Element): string[] => {
    const { class: classes, id, itemprop, role, rel } = element.attributes
    if (id === undefined && itemprop === undefined && role === undefined && rel === undefined && !isNone(classes)) return classed(element)
    // An attribute that a script wrote as `undefined` says as little as none: both have one name, as in training.
    const isBare = isNone(classes) && isNone(id) && isNone(itemprop) && isNone(role) && isNone(rel)
    // What has an id has its like nowhere on the page.
    if (!isBare && id !== undefined) return nameTokens(element)
    const [names, key] = isBare ? [bare, element.tag] : [named, `${element.tag} ${classes} ${itemprop} ${role} ${rel}`]
    const found = names.get(key) ?? nameTokens(element)
    names.set(key, found)
    return found
  }
  const chains = blocks.map((block) => {
    const chain: number[] = []
    let at: Element | null = block.nodes[0]?.parent ?? block.container
    for (; at && chain.length < CHAIN && at.tag !== 'html'; at = at.parent) {
      if (places[at.id] === 0) places[at.id] = elements.push(namesOf(at))
      chain.push(places[at.id]! - 1)
    }
    return chain
  })
  const headingsOf = headings.map((heading) => {
    const found = known.get(heading) ?? headingTokens(heading, distinct)
    known.set(heading, found)
    return found
  })
  const told = new Map<readonly string[], string[]>()
  const wordsOf = blocks.map((block) => {
    const own = words[block.index]!
    const found = told.get(own) ?? textTokens(block, own, distinct)
    told.set(own, found)
    return found
  })
  return { elements, chains, words: wordsOf, headings: headingsOf }
}

export const DICTIONARY_COLUMNS = 19

/** What the dictionaries say about each block, one row of `DICTIONARY_COLUMNS` numbers. */
export function dictionaryRows(tokens: PageTokens, dictionaries: Dictionaries): Float32Array {
  const rows = tokens.chains.length
  const out = new Float32Array(rows * DICTIONARY_COLUMNS)
  const { sums, lows, highs } = oddsOfNames(tokens.elements, dictionaries.names)
  const words = new Summary(dictionaries.words, out)
  const headings = new Summary(dictionaries.headings, out)
  for (let row = 0; row < rows; row += 1) {
    let at = row * DICTIONARY_COLUMNS
    const chain = tokens.chains[row]!
    let sum = 0
    let low = 0
    let high = 0
    let fading = 0
    let weight = 1
    for (let level = 0; level < CHAIN; level += 1) {
      const element = chain[level]
      const own = element === undefined ? 0 : sums[element]!
      sum += own
      fading += own * weight
      weight *= 0.75
      if (element !== undefined) {
        low = Math.min(low, lows[element]!)
        high = Math.max(high, highs[element]!)
      }
      if (level < 5) out[at++] = own
    }
    out[at++] = sum
    out[at++] = fading
    out[at++] = low
    out[at++] = high
    words.put(tokens.words[row]!, at)
    headings.put(tokens.headings[row]!, at + SUMMARY)
  }
  return out
}

/** Sum, lowest and highest of what is known of each element's names; those alike share one list of them. */
function oddsOfNames(elements: PageTokens['elements'], odds: Dictionaries['names']) {
  const [sums, lows, highs] = [0, 0, 0].map(() => new Float32Array(elements.length)) as [Float32Array, Float32Array, Float32Array]
  const firsts = new Map<readonly string[], number>()
  elements.forEach((names, index) => {
    const first = firsts.get(names)
    if (first === undefined) {
      firsts.set(names, index)
      for (const name of names) {
        const value = odds.get(name) ?? 0
        sums[index]! += value
        if (value < lows[index]!) lows[index] = value
        if (value > highs[index]!) highs[index] = value
      }
    } else {
      sums[index] = sums[first]!
      lows[index] = lows[first]!
      highs[index] = highs[first]!
    }
  })
  return { sums, lows, highs }
}

const SUMMARY = 5

/** What a dictionary says of lists of tokens, worked out once for each list. */
class Summary {
  readonly #dictionary: ReadonlyMap<string, number>
  readonly #out: Float32Array
  readonly #places = new Map<readonly string[], number>()

  constructor(dictionary: ReadonlyMap<string, number>, out: Float32Array) {
    this.#dictionary = dictionary
    this.#out = out
  }

  put(tokens: readonly string[], at: number): void {
    const known = this.#places.get(tokens)
    if (known === undefined) {
      summarise(tokens, this.#dictionary, this.#out, at)
      this.#places.set(tokens, at)
    } else for (let place = 0; place < SUMMARY; place += 1) this.#out[at + place] = this.#out[known + place]!
  }
}

/** Sum, mean, lowest, highest and share known. */
function summarise(tokens: readonly string[], dictionary: ReadonlyMap<string, number>, out: Float32Array, at: number): void {
  let sum = 0
  let low = 0
  let high = 0
  let known = 0
  for (let place = 0; place < tokens.length; place += 1) {
    const value = dictionary.get(tokens[place]!)
    if (value === undefined) continue
    known += 1
    sum += value
    if (value < low) low = value
    if (value > high) high = value
  }
  out[at] = sum
  out[at + 1] = known === 0 ? 0 : sum / known
  out[at + 2] = low
  out[at + 3] = high
  out[at + 4] = tokens.length === 0 ? 0 : known / tokens.length
}
