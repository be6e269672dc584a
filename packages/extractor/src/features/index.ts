import { splitWords } from '../language/words.ts'
import { type Block, titleIn } from '../page/blocks.ts'
import type { Element, Page } from '../page/dom.ts'
import { asLearned, FLAG } from '../page/flags.ts'
import { HEADINGS } from '../page/tags.ts'
import { groupBlocks, growing, insideOf, stepsToCommon, topCandidate } from './around.ts'
import { type ElementSums, sumElements } from './elements.ts'
import { Runs, WordFinder } from './matches.ts'
import type { PageFacts } from './page.ts'
import { SHAPE, SHAPE_COLUMNS, Shapes } from './shape.ts'
import { WORDS_FROM } from './tokens.ts'

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
const BESIDE = [-1, 1]
const NEIGHBOURS = [-1, -2, -3, 1, 2, 3]

/** Numbers of a row besides the page's own facts. */
const OWN_COLUMNS = 175

/** What blocks of the same text share. */
class Line {
  times = 0
  seen = false
  words: readonly string[] | null = null
  /**
   * Shares of its words that the title and the description have, of the title that it has, and of its text that a body in the page's data has.
   * Whole numbers at first would be of another kind to V8.
   */
  titled = 0.5
  ofTitle = 0.5
  described = 0.5
  inBody = 0.5
}

/** What is the same for all rows of a page, and where the reading stands. */
class PageRows {
  readonly values: Float32Array
  readonly headings: string[] = []
  readonly words: (readonly string[])[] = []
  readonly sums: ElementSums
  readonly groups: Int32Array
  readonly columns: number
  readonly stride: number
  readonly #blocks: readonly Block[]
  readonly #facts: PageFacts
  readonly #lines: readonly Line[]
  readonly #depths: Int32Array
  /** Numbers of tags, by element id. */
  readonly #tags: Uint8Array
  readonly #total: number
  readonly #finder: WordFinder
  readonly #bodies: Runs
  readonly #h1: number
  readonly #top: number
  readonly #inTop: Uint8Array
  readonly #groupChars: Float64Array
  readonly #groupCount: Float64Array
  #at = 0
  #before = 0
  #heading = ''
  #headingAt = -1
  #headingLevel = 0

  constructor(page: Page, blocks: readonly Block[], facts: PageFacts, spare: number) {
    this.#blocks = blocks
    this.#facts = facts
    this.columns = OWN_COLUMNS + this.#facts.values.length
    this.stride = this.columns + spare
    this.values = new Float32Array(this.stride * blocks.length)
    const shapes = new Shapes()
    for (const block of blocks) shapes.put(block, this.values, block.index * this.stride)
    this.sums = sumElements(page, blocks, (index) => this.#shape(index, SHAPE.commas))
    this.#total = Math.max(1, this.sums.chars[page.body.id]!)
    this.#finder = new WordFinder(facts.title, facts.description)
    this.#bodies = new Runs(this.#facts.bodies)
    this.#h1 = titleIn(blocks)?.index ?? -1
    this.#top = topCandidate(this.sums)
    this.#inTop = insideOf(this.sums, this.#top)
    this.#depths = new Int32Array(page.elements + 4)
    this.#tags = new Uint8Array(page.elements + 4)
    for (const { id, tag, parent } of page.all) {
      this.#depths[id] = this.#depths[parent!.id]! + 1
      this.#tags[id] = TAG_NUMBER.get(tag) ?? 0
    }
    const { order, groups } = groupBlocks(blocks, this.sums)
    this.groups = groups
    this.#groupChars = new Float64Array(order)
    this.#groupCount = new Float64Array(order)
    this.#lines = readLines(blocks)
    for (const { index, text } of blocks) {
      this.#groupChars[groups[index]!]! += text.length
      this.#groupCount[groups[index]!]! += 1
    }
  }

  /** The next row. Blocks come in order, each once. */
  add(block: Block): void {
    const begin = block.index * this.stride
    // Its beginning, its shape, is there already: rows tell of their neighbours' too.
    this.#at = begin + SHAPE_COLUMNS
    this.#repetition(block)
    this.#element(block)
    this.#ancestors(block)
    this.#score(block)
    this.#position(block)
    this.#headingAbove(block)
    this.#neighbours(block)
    this.#matches(block)
    this.values.set(this.#facts.values, this.#at)
    this.#at += this.#facts.values.length
    this.#put(this.sums.score[this.#top]! > 0 ? Math.log(Math.max(1, this.sums.score[this.#top]!)) : 0)
    this.#put(this.sums.chars[this.#top]! / this.#total)
    if (this.#at !== begin + this.columns)
      throw new Error(`row ${block.index} has ${this.#at - begin} numbers, and rows have ${this.columns}`)
    this.#before += block.text.length
  }

  #put(value: number): void {
    this.values[this.#at++] = value
  }

  #shape(index: number, column: number): number {
    return this.values[index * this.stride + column]!
  }

  #repetition({ index }: Block): void {
    const line = this.#lines[index]!
    this.#put(Math.log(line.times))
    this.#put(line.seen ? 1 : 0)
    line.seen = true
  }

  #element({ container, flags, elementDepth }: Block): void {
    this.#put(this.#tags[container.id]!)
    this.#put(container.parent ? this.#tags[container.parent.id]! : 0)
    this.#put(HEADINGS.has(container.tag) ? Number(container.tag[1]) : 0)
    const learned = asLearned(flags)
    for (const bit of FLAG_BITS) this.#put(learned & bit ? 1 : 0)
    this.#put(elementDepth)
  }

  #ancestors(block: Block): void {
    const { sums } = this
    let element = block.container
    let grows = true
    for (let level = 0; level < LEVELS; level += 1) {
      if (level > 0 && grows) {
        const wider = growing(element, sums)
        grows = wider !== element
        element = wider
      }
      const { id } = element
      const chars = Math.max(1, sums.chars[id]!)
      this.#put(Math.log(chars))
      this.#put(sums.links[id]! / chars)
      this.#put(sums.long[id]! / chars)
      this.#put(sums.paragraphs[id]! / chars)
      this.#put(chars / this.#total)
      this.#put(Math.log1p(sums.blocks[id]!))
      this.#put(chars / Math.max(1, sums.blocks[id]!))
      this.#put(Math.log1p(sums.alike[id]!))
      this.#put(sums.alikeChars[id]!)
      this.#put(Math.log1p(sums.images[id]!))
      this.#put(sums.commas[id]! / chars)
      if (level > 0) this.#put(this.#tags[element.id]!)
    }
  }

  #score({ container }: Block): void {
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
    this.#put(best)
    this.#put(nearest)
    this.#put(this.#inTop[container.id]!)
    this.#put(Math.log1p(mostAlike))
    this.#put(container.parent?.id === (top?.parent?.id ?? -1) ? 1 : 0)
    this.#put(top ? stepsToCommon(container, top, this.#depths) : 0)
  }

  #position({ index }: Block): void {
    const count = this.#blocks.length
    this.#put(index / count)
    this.#put(this.#before / this.#total)
    this.#put(index)
    this.#put(count - index)
    this.#put(this.#h1 === -1 ? -999 : index - this.#h1)
    this.#put(this.#h1 === -1 ? 0 : Math.sign(index - this.#h1))
  }

  #headingAbove({ index, container, text }: Block): void {
    if (HEADINGS.has(container.tag) || container.attributes.role === 'heading') {
      this.#heading = text
      this.#headingAt = index
      this.#headingLevel = Number(container.tag[1]) || 2
    }
    this.headings.push(this.#headingAt === index ? '' : this.#heading)
    this.#put(this.#headingAt === -1 ? -1 : index - this.#headingAt)
    this.#put(this.#headingLevel)
    this.#put(this.#headingAt === -1 ? -1 : stepsToCommon(container, this.#blocks[this.#headingAt]!.container, this.#depths))
  }

  #neighbours({ index, container }: Block): void {
    for (const offset of NEIGHBOURS) {
      const block = this.#blocks[index + offset]
      this.#put(block ? this.#shape(block.index, SHAPE.words) : -1)
      this.#put(block ? this.#shape(block.index, SHAPE.link) : -1)
      this.#put(block ? this.#tags[block.container.id]! : -1)
      this.#put(block ? this.#shape(block.index, SHAPE.ends) : -1)
    }
    const group = this.groups[index]!
    for (const offset of BESIDE) {
      const block = this.#blocks[index + offset]
      this.#put(block ? stepsToCommon(container, block.container, this.#depths) : -1)
      this.#put(block && group === this.groups[block.index] ? 1 : 0)
    }
    this.#put(Math.log1p(this.#groupCount[group]!))
    this.#put(this.#groupChars[group]! / this.#total)
    this.#put(this.#groupChars[group]! / this.#groupCount[group]!)
  }

  #matches({ index, text }: Block): void {
    const line = this.#lines[index]!
    if (line.words === null) {
      line.words = splitWords(text.slice(0, WORDS_FROM).toLowerCase())
      const { all, titled, described } = this.#finder.count(line.words)
      line.titled = titled / Math.max(1, all)
      line.ofTitle = titled / Math.max(1, this.#finder.titleWords)
      line.described = described / Math.max(1, all)
      line.inBody = this.#bodies.shareIn(text)
    }
    this.words.push(line.words)
    this.#put(line.titled)
    this.#put(line.ofTitle)
    this.#put(line.described)
    this.#put(line.inBody)
  }
}

/** The line of each block. */
function readLines(blocks: readonly Block[]): Line[] {
  const lines = new Map<string, Line>()
  return blocks.map(({ text }) => {
    const line = lines.get(text) ?? new Line()
    if (line.times === 0) lines.set(text, line)
    line.times += 1
    return line
  })
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
