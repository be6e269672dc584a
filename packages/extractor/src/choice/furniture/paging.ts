/** Rows of links to the pages before, behind and above this one: the way through a manual, and no part of any of its pages. */
import { type Block, hrefOf, isLinks, isListed } from '../../page/blocks.ts'
import { closest, type Element, find, type Node, type Page } from '../../page/dom.ts'
import { HEADINGS } from '../../page/tags.ts'
import { squeeze, textOf } from '../../page/text.ts'

const REL = /(?:^|\s)(?:prev|previous|next|up|start|home|contents|index)(?:\s|$)/i
/** The keys that DocBook and Texinfo give to such links. */
const KEY = /^[pnuhc]$/i
const LEVELS = 8
/** Longest text of such a row: it names three or four pages. */
const LONGEST = 400

const isLink = ({ tag, attributes }: Element): boolean => tag === 'a' && attributes.href !== undefined
/** What a link that names the page it leads to says above that name. */
const ABOVE =
  /^(?:prev(?:ious)?|next)(?: (?:page|article|chapter|topic|section))?$|^(?:zurück|weiter|vorherige[rs]?|nächste[rs]?|précédent|suivant|anterior|siguiente|próximo|precedente|successivo|vorige|volgende|上一[页篇頁]|下一[页篇頁]|前へ|次へ)$/iu
const isNamedSo = (link: Element): boolean => {
  const { children, parent } = link
  const before = parent?.children[0]
  // Words in front of the link: `Next: <a>`.
  if (before?.kind === 'text' && parent?.children[1] === link && before.text.endsWith(': '))
    return ABOVE.test(before.text.slice(0, -2).trim())
  if (children.length < 2) return false
  const first = children.findIndex(isSeen)
  const above = children[first]
  if (above?.kind !== 'element' || above.children.length !== 1 || !children.some((child, at) => at > first && isSeen(child))) return false
  return ABOVE.test(textOf(above).trim())
}
const isSeen = (node: Node): boolean => node.kind === 'element' || node.text.trim() !== ''
const hasKey = ({ attributes: { more } }: Element): boolean => more.accesskey !== undefined && KEY.test(more.accesskey)
const leadsOn = (link: Element): boolean => {
  const { rel } = link.attributes
  return (rel !== undefined && REL.test(rel)) || hasKey(link) || isNamedSo(link)
}

/** The way down to a page, in the words of schema.org. */
const isTrail = ({ attributes: { more } }: Element): boolean => more.itemtype !== undefined && /\bBreadcrumbList$/.test(more.itemtype)

/** Characters that are left of `room` behind a node's text; less than zero where it is longer. */
function roomBehind(node: Node, room: number): number {
  if (node.kind === 'text') return room - node.text.trim().length
  let left = room
  for (const child of node.children) {
    if (left < 0) break
    left = roomBehind(child, left)
  }
  return left
}

/** Whether an element holds two links or more, of which all lead on, and no more text than names them. */
function isRow(element: Element): boolean {
  let links = 0
  const other = find(element, (at) => {
    if (HEADINGS.has(at.tag)) return true
    if (!isLink(at)) return false
    links += 1
    return !leadsOn(at)
  })
  return other === null && links > 1
}

/** Where the archives of Mailman lead from each message, in any language. */
const SORTED = /^(?:date|thread|subject|author)\.html#/
const isSorted = ({ tag, attributes }: Element): boolean => tag === 'a' && SORTED.test(attributes.href ?? '')
const LISTINFO = /\/listinfo\//

/** Lists of the messages before and behind one, and the last line, which leads to the list itself. */
function rowsOfMail(links: readonly Element[]): Element[] {
  const lists = links.filter(isSorted).map((link) => closest(link, ({ tag }) => tag === 'ul'))
  if (lists.every((list) => list === null)) return []
  return [...lists.filter((list) => list !== null), ...links.filter(({ attributes }) => LISTINFO.test(attributes.href ?? ''))]
}

const NEIGHBOUR = /(?:^|\s)(?:prev|previous|next)(?:\s|$)/i

/** Whether all of a block leads to what the page calls the one before or behind it; lists of chapters have these among others. */
function leadsBeside(block: Block, beside: readonly string[]): boolean {
  return isLinks(block) && beside.includes(hrefOf(block) ?? '') && !isListed(block)
}

/**
 * Leaves such rows out, unless nothing else is kept.
 * @returns the rows: pictures that lead on are no text, and go with them
 */
export function dropPaging(page: Page, blocks: readonly Block[], keep: Uint8Array): ReadonlySet<Element> {
  const links = page.having.href.filter(isLink)
  const rows = new Set<Element>([...rowsOfMail(links), ...page.having.more.filter(isTrail)])
  const known = new Set<Element>()
  for (const link of links.filter(leadsOn)) {
    // A sign with such a key needs no other beside it, as on the first page.
    let row: Element | null = hasKey(link) && squeeze(textOf(link)) === '' ? link : null
    let at = link.parent
    for (let level = 0; level < LEVELS && at && at !== page.body && !known.has(at) && roomBehind(at, LONGEST) >= 0; level += 1) {
      known.add(at)
      if (isRow(at)) row = at
      at = at.parent
    }
    if (row) rows.add(row)
  }
  const beside = page.links.filter(({ rel, href }) => NEIGHBOUR.test(rel) && href !== '').map(({ href }) => href)
  if (rows.size === 0 && beside.length === 0) return rows
  const rest = keep.slice()
  for (const { index, container, nodes } of blocks)
    if (closest(container, (at) => rows.has(at)) ?? nodes.some(({ parent }) => rows.has(parent))) rest[index] = 0
  for (const block of blocks) if (beside.length > 0 && keep[block.index] === 1 && leadsBeside(block, beside)) rest[block.index] = 0
  if (!rest.includes(1)) return new Set()
  keep.set(rest)
  return rows
}
