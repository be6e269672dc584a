/** A tree of plain objects: no live collections, no document, nothing that can run. Children and parents only. */
import type { Graph } from './json-ld.ts'

const NO_MORE: Record<string, string> = Object.freeze(Object.create(null))

// Elements, texts and attributes are instances of classes, not literals. Of a literal whose objects outlive a collection V8 makes all later ones in the
// old generation, where those of pages long done keep whatever they name alive until the next full collection.

/** Attributes that most elements have or are asked for, and a table of all others. All of one shape: reading them is several times as fast so. */
export class Attributes {
  class: string | undefined = undefined
  id: string | undefined = undefined
  href: string | undefined = undefined
  src: string | undefined = undefined
  alt: string | undefined = undefined
  title: string | undefined = undefined
  style: string | undefined = undefined
  type: string | undefined = undefined
  role: string | undefined = undefined
  rel: string | undefined = undefined
  itemprop: string | undefined = undefined
  hidden: string | undefined = undefined
  'aria-hidden': string | undefined = undefined
  content: string | undefined = undefined
  datetime: string | undefined = undefined
  more: Record<string, string> = NO_MORE
}

/** Those of every element that has none: never written to. */
export const NO_ATTRIBUTES = new Attributes()

type Field = Exclude<keyof Attributes, 'more'>
const FIELDS: ReadonlySet<string> = new Set(Object.keys(NO_ATTRIBUTES).filter((name) => name !== 'more'))
const isField = (name: string): name is Field => FIELDS.has(name)

export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  isField(name) ? attributes[name] : attributes.more[name]

export function setAttribute(attributes: Attributes, name: string, value: string): void {
  if (isField(name)) attributes[name] = value
  else {
    if (attributes.more === NO_MORE) attributes.more = Object.create(null)
    attributes.more[name] = value
  }
}

// V8 takes a field that is written once for a constant, as it does below.
const written = new Attributes()
for (const name of [...FIELDS, 'lang']) setAttribute(written, name, name)

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

/** What the head of a page says about it, kept apart from the body's text. */
export type Page = {
  readonly root: Element
  readonly body: Element
  /** Every element of the body in document order. */
  readonly all: readonly Element[]
  /** Class attributes of its looks, by their numbers. */
  readonly looks: readonly (string | undefined)[]
  readonly title: string
  readonly htmlLang: string | null
  readonly baseHref: string | null
  /** Every `<meta>` in order: its `name`, `property`, `itemprop` or `http-equiv` in lower case, and its content. */
  readonly metas: readonly { key: string; content: string }[]
  readonly links: readonly { rel: string; href: string; hreflang: string }[]
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

/** An element that stands in the place of another, around nodes that keep their own parents. */
export function elementAround(nodes: readonly Node[], tag: string, attributes: Attributes, { parent, id, look, block }: Element): Element {
  const element = new Element(tag, attributes, parent, id, look)
  element.children = [...nodes]
  element.block = block
  return element
}

/**
 * Takes a tree apart that nobody reads any more. V8 comes to make some of the small objects of each page in the old generation, and one of them
 * that names an element would keep all of its page alive until the next full collection, which young ones would copy until then.
 */
export function takeApart({ body, all }: Page): void {
  for (const element of all) {
    element.parent = null
    element.children = NONE
  }
  body.parent = null
  body.children = NONE
}

/** What relative addresses of a page are relative to. */
export const baseOf = ({ baseHref }: Page, url: string): string => (baseHref === null ? null : URL.parse(baseHref, url)?.href) ?? url

/**
 * What is read of an object once, by whoever asks first. It may name no element: of a WeakMap V8's young collections take all values for alive, and
 * one from which its own key is reached would keep its page until the next full collection.
 */
export function readOnce<Key extends WeakKey, Value extends NonNullable<unknown>>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = read(key)
      known.set(key, value)
    }
    return value
  }
}

/** What depends on nothing but tag and class, worked out once for all elements of one page that share them. */
export function byLook<Value extends NonNullable<unknown>>(read: (element: Element) => Value): (element: Element) => Value {
  // A list that begins with a number would be one of numbers to V8, and all code that has read it another's for the next kind of list.
  const known: (Value | undefined)[] = [undefined]
  return (element) => {
    known[element.look] ??= read(element)
    return known[element.look]!
  }
}

/** Whether a class of an element matches, worked out once for all that share it on one page. No pattern may match an empty text. */
export const classIs = (pattern: RegExp): ((element: Element) => boolean) =>
  byLook(({ attributes }) => pattern.test(attributes.class ?? ''))

const FOR_READERS = /(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text|clipped|[\w-]*hidden-accessible)(?:\s|$)/i

/** Whether an element holds words for screen readers, which a page need not part from what it shows. */
export const isForReaders = ({ attributes }: Element): boolean => FOR_READERS.test(attributes.class ?? '')

/** Whether an element says by its tag that what it holds no longer holds. */
export const isStruck = ({ tag }: Element): boolean => tag === 's' || tag === 'del' || tag === 'strike'

/** The element for a moment, and those that scripts make of it (GitHub's, Reddit's), which hold nothing until then. */
const TIMES = /^(?:time|(?:relative|local)-time|time-ago|faceplate-timeago)$/
export const isTime = ({ tag }: Element): boolean => TIMES.test(tag)
export const datetimeOf = ({ attributes }: Element): string | undefined => attributes.datetime ?? attributes.more.ts

export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol optgroup option p pre search section select summary table ' +
    'tbody td textarea tfoot th thead tr ul'
  ).split(' '),
)

/** Boxes of lines of code: those of Doxygen, CodeMirror 5 and 6, Ace, Monaco and GitHub's view of a file. */
const CODE_BOXES: ReadonlySet<string | undefined> = new Set([
  'fragment',
  'CodeMirror-code',
  'cm-content',
  'cm-content cm-lineWrapping',
  'ace_layer ace_text-layer',
  'view-lines',
  'view-lines monaco-mouse-cursor-text',
  'react-code-lines',
])

/** Whether an element holds code line by line, in a box of its own that some makers write for it. */
export const isPre = ({ tag, attributes }: Element): boolean => tag === 'pre' || (tag === 'div' && CODE_BOXES.has(attributes.class))

/** Whether code in a line keeps its lines by its own style. */
export const keepsLines = ({ tag, attributes }: Element): boolean =>
  tag === 'code' && attributes.style !== undefined && /white-space\s*:\s*(?:pre|break-spaces)/i.test(attributes.style)

export const HEADINGS: ReadonlySet<string> = new Set('h1 h2 h3 h4 h5 h6'.split(' '))

export const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)

// A lone space is no match: in prose there is one at every word.
const SPACES = /[\t\n\f\r\u00a0\u2028\u2029][\t\n\f\r \u00a0\u2028\u2029]*| [\t\n\f\r \u00a0\u2028\u2029]+/g

/** Every run of white space becomes one space. */
export const collapse = (text: string): string => text.replace(SPACES, ' ')

/** Runs of white space become one space; none at either end. */
export const squeeze = (text: string): string => collapse(text).trim()

/** All text below a node, in order, unchanged. The guard bounds the depth, so recursion is safe. */
export function textOf(node: Node): string {
  if (node.kind === 'text') return node.text
  let text = ''
  for (const child of node.children) text += textOf(child)
  return text
}

/** All text below a node, with a space where a line or a block begins. */
export function spacedText(node: Node): string {
  if (node.kind === 'text') return node.text
  let text = node.tag === 'br' || BLOCK_TAGS.has(node.tag) ? ' ' : ''
  for (const child of node.children) text += spacedText(child)
  return text
}

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

/** The nearest element at or above `node` that satisfies `test`. */
export function closest(node: Element | null, test: (element: Element) => boolean): Element | null {
  for (let at = node; at; at = at.parent) if (test(at)) return at
  return null
}

/** Whether an element is another one or stands somewhere below it. */
export const isWithin = (element: Element | null, part: Element): boolean => closest(element, (at) => at === part) !== null
