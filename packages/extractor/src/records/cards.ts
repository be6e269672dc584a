/** Cards: short records with a link, which are written as the items of a list. */
import type { Block } from '../page/blocks.ts'
import { closest, type Element, find } from '../page/dom.ts'
import { FLAG } from '../page/flags.ts'
import { opensEditor } from '../writer/edit-links.ts'
import { isPermalink } from '../writer/permalink.ts'
import { isKept, type Record, type RecordGroup } from './find.ts'

const LEAST = 3
const MOST_ELEMENTS = 120
/** Mean length of the kept text of a card. */
const LONGEST = 500
const LINKED = 0.7
const LIST = /^(?:li|ul|ol|menu|dir)$/
/** What does not go on the lines of an item. */
const HEAVY = /^(?:table|pre|blockquote|dl)$/
const isForm = ({ tag }: Element): boolean => tag === 'form'

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
  const looks = new Set<number>()
  const inside = groups.toReversed()
  const few = ({ records }: RecordGroup): boolean => records.length < LEAST
  // Two are cards where others are that look so.
  for (const group of [...inside.filter((one) => !few(one)), ...inside.filter(few)]) {
    const { parent, records } = group
    const kept = records.filter((record) => !posts.has(record.element) && isKept(record, keep))
    if (kept.length < LEAST && !(few(group) && kept.length > 0 && kept.every(({ element }) => looks.has(element.look)))) continue
    if (kept.some(({ element }) => holders.has(element) || LIST.test(element.tag))) continue
    const chars = kept.reduce((sum, { from, to }) => sum + lengthOf(blocks, from, to, keep), 0)
    if (areApart(kept, blocks, keep)) continue
    if (chars > kept.length * LONGEST || kept.filter(isCard).length < kept.length * LINKED) continue
    if (kept.some((record) => isHeavy(record, blocks, keep))) continue
    for (const { element } of kept) {
      cards.add(element)
      looks.add(element.look)
    }
    for (let at: Element | null = parent; at && !holders.has(at); at = at.parent) holders.add(at)
  }
  return cards
}

/** A kept line between two records that is no name of what follows. */
const PROSE = 100

/** Whether text stands between most of these: then none is an item beside the next. */
function areApart(records: readonly Record[], blocks: readonly Block[], keep: Uint8Array): boolean {
  let apart = 0
  for (const [at, { from }] of records.entries()) {
    const before = records[at - 1]
    if (before !== undefined && blocks.slice(before.to, from).some(({ index, text }) => keep[index] === 1 && text.length >= PROSE))
      apart += 1
  }
  return apart * 2 > records.length - 1
}

/** Nor does what is kept of a form; one of which nothing is holds the button to buy. */
function isHeavy({ element, from, to }: Record, blocks: readonly Block[], keep: Uint8Array): boolean {
  if (countBelow(element, MOST_ELEMENTS) > MOST_ELEMENTS || find(element, ({ tag }) => HEAVY.test(tag)) !== null) return true
  if (find(element, isForm) === null) return false
  return blocks.slice(from, to).some(({ index, flags }) => keep[index] === 1 && (flags & FLAG.form) !== 0)
}

function lengthOf(blocks: readonly Block[], from: number, to: number, keep: Uint8Array): number {
  let length = 0
  for (let index = from; index < to; index += 1) if (keep[index] === 1) length += blocks[index]!.text.length
  return length
}
