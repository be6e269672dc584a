/** Cards: short records with a link, which are written as the items of a list. */
import type { Block } from '../page/blocks.ts'
import { closest, type Element, find } from '../page/dom.ts'
import { opensEditor } from '../writer/edit-links.ts'
import { isPermalink } from '../writer/permalink.ts'
import type { Record, RecordGroup } from './find.ts'

const LEAST = 3
const MOST_ELEMENTS = 120
/** Mean length of the kept text of a card. */
const LONGEST = 500
const LINKED = 0.7
const LIST = /^(?:li|ul|ol|menu|dir)$/
/** What does not go on the lines of an item. */
const HEAVY = /^(?:table|pre|blockquote|form|dl)$/

const countBelow = (element: Element, limit: number): number => {
  let count = 0
  for (const child of element.children) {
    if (child.kind === 'text') continue
    count += 1 + countBelow(child, limit - count)
    if (count > limit) return count
  }
  return count
}

/** A card leads somewhere else: not to an editor, and a heading with a sign that leads to itself is a section. */
const isLink = (element: Element): boolean =>
  element.tag === 'a' && element.attributes.href !== undefined && !opensEditor(element) && !isPermalink(element, null)

/** Whether a record can be one item: small, with a link in it or around it. */
const isCard = ({ element }: Record): boolean => isLink(element) || find(element, isLink) !== null

/** The cards of a page among its records; what is a list already stays one, and cards hold no cards. Items that are one link are written as cards. */
export function findCards(
  blocks: readonly Block[],
  groups: readonly RecordGroup[],
  keep: Uint8Array,
  posts: ReadonlyMap<Element, unknown>,
  titles: ReadonlyMap<Element, Element>,
): Set<Element> {
  const cards = new Set<Element>()
  const links = new Map<Element, number>()
  for (const anchor of titles.values()) {
    const item = closest(anchor, ({ tag }) => tag === 'li')
    if (item !== null) links.set(item, (links.get(item) ?? 0) + 1)
  }
  for (const [item, count] of links) if (count === 1 && !posts.has(item)) cards.add(item)
  const holders = new Set<Element>()
  for (const { parent, records } of groups.toReversed()) {
    const kept = records.filter(({ element, from, to }) => !posts.has(element) && keep.subarray(from, to).includes(1))
    if (kept.length < LEAST || kept.some(({ element }) => holders.has(element) || LIST.test(element.tag))) continue
    const chars = kept.reduce((sum, { from, to }) => sum + lengthOf(blocks, from, to, keep), 0)
    if (chars > kept.length * LONGEST || kept.filter(isCard).length < kept.length * LINKED) continue
    if (
      kept.some(({ element }) => countBelow(element, MOST_ELEMENTS) > MOST_ELEMENTS || find(element, (at) => HEAVY.test(at.tag)) !== null)
    )
      continue
    for (const { element } of kept) cards.add(element)
    for (let at: Element | null = parent; at && !holders.has(at); at = at.parent) holders.add(at)
  }
  return cards
}

function lengthOf(blocks: readonly Block[], from: number, to: number, keep: Uint8Array): number {
  let length = 0
  for (let index = from; index < to; index += 1) if (keep[index] === 1) length += blocks[index]!.text.length
  return length
}
