/** What is offered once (a home, a car, a boat) has its price beside the title and its facts right below it, as names and values. */
import { type Block, isSeen, titleIn } from '../../page/blocks.ts'
import { boxOfBoth, closest, type Element, isWithin, type Page } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { HEADINGS } from '../../page/tags.ts'
import { squeeze } from '../../page/text.ts'
import { ONLY_SUM } from './figures.ts'

/** How far before the title and behind it a sum may stand, and how far behind it the facts do, in blocks. */
const NEAR = { before: 6, behind: 8, facts: 80 }
/** Longest text of a sum with what is said of it, of a name, of a value; rows of a name and its values that are no chance, and values of one. */
const MOST = { sum: 60, name: 40, value: 60, values: 2 }
const LEAST = { rows: 3, terms: 2, title: 6 }

/** The title: the first heading of level 1, else the first that the page is called by. */
function titleOf(page: Page, blocks: readonly Block[]): Block | undefined {
  const called = page.title.toLowerCase()
  const isCalled = ({ text, container }: Block): boolean =>
    HEADINGS.has(container.tag) && text.length >= LEAST.title && called.startsWith(text.toLowerCase())
  return titleIn(blocks) ?? blocks.find(isCalled)
}

/** The sum that a line begins with, which says hardly more. */
function sumOf(block: Block): string | null {
  const first = squeeze(block.nodes.find(({ text }) => text.trim() !== '')?.text ?? '')
  return block.text.length <= MOST.sum && block.links === 0 && isSeen(block) && ONLY_SUM.test(first) ? first : null
}

const isName = (block: Block): boolean =>
  isSeen(block) && block.text.length <= MOST.name && block.links === 0 && /^\p{L}[^\d.!?]*[:.]?$/u.test(block.text)
const isValue = (block: Block | undefined): block is Block => block !== undefined && isSeen(block) && block.text.length <= MOST.value

/** A name and the values behind it that are all there is in one box: how many blocks that are, and the box around it; null where there is none. */
function rowAt(blocks: readonly Block[], at: number): { length: number; list: Element } | null {
  const name = blocks[at]!
  if (!isName(name) || !isValue(blocks[at + 1])) return null
  const row = boxOfBoth(name.container, blocks[at + 1]!.container)
  if (row?.parent == null || (at > 0 && isWithin(blocks[at - 1]!.container, row))) return null
  let length = 2
  while (length <= MOST.values && isValue(blocks[at + length]) && isWithin(blocks[at + length]!.container, row)) length += 1
  const next = blocks[at + length]
  return next !== undefined && isWithin(next.container, row) ? null : { length, list: row.parent }
}

/** Where the rows of one list end that begins there; nowhere where they are too few. */
function endOfRows(blocks: readonly Block[], from: number): number {
  let [at, rows] = [from, 0]
  let list: Element | null = null
  for (
    let row = rowAt(blocks, at);
    row !== null && (list === null || list === row.list);
    row = at < blocks.length ? rowAt(blocks, at) : null
  ) {
    list = row.list
    rows += 1
    at += row.length
  }
  return rows >= LEAST.rows ? at : from
}

const partOf = ({ container }: Block): Element | null => closest(container, ({ tag }) => tag === 'dt' || tag === 'dd')

/** Where a list of short terms and their values ends that begins there. */
function endOfTerms(blocks: readonly Block[], from: number): number {
  let [at, terms] = [from, 0]
  const list = closest(blocks[from]!.container, ({ tag }) => tag === 'dl')
  if (list === null || partOf(blocks[from]!)?.tag !== 'dt') return from
  for (; at < blocks.length && isWithin(blocks[at]!.container, list); at += 1) {
    if (!isValue(blocks[at])) return from
    if (partOf(blocks[at]!)?.tag === 'dt') terms += 1
  }
  return terms >= LEAST.terms ? at : from
}

/**
 * Keeps the one sum beside the title and the facts below it, with the heading right before these. Returns whether there are both.
 */
export function keepKeyFacts(page: Page, blocks: readonly Block[], keep: Uint8Array): boolean {
  const title = titleOf(page, blocks)
  if (title === undefined) return false
  const near = blocks.slice(Math.max(0, title.index - NEAR.before), title.index + 1 + NEAR.behind)
  const sums = near.filter((block) => sumOf(block) !== null)
  const sum = sums[0]
  if (sum === undefined || sums.some((block) => sumOf(block) !== sumOf(sum))) return false
  let isFound = false
  const end = Math.min(blocks.length, title.index + NEAR.facts)
  for (let at = title.index + 1; at < end; ) {
    const to = Math.max(endOfTerms(blocks, at), endOfRows(blocks, at))
    for (let index = at; index < to; index += 1) keep[index] = 1
    const before = blocks[at - 1]!
    if (to > at && before !== title && HEADINGS.has(before.container.tag)) keep[before.index] = 1
    isFound ||= to > at
    at = Math.max(at + 1, to)
  }
  if (isFound) keep[sum.index] = 1
  return isFound
}

/** Blocks of a list of terms beside the title at least, names and values. */
const LISTED = 6

/**
 * Keeps lists of short terms above the title, where records have them (what an RFC obsoletes, when a rule takes effect), and between it and the
 * text: there articles say who wrote them.
 */
export function keepTerms(blocks: readonly Block[], keep: Uint8Array, isArticle: boolean): void {
  const title = titleIn(blocks)
  const text = title === undefined ? -1 : keep.indexOf(1, title.index + 1)
  for (const { container, flags, index: at } of blocks.filter(({ container, index }) => container.tag === 'dt' && index < text)) {
    if (keep[at] === 1 || (flags & FLAG.header) !== 0 || (isArticle && at > title!.index)) continue
    const before = blocks[at - 1]
    const list = closest(container, ({ tag }) => tag === 'dl')
    if (list === null || (before !== undefined && isWithin(before.container, list))) continue
    const to = endOfTerms(blocks, at)
    if (to - at < LISTED) continue
    keep.fill(1, at, to)
    if (before !== undefined && before !== title && HEADINGS.has(before.container.tag) && isSeen(before)) keep[before.index] = 1
  }
}
