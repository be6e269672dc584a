/** A page cut into its blocks. */
import { Block } from './blocks.ts'
import { makeOf } from './classes.ts'
import { closest, type Element, type Page, type Text } from './dom.ts'
import { AROUND, FLAG, isSilent, ownFlags } from './flags.ts'
import { flat } from './flat-texts.ts'
import { Hiding } from './hiding.ts'
import { BLOCK_TAGS } from './tags.ts'
import { squeeze } from './text.ts'

export type Segmented = {
  readonly blocks: readonly Block[]
  /** Elements whose text and images are left out because nobody sees them. */
  readonly hidden: ReadonlySet<Element>
  /** The page keeps most of its text in `noscript`, and it was read from there. */
  readonly noscript: boolean
}

/** What is in the frame of a page stays there. */
const FRAME = AROUND | FLAG.header
/** So many articles of one make are no page's own text. */
const ITEMS = 2

function readArticles(all: readonly Element[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const element of all) if (element.tag === 'article') counts.set(makeOf(element), (counts.get(makeOf(element)) ?? 0) + 1)
  return counts
}

const NO_NODES: Text[] = []

const isPlain = (code: number): boolean => code > 32 && code < 127

/** Characters of a text without the white space around it. Most texts begin and end with a plain sign. */
const lengthWithin = (text: string): number =>
  text === ' ' ? 0 : isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1)) ? text.length : text.trim().length

/**
 * Goes through a page once to measure it and once to cut it. Its ways are methods: functions made anew for each page would be compiled for those
 * of the first pages alone.
 */
class Segmenter {
  readonly blocks: Block[] = []
  readonly hidden = new Set<Element>()
  readonly noscript: boolean
  /** Characters of text below every element, by id; those in `noscript` by themselves. */
  readonly #chars: Int32Array
  #noscriptChars = 0
  readonly #hiding: Hiding
  /** How many articles of each make the page has. */
  readonly #articles: ReadonlyMap<string, number>
  /** The run of text between two borders, as far as it is read. */
  #nodes: Text[] = NO_NODES
  #raw = ''
  #length = 0
  #linkLength = 0
  #boldLength = 0
  #links = 0
  #breaks = 0

  constructor(page: Page) {
    const { all, elements, body } = page
    this.#chars = new Int32Array(elements + 4)
    this.#articles = readArticles(all)
    const total = this.#measure(body)
    this.#hiding = new Hiding(page, this.#chars)
    this.noscript = this.#noscriptChars > 250 && this.#noscriptChars > total * 0.8
    this.#visit(body, body, 0, 0, false, false)
    this.#end(body, 0, 0)
  }

  #measure(element: Element): number {
    let sum = 0
    for (const child of element.children) {
      if (child.kind === 'text') sum += lengthWithin(child.text)
      else if (child.tag === 'noscript') this.#noscriptChars += this.#measure(child)
      else if (!isSilent(child)) sum += this.#measure(child)
    }
    this.#chars[element.id] = sum
    return sum
  }

  #visit(element: Element, container: Element, flags: number, depth: number, inLink: boolean, bold: boolean): void {
    for (const child of element.children)
      if (child.kind === 'text') this.#text(child, inLink, bold)
      else this.#element(child, container, flags, depth, inLink, bold)
  }

  #element(element: Element, container: Element, flags: number, depth: number, inLink: boolean, bold: boolean): void {
    element.block = this.blocks.length
    const { tag } = element
    if (tag === 'br') {
      this.#lineBreak(container, flags, depth)
      return
    }
    if (isSilent(element) || (tag === 'noscript' && !this.noscript)) return
    const hides = this.#hiding.of(element)
    if (hides === 'out') {
      this.hidden.add(element)
      if (BLOCK_TAGS.has(tag)) this.#end(container, flags, depth)
      return
    }
    const inner = flags | ownFlags(element, flags, this.#isOfItem(element, flags)) | (hides === 'flag' ? FLAG.hidden : 0)
    if (BLOCK_TAGS.has(tag)) {
      this.#end(container, flags, depth)
      this.#breaks = 0
      element.block = this.blocks.length
      this.#visit(element, element, inner, depth + 1, inLink, bold || tag === 'th')
      this.#end(element, inner, depth + 1)
      this.#breaks = 0
    } else if ((inner & ~flags & FLAG.hidden) !== 0) {
      this.#end(container, flags, depth)
      this.#visit(element, container, inner, depth + 1, inLink, bold)
      this.#end(container, inner, depth + 1)
    } else {
      const link = tag === 'a' && element.attributes.href !== undefined
      if (link) this.#links += 1
      this.#visit(element, container, inner, depth + 1, inLink || link, bold || tag === 'b' || tag === 'strong')
    }
  }

  /** Whether a header or footer belongs to one of several things that are written alike. */
  #isOfItem({ tag, parent }: Element, flags: number): boolean {
    if ((tag !== 'header' && tag !== 'footer') || (flags & (FLAG.article | FLAG.list)) === 0 || (flags & FRAME) !== 0) return false
    const item = closest(parent, ({ tag }) => tag === 'article' || tag === 'li')
    return item !== null && (item.tag === 'li' || (this.#articles.get(makeOf(item)) ?? 0) >= ITEMS)
  }

  #text(node: Text, inLink: boolean, bold: boolean): void {
    node.block = -1
    // Most blocks are of one node, and a list that grows has room for seventeen.
    if (this.#nodes.length === 0) this.#nodes = [node]
    else this.#nodes.push(node)
    this.#raw += node.text
    if (lengthWithin(node.text) === 0) return
    const size = node.text.length
    this.#length += size
    this.#breaks = 0
    if (inLink) this.#linkLength += size
    if (bold) this.#boldLength += size
  }

  /** Counts a `<br>`; the second in a row is a border. */
  #lineBreak(container: Element, flags: number, depth: number): void {
    this.#breaks += 1
    this.#raw += ' '
    if (this.#breaks === 2) this.#end(container, flags, depth)
  }

  /** A border: what was read is a block of its container, unless it is white space. */
  #end(container: Element, flags: number, elementDepth: number): void {
    if (this.#nodes.length === 0) return
    const text = this.#length > 0 ? flat(squeeze(this.#raw)) : ''
    if (text !== '' && !isBlank(text)) {
      const index = this.blocks.length
      for (const node of this.#nodes) node.block = index
      this.blocks.push(new Block(index, container, text, this.#nodes, this.#linkLength, this.#links, this.#boldLength, flags, elementDepth))
    }
    this.#nodes = NO_NODES
    this.#raw = ''
    this.#length = this.#linkLength = this.#boldLength = this.#links = 0
  }
}

/** Longest text that is asked whether anybody sees it. */
const BLANK = 8

/** Signs that join, fill or style others and stand alone say nothing: editors of pages write them into paragraphs that they leave empty. */
const isBlank = (text: string): boolean => text.length <= BLANK && /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u.test(text)

/**
 * Cuts a page into blocks, in document order, and writes each block's index on its text nodes. A border is every block-level element and a
 * run of two or more `<br>`. Text that nobody sees is in no block. Linear in the size of the tree.
 */
export function segment(page: Page): Segmented {
  const { blocks, hidden, noscript } = new Segmenter(page)
  return { blocks, hidden, noscript }
}
