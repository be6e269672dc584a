import type { Block } from '../page/blocks.ts'
import type { Element, Page } from '../page/dom.ts'

/** Sums over everything below an element, indexed by element id. Made in two linear passes, because ids follow document order. */
export type ElementSums = {
  readonly elements: (Element | undefined)[]
  readonly chars: Int32Array
  readonly links: Int32Array
  /** Characters in blocks of 25 words or more with few links. */
  readonly long: Int32Array
  /** Characters in `<p>`. */
  readonly paragraphs: Int32Array
  readonly blocks: Int32Array
  readonly commas: Int32Array
  readonly images: Int32Array
  /** Number of siblings with the same tag and class, itself included. */
  readonly alike: Int32Array
  /** Share of the parent's characters that these siblings hold. */
  readonly alikeChars: Float64Array
  /** Number that elements have in common which are alike. */
  readonly kinds: Int32Array
  /** Content score in the manner of Readability: from paragraphs to parents and grandparents. */
  readonly score: Float64Array
}

const POSITIVE = /article|body|content|entry|hentry|h-entry|main|page|post|text|blog|story/i
const NEGATIVE =
  /-ad-|hidden|\bhid\b|banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|widget|newsletter|cookie/i

const TAG_SCORE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    div: 5,
    pre: 3,
    td: 3,
    blockquote: 3,
    article: 8,
    main: 5,
    section: 2,
    address: -3,
    ol: -3,
    ul: -3,
    dl: -3,
    dd: -3,
    dt: -3,
    li: -3,
    form: -3,
    h1: -5,
    h2: -5,
    h3: -5,
    h4: -5,
    h5: -5,
    h6: -5,
    th: -5,
    nav: -25,
    aside: -15,
    footer: -15,
    header: -8,
  }),
)

/** @param commasOf how many commas a block has */
export function sumElements(page: Page, blocks: readonly Block[], commasOf: (index: number) => number): ElementSums {
  const size = page.elements + 4
  const counts = () => new Int32Array(size)
  const sums = {
    elements: new Array<Element | undefined>(size).fill(undefined),
    chars: counts(),
    links: counts(),
    long: counts(),
    paragraphs: counts(),
    blocks: counts(),
    commas: counts(),
    images: counts(),
    alike: counts(),
    alikeChars: new Float64Array(size),
    kinds: counts(),
    score: new Float64Array(size),
  }
  sums.elements[page.body.id] = page.body
  const parents = counts()
  for (const element of page.all) addElement(element, sums, parents)
  for (const block of blocks) addBlock(block, commasOf(block.index), sums)
  const kinds = readKinds(page, sums.kinds)
  for (const column of [sums.chars, sums.links, sums.long, sums.paragraphs, sums.blocks, sums.commas, sums.images]) addUp(column, parents)
  weigh(sums, new AlikeCounter(kinds))
  return sums
}

// V8 compiles a function of several long loops anew in each of them, as far as it has come: each has one of its own.

/** Writes the kind of each element, and returns how many there are. */
function readKinds({ root, body, all, looks }: Page, kinds: Int32Array): number {
  const numbering = new Kinds(looks.length)
  for (const element of [root, body]) kinds[element.id] = numbering.of(element)
  for (const element of all) kinds[element.id] = numbering.of(element)
  return numbering.count
}

function addElement(element: Element, { elements, images }: ElementSums, parents: Int32Array): void {
  elements[element.id] = element
  parents[element.id] = element.parent!.id
  if (element.tag === 'img') images[element.id] = 1
}

function addBlock(block: Block, commas: number, sums: ElementSums): void {
  const { id, tag } = block.container
  const { length } = block.text
  sums.chars[id]! += length
  sums.links[id]! += Math.min(length, block.linkLength)
  if (length > 140 && block.linkLength < length * 0.4) sums.long[id]! += length
  if (tag === 'p') sums.paragraphs[id]! += length
  sums.blocks[id]! += 1
  sums.commas[id]! += commas
  if (length >= 25) addScore(block, commas, sums.score)
}

/** Adds what each element has to its parent, innermost first. */
function addUp(column: Int32Array, parents: Int32Array): void {
  for (let id = column.length - 1; id > 1; id -= 1) column[parents[id]!]! += column[id]!
}

/** Counts who is alike, and weighs the scores by names and links. */
function weigh(sums: ElementSums, counter: AlikeCounter): void {
  for (const element of sums.elements) {
    if (!element) continue
    counter.count(element, sums)
    if (sums.score[element.id] !== 0) sums.score[element.id] = weighed(element, sums)
  }
}

function weighed({ id, tag, attributes }: Element, { score, links, chars }: ElementSums): number {
  const own = `${attributes.class ?? ''} ${attributes.id ?? ''}`
  const weight = (TAG_SCORE.get(tag) ?? 0) + (NEGATIVE.test(own) ? -25 : 0) + (POSITIVE.test(own) ? 25 : 0)
  return (score[id]! + weight) * (1 - links[id]! / Math.max(1, chars[id]!))
}

function addScore(block: Block, commas: number, score: Float64Array): void {
  const points = (1 + commas + Math.min(Math.floor(block.text.length / 100), 3)) * (1 - Math.min(1, block.linkLength / block.text.length))
  let at = block.container.tag === 'body' ? block.container : block.container.parent
  for (let level = 0; at && level < 5; level += 1, at = at.parent) score[at.id]! += points / (level === 0 ? 1 : level === 1 ? 2 : level * 3)
}

/** Counts, for the children of one element after the other, how many are alike and how much text these hold. */
class AlikeCounter {
  readonly #count: Int32Array
  readonly #chars: Int32Array
  /** Id of the element that a kind was counted for last. */
  readonly #parents: Int32Array

  constructor(kinds: number) {
    this.#count = new Int32Array(kinds)
    this.#chars = new Int32Array(kinds)
    this.#parents = new Int32Array(kinds)
  }

  count({ id, children }: Element, { chars, alike, alikeChars, kinds }: ElementSums): void {
    const whole = Math.max(1, chars[id]!)
    for (const child of children) if (child.kind !== 'text') this.#add(id, kinds[child.id]!, chars[child.id]!)
    for (const child of children) {
      if (child.kind === 'text') continue
      const kind = kinds[child.id]!
      alike[child.id] = this.#count[kind]!
      alikeChars[child.id] = this.#chars[kind]! / whole
    }
  }

  #add(parent: number, kind: number, chars: number): void {
    if (this.#parents[kind] !== parent) {
      this.#parents[kind] = parent
      this.#count[kind] = 0
      this.#chars[kind] = 0
    }
    this.#count[kind]! += 1
    this.#chars[kind]! += chars
  }
}

/** Numbers from 0 for tags and classes, without the numbers that tell one item from the next. */
class Kinds {
  readonly #numbers = new Map<string, number>()
  /** One more than the kind of each look. */
  readonly #known: Int32Array

  constructor(looks: number) {
    this.#known = new Int32Array(looks)
  }

  get count(): number {
    return this.#numbers.size
  }

  of(element: Element): number {
    if (this.#known[element.look] === 0) this.#known[element.look] = this.#read(element) + 1
    return this.#known[element.look]! - 1
  }

  #read(element: Element): number {
    const key = alikeKey(element)
    const number = this.#numbers.get(key) ?? this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

/** Tag and class, without the numbers that tell one item from the next. */
function alikeKey(element: Element): string {
  const classes = element.attributes.class
  if (classes === undefined) return element.tag
  return `${element.tag}.${(/\d/.test(classes) ? classes.replace(/\d+/g, '') : classes).slice(0, 60)}`
}
