/** Works that a paper or a standard refers to: a list of short lines that the scorer doubts, and that the kept text leads to. */
import { type Block, firstBlock, lengthOf } from '../../page/blocks.ts'
import { closest, type Element, find } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import type { Places } from '../../page/places.ts'
import { HEADINGS } from '../../page/tags.ts'
import { textOf } from '../../page/text.ts'

const OUTSIDE = AROUND | FLAG.aside | FLAG.form | FLAG.hidden
const ITEM = /^(?:li|dt|dd)$/
/** What stands around a reference in the text: a target that is more than that is a part of the page. */
const RAISED = /^(?:a|cite|span|sup)$/
/** Items of such a list, and the share of them that the text must lead to. */
const LEAST = { items: 2, cited: 0.5 }
/** Characters of an item; what holds more, or a heading, is a part of the page. */
const LONGEST = 1_500
/** Lists that are longer than this share of the text that is kept besides are another text. */
const MOST = 0.4

const itemOf = (element: Element): Element | null => closest(element, ({ tag }) => ITEM.test(tag))

/** The lists that kept text leads into, each with the items that it leads to; an item may also lead back to its place in the text. */
function citedLists({ leading, named }: Places, keep: Uint8Array): Map<Element, Set<Element>> {
  const lists = new Map<Element, Set<Element>>()
  const isKept = (element: Element): boolean => keep[firstBlock(element)] === 1
  const cite = (item: Element | null, from: Element): void => {
    const list = item?.parent ?? null
    if (item === null || list === null || itemOf(from)?.parent === list) return
    const cited = lists.get(list)
    if (cited === undefined) lists.set(list, new Set([item]))
    else cited.add(item)
  }
  for (const [name, anchors] of leading) {
    const target = named.get(name)
    if (target === undefined || name === '') continue
    const from = anchors.find(isKept)
    if (from !== undefined) cite(itemOf(target), from)
    else if (RAISED.test(target.tag) && isKept(target)) for (const anchor of anchors) cite(itemOf(anchor), target)
  }
  return lists
}

const isWork = (item: Element): boolean => textOf(item).length <= LONGEST && find(item, ({ tag }) => HEADINGS.has(tag)) === null

const isCounted = ({ children }: Element, cited: ReadonlySet<Element>): boolean => {
  const items = children.filter((child) => child.kind === 'element' && child.tag !== 'dd').length
  return cited.size >= Math.min(LEAST.items, items) && cited.size >= items * LEAST.cited && [...cited].every(isWork)
}

/** Keeps lists of references whole, below their headings, where kept text leads to most of their items. */
export function keepReferences(places: Places, blocks: readonly Block[], keep: Uint8Array): void {
  const lists = new Set<Element>()
  for (const [list, cited] of citedLists(places, keep)) if (isCounted(list, cited)) lists.add(list)
  if (lists.size === 0) return
  const listed = blocks.filter(({ container, flags }) => (flags & OUTSIDE) === 0 && closest(container, (at) => lists.has(at)) !== null)
  const beside = lengthOf(blocks, keep) - lengthOf(listed, keep)
  if (lengthOf(listed) > beside * MOST) return
  for (const { index } of listed) {
    keep[index] = 1
    const before = blocks[index - 1]
    if (before !== undefined && HEADINGS.has(before.container.tag) && (before.flags & OUTSIDE) === 0) keep[index - 1] = 1
  }
}
