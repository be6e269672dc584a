/** Names and what they are of: a name without its value says nothing, nor does a term without a definition. */
import { writtenDate } from '../../metadata/date.ts'
import { type Block, leadsOn, lengthOf } from '../../page/blocks.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { nextGap } from '../gaps.ts'

const OUTSIDE = AROUND | FLAG.aside | FLAG.form
/** What pages call the name of a value. */
const NAMED = /(?:label|term|key|(?:attribute|field|property|spec)-?name)(?:$|[\s_-])/i
/** As many characters are no sentence. */
const LONGEST_NAME = 40
const LONGEST_VALUE = 120
const NO_ROW = /^(?:article|aside|blockquote|body|dl|fieldset|form|main|nav|ol|pre|section|table|ul)$/

/**
 * A name that is kept says nothing without what stands behind it in a box of the two, nor a number without what it counts: that is kept as
 * well. Which it is, is known where the box holds no more than a line, and begins with the name.
 */
export function keepValues(blocks: readonly Block[], keep: Uint8Array): void {
  for (let index = nextGap(keep, 1); index !== -1; index = nextGap(keep, index + 1)) {
    const name = blocks[index - 1]!
    const value = blocks[index]!
    if (isCounted(name, value)) keep[index] = 1
    if (name.text.length > LONGEST_NAME) continue
    if (!leadsOn(name) && !NAMED.test(name.container.attributes.class ?? '')) continue
    // A name may be text of the box of the two itself; whom a quote is of is so too.
    const isInside = leadsOn(name) && value.text.length <= LONGEST_NAME && isWithin(value.container, name.container)
    const row = isInside ? name.container : name.container.parent
    if (row === null || NO_ROW.test(row.tag) || !isWithin(value.container, row) || value.container === row) continue
    if ((value.flags & (OUTSIDE | FLAG.button)) !== 0 || value.text.length > LONGEST_VALUE) continue
    const isRow = [blocks[index - 2], blocks[index + 1]].every((other) => other === undefined || !isWithin(other.container, row))
    if (isRow) keep[index] = 1
  }
}

/** What stands behind a name in a box that begins with it; nothing where the box begins with something else, or holds more lines or characters. */
function restIn(
  box: Element,
  name: Block,
  blocks: readonly Block[],
  most: { readonly lines: number; readonly chars: number },
): readonly Block[] {
  const before = blocks[name.index - 1]
  if (before !== undefined && isWithin(before.container, box)) return []
  let to = name.index + 1
  while (to < blocks.length && to - name.index <= most.lines + 1 && isWithin(blocks[to]!.container, box)) to += 1
  const rest = blocks.slice(name.index + 1, to)
  return rest.length <= most.lines && lengthOf(rest) <= most.chars ? rest : []
}

/** Lines of an item behind a name (`Language`, and below it a list of these), those of a figure (`Rating`, `7.4/10`, `12K`), and their characters. */
const ITEM = { lines: 5, chars: LONGEST_VALUE }
const FIGURE = { lines: 3, chars: 30 }
const BEGINS_WITH_NUMBER = /^(?:[A-Z]{2,3}\s?)?[^\p{L}]?\d/u

/** The rest of an item that begins with a name, or the figure in a box that does. */
function behindName(name: Block, blocks: readonly Block[]): readonly Block[] {
  const item = closest(name.container, ({ tag }) => tag === 'li')
  const rest = item === null || /[.!?…]$/.test(name.text) ? [] : restIn(item, name, blocks, ITEM)
  const box = name.container.parent
  if (rest.length > 0 || box === null || NO_ROW.test(box.tag) || !/^\p{L}\P{N}*$/u.test(name.text)) return rest
  const figure = restIn(box, name, blocks, FIGURE)
  const first = figure[0]?.text ?? ''
  return BEGINS_WITH_NUMBER.test(first) && writtenDate(first) === null && figure.every(({ text }) => /\d/.test(text)) ? figure : []
}

/** Keeps what stands behind a name in its item or box, where that is short and the name, which leads nowhere, is all that is kept of it. */
export function keepBehindNames(blocks: readonly Block[], keep: Uint8Array): void {
  for (let at = nextGap(keep, 1); at !== -1; at = nextGap(keep, at + 1)) {
    const name = blocks[at - 1]!
    if (name.links > 0 || name.text.length > LONGEST_NAME) continue
    const rest = behindName(name, blocks)
    if (rest.every(({ index, flags }) => keep[index] !== 1 && (flags & (OUTSIDE | FLAG.button)) === 0))
      for (const { index } of rest) keep[index] = 1
  }
}

const LONGEST_TIMES = 200

/** Keeps the times below a day or a name that is kept, in one box: when a film is shown, when a boat leaves. */
export function keepTimes(blocks: readonly Block[], keep: Uint8Array): void {
  for (let index = nextGap(keep, 1); index !== -1; index = nextGap(keep, index + 1)) {
    const name = blocks[index - 1]!
    const { text, flags, container } = blocks[index]!
    if (
      !/^\d{1,2}:\d\d(?!\d)/.test(text) ||
      name.text.length > LONGEST_NAME ||
      text.length > LONGEST_TIMES ||
      (flags & (OUTSIDE | FLAG.hidden)) !== 0
    )
      continue
    if (name.container.parent === container.parent) keep[index] = 1
  }
}

/** Pairs of a short name and a short value, one behind the other, that are no chance. */
const PAIRS = { least: 3, length: 60 }

/** Keeps what pairs of names and values are, of which at least half is kept: each says nothing without the other. */
export function keepPairs(blocks: readonly Block[], keep: Uint8Array): void {
  for (let from = 0; from < blocks.length - 1; ) {
    let to = from
    while (arePair(blocks, to) && blocks[to]!.container.look === blocks[from]!.container.look && areRows(blocks[to]!, blocks[from]!))
      to += 2
    if (to - from >= PAIRS.least * 2) {
      const kept = keep.subarray(from, to).reduce((sum, one) => sum + one, 0)
      if (kept * 2 >= to - from) for (let at = from; at < to; at += 2) keep[at] = keep[at + 1] = keep[at]! | keep[at + 1]!
    }
    from = Math.max(from + 1, to)
  }
}

/** Whether two names stand in one box, or each in a row of its own in one. */
const areRows = (one: Block, other: Block): boolean =>
  isBeside(one, other) || (one.container.parent?.parent ?? null) === (other.container.parent?.parent ?? undefined)

const isBeside = (one: Block, other: Block): boolean => one.container.parent === other.container.parent

/** Whether a block and the one behind it are short, in one box, and made differently. */
function arePair(blocks: readonly Block[], at: number): boolean {
  if (at + 1 >= blocks.length) return false
  const name = blocks[at]!
  const value = blocks[at + 1]!
  return isShort(name) && isShort(value) && isBeside(name, value) && name.container.look !== value.container.look
}

const isShort = ({ text, flags }: Block): boolean => text.length <= PAIRS.length && (flags & (OUTSIDE | FLAG.button)) === 0

/** Whether a number has in its own box what it counts. */
const isCounted = ({ text, container }: Block, what: Block): boolean =>
  /^\d[\d.,]{0,9}$/.test(text) &&
  what.container !== container &&
  isWithin(what.container, container) &&
  what.text.length <= LONGEST_NAME &&
  (what.flags & (OUTSIDE | FLAG.button)) === 0

/** Leaves out terms none of whose definitions is kept: on lists of things these say again what the thing is called. */
export function dropTerms(blocks: readonly Block[], keep: Uint8Array): void {
  let [terms, defined, list]: [number[], Block[], Element | null] = [[], [], null]
  const settle = (): void => {
    if (defined.length > 0 && !defined.some(({ index }) => keep[index] === 1)) for (const index of terms) keep[index] = 0
    terms = []
    defined = []
  }
  for (const block of blocks) {
    const part = closest(block.container, ({ tag }) => tag === 'dt' || tag === 'dd')
    const own = part && closest(part, ({ tag }) => tag === 'dl')
    if (own !== list || (part?.tag === 'dt' && defined.length > 0)) settle()
    list = own
    if (part?.tag === 'dt') terms.push(block.index)
    else if (part?.tag === 'dd') defined.push(block)
  }
  settle()
}
