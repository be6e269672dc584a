/** Lists of a page's own sections: they say nothing that the headings do not say. */
import { type Block, hrefOf, isLinks, isListed, isOutside, isSaid, lengthOf, levelOf } from '../../page/blocks.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'
import { keptOf } from '../../page/plain.ts'

const CALLED =
  /^(?:on this page|in this (?:article|page|section|guide|post)|(?:table of )?contents|jump to(?: section)?|page contents|inhalt(?:sverzeichnis)?|auf dieser seite|sommaire|table des matières|sur cette page|(?:tabla de )?contenidos?|en esta página|índice|sumário|indice|sommario|(?:taula de )?continguts|inhoud(?:sopgave)?|spis treści|obsah|indhold(?:sfortegnelse)?|innehåll(?:sförteckning)?|innhold(?:sfortegnelse)?|sisällys(?:luettelo)?|tartalom(?:jegyzék)?|cuprins|daftar isi|[İi]çindekiler|mục lục|содержание|оглавление|зміст|(?:πίνακας )?περιεχ[όο]μ[εέ]ν(?:α|ων)|المحتويات|جدول المحتويات|目次|目录|目錄|목차|차례)\s*:?$/iu

/** Leaves out those under a line that calls them so. */
export function dropContents(blocks: readonly Block[], keep: Uint8Array, url: string): void {
  for (const { index } of blocks.filter(({ text }) => text.length <= 40 && CALLED.test(text))) {
    let end = index + 1
    while (end < blocks.length && leadsInside(blocks[end]!, url) && !leadsToItself(blocks[end]!)) end += 1
    if (end - index > 2) keep.fill(0, index, end)
  }
}

/** Fewer are no column of their own. */
const MANY = 8
/** Share of the text of a column that may be something else: its own headings. */
const ELSE = 0.25
const LIST = /^(?:ul|ol|li|dl|table|tbody|tr)$/

/** What stands in one box with a list of sections where that is a part of the text. */
const TEXT = /^(?:h[1-6]|p)$/
const isBesideText = ({ parent }: Element): boolean => parent?.children.some((at) => at.kind === 'element' && TEXT.test(at.tag)) !== false

/** Leaves out those that stand beside the text, in a box of their own: generators of documentation list every entry there. */
export function dropColumns(blocks: readonly Block[], keep: Uint8Array, url: string): void {
  const kept = keptOf(blocks, keep)
  const inside = kept.filter((block) => closest(block.container, ({ tag }) => tag === 'li') !== null && leadsInside(block, url))
  if (inside.length < MANY) return
  const columns = columnsOf(kept, new Set(inside))
  const dropped = kept.filter(({ container }) => closest(container, (at) => columns.has(at)) !== null)
  // An index is nothing but links.
  if (lengthOf(dropped) * 2 < lengthOf(kept)) for (const { index } of dropped) keep[index] = 0
}

/**
 * Leaves out the list of all pages of a manual, which is the same on each: it names the page itself among others, as no index does. Of a page
 * that says so little that nothing but the list was kept, what it says is kept instead.
 */
export function dropMenu(blocks: readonly Block[], keep: Uint8Array, url: string): void {
  const isKept = ({ index }: Block): boolean => keep[index] === 1
  const saysNothing = !blocks.some((block) => isKept(block) && isSaid(block))
  const said = blocks.filter((block) => isSaid(block) && (saysNothing ? !isOutside(block) : isKept(block)))
  if (said.length === 0) return
  const path = URL.parse(url)?.pathname
  const known = new Set<Element>()
  let next = 0
  for (const here of blocks) {
    while (next < said.length && said[next]!.index <= here.index) next += 1
    if (!isItem(here) || !leadsHere(here, url, path)) continue
    const menu = menuAround(here, [said[next - 1], said[next]])
    if (menu === null || known.has(menu)) continue
    known.add(menu)
    const members = membersOf(menu, here, blocks).filter(isKept)
    if (members.filter((block) => isItem(block) && isLinks(block)).length < MANY) continue
    for (const { index } of members) keep[index] = 0
    if (saysNothing) for (const { index } of said) keep[index] = 1
  }
}

/** The largest element around a block that holds none of its neighbours that say something: blocks stand in an element side by side. */
function menuAround({ container }: Block, neighbours: readonly (Block | undefined)[]): Element | null {
  let menu: Element | null = null
  for (let at: Element | null = container; at; at = at.parent) {
    const around = at
    if (neighbours.some((block) => block !== undefined && isWithin(block.container, around))) break
    menu = at
  }
  return menu
}

/** The blocks of an element, of which one is known. */
function membersOf(element: Element, { index }: Block, blocks: readonly Block[]): readonly Block[] {
  let [from, to] = [index, index + 1]
  while (from > 0 && isWithin(blocks[from - 1]!.container, element)) from -= 1
  while (to < blocks.length && isWithin(blocks[to]!.container, element)) to += 1
  return blocks.slice(from, to)
}

const isItem = (block: Block): boolean => isListed(block) || closest(block.container, ({ tag }) => tag === 'td') !== null

/** The largest boxes that hold little but such links. */
function columnsOf(kept: readonly Block[], inside: ReadonlySet<Block>): ReadonlySet<Element> {
  const held = new Map<Element, { links: number; length: number; rest: number }>()
  for (const block of kept) {
    const isInside = inside.has(block)
    for (let at: Element | null = block.container; at; at = at.parent) {
      const sums = held.get(at) ?? { links: 0, length: 0, rest: 0 }
      held.set(at, sums)
      sums.length += block.text.length
      if (isInside) sums.links += 1
      else sums.rest += block.text.length
    }
  }
  const isColumn = (element: Element): boolean => {
    const sums = held.get(element)
    return sums !== undefined && sums.links >= MANY && sums.rest <= sums.length * ELSE
  }
  return new Set(
    [...held.keys()].filter(
      (element) => isColumn(element) && !LIST.test(element.tag) && !isBesideText(element) && !(element.parent && isColumn(element.parent)),
    ),
  )
}

/** Whether a block is a link to its own page, and to no place there. */
function leadsHere(block: Block, url: string, path: string | undefined): boolean {
  const href = hrefOf(block)
  return href !== null && (href === '#' || (!href.includes('#') && URL.parse(href, url)?.pathname === path))
}

/** Whether a block is a heading that leads to its own place: the first one behind the list. */
function leadsToItself(block: Block): boolean {
  const place = hrefOf(block)?.slice(1)
  return levelOf(block) > 0 && closest(block.nodes[0]!.parent, ({ attributes }) => attributes.id === place) !== null
}

/** Whether a block is a link to a place on its own page. */
function leadsInside(block: Block, url: string): boolean {
  if (!isLinks(block)) return false
  const href = hrefOf(block) ?? ''
  return href.startsWith('#') || (href.includes('#') && URL.parse(href, url)?.href.split('#', 1)[0] === url.split('#', 1)[0])
}
