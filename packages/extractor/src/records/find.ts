/** Repeated records of a page (cards, rows, posts, comments), found by structure: siblings that are built alike. */
import { type Block, putInto } from '../page/blocks.ts'
import { makeOf } from '../page/classes.ts'
import { closest, type Element, type Page } from '../page/dom.ts'
import { inDocumentOrder } from '../page/having.ts'
import { byLook, readOnce } from '../page/once.ts'
import { Steps } from '../page/steps.ts'
import { isLayout } from '../writer/layout.ts'

/** One record: an element, and the blocks from `from` up to but not including `to`. */
export type Record = { readonly element: Element; readonly from: number; readonly to: number }

/** Whether anything of a record is kept. */
export function isKept({ from, to }: Record, keep: Uint8Array): boolean {
  for (let index = from; index < to; index += 1) if (keep[index] === 1) return true
  return false
}

/** Siblings built alike: the blocks in them, in order, and beside each the number of its place in its record. Equal places have equal numbers. */
export type RecordGroup = {
  readonly parent: Element
  readonly records: readonly Record[]
  readonly blocks: readonly number[]
  readonly slots: readonly number[]
}

/** Two may be a question and its answer; cards and rows are more. */
const LEAST_RECORDS = 2
export const MANY_RECORDS = 3
/** Elements that are no records whatever they hold: parts of a table, of a line, of a form. */
const NO_RECORD: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 tr td th thead tbody tfoot caption colgroup col dt dd br hr img span b strong i em option label input button pre blockquote nav header footer'.split(
    ' ',
  ),
)
/** Share of the records that must hold more than one block. */
const RICH = 0.6
/** Share of a record's blocks that must have their like in half of the other records. */
const ALIKE = 0.6
/** Share of the posts of a thread that have a first line in one place. */
const BEGINS = 0.8
/** Longer ways from a record to its block are told apart by their ends. */
const LEVELS = 8

type Spans = { readonly first: Int32Array; readonly last: Int32Array }

/** First and last block below every element of a page that is segmented, by id; -1 where there is none. Blocks of an element follow one another. */
export const blockSpans = readOnce(spansOf)

function spansOf({ all, body, elements }: Page): Spans {
  const first = new Int32Array(elements + 4).fill(-1)
  const last = new Int32Array(elements + 4).fill(-1)
  const put = (element: Element): void => {
    let low = -1
    let high = -1
    for (const child of element.children) {
      const from = child.kind === 'text' ? child.block : first[child.id]!
      if (from < 0) continue
      if (low < 0) low = from
      high = Math.max(high, child.kind === 'text' ? child.block : last[child.id]!)
    }
    first[element.id] = low
    last[element.id] = high
  }
  // What an element holds stands behind it.
  for (let at = all.length - 1; at >= 0; at -= 1) put(all[at]!)
  put(body)
  return { first, last }
}

/** Whether records are alike, by the places of their blocks and how many records have each place. */
type AreAlike = (slots: readonly number[], holders: readonly number[], records: number) => boolean

const ARE: AreAlike = (slots, holders, records) => {
  let shared = 0
  for (const slot of slots) if (holders[slot]! * 2 >= records) shared += 1
  return shared >= slots.length * ALIKE
}

/** The first block of the first record has its like in most others. */
const BEGIN: AreAlike = (slots, holders, records) => holders[slots[0]!]! >= records * BEGINS

/** All groups of a page, outer before inner. Linear in the page but for the bounded ways from records to blocks. */
export const findRecords = (page: Page, blocks: readonly Block[]): RecordGroup[] =>
  new Groups(page, blocks, { canBe: ({ tag }) => !NO_RECORD.has(tag), areAlike: ARE }).among([page.body, ...page.all])

/** Rows alike of tables that only place things: old forums write a post as one. What has one block alone is none: rows of buttons between posts. */
export function findRows(page: Page, blocks: readonly Block[]): RecordGroup[] {
  const { first, last } = blockSpans(page)
  const canBe = ({ id, tag, parent }: Element): boolean => tag === 'tr' && last[id]! > first[id]! && parent !== null && isPlaced(parent)
  return new Groups(page, blocks, { canBe, areAlike: ARE }).among(parentsOf(page.all.filter(({ tag }) => tag === 'tr')))
}

/** Siblings of one make, or called the same by their data, that begin alike: what posts say may differ as it likes. */
export const findPosts = (page: Page, blocks: readonly Block[]): RecordGroup[] => [
  ...new Groups(page, blocks, { canBe: mayBePost, areAlike: BEGIN }).among([page.body, ...page.all]),
  ...new Groups(page, blocks, {
    canBe: ({ attributes }) => attributes.itemprop !== undefined,
    keyOf: numbered(({ attributes }) => attributes.itemprop!),
    areAlike: BEGIN,
  }).among(parentsOf(page.having.itemprop)),
]

const parentsOf = (elements: readonly Element[]): Element[] => inDocumentOrder(elements.map(({ parent }) => parent!))

const mayBePost = ({ tag, parent, attributes }: Element): boolean =>
  tag === 'tr' ? parent !== null && isPlaced(parent) : !NO_RECORD.has(tag) && attributes.class !== undefined

const isPlaced = (rows: Element): boolean => {
  const table = rows.tag === 'table' ? rows : rows.parent
  return table?.tag === 'table' && isLayout(table)
}

/** A number for each name that elements have. */
function numbered(nameOf: (element: Element) => string): (element: Element) => number {
  const numbers = new Map<string, number>()
  return (element) => {
    const name = nameOf(element)
    const known = numbers.get(name) ?? numbers.size
    numbers.set(name, known)
    return known
  }
}

type Likeness = {
  readonly canBe: (element: Element) => boolean
  readonly areAlike: AreAlike
  /** What its data call an element, whatever its make. */
  readonly keyOf?: (element: Element) => number
}

function areRich(records: readonly Record[]): boolean {
  let rich = 0
  for (const { from, to } of records) if (to - from > 1) rich += 1
  return records.length >= LEAST_RECORDS && rich >= records.length * RICH
}

/** Looks for groups of one kind among the elements of a page. */
class Groups {
  readonly #found: RecordGroup[] = []
  readonly #blocks: readonly Block[]
  readonly #spans: Spans
  readonly #canBe: (element: Element) => boolean
  readonly #areAlike: AreAlike
  readonly #kind = byLook(numbered(makeOf))
  readonly #keyOf: (element: Element) => number
  readonly #steps = new Steps()

  constructor(page: Page, blocks: readonly Block[], { canBe, areAlike, keyOf }: Likeness) {
    this.#blocks = blocks
    this.#spans = blockSpans(page)
    this.#canBe = canBe
    this.#areAlike = areAlike
    this.#keyOf = keyOf ?? this.#kind
  }

  /** Groups of children of these elements, which are in document order. */
  among(parents: readonly Element[]): RecordGroup[] {
    for (const parent of parents.filter((at) => this.#holdsRich(at))) this.#group(parent)
    return this.#found
  }

  #isRich({ id }: Element): boolean {
    return this.#spans.last[id]! > this.#spans.first[id]!
  }

  /** Whether a child has more than one block, as most records of a group have: few elements have several, and such a one among them. */
  #holdsRich(parent: Element): boolean {
    if (parent.children.length < LEAST_RECORDS || !this.#isRich(parent)) return false
    for (const child of parent.children) if (child.kind === 'element' && this.#isRich(child)) return true
    return false
  }

  #group(parent: Element): void {
    const { first, last } = this.#spans
    const alike = new Map<number, Record[]>()
    for (const child of parent.children) {
      if (child.kind === 'text' || first[child.id]! < 0 || !this.#canBe(child)) continue
      putInto(alike, this.#keyOf(child), { element: child, from: first[child.id]!, to: last[child.id]! + 1 })
    }
    for (const records of alike.values()) if (areRich(records)) this.#judge(parent, records)
  }

  #judge(parent: Element, records: readonly Record[]): void {
    const numbers = new Map<number, number>()
    const members: number[] = []
    const slots: number[] = []
    /** How many records have each place, and which was the last of them. */
    const holders: number[] = []
    const lastHolder: number[] = []
    for (let at = 0; at < records.length; at += 1) {
      const { element, from, to } = records[at]!
      for (let index = from; index < to; index += 1) {
        const way = this.#wayTo(this.#blocks[index]!, element)
        let slot = numbers.get(way)
        if (slot === undefined) {
          slot = numbers.size
          numbers.set(way, slot)
          holders.push(0)
          lastHolder.push(-1)
        }
        // The block that a record ends in may be the one that the next begins in.
        if (members.at(-1) !== index) members.push(index)
        slots[members.length - 1] = slot
        if (lastHolder[slot] !== at) holders[slot]! += 1
        lastHolder[slot] = at
      }
    }
    if (this.#areAlike(slots, holders, records.length)) this.#found.push({ parent, records, blocks: members, slots })
  }

  /** The number of the way from a block up to its record. */
  #wayTo(block: Block, record: Element): number {
    let way = 0
    let at: Element | null = block.nodes[0]!.parent
    for (let level = 0; at && at !== record && level < LEVELS; level += 1, at = at.parent) way = this.#steps.after(way, this.#kind(at))
    return way
  }
}

/**
 * The same groups, each with the lone records of its make inside of its records: a reply that has no sibling is in no group. For finding
 * posts, since these records stand within each other.
 */
export function withLone(page: Page, groups: readonly RecordGroup[]): RecordGroup[] {
  const records = groups.map((group) => [...group.records])
  const kinds = new Set<string>()
  const owners = new Map<Element, number>()
  const kind = byLook(makeOf)
  // What has no class is of no make.
  for (const [at, group] of groups.entries())
    for (const { element } of group.records)
      if (element.attributes.class !== undefined) {
        kinds.add(kind(element))
        owners.set(element, at)
      }
  if (kinds.size === 0) return [...groups]
  const { first, last } = blockSpans(page)
  for (const element of page.all) {
    if (element.attributes.class === undefined || owners.has(element) || first[element.id]! < 0 || !kinds.has(kind(element))) continue
    const around = closest(element.parent, (at) => owners.has(at) && kind(at) === kind(element))
    const owner = around && owners.get(around)
    if (!around || owner === null || owner === undefined) continue
    // A box in a box of all the same text is that record again.
    if (first[around.id] === first[element.id] && last[around.id] === last[element.id]) continue
    owners.set(element, owner)
    records[owner]!.push({ element, from: first[element.id]!, to: last[element.id]! + 1 })
  }
  return groups.map((group, at) => ({ ...group, records: records[at]! }))
}
