import { NO_ATTRIBUTES } from '../page/attributes.ts'
import { closest, type Element, find, type Node } from '../page/dom.ts'
import { namesIn } from '../page/names.ts'
import { readOnce } from '../page/once.ts'
import { BLOCK_TAGS } from '../page/tags.ts'
import { textOf } from '../page/text.ts'
import type { PostHead } from '../records/head.ts'
import type { Footnotes } from './footnotes.ts'
import type { RepeatedPictures } from './images.ts'
import { headingIn } from './permalink.ts'
import type { LeadsBeside } from './picture-links.ts'

export type Link = { readonly text: string; readonly url: string }

/** Which parts of a tree to write: blocks by index, and never what is hidden. */
export type Given = {
  readonly keep: Uint8Array
  readonly noscript: boolean
  readonly hidden: ReadonlySet<Element>
  readonly everything: boolean
  /** A kept block that is not written, though what stands around it is: the title. */
  readonly omit?: number
  /** False leaves pictures out. */
  readonly images?: boolean
  /** Posts and comments, with who wrote them and when. */
  readonly posts?: ReadonlyMap<Element, PostHead>
  /** Records that are written as items of a list. */
  readonly cards?: ReadonlySet<Element>
  /** Titles of records that are one link each, and their links, which become those of the titles alone. */
  readonly titles?: ReadonlyMap<Element, Element>
  /** Quotes that are what their posts say. */
  readonly bodies?: ReadonlySet<Element>
  /** What is struck out by its style alone. */
  readonly struck?: ReadonlySet<Element>
  /** Panels that stand in one place, and what their tabs call them. */
  readonly tabs?: ReadonlyMap<Element, string>
  /** Links to media that are written whatever stands around them. */
  readonly shown?: ReadonlySet<Element>
  /** Those of the page, where they are known. */
  readonly footnotes?: Footnotes
  /** Takes every link that is written. */
  readonly links?: Link[]
}

export type Choice = Required<Omit<Given, 'footnotes'>>

const NO_ELEMENTS: ReadonlySet<Element> = new Set()
const NOTHING_KNOWN = new Map<Element, never>()

/** The same in one order, whoever gives it: to V8 objects whose fields came in another one are of another kind, and what reads them is compiled again. */
export const choiceOf = ({
  keep,
  noscript,
  hidden,
  everything,
  omit = -1,
  images = true,
  posts = NOTHING_KNOWN,
  cards = NO_ELEMENTS,
  titles = NOTHING_KNOWN,
  bodies = NO_ELEMENTS,
  struck = NO_ELEMENTS,
  tabs = NOTHING_KNOWN,
  shown = NO_ELEMENTS,
  links = [],
}: Given): Choice => ({ keep, noscript, hidden, everything, omit, images, posts, cards, titles, bodies, struck, tabs, shown, links })

/** Lists and quotes in one another; what is deeper stands in the last of them. */
export const MAX_NESTING = 10

/** What all parts of one writing share. */
export type Context = {
  readonly base: string | null
  readonly choice: Choice
  readonly footnotes: Footnotes
  readonly repeated: RepeatedPictures
  /** By element id: something below it is written. */
  readonly live: Uint8Array
  /** By element id: it holds a block-level element. */
  readonly nests: Uint8Array
  readonly written: Set<Element>
  /** Records that are written as items of a list: the cards, outside of one that is a link as a whole. */
  items: ReadonlySet<Element>
  /** Links that are those of a title inside of them. */
  readonly linked: ReadonlySet<Element>
  /** Whether a link leads where one with words beside it leads. */
  readonly leadsBeside: LeadsBeside
  lists: number
  quotes: number
  /** Posts written so far. */
  posts: number
  /** Cards around what is being written. */
  cards: number
  /** Blocks of Markdown for the children of an element. */
  readonly blocksOf: (children: readonly Node[], context: Context) => string[]
}

const BARE: ReadonlySet<string> = namesIn('li pre blockquote h1 h2 h3 h4 h5 h6')
/**
 * Whether an element is empty because its author left it so: an item without text still counts, code without lines is still code. One with a
 * class or an id waits for a script that fills it.
 */
export const isBare = (element: Element): boolean =>
  BARE.has(element.tag) &&
  element.attributes === NO_ATTRIBUTES &&
  (element.tag !== 'pre' || element.children.some(({ kind }) => kind === 'element')) &&
  element.children.every((child) =>
    child.kind === 'text' ? child.text.trim() === '' : child.tag === 'code' && textOf(child).trim() === '' && child.children.length < 2,
  )

export const isKept = (block: number, { keep }: Choice): boolean => block >= 0 && block < keep.length && keep[block] === 1

export const isWritten = (block: number, choice: Choice): boolean => isKept(block, choice) && block !== choice.omit

/** Whether a picture is all that a link shows: without pictures its description stands there. */
export const isFaceOfLink = (image: Element): boolean => {
  const anchor = closest(image, ({ tag }) => tag === 'a')
  if (anchor?.attributes.href === undefined || (image.attributes.alt ?? '').trim() === '') return false
  return isBlank(anchor)
}

/** Asked for every picture in the link. */
const isBlank = readOnce((anchor: Element) => textOf(anchor).trim() === '')

/** Whether an element is written as blocks of its own. */
export const isBlock = (element: Element, context: Context): boolean =>
  BLOCK_TAGS.has(element.tag) ||
  (context.nests[element.id] === 1 && !(element.tag === 'a' && !context.linked.has(element) && isCard(element)))

/** A link around headings and paragraphs is a card, unless it is half the page or a heading's own. */
const isCard = (anchor: Element): boolean =>
  anchor.attributes.href !== undefined &&
  headingIn(anchor) === null &&
  find(anchor, (inner) => /^(?:table|pre|ul|ol|blockquote)$/.test(inner.tag)) === null &&
  textOf(anchor).length < 600

/** Whether a node, or something below it, is written. */
export const wanted = (node: Node, context: Context): boolean =>
  node.kind === 'text' ? (node.block < 0 ? node.text.trim() === '' : isWritten(node.block, context.choice)) : context.live[node.id] === 1
