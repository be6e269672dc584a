import { splitWords } from '../language/words.ts'
import { type Block, titleIn } from '../page/blocks.ts'
import type { Element, Page } from '../page/dom.ts'
import { asLearned, FLAG } from '../page/flags.ts'
import { HEADINGS } from '../page/tags.ts'
import { groupBlocks, growing, insideOf, stepsToCommon, topCandidate } from './around.ts'
import { type ElementSums, sumElements } from './elements.ts'
import { Runs, WordFinder } from './matches.ts'
import type { PageFacts } from './page.ts'
import { SHAPE, SHAPE_COLUMNS, writeShapes } from './shape.ts'
import { NONE, WORDS_FROM } from './tokens.ts'

/** Everything the scorer may look at, without what is learned: one row of numbers for each block, and what the dictionaries need. */
export type Features = {
  readonly rows: number
  readonly columns: number
  /** Numbers from one row to the next: behind its columns a row has room for what is learned. */
  readonly stride: number
  readonly values: Float32Array
  readonly sums: ElementSums
  /** Text of the heading above each block; empty before the first. */
  readonly headings: readonly string[]
  /** Lower-case words of each block's beginning: `WORDS_FROM` characters. Blocks of the same text share them. */
  readonly words: readonly (readonly string[])[]
  /** Index shared by blocks whose containers have the same chain of tags and classes. */
  readonly groups: Int32Array
}

const TAGS =
  'p li h1 h2 h3 h4 h5 h6 td th div span a button dt dd figcaption blockquote pre section article label summary header footer form caption address'.split(
    ' ',
  )
const TAG_NUMBER = new Map(TAGS.map((tag, index) => [tag, index + 1]))

const FLAG_BITS = Object.values(FLAG)

/** A block and the elements around it that are asked. */
const LEVELS = 6
/** Numbers of an element. */
const MEASURES = 11
/** Numbers of what a line has in common with the page's title, description and data. */
const MATCHES = 4
const NEIGHBOURS = [-1, -2, -3, 1, 2, 3]

/** Numbers of a row besides the page's own facts. */
const OWN_COLUMNS = 175

/** What is the same for all rows of a page, and where the reading stands. */
class PageRows {
  readonly values: Float32Array
  readonly headings: string[]
  readonly words: (readonly string[])[]
  readonly sums: ElementSums
  readonly groups: Int32Array
  readonly columns: number
  readonly stride: number
  readonly #blocks: readonly Block[]
  /** For each block the first one of the same text, and for that how many there are. */
  readonly #firsts: Int32Array
  readonly #times: Int32Array
  readonly #depths: Int32Array
  /** Numbers of tags, by element id. */
  readonly #tags: Uint8Array
  readonly #total: number
  readonly #finder: WordFinder
  readonly #bodies: Runs
  readonly #h1: number
  readonly #top: number
  readonly #inTop: Uint8Array
  readonly #groupChars: Int32Array
  readonly #groupCount: Int32Array
  /** The end of every row. */
  readonly #page: Float32Array
  /** Where the rest of a row stands for the first time that begins with what is around a block, by element id. */
  readonly #known: Int32Array
  #before = 0
  #heading = ''
  #headingAt = -1
  #headingLevel = 0

  constructor(page: Page, blocks: readonly Block[], facts: PageFacts, spare: number) {
    const { length } = blocks
    this.#blocks = blocks
    // Lists that begin empty are of two kinds to V8, before and after their first text.
    this.headings = new Array<string>(length).fill('')
    this.words = new Array<readonly string[]>(length).fill(NONE)
    this.columns = OWN_COLUMNS + facts.values.length
    this.stride = this.columns + spare
    this.values = new Float32Array(this.stride * length)
    writeShapes(blocks, this.values, this.stride)
    this.sums = sumElements(page, blocks, (index) => this.values[index * this.stride + SHAPE.commas]!)
    this.#total = Math.max(1, this.sums.chars[page.body.id]!)
    this.#finder = new WordFinder(facts.title, facts.description)
    this.#bodies = new Runs(facts.bodies)
    this.#h1 = titleIn(blocks)?.index ?? -1
    this.#top = topCandidate(this.sums)
    this.#inTop = insideOf(this.sums, this.#top)
    this.#known = new Int32Array(page.elements + 4)
    const { depths, tags } = readDepths(page)
    this.#depths = depths
    this.#tags = tags
    const { groups, counts, chars } = groupBlocks(blocks, this.sums)
    this.groups = groups
    this.#groupCount = counts
    this.#groupChars = chars
    const { firsts, times } = countLines(blocks)
    this.#firsts = firsts
    this.#times = times
    this.#page = Float32Array.from([
      ...facts.values,
      Math.log(Math.max(1, this.sums.score[this.#top]!)),
      this.sums.chars[this.#top]! / this.#total,
    ])
  }

  /** The next row. Blocks come in order, each once. */
  add(block: Block): void {
    const begin = block.index * this.stride
    // Its beginning, its shape, is there already: rows tell of their neighbours' too.
    let at = this.#repetition(block, begin + SHAPE_COLUMNS)
    at = this.#element(block, at)
    at = this.#ancestors(block, at)
    at = this.#score(block, at)
    at = this.#position(block, at)
    at = this.#headingAbove(block, at)
    at = this.#neighbours(block, at)
    at = this.#matches(block, at)
    this.values.set(this.#page, at)
    at += this.#page.length
    if (at !== begin + this.columns) throw new Error(`row ${block.index} has ${at - begin} numbers, and rows have ${this.columns}`)
    this.#before += block.text.length
  }

  #repetition({ index }: Block, at: number): number {
    const first = this.#firsts[index]!
    this.values[at] = Math.log(this.#times[first]!)
    this.values[at + 1] = index === first ? 0 : 1
    return at + 2
  }

  #element({ container, flags, elementDepth }: Block, from: number): number {
    const { values } = this
    let at = from
    values[at++] = this.#tags[container.id]!
    values[at++] = container.parent ? this.#tags[container.parent.id]! : 0
    values[at++] = HEADINGS.has(container.tag) ? Number(container.tag.slice(1, 2)) : 0
    const learned = asLearned(flags)
    for (let bit = 0; bit < FLAG_BITS.length; bit += 1) values[at++] = learned & FLAG_BITS[bit]! ? 1 : 0
    values[at++] = elementDepth
    return at
  }

  #ancestors({ container }: Block, from: number): number {
    const at = this.#measures(container.id, from)
    const end = at + (LEVELS - 1) * (MEASURES + 1)
    let element = growing(container, this.sums)
    const known = this.#known[element.id]!
    if (known > 0) this.values.copyWithin(at, known, known + end - at)
    else {
      this.#known[element.id] = at
      for (let next = at; next < end; next += 1) {
        next = this.#measures(element.id, next)
        this.values[next] = this.#tags[element.id]!
        element = growing(element, this.sums)
      }
    }
    return end
  }

  #measures(id: number, from: number): number {
    const { values, sums } = this
    const chars = Math.max(1, sums.chars[id]!)
    let at = from
    values[at++] = Math.log(chars)
    values[at++] = sums.links[id]! / chars
    values[at++] = sums.long[id]! / chars
    values[at++] = sums.paragraphs[id]! / chars
    values[at++] = chars / this.#total
    values[at++] = Math.log1p(sums.blocks[id]!)
    values[at++] = chars / Math.max(1, sums.blocks[id]!)
    values[at++] = Math.log1p(sums.alike[id]!)
    values[at++] = sums.alikeChars[id]!
    values[at++] = Math.log1p(sums.images[id]!)
    values[at++] = sums.commas[id]! / chars
    return at
  }

  #score({ container }: Block, at: number): number {
    const { values } = this
    const { score, alike, elements } = this.sums
    const top = elements[this.#top]
    const topScore = Math.max(1, score[this.#top]!)
    let best = 0
    let nearest = 0
    let mostAlike = 0
    for (let element: Element | null = container; element; element = element.parent) {
      const ratio = score[element.id]! / topScore
      if (ratio > best) best = ratio
      if (nearest === 0 && score[element.id]! !== 0) nearest = ratio
      mostAlike = Math.max(mostAlike, Math.min(alike[element.id]!, 200))
    }
    values[at] = best
    values[at + 1] = nearest
    values[at + 2] = this.#inTop[container.id]!
    values[at + 3] = Math.log1p(mostAlike)
    values[at + 4] = container.parent?.id === (top?.parent?.id ?? -1) ? 1 : 0
    values[at + 5] = top ? stepsToCommon(container, top, this.#depths) : 0
    return at + 6
  }

  #position({ index }: Block, at: number): number {
    const { values } = this
    const count = this.#blocks.length
    values[at] = index / count
    values[at + 1] = this.#before / this.#total
    values[at + 2] = index
    values[at + 3] = count - index
    values[at + 4] = this.#h1 === -1 ? -999 : index - this.#h1
    values[at + 5] = this.#h1 === -1 ? 0 : Math.sign(index - this.#h1)
    return at + 6
  }

  #headingAbove({ index, container, text }: Block, at: number): number {
    if (HEADINGS.has(container.tag) || container.attributes.role === 'heading') {
      this.#heading = text
      this.#headingAt = index
      this.#headingLevel = Number(container.tag.slice(1, 2)) || 2
    }
    const { values } = this
    const above = this.#headingAt
    if (above !== index) this.headings[index] = this.#heading
    values[at] = above === -1 ? -1 : index - above
    values[at + 1] = this.#headingLevel
    values[at + 2] = above === -1 ? -1 : stepsToCommon(container, this.#blocks[above]!.container, this.#depths)
    return at + 3
  }

  #neighbours({ index, container }: Block, from: number): number {
    const { values, stride, groups } = this
    let at = from
    for (let near = 0; near < NEIGHBOURS.length; near += 1) {
      const other = index + NEIGHBOURS[near]!
      const isNone = other < 0 || other >= groups.length
      const row = other * stride
      values[at++] = isNone ? -1 : values[row + SHAPE.words]!
      values[at++] = isNone ? -1 : values[row + SHAPE.link]!
      values[at++] = isNone ? -1 : this.#tags[this.#blocks[other]!.container.id]!
      values[at++] = isNone ? -1 : values[row + SHAPE.ends]!
    }
    const group = groups[index]!
    for (let other = index - 1; other <= index + 1; other += 2) {
      const isNone = other < 0 || other >= groups.length
      values[at++] = isNone ? -1 : stepsToCommon(container, this.#blocks[other]!.container, this.#depths)
      values[at++] = !isNone && group === groups[other] ? 1 : 0
    }
    values[at++] = Math.log1p(this.#groupCount[group]!)
    values[at++] = this.#groupChars[group]! / this.#total
    values[at++] = this.#groupChars[group]! / this.#groupCount[group]!
    return at
  }

  #matches({ index, text }: Block, at: number): number {
    const first = this.#firsts[index]!
    if (first === index) {
      const words = splitWords(text.slice(0, WORDS_FROM).toLowerCase())
      this.words[index] = words
      this.#finder.put(words, this.values, at)
      this.values[at + MATCHES - 1] = this.#bodies.shareIn(text, text.length <= WORDS_FROM ? words : undefined)
    } else {
      const known = at - (index - first) * this.stride
      this.words[index] = this.words[first]!
      this.values.copyWithin(at, known, known + MATCHES)
    }
    return at + MATCHES
  }
}

/** How deep each element stands, and the number of its tag, by id. */
function readDepths({ all, elements }: Page): { depths: Int32Array; tags: Uint8Array } {
  const depths = new Int32Array(elements + 4)
  const tags = new Uint8Array(elements + 4)
  for (const { id, tag, parent } of all) {
    depths[id] = depths[parent!.id]! + 1
    tags[id] = TAG_NUMBER.get(tag) ?? 0
  }
  return { depths, tags }
}

/** For each block the index of the first one of the same text, and for that how many there are. */
function countLines(blocks: readonly Block[]): { firsts: Int32Array; times: Int32Array } {
  const lines = new Map<string, number>()
  const firsts = new Int32Array(blocks.length)
  const times = new Int32Array(blocks.length)
  for (const { index, text } of blocks) {
    const first = lines.get(text) ?? index
    if (first === index) lines.set(text, index)
    firsts[index] = first
    times[first]! += 1
  }
  return { firsts, times }
}

/**
 * Rows of numbers for all blocks of a page. Linear in the page but for the bounded depth.
 * @param spare room behind each row for so many numbers
 */
export function readFeatures(page: Page, blocks: readonly Block[], facts: PageFacts, spare = 0): Features {
  const rows = new PageRows(page, blocks, facts, spare)
  for (const block of blocks) rows.add(block)
  const { columns, stride, values, sums, headings, words, groups } = rows
  return { rows: blocks.length, columns, stride, values, sums, headings, words, groups }
}
