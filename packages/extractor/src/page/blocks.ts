import { BLOCK_TAGS, closest, type Element, isPre, type Node, type Page, squeeze, type Text } from './dom.ts'
import { FlatTexts } from './flat-texts.ts'
import { Hiding } from './hiding.ts'

/** A run of text between block-level borders: the unit that is kept or left out. A class, for the reason that elements are. */
export class Block {
  readonly index: number
  /** Nearest block-level element around the text. */
  readonly container: Element
  /** White space squeezed. */
  readonly text: string
  readonly nodes: readonly Text[]
  readonly linkLength: number
  readonly links: number
  readonly boldLength: number
  /** Bits of `FLAG` for every kind of element the block stands in. */
  readonly flags: number
  readonly elementDepth: number

  constructor(
    index: number,
    container: Element,
    text: string,
    nodes: readonly Text[],
    linkLength: number,
    links: number,
    boldLength: number,
    flags: number,
    elementDepth: number,
  ) {
    this.index = index
    this.container = container
    this.text = text
    this.nodes = nodes
    this.linkLength = linkLength
    this.links = links
    this.boldLength = boldLength
    this.flags = flags
    this.elementDepth = elementDepth
  }
}

/** What a block stands in, any number of levels up. */
export const FLAG = {
  nav: 1 << 0,
  header: 1 << 1,
  footer: 1 << 2,
  aside: 1 << 3,
  main: 1 << 4,
  article: 1 << 5,
  form: 1 << 6,
  table: 1 << 7,
  figure: 1 << 8,
  dialog: 1 << 9,
  hidden: 1 << 10,
  list: 1 << 11,
  button: 1 << 12,
  quote: 1 << 13,
  pre: 1 << 14,
  details: 1 << 15,
  noscript: 1 << 16,
  search: 1 << 17,
  menu: 1 << 18,
  time: 1 << 19,
  label: 1 << 20,
  articleBody: 1 << 21,
  section: 1 << 22,
} as const

/** The frame around the content of a page. */
export const AROUND = FLAG.nav | FLAG.footer | FLAG.dialog | FLAG.menu | FLAG.search
/** What no reader of the text sees in it. */
export const UNSEEN = AROUND | FLAG.hidden | FLAG.aside | FLAG.noscript

const BY_TAG: ReadonlyMap<string, number> = new Map(
  Object.entries({
    nav: FLAG.nav,
    header: FLAG.header,
    footer: FLAG.footer,
    aside: FLAG.aside,
    main: FLAG.main,
    article: FLAG.article,
    form: FLAG.form,
    fieldset: FLAG.form,
    table: FLAG.table,
    figure: FLAG.figure,
    dialog: FLAG.dialog,
    ul: FLAG.list,
    ol: FLAG.list,
    menu: FLAG.menu,
    button: FLAG.button,
    blockquote: FLAG.quote,
    pre: FLAG.pre,
    details: FLAG.details,
    noscript: FLAG.noscript,
    search: FLAG.search,
    label: FLAG.label,
    section: FLAG.section,
  }),
)

const BY_ROLE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    navigation: FLAG.nav,
    banner: FLAG.header,
    contentinfo: FLAG.footer,
    complementary: FLAG.aside,
    main: FLAG.main,
    article: FLAG.article,
    form: FLAG.form,
    search: FLAG.search,
    dialog: FLAG.dialog,
    alertdialog: FLAG.dialog,
    menu: FLAG.menu,
    menubar: FLAG.menu,
    button: FLAG.button,
    tooltip: FLAG.dialog,
  }),
)

/** Form controls and other elements whose text is no page text. */
const SILENT: ReadonlySet<string> = new Set(
  'select textarea option optgroup input rp progress meter video audio canvas object applet datalist template'.split(' '),
)

/** Plug-ins that are no more: what stands in the place of them asks to install them. */
const PLUG_IN = /flash|silverlight|java|quicktime|director/i
/** A document or a drawing, for which nothing else stands here: its place shows what is said instead of it. */
const fallsBack = ({ tag, attributes: { type } }: Element): boolean => tag === 'object' && type !== undefined && !PLUG_IN.test(type)

export const isSilent = (element: Element): boolean =>
  SILENT.has(element.tag) && !fallsBack(element) && !(element.tag === 'template' && element.attributes.more.shadowrootmode !== undefined)

const ownFlags = (element: Element, around: number): number => {
  const { role, itemprop } = element.attributes
  // The footer of a quote says whose words these are.
  let flags = element.tag === 'footer' && (around & FLAG.quote) !== 0 ? 0 : (BY_TAG.get(element.tag) ?? 0)
  if (role !== undefined) flags |= BY_ROLE.get(role.toLowerCase()) ?? 0
  if (itemprop !== undefined && /articleBody|reviewBody|^text$|recipeInstructions/i.test(itemprop)) flags |= FLAG.articleBody
  if (element.tag === 'time') flags |= FLAG.time
  if (isPre(element)) flags |= FLAG.pre
  return flags
}

/** What an element and all around it are. */
export function flagsAround(element: Element | null): number {
  let flags = 0
  for (let at = element; at; at = at.parent) flags |= ownFlags(at, 0)
  return flags
}

/** Whether a block is of the frame around the content, beside it, or hidden at first. */
export const isOutside = ({ flags }: Block): boolean => (flags & (AROUND | FLAG.aside | FLAG.hidden)) !== 0

/** Share of links in its text from which on a block is a list of places, here or elsewhere. */
const LINKS = 0.8
export const isLinks = ({ text, linkLength }: Block): boolean => linkLength >= text.length * LINKS

/** Blocks by the nearest element around them that is such a one, in their order. */
export function blocksIn(blocks: readonly Block[], isBox: (element: Element) => boolean): Map<Element, Block[]> {
  const inside = new Map<Element, Block[]>()
  for (const block of blocks) {
    const box = closest(block.container, isBox)
    const own = box === null ? undefined : inside.get(box)
    if (own !== undefined) own.push(block)
    else if (box !== null) inside.set(box, [block])
  }
  return inside
}

/** The block that the text of an element begins in; -1 where it is in none. */
export function firstBlock(node: Node): number {
  if (node.kind === 'text') return node.block
  for (const child of node.children) {
    const block = firstBlock(child)
    if (block >= 0) return block
  }
  return -1
}

/** Characters of the texts of blocks; with `keep`, of those that are kept. */
export const lengthOf = (blocks: readonly Block[], keep?: Uint8Array): number =>
  blocks.reduce((sum, block) => sum + (keep === undefined || keep[block.index] === 1 ? block.text.length : 0), 0)

export type Segmented = {
  readonly blocks: readonly Block[]
  /** Elements whose text and images are left out because nobody sees them. */
  readonly hidden: ReadonlySet<Element>
  /** The page keeps most of its text in `noscript`, and it was read from there. */
  readonly noscript: boolean
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
  readonly #flat = new FlatTexts()
  /** The run of text between two borders, as far as it is read. */
  #nodes: Text[] = NO_NODES
  #raw = ''
  #length = 0
  #linkLength = 0
  #boldLength = 0
  #links = 0
  #breaks = 0

  constructor(page: Page) {
    const { elements, body } = page
    this.#chars = new Int32Array(elements + 4)
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
    const inner = flags | ownFlags(element, flags) | (hides === 'flag' ? FLAG.hidden : 0)
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
    const text = this.#length > 0 ? this.#flat.of(squeeze(this.#raw)) : ''
    if (text !== '') {
      const index = this.blocks.length
      for (const node of this.#nodes) node.block = index
      this.blocks.push(new Block(index, container, text, this.#nodes, this.#linkLength, this.#links, this.#boldLength, flags, elementDepth))
    }
    this.#nodes = NO_NODES
    this.#raw = ''
    this.#length = this.#linkLength = this.#boldLength = this.#links = 0
  }
}

/**
 * Cuts a page into blocks, in document order, and writes each block's index on its text nodes. A border is every block-level element and a
 * run of two or more `<br>`. Text that nobody sees is in no block. Linear in the size of the tree.
 */
export function segment(page: Page): Segmented {
  const { blocks, hidden, noscript } = new Segmenter(page)
  return { blocks, hidden, noscript }
}
