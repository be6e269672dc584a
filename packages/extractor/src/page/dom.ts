/** A tree of plain objects: no live collections, no document, nothing that can run. Children and parents only. */
import { type Attributes, NO_ATTRIBUTES } from './attributes.ts'
import type { Graph } from './json-ld.ts'

// Elements, texts and attributes are instances of classes, not literals. Of a literal whose objects outlive a collection V8 makes all later ones in the
// old generation, where those of pages long done keep whatever they name alive until the next full collection.

/** The list of every element that holds nothing yet. */
const NONE: Node[] = []

export class Text {
  readonly kind = 'text'
  text: string
  parent: Element
  /** Index of the text block it belongs to, set by `segment`; -1 where the text is not part of any. */
  block = -1

  constructor(text: string, parent: Element) {
    this.text = text
    this.parent = parent
  }
}

/**
 * V8 takes a field that is written once for a constant, and on the second write of any object's throws away all code that has read it. On pages
 * whose parts are moved parent and id are written again, so they are written twice from the beginning. Tag and attributes never are: a changed
 * copy of an element is a new one.
 */
export class Element {
  readonly kind = 'element'
  readonly tag: string
  readonly attributes: Attributes
  /** Changed by `appendChild`, or for another list as a whole: one that is empty belongs to many elements. */
  children: readonly Node[] = NONE
  parent: Element | null = null
  /** Position in document order, counted from 0 at the root. */
  id = 0
  /** Number that the elements of a page with the same tag and class share; 0 for those that are not of its source. */
  look: number
  /** As of a text. */
  block = -1

  constructor(tag: string, attributes: Attributes, parent: Element | null, id: number, look = 0) {
    this.tag = tag
    this.attributes = attributes
    this.look = look
    this.parent = parent
    this.id = id
  }
}

export type Node = Element | Text

const NOBODY = new Element('', NO_ATTRIBUTES, null, -1)
// V8 tells lists that have held an object from those that never did.
NONE.push(NOBODY)
NONE.length = 0
/** Copied for lists of one and of two, as a literal of them would be made in the old generation too. */
const ONE: readonly Node[] = [NOBODY]
const TWO: readonly Node[] = [NOBODY, NOBODY]

/** Something that plays or shows, and where it stands: in its parent, `offset` characters into `after`, or behind it. */
export type Media = { readonly element: Element; readonly after: Node | null; readonly offset: number }

/** Elements by attributes that few of them have, each list in document order, of the page as it is once it has been read. */
export type Having = Readonly<
  Record<'href' | 'id' | 'role' | 'itemprop', readonly Element[]> & {
    /** A style of its own, `hidden` or `aria-hidden`: what may hide it. */
    style: readonly Element[]
    /** Attributes without a field of their own. */
    more: readonly Element[]
  }
>

/** What the head of a page says about it, kept apart from the body's text. */
export type Page = {
  readonly root: Element
  readonly body: Element
  /** Every element of the body in document order. */
  readonly all: readonly Element[]
  readonly having: Having
  /** Class attributes of its looks, by their numbers. */
  readonly looks: readonly (string | undefined)[]
  readonly title: string
  readonly htmlLang: string | null
  readonly baseHref: string | null
  /** Every `<meta>` in order: its `name`, `property`, `itemprop` or `http-equiv` in lower case, and its content. */
  readonly metas: readonly { key: string; content: string }[]
  readonly links: readonly { rel: string; href: string }[]
  /** What its `application/ld+json` scripts say. */
  readonly jsonLd: Graph
  /** Films, sound and frames of other pages. Frames are not in the tree, so that they change nothing about how the page is judged. */
  readonly media: readonly Media[]
  readonly elements: number
  /** Characters of HTML. */
  readonly sourceLength: number
  /** True when a limit of the guard was reached and something was left out. */
  readonly cut: boolean
  /** Whether some of its text was UTF-8 and was decoded as ISO-8859-1 before it came here. */
  readonly isTwiceEncoded: boolean
}

/**
 * Three of four elements hold one node or two, and a list that grows by itself makes room for seventeen with the first: these are made for as
 * many as they hold.
 */
export function appendChild(parent: Element, node: Node): void {
  const { children } = parent
  if (children.length === 0) {
    const list = ONE.slice()
    list[0] = node
    parent.children = list
  } else if (children.length === 1) {
    const list = TWO.slice()
    list[0] = children[0]!
    list[1] = node
    parent.children = list
  } else {
    // A list that is not empty is no other element's.
    const list = children as Node[]
    list.push(node)
  }
}

/**
 * The same nodes in a list such as every element has: what `flatMap` makes, and `map` once it is compiled, is a list of another kind to V8, and the
 * first element with one would have whatever goes through children compiled again.
 */
export function listOf(nodes: readonly Node[]): Node[] {
  const list = NONE.slice()
  for (const node of nodes) list.push(node)
  return list
}

/** An element that stands in the place of another, around nodes that keep their own parents. */
export function elementAround(nodes: readonly Node[], tag: string, attributes: Attributes, { parent, id, look, block }: Element): Element {
  const element = new Element(tag, attributes, parent, id, look)
  element.children = listOf(nodes)
  element.block = block
  return element
}

/**
 * Takes a tree apart that nobody reads any more. V8 comes to make some of the small objects of each page in the old generation, and one of them
 * that names an element would keep all of its page alive until the next full collection, which young ones would copy until then.
 */
export function takeApart({ body, all }: Page): void {
  body.parent = null
  body.children = NONE
  for (const element of all) {
    element.parent = null
    element.children = NONE
  }
}

/** What relative addresses of a page are relative to. */
export const baseOf = ({ baseHref }: Page, url: string): string => (baseHref === null ? null : URL.parse(baseHref, url)?.href) ?? url

/** First element below `node` (itself excluded) that satisfies `test`, in document order. */
export function find(node: Element, test: (element: Element) => boolean): Element | null {
  for (const child of node.children) {
    if (child.kind === 'text') continue
    if (test(child)) return child
    const found = find(child, test)
    if (found) return found
  }
  return null
}

/** Calls `visit` for every element below `node`, in document order; a visit that returns false skips what is inside. */
export function walk(node: Element, visit: (element: Element) => boolean | undefined): void {
  for (const child of node.children) {
    if (child.kind === 'element' && visit(child) !== false) walk(child, visit)
  }
}

export const findAll = (node: Element, test: (element: Element) => boolean): Element[] => {
  const found: Element[] = []
  walk(node, (element) => {
    if (test(element)) found.push(element)
    return undefined
  })
  return found
}

/** Every element below one in document order, numbered anew: parts of the page have been moved. */
export function inOrder(body: Element): Element[] {
  const all = findAll(body, () => true)
  for (const [index, element] of all.entries()) element.id = index + 2
  return all
}

/** What an element holds where that is one node. In the place of a pattern over the list, which costs as much as going through it. */
export const onlyNode = ({ children }: Element): Node | null => (children.length === 1 ? children[0]! : null)

/** The nearest element at or above `node` that satisfies `test`. */
export function closest(node: Element | null, test: (element: Element) => boolean): Element | null {
  for (let at = node; at; at = at.parent) if (test(at)) return at
  return null
}

/** Whether an element is another one or stands somewhere below it. */
export const isWithin = (element: Element | null, part: Element): boolean => closest(element, (at) => at === part) !== null

/** The nearest element at or above one that another stands in as well. */
export const boxOfBoth = (one: Element | null, other: Element): Element | null => closest(one, (box) => isWithin(other, box))
