/** What a reader takes as one thing is kept whole or not at all. */
import { type Block, blocksIn, isLinks, isOutside, isSeen, leadsOn, lengthOf, linkedIn } from '../../page/blocks.ts'
import { isChange } from '../../page/code-lines.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG, UNSEEN } from '../../page/flags.ts'
import { byLook } from '../../page/once.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS, isPre, isRoleTable } from '../../page/tags.ts'
import type { RecordGroup } from '../../records/find.ts'
import { isLayout, rowsOf } from '../../writer/layout.ts'
import { marksOfCells } from '../../writer/marks.ts'
import { isCodeLabel } from '../beside/labels.ts'
import { arePriced } from '../repeated/records.ts'

const UNITS: ReadonlySet<string> = new Set(['pre', 'table', 'dl', 'details', 'a', 'figure', 'blockquote'])
const STANDING: ReadonlySet<string> = new Set(['pre', 'table'])
/** What generators call the boxes of notes, tips and warnings. */
const NOTE = /(?:^|\s)(?:admonition\S*|custom-block|hint-container|markdown-alert|notecard|starlight-aside|theme-admonition)(?:\s|$)/

/** What services call a post of theirs that a page shows in its text. */
const EMBEDDED =
  /(?:^|\s)(?:twitter-(?:tweet|video)|instagram-media|bluesky-embed|tiktok-embed|mastodon-embed|reddit-embed-bq|fb-post)(?:\s|$)/

/** Whether an element is a note beside the text that it stands in. */
export const isNote = ({ attributes }: Element): boolean => attributes.role === 'note' || NOTE.test(attributes.class ?? '')

/** A place that links lead to is no link; old pages leave it open, so that all that follows stands in it. */
const isOfUnits = ({ tag, attributes }: Element): boolean => UNITS.has(tag) && (tag !== 'a' || attributes.href !== undefined)

const isUnit = (element: Element): boolean =>
  (isOfUnits(element) || isPre(element) || isNote(element) || isRoleTable(element)) && !(element.tag === 'table' && isLayout(element))

/** A line of an editor is a `pre` in the box of all of its lines. */
const isLine = ({ tag, parent }: Element): boolean => tag === 'pre' && closest(parent, isPre) !== null

/** What tells units on one page. A link around the parts of a cell is of its table. */
function unitsOf(): (element: Element) => boolean {
  const mayBe = byLook((element) => UNITS.has(element.tag) || isPre(element) || isNote(element))
  const isOwn = (element: Element): boolean =>
    (mayBe(element) || element.attributes.role !== undefined) &&
    isUnit(element) &&
    !isLine(element) &&
    !(element.tag === 'a' && closest(element.parent, isOwn)?.tag === 'table')
  return isOwn
}

const isTable = (unit: Element): boolean => unit.tag === 'table' || isRoleTable(unit)

/** Whether it is part of the text around it, whatever its own words look like. */
const stands = (unit: Element, members: readonly Block[]): boolean =>
  STANDING.has(unit.tag) ||
  isPre(unit) ||
  isNote(unit) ||
  isRoleTable(unit) ||
  EMBEDDED.test(unit.attributes.class ?? '') ||
  (/^(?:details|dl)$/.test(unit.tag) && !isOfLinks(members))

/** A fold of links is a list of contents. */
const isOfLinks = (members: readonly Block[]): boolean =>
  members.reduce((sum, { text, linkLength }) => sum + text.length - 2 * linkLength, 0) < 0

/** How much text there is, and how much of it is kept. */
type Mass = { all: number; kept: number }

/**
 * Tables, code, cards and the like are kept whole or not at all, as most of their text is; goods that are a link each, as most of the text of them
 * all is.
 */
export function keepUnits(blocks: readonly Block[], keep: Uint8Array, groups: readonly RecordGroup[] = []): void {
  const units = blocksIn(blocks, unitsOf())
  const isLinked = [...units].some(([unit, members]) => isCard(unit, members))
  const masses = massesOf(units, isLinked ? groups.filter(({ records }) => arePriced(records, blocks)) : [], keep)
  for (const [unit, members] of units) {
    const { all: mass, kept } = masses.get(unit)!
    if (kept === mass) continue
    const all = kept >= mass / 2 || belongs(unit, members, blocks, keep) ? 1 : 0
    for (const block of members) keep[block.index] = all
  }
}

/** Whether a unit most of which is left out is kept all the same. */
const belongs = (unit: Element, members: readonly Block[], blocks: readonly Block[], keep: Uint8Array): boolean =>
  isChange(unit) ||
  (stands(unit, members) && isBetweenKept(unit, blocks, members, keep)) ||
  (isTable(unit) && follows(unit, blocks[members[0]!.index - 1], keep) && isOfValues(members)) ||
  compares(unit, members) ||
  (isAmongKept(members, keep) && isOfData(unit, members))

/** Whether a unit is a link around more than a line. */
const isCard = ({ tag }: Element, members: readonly Block[]): boolean => tag === 'a' && members.length > 1

function massesOf(units: ReadonlyMap<Element, readonly Block[]>, groups: readonly RecordGroup[], keep: Uint8Array): Map<Element, Mass> {
  const owners = new Map<Element, Mass>()
  for (const { records } of groups) {
    const shared = { all: 0, kept: 0 }
    for (const { element } of records) owners.set(element, shared)
  }
  const masses = new Map<Element, Mass>()
  for (const [unit, members] of units) {
    const record = isCard(unit, members) ? closest(unit, (at) => owners.has(at)) : null
    const mass = (record && owners.get(record)) ?? { all: 0, kept: 0 }
    masses.set(unit, mass)
    for (const { index, text } of members) {
      mass.all += text.length
      if (keep[index] === 1) mass.kept += text.length
    }
  }
  return masses
}

/** Whether kept text or its heading stands right above a table, in a box of the two. */
function follows(table: Element, before: Block | undefined, keep: Uint8Array): boolean {
  if (before === undefined || keep[before.index] !== 1) return false
  let box = table.parent
  for (let level = 0; level < WRAPPED && box !== null && !NO_BOX.test(box.tag) && !isWithin(before.container, box); level += 1)
    box = box.parent
  if (box?.tag === 'body' && box !== table.parent) return false
  // A heading in a box of its own is that of something else.
  return box !== null && (HEADINGS.has(before.container.tag) ? before.container.parent === box : isWithin(before.container, box))
}

const areSeen = (members: readonly Block[]): boolean => members.every(({ flags }) => (flags & (UNSEEN | FLAG.form)) === 0)

/** Whether cells are seen and hardly lead anywhere. */
const isOfWords = (members: readonly Block[]): boolean => areSeen(members) && linkedIn(members) < lengthOf(members) * DATA.linked

/** Whether cells are seen and as many of them say something as lead somewhere: what the others are values of. */
const isOfValues = (members: readonly Block[]): boolean => areSeen(members) && members.filter(isLinks).length * 2 <= members.length

/** Rows that a comparison has at least. */
const COMPARED = 3
const NOTHING: ReadonlySet<Element> = new Set()

/** Whether a table in the text of a page says by signs which of some things has what: such a one has few words. */
function compares(unit: Element, members: readonly Block[]): boolean {
  if (unit.tag !== 'table' || members.some(({ flags }) => (flags & (AROUND | FLAG.hidden)) !== 0)) return false
  const rows = rowsOf(unit)
  return rows.length > COMPARED && marksOfCells(rows, { hidden: NOTHING }).size >= rows.length
}

/** Cells of such a table at least and those of a row, their characters in the mean (days of a month have fewer), and the share of links in it. */
const DATA = { cells: 12, inRow: 2.5, chars: 3, linked: 0.3 }

/** Whether a table in the text of a page holds values that lead nowhere: frames are made of links. */
function isOfData(unit: Element, members: readonly Block[]): boolean {
  if (!isTable(unit) || members.length < DATA.cells || !isOfWords(members)) return false
  if (lengthOf(members) < members.length * DATA.chars) return false
  const rows = rowsOf(unit).length
  return rows >= COMPARED && members.length >= rows * DATA.inRow
}

/** Boxes around a table alone. */
const WRAPPED = 2
/** How far from a table the text may stand that is kept. */
const AMONG = 6

/** Whether something is kept a few lines before and a few behind: tables of markets and scores stand in columns of their own. */
function isAmongKept(members: readonly Block[], keep: Uint8Array): boolean {
  const [first, behind] = [members[0]!.index, members.at(-1)!.index + 1]
  return keep.subarray(Math.max(0, first - AMONG), first).includes(1) && keep.subarray(behind, behind + AMONG).includes(1)
}

/** Items of a list of statements at least, their characters in the mean, and the share of them that is kept where all are: less on what is sold. */
const STATED = { items: 3, chars: 25, share: 0.4, sold: 0.12 }

/** Whether so much is kept of a list of statements that all of it is wanted. */
function isStated(list: readonly Block[], keep: Uint8Array, share: number): boolean {
  if (list.length < STATED.items || lengthOf(list) < list.length * STATED.chars || isOutside(list[0]!)) return false
  return keptOf(list, keep).length >= list.length * share
}

/**
 * Lists of one line an item of which one is kept, or that a colon announces, are kept whole, between kept text on both sides and beside it;
 * lists of statements wherever they stand, where enough of them is kept.
 * @param isSold whether the page is of what is sold: a product, a service
 */
export function keepLists(blocks: readonly Block[], keep: Uint8Array, isSold: boolean): void {
  const share = isSold ? STATED.sold : STATED.share
  for (const { from, to, list } of listsIn(blocks)) {
    const before = blocks[from - 1]
    const around = keep.subarray(Math.max(0, from - 1), to)
    if (!around.includes(1) || !around.includes(0)) continue
    const part = blocks.slice(from, to)
    const isLed = before !== undefined && keep[from - 1] === 1 && list.parent === before.container.parent
    if (isLed && leadsOn(before) && part.every(part.length > 1 ? isLedItem : isItem)) keep.fill(1, from, to)
    if (!part.every(isItem)) continue
    if (isStated(part, keep, share)) keep.fill(1, from, to)
    if (isLed && keep[to] === 1 && part.some(({ index }) => keep[index] === 1)) keep.fill(1, from, to)
  }
}

/** Lists, with those in them: where each begins and ends. */
function listsIn(blocks: readonly Block[]): { readonly from: number; readonly to: number; readonly list: Element }[] {
  const lists: { from: number; to: number; list: Element }[] = []
  for (let from = 0, to = 0; from < blocks.length; from = Math.max(to, from + 1)) {
    const list = (blocks[from]!.flags & FLAG.list) === 0 ? null : listAround(blocks[from]!)
    if (list === null) continue
    to = from + 1
    while (to < blocks.length && isWithin(blocks[to]!.container, list)) to += 1
    lists.push({ from, to, list })
  }
  return lists
}

/** Links are items too where a sentence leads to several. */
const isLedItem = (block: Block): boolean =>
  isItem(block) || (isLinks(block) && closest(block.container, ({ tag }) => tag === 'li') !== null && isSeen(block))

/** Items that say one thing; others are cards, with buttons. */
function isItem(block: Block): boolean {
  const { tag, parent } = block.container
  return (
    !isLinks(block) && (tag === 'li' || (tag === 'p' && (parent?.tag === 'li' || (parent?.tag === 'div' && parent.parent?.tag === 'li'))))
  )
}

const listAround = ({ container }: Block): Element | null => closest(container, ({ tag }) => tag === 'ul' || tag === 'ol')

/** Share of the rows of a table of which something is among the likeliest lines. */
const ROWS = 0.4

/** Tables of a page without prose are kept whole where something is kept of many rows, and left out where less is. */
export function keepTables(blocks: readonly Block[], keep: Uint8Array): void {
  const tables = blocksIn(blocks, (at) => at.tag === 'table' && !isLayout(at))
  for (const members of tables.values()) {
    const rows = new Map<Element | null, boolean>()
    for (const { index, container } of members) {
      const row = closest(container, ({ tag }) => tag === 'tr')
      rows.set(row, rows.get(row) === true || keep[index] === 1)
    }
    const kept = [...rows.values()].filter((isKept) => isKept).length
    for (const { index } of members) keep[index] = kept >= rows.size * ROWS ? 1 : 0
  }
}

/** Longest text of the tools beside code, and how far up their box stands. */
const TOOL = 60
/** How many blocks that are passed over: a page may be nothing but code and tools. */
const PASSED_MAX = 50
const BOX_LEVELS = 3
const NO_BOX = /^(?:article|main|section|body|li|td)$/

/**
 * Whether the text on both sides of code or a table is kept, and it is not hidden where they are seen. Headings and code that are left out,
 * and the tools in its own box, say nothing of it.
 */
function isBetweenKept(unit: Element, blocks: readonly Block[], members: readonly Block[], keep: Uint8Array): boolean {
  const boxes = new Set<Element>()
  for (let at = unit.parent; at && boxes.size < BOX_LEVELS && !NO_BOX.test(at.tag); at = at.parent) boxes.add(at)
  const isPassed = (at: number): boolean => {
    const block = blocks[at]
    if (block === undefined || keep[at] === 1) return false
    if ((block.flags & FLAG.pre) !== 0 || HEADINGS.has(block.container.tag) || isCodeLabel(block, blocks[at + 1])) return true
    return block.text.length <= TOOL && block.container.tag !== 'p' && closest(block.container, (box) => boxes.has(box)) !== null
  }
  const pass = (from: number, step: 1 | -1): number => {
    let at = from + step
    let beside: Element | null | undefined
    for (; Math.abs(at - from) <= PASSED_MAX && isPassed(at); at += step)
      if (HEADINGS.has(blocks[at]!.container.tag)) beside = blocks[at]!.container.parent
    // A heading in a box of its own is that of something else.
    return beside === undefined || beside === blocks[at]?.container.parent ? at : -1
  }
  const [before, behind] = [pass(members[0]!.index, -1), pass(members.at(-1)!.index, 1)]
  if (keep[before] !== 1) return false
  if (keep[behind] !== 1 && !isLastCode(unit, blocks[before]!, boxes) && !isLastTable(unit, blocks, members, keep, boxes)) return false
  const { flags } = members[0]!
  const hidden = blocks[before]!.flags & (blocks[behind]?.flags ?? blocks[before]!.flags)
  return (flags & (AROUND | (FLAG.hidden & ~hidden))) === 0
}

/** How far before a table the text may begin whose end it is, and how long a paragraph of it is. */
const TEXT = { far: 30, paragraph: 60 }

/** Whether a table of words, or a box around it, stands in one box with kept paragraphs before it: an article may end with what it compares. */
function isLastTable(
  unit: Element,
  blocks: readonly Block[],
  members: readonly Block[],
  keep: Uint8Array,
  boxes: ReadonlySet<Element>,
): boolean {
  if (!isTable(unit) || !isOfWords(members)) return false
  const parents = new Set([unit, ...boxes].map(({ parent }) => parent))
  const { index } = members[0]!
  return blocks
    .slice(Math.max(0, index - TEXT.far), index)
    .some((block) => keep[block.index] === 1 && block.text.length >= TEXT.paragraph && parents.has(block.container.parent))
}

/** Whether code, or a box around it, stands beside the kept text before it: an article may end with code. */
const isLastCode = (unit: Element, before: Block, boxes: ReadonlySet<Element>): boolean =>
  isPre(unit) && [unit, ...boxes].some(({ parent }) => parent !== null && parent === before.container.parent)
