import type { Block } from '../page/blocks.ts'
import type { Element } from '../page/dom.ts'
import { byLook } from '../page/once.ts'
import { type Columns, ownColumns } from './columns.ts'
import type { Features } from './index.ts'
import { Distinct, headingTokens, NONE, nameTokens, textTokens } from './tokens.ts'

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

/** The elements around the blocks of a page, and their names; those that are written alike share one list. */
class Surroundings {
  readonly #names: (readonly string[])[]
  #count = 0
  /** One more than the place of an element among these, by its id. */
  readonly #places: Int32Array
  readonly #byLook = byLook(nameTokens)
  readonly #bare = new Map<string, string[]>()
  readonly #named = new Map<string, string[]>()

  constructor(elements: number) {
    this.#places = new Int32Array(elements)
    this.#names = new Array<readonly string[]>(elements).fill(NONE)
  }

  get names(): readonly (readonly string[])[] {
    return this.#names.slice(0, this.#count)
  }

  /** Places of the elements around a block, nearest first. */
  chainOf(block: Block): number[] {
    const chain: number[] = []
    let at: Element | null = block.nodes[0]?.parent ?? block.container
    for (; at && chain.length < CHAIN && at.tag !== 'html'; at = at.parent) {
      if (this.#places[at.id] === 0) {
        this.#names[this.#count++] = this.#namesOf(at)
        this.#places[at.id] = this.#count
      }
      chain.push(this.#places[at.id]! - 1)
    }
    return chain
  }

  #namesOf(element: Element): string[] {
    const { class: classes, id, itemprop, role, rel } = element.attributes
    if (id === undefined && itemprop === undefined && role === undefined && rel === undefined && !isNone(classes))
      return this.#byLook(element)
    // An attribute that a script wrote as `undefined` says as little as none: both have one name, as in training.
    if (isNone(classes) && isNone(id) && isNone(itemprop) && isNone(role) && isNone(rel)) return known(this.#bare, element.tag, element)
    // What has an id has its like nowhere on the page.
    return id === undefined ? known(this.#named, `${element.tag} ${classes} ${itemprop} ${role} ${rel}`, element) : nameTokens(element)
  }
}

function known(names: Map<string, string[]>, key: string, element: Element): string[] {
  const found = names.get(key) ?? nameTokens(element)
  names.set(key, found)
  return found
}

export function readTokens(blocks: readonly Block[], { headings, words, sums }: Features): PageTokens {
  const around = new Surroundings(sums.elements.length)
  const chains = blocks.map((block) => around.chainOf(block))
  const distinct = new Distinct()
  const known = new Map<string, string[]>()
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
  return { elements: around.names, chains, words: wordsOf, headings: headingsOf }
}

export const DICTIONARY_COLUMNS = 19

/** Of so many elements around a block each has a column of its own. */
const NEAREST = 5

/** Writes what the dictionaries say about each block: rows of `DICTIONARY_COLUMNS` numbers, which are zero until then. */
export function dictionaryRows(tokens: PageTokens, dictionaries: Dictionaries, into?: Columns): Float32Array {
  const rows = tokens.chains.length
  const { values, stride, from } = into ?? ownColumns(rows, DICTIONARY_COLUMNS)
  const odds = oddsOfNames(tokens.elements, dictionaries.names)
  const words = new Summary(dictionaries.words, values)
  const headings = new Summary(dictionaries.headings, values)
  for (let row = 0, at = from; row < rows; row += 1, at += stride) {
    putChain(tokens.chains[row]!, odds, values, at)
    words.put(tokens.words[row]!, at + CHAIN_COLUMNS)
    headings.put(tokens.headings[row]!, at + CHAIN_COLUMNS + SUMMARY)
  }
  return values
}

type Odds = { readonly sums: Float32Array; readonly lows: Float32Array; readonly highs: Float32Array }

const CHAIN_COLUMNS = NEAREST + 4

function putChain(chain: readonly number[], { sums, lows, highs }: Odds, row: Float32Array, at: number): void {
  let sum = 0
  let low = 0
  let high = 0
  let fading = 0
  let weight = 1
  for (let level = 0; level < chain.length; level += 1) {
    const element = chain[level]!
    const own = sums[element]!
    if (level < NEAREST) row[at + level] = own
    sum += own
    fading += own * weight
    weight *= 0.75
    low = Math.min(low, lows[element]!)
    high = Math.max(high, highs[element]!)
  }
  row[at + NEAREST] = sum
  row[at + NEAREST + 1] = fading
  row[at + NEAREST + 2] = low
  row[at + NEAREST + 3] = high
}

/** Sum, lowest and highest of what is known of each element's names; those alike share one list of them. */
function oddsOfNames(elements: PageTokens['elements'], odds: Dictionaries['names']): Odds {
  const sums = new Float32Array(elements.length)
  const lows = new Float32Array(elements.length)
  const highs = new Float32Array(elements.length)
  const firsts = new Map<readonly string[], number>()
  for (let index = 0; index < elements.length; index += 1) {
    const names = elements[index]!
    const first = firsts.get(names)
    if (first === undefined) {
      firsts.set(names, index)
      for (let name = 0; name < names.length; name += 1) {
        const value = odds.get(names[name]!) ?? 0
        sums[index]! += value
        if (value < lows[index]!) lows[index] = value
        if (value > highs[index]!) highs[index] = value
      }
    } else {
      sums[index] = sums[first]!
      lows[index] = lows[first]!
      highs[index] = highs[first]!
    }
  }
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
