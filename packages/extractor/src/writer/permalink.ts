/** Links to places on their own page: the signs beside headings, and headings that are links themselves. */
import { closest, type Element, find, type Node } from '../page/dom.ts'
import { HEADINGS } from '../page/tags.ts'
import { squeeze, textOf } from '../page/text.ts'

/** The place on a page that an address with one leads to. */
const placeIn = (href: string): string => href.slice(href.indexOf('#') + 1)

/** Whether a link to a place on its own page is the heading, or the term, at it. Terms may link to other places of it as well. */
export const leadsToItself = (anchor: Element): boolean =>
  closest(anchor, (at) => HEADINGS.has(at.tag) || (at.tag === 'dt' && isAt(anchor, at))) !== null

/** The heading that is all of a link to its own place on the page, or to what it unfolds there. */
export function headingIn(anchor: Element): Element | null {
  const { href = '', id } = anchor.attributes
  if (anchor.tag !== 'a' || !href.includes('#')) return null
  const [only, more] = anchor.children.filter(isSaid)
  if (only?.kind !== 'element' || more !== undefined || !HEADINGS.has(only.tag)) return null
  const place = placeIn(href)
  const own = [id, anchor.attributes.more.name, only.attributes.id, anchor.parent?.attributes.id, elementBehind(anchor)?.attributes.id]
  return place !== '' && own.includes(place) ? only : null
}

export const isSaid = (node: Node): boolean => node.kind === 'element' || node.text.trim() !== ''

/** Children of a box that are looked through for each of its links. */
const MOST_BESIDE = 200

function elementBehind({ parent, id }: Element): Element | undefined {
  if (parent === null || parent.children.length > MOST_BESIDE) return undefined
  return parent.children.find((child): child is Element => child.kind === 'element' && child.id > id)
}

const isAt = ({ attributes: { href = '', id } }: Element, term: Element): boolean => {
  const place = placeIn(href)
  return place !== '' && (place === term.attributes.id || place === id)
}

/** Whether a link leads to a place on its own page. */
export function staysHere(anchor: Element, base: string | null): boolean {
  const { href = '' } = anchor.attributes
  if (href.startsWith('#')) return true
  if (!href.includes('#')) return false
  const [target, page] = [URL.parse(href, base ?? undefined), URL.parse(base ?? '')]
  return target !== null && page !== null && target.href.split('#', 1)[0] === page.href.split('#', 1)[0]
}

const FILE = /\.(?:pdf|zip|docx?|xlsx?|pptx?|od[tsp]|csv|epub)(?:$|[?#])/i

/** Whether a link is the button behind one to the same file. */
export function isButtonOf({ attributes: { class: classes, href }, parent, id }: Element): boolean {
  if (classes === undefined || !/button|btn/i.test(classes) || !FILE.test(href ?? '') || parent === null || parent.children.length > BOX)
    return false
  return parent.children.some((at) => at.kind === 'element' && at.id < id && at.tag === 'a' && at.attributes.href === href)
}

const SORTS = /[?&;][\w[\]-]*(?:sort|order)[\w[\]-]*=/i

/** Whether a link at the head of a column only puts the rows of its table into another order. */
export function sortsTable({ attributes: { href = '' }, parent }: Element): boolean {
  if (!href.startsWith('?') && !SORTS.test(href)) return false
  const head = closest(parent, isColumnHead)
  return head !== null && (SORTS.test(href) || isHeadAlone(head.parent))
}

/** Whether a row holds heads of columns and nothing else. */
const isHeadAlone = (row: Element | null): boolean =>
  row !== null && row.children.length <= MOST_BESIDE && row.children.every((cell) => cell.kind === 'text' || isColumnHead(cell))

/** Whether a link is that of a wiki to a page that nobody has written. */
export const leadsNowhere = ({ attributes: { href = '' } }: Element): boolean => /[?&]redlink=1(?:&|$)/.test(href)

const isColumnHead = ({ tag }: Element): boolean => tag === 'th'

const LONGEST_BELOW = 24
const ON = /^\p{L}[\p{L} ]*(?:\.{3}|…)$/u

/** Whether a link to a place on its own page stands behind a text and leads to more of it: `More...`. */
export function leadsBelow(anchor: Element): boolean {
  const text = squeeze(textOf(anchor))
  return text.length <= LONGEST_BELOW && ON.test(text) && anchor.parent !== null && isEndOf(anchor, anchor.parent)
}

/** Whether a child is behind the first of an element, and nothing is said behind it. */
const isEndOf = (child: Element, { children }: Element): boolean => {
  if (children.length > MOST_BESIDE) return false
  const last = children.findLast((node) => isSaid(node) && !(node.kind === 'element' && node.tag === 'br'))
  return last === child && children.find(isSaid) !== child
}

const PERMALINK =
  /(?:^|\s)(?:headerlink|header-?anchor|heading-?anchor|anchor-?link|anchorjs-link|hash-link|permalink|direct-link|deep-?link|anchor|sl-anchor-link)(?:\s|$)/i

/** The sign or the words beside a heading that link to the heading itself. */
export const isPermalink = (anchor: Element, base: string | null): boolean => staysHere(anchor, base) && namesHeading(anchor)

/** Whether a link to a place on its own page is one. */
export function namesHeading(anchor: Element): boolean {
  if (followsItsHeading(anchor)) return true
  const text = squeeze(textOf(anchor))
  const heading = closest(anchor, (at) => /^(?:h[1-6]|dt)$/.test(at.tag)) !== null || PERMALINK.test(anchor.attributes.class ?? '')
  const bare = text === '' || /^[#¶§🔗⚓∞◆\u{f0c1}]$/u.test(text) || (heading && /^(?:permalink|link|anchor|edit)$/i.test(text))
  return (
    bare &&
    find(anchor, (inner) => inner.tag === 'img') === null &&
    (text !== '' || PERMALINK.test(anchor.attributes.class ?? '') || /^h[1-6]$/.test(anchor.parent?.tag ?? ''))
  )
}

/** Children of a box that holds a heading and its tools. */
const BOX = 4

/** Whether a link stands in a box with one heading and leads to that heading: whatever it says, it says of the heading alone. */
function followsItsHeading({ parent, attributes: { href = '' } }: Element): boolean {
  if (parent === null || parent.children.length > BOX) return false
  const heading = parent.children.find((child) => child.kind === 'element' && HEADINGS.has(child.tag))
  const id = heading?.kind === 'element' ? heading.attributes.id : undefined
  return id !== undefined && id !== '' && placeIn(href) === id
}
