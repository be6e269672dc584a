/** Blocks of text, and what is asked of them. */
import { closest, type Element, type Node, type Text } from './dom.ts'
import { AROUND, FLAG, UNSEEN } from './flags.ts'
import { readOnce } from './once.ts'
import { HEADINGS, isTime } from './tags.ts'
import { squeeze } from './text.ts'

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

/** Whether a block is of the frame around the content, beside it, or hidden at first. */
export const isOutside = ({ flags }: Block): boolean => (flags & (AROUND | FLAG.aside | FLAG.hidden)) !== 0

/** Whether a block is shown in the text of a page, and is no button. */
export const isSeen = ({ flags }: Block): boolean => (flags & (UNSEEN | FLAG.button)) === 0

/** The first heading of level 1. */
export const titleIn = (blocks: readonly Block[]): Block | undefined => blocks.find(({ container }) => container.tag === 'h1')

/** The level of a heading, by its tag or its role; 0 of what is none. */
export const levelOf = ({ container: { tag, attributes } }: Block): number =>
  HEADINGS.has(tag) ? Number(tag[1]) : attributes.role === 'heading' ? Number(attributes.more['aria-level'] ?? 2) || 2 : 0

/** Whether all that a line says is in bold, as in a heading that is none by its tag. */
export const isBold = ({ text, boldLength }: Block): boolean => boldLength >= text.length

/** What a line says, with a space where only its style parts one piece of it from the next. */
export const spacedOut = ({ nodes }: Pick<Block, 'nodes'>): string => squeeze(nodes.map(({ text }) => text).join(' '))

/** Where the headings are among the blocks of a page. */
export const headingsIn = readOnce((blocks: readonly Block[]): readonly number[] => {
  const found: number[] = []
  for (const block of blocks) if (levelOf(block) > 0) found.push(block.index)
  return found
})

/** Whether some of a line is called a moment by its tag. */
export const saysMoment = ({ flags, nodes }: Block): boolean =>
  (flags & FLAG.time) !== 0 || nodes.some(({ parent }) => closest(parent, isTime) !== null)

/** Share of links in its text from which on a block is a list of places, here or elsewhere. */
const LINKS = 0.8
export const isLinks = ({ text, linkLength }: Block): boolean => linkLength >= text.length * LINKS

/** Whether a line ends as one does that says what stands behind it. */
export const leadsOn = ({ text }: Block): boolean => /[:：]$/.test(text)

/** Whether a block says something by itself: it is no heading, and does not only lead somewhere. */
export const isSaid = (block: Block): boolean => !isLinks(block) && !HEADINGS.has(block.container.tag)

const LISTED = /^(?:li|dt|dd)$/
/** Whether a block stands in an item of a list. */
export const isListed = ({ container }: Block): boolean => closest(container, ({ tag }) => LISTED.test(tag)) !== null

/** Where the link leads that a block begins with; null where it begins with none. */
export function hrefOf({ nodes }: Block): string | null {
  const node = nodes.find((at) => at.text.trim() !== '')
  return closest(node?.parent ?? null, ({ tag }) => tag === 'a')?.attributes.href ?? null
}

/** Blocks by the nearest element around them that is such a one, in their order. What stands side by side is mostly in the same one. */
export function blocksIn(blocks: readonly Block[], isBox: (element: Element) => boolean): Map<Element, Block[]> {
  const inside = new Map<Element, Block[]>()
  let parent: Element | null = null
  let around: Element | null = null
  for (const block of blocks) {
    const { container } = block
    if (container.parent !== parent) {
      parent = container.parent
      around = closest(parent, isBox)
    }
    const box = isBox(container) ? container : around
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

/** Characters of links in them. */
export const linkedIn = (blocks: readonly Block[]): number => blocks.reduce((sum, { linkLength }) => sum + linkLength, 0)

/** Adds a value to the list of a key. */
export function putInto<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
