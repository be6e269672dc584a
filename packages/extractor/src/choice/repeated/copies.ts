/** Texts that a page says twice. */
import { type Block, lengthOf, putInto } from '../../page/blocks.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { byLook } from '../../page/once.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'
import { isPrice } from '../shop/price.ts'

/** Texts of this length that stand on a page twice are copies for another screen size, or for a quote of themselves. */
const COPY = 40
const COPIED = 0.85
const RUN = 5
const RUNS = 60_000

/** Numbers for every run of five words of a text: equal runs give equal numbers, different ones hardly ever. */
function runsOf(text: string): readonly number[] {
  const runs: number[] = []
  let hash = 0
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? 32 : text.charCodeAt(at)
    if (code > 32) hash = Math.imul(hash ^ code, 16_777_619)
    else if (hash !== 0) {
      runs.push(hash)
      hash = 0
    }
  }
  const count = Math.max(0, runs.length - RUN + 1)
  // The number of a run takes the place of its first word, which no later one needs.
  for (let at = 0; at < count; at += 1) {
    let sum = 0
    for (let word = 0; word < RUN; word += 1) sum = (Math.imul(sum, 31) + runs[at + word]!) | 0
    runs[at] = sum
  }
  runs.length = count
  return runs
}

/** How many runs were seen elsewhere than in a flow. */
function countIn(seen: ReadonlyMap<number, number>, runs: readonly number[], flow: number): number {
  let known = 0
  for (const run of runs) {
    const first = seen.get(run)
    if (first !== undefined && first !== flow) known += 1
  }
  return known
}

function addTo(seen: Map<number, number>, runs: readonly number[], flow: number): void {
  for (const run of runs) if (!seen.has(run)) seen.set(run, flow)
}

const NO_FLOW = -1

/** A number for all that stands in the same element, made alike: who writes the same twice in one flow means it. */
const flowOf = ({ parent, look }: Element): number => (Math.imul(parent?.id ?? 0, 65_599) + look) & 0x3fffffff

/**
 * Keeps the first of texts that say the same: copies for another screen size, pull quotes, posts quoted in full. Headings stay, and code,
 * tables, terms and lists may repeat themselves.
 * @param thread posts are lists too, and quote one another
 * @param prose not of products or lists, which show a part of themselves again under another name
 */
export function dropCopies(blocks: readonly Block[], keep: Uint8Array, { thread, prose }: { thread: boolean; prose: boolean }): void {
  const texts = new Map<string, number>()
  const seen = new Map<number, number>()
  const copies = new Uint8Array(blocks.length + 1)
  const isToldAt = toldIn(blocks, keep)
  for (const { index, text, container } of blocks.filter((block) => keep[block.index] === 1 && isCompared(block))) {
    const runs = runsOf(text)
    const flow = flowOf(container)
    const own = prose ? flow : NO_FLOW
    const isCopy = (texts.get(text) ?? own) !== own || (runs.length >= 4 && countIn(seen, runs, own) >= runs.length * COPIED)
    if (isCopy && !HEADINGS.has(container.tag) && !isToldAt(index)) {
      keep[index] = 0
      copies[index] = 1
      continue
    }
    if (!texts.has(text)) texts.set(text, flow)
    if (seen.size < RUNS) addTo(seen, runs, flow)
  }
  if (copies.includes(1)) settleCopies(blocks, keep, copies, thread, prose)
}

/** Whether a text is compared with others. Two things may cost the same. */
const isCompared = ({ text, flags, container }: Block): boolean =>
  text.length >= COPY && (flags & (FLAG.pre | FLAG.table)) === 0 && !isPrice(text) && !isMeaning(container)

/** What goes with copies, and which of them are none. */
function settleCopies(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array, thread: boolean, prose: boolean): void {
  const first = new Map<string, number>()
  for (const { index, text } of blocks) if (!first.has(text)) first.set(text, index)
  if (!thread) keepWholeLists(blocks, keep, copies)
  if (prose) keepLabelled(blocks, keep, copies, first)
  dropBetweenCopies(blocks, keep, copies, first)
  dropHeadsOfQuotes(blocks, keep, copies)
}

const LABEL = 60

/** Puts copies back that are all that stands below a line or heading of its own: terms may be the same in two countries. */
function keepLabelled(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array, first: ReadonlyMap<string, number>): void {
  const isLabel = ({ index, text }: Block): boolean => keep[index] === 1 && text.length <= LABEL && /[\p{L}\p{N}:]$/u.test(text)
  for (let at = copies.indexOf(1, 1); at !== -1; at = copies.indexOf(1, at + 1)) {
    const before = blocks[at - 1]!
    if ((blocks[at]!.flags & FLAG.quote) !== 0 || !isLabel(before) || first.get(before.text) !== before.index) continue
    const end = copies.indexOf(0, at)
    if (end < blocks.length && keep[end] === 1 && !isLabel(blocks[end]!)) continue
    keep.fill(1, at, end)
    copies.fill(0, at, end)
  }
}

/** Blocks of each list that are kept or copies, by its items. */
function listsIn(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array): number[][] {
  const lists = new Map<Element, number[]>()
  for (const { index, container } of blocks.filter((block) => keep[block.index] === 1 || copies[block.index] === 1)) {
    const list = closest(container, ({ tag }) => tag === 'li')?.parent
    if (list) putInto(lists, list, index)
  }
  return [...lists.values()]
}

const MANY_BLOCKS = 3

/** Puts copies back into lists of which fewer than half are copies: what a recipe tells and then lists is a step of it all the same. */
function keepWholeLists(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array): void {
  for (const list of listsIn(blocks, keep, copies)) {
    const said = list.filter((index) => copies[index] === 1)
    const all = said.length + list.filter((index) => keep[index] === 1).length
    if (said.length === 0 || all < MANY_BLOCKS || said.length * 2 >= all) continue
    for (const index of said) {
      keep[index] = 1
      copies[index] = 0
    }
  }
}

/** Whether an element is what a term means, or a part of that: two terms may mean the same. */
const isMeaning = (element: Element): boolean => closest(element, ({ tag }) => tag === 'dd') !== null

/**
 * Whether an item belongs to a list that kept text leads to, asked from the first on: plans and offers say the same of each week and place, and
 * what is a copy for another screen size follows its own copy of that text.
 */
function toldIn(blocks: readonly Block[], keep: Uint8Array): (index: number) => boolean {
  let told = false
  let at = 0
  return (index) => {
    for (; at < index; at += 1) told = isTold(blocks[at]!, blocks[at + 1]!.container, keep, told)
    return told
  }
}

function isTold(before: Block, { tag, parent }: Element, keep: Uint8Array, told: boolean): boolean {
  if (tag !== 'li') return false
  if (before.container.tag === 'li') return told && (before.container.parent === parent || before.container === parent?.parent)
  return keep[before.index] === 1 && isWithin(before.container, parent?.parent ?? before.container)
}

/** Headings and short lines beside a copy are copies themselves where they stand further up as well. */
function dropBetweenCopies(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array, first: ReadonlyMap<string, number>): void {
  const drop = (index: number, beside: number): void => {
    if (keep[index] !== 1 || (blocks[index]!.flags & (FLAG.pre | FLAG.table)) !== 0) return
    // Whoever quotes says something of their own, below their own name.
    if ((blocks[beside]!.flags & FLAG.quote) !== 0 && (blocks[index]!.flags & FLAG.quote) === 0) return
    if (first.get(blocks[index]!.text)! >= index) return
    keep[index] = 0
    copies[index] = 1
  }
  const last = blocks.length - 1
  for (let at = copies.indexOf(1); at !== -1 && at < last; at = copies.indexOf(1, at + 1)) drop(at + 1, at)
  for (let at = copies.lastIndexOf(1); at > 1; at = copies.lastIndexOf(1, at - 1)) drop(at - 1, at)
}

/** What boards call the box of a quote that is none by its element, or that holds the line that says whose it is. */
const QUOTE = /(?:^|[\s_-])quote(?:d|-?(?:box|text|container))?(?:$|[\s_-])/i
/** Lines of a quote that say whose it is. */
const LONGEST_HEAD = 100

/** Leaves out what is left of a quote of which all is a copy: who said it, and when. Below that would stand what somebody else says. */
function dropHeadsOfQuotes(blocks: readonly Block[], keep: Uint8Array, copies: Uint8Array): void {
  const isQuote = byLook(
    ({ tag, attributes }) => tag === 'blockquote' || (/^(?:aside|div)$/.test(tag) && QUOTE.test(attributes.class ?? '')),
  )
  const boxOf = ({ container }: Block): Element | null => {
    const box = closest(container, isQuote)
    return box?.parent?.tag === 'aside' && isQuote(box.parent) ? box.parent : box
  }
  const heads = new Map<Element, Block[]>()
  for (const block of blocks.filter(({ index }) => copies[index] === 1)) {
    const box = boxOf(block)
    if (box !== null) heads.set(box, [])
  }
  if (heads.size === 0) return
  for (const block of keptOf(blocks, keep)) heads.get(boxOf(block) ?? block.container)?.push(block)
  for (const own of heads.values()) if (lengthOf(own) <= LONGEST_HEAD) for (const { index } of own) keep[index] = 0
}
