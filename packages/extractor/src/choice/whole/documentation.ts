import { type Block, hrefOf, isLinks, isListed, lengthOf } from '../../page/blocks.ts'
import { closest, type Element, isWithin, type Page } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'
import { isNote } from './units.ts'

const OUTSIDE = AROUND | FLAG.aside | FLAG.form | FLAG.hidden | FLAG.header
/** Share of the kept text that a part must hold to be the one that was being kept. */
const HOLDS = 0.9

/** A place that is told by where it is. */
const ADDRESS = /https?:\/\/\S/

/** The deepest element that holds nearly all of these blocks, by their text. */
export function smallestHolding(kept: readonly Block[]): Element | null {
  const held = new Map<Element, number>()
  for (const { text, container } of kept)
    for (let at = container.parent; at; at = at.parent) held.set(at, (held.get(at) ?? 0) + text.length)
  const least = lengthOf(kept) * HOLDS
  let smallest: Element | null = null
  for (const [element, length] of held) if (length >= least && (smallest === null || isWithin(element, smallest))) smallest = element
  return smallest
}

/**
 * Documentation is kept from its heading to the last of its code or of what else is kept: a long reference reads alike from its first entry to
 * its last, and the scorer, which has seen few, thinks less of each the further down it stands.
 */
export function completeDocumentation(blocks: readonly Block[], keep: Uint8Array): void {
  const inside = blocks.filter(({ flags }) => (flags & OUTSIDE) === 0)
  const holding = smallestHolding(keptOf(inside, keep))
  if (holding === null) return
  const part = withDeclaration(inside, holding)
  const own = inside.filter(({ container }) => isWithin(container, part))
  const isSure = ({ index, container, flags }: Block): boolean => keep[index] === 1 || container.tag === 'h1' || (flags & FLAG.pre) !== 0
  const isLast = (block: Block): boolean => isSure(block) || (!isLinks(block) && isTerm(block))
  const last = own.findLastIndex(isLast)
  const end = endOfSection(own, last, part)
  for (const block of own.slice(startOf(own, own.findIndex(isSure)), end))
    if (isSure(block) || isHeading(block) || !((isLinks(block) && !isTerm(block) && !ADDRESS.test(block.text)) || isAction(block)))
      keep[block.index] = 1
  for (const block of lastLists(own, end)) keep[block.index] = 1
  for (const block of lastSections(own, end)) keep[block.index] = 1
  for (const block of termsBehind(inside, keep)) keep[block.index] = 1
}

/** Lists of terms right behind the last of what is kept, each below its heading: what a module or a package has in it. */
function termsBehind(inside: readonly Block[], keep: Uint8Array): readonly Block[] {
  const from = inside.findLastIndex(({ index }) => keep[index] === 1) + 1
  let to = from
  for (let at = from; at < inside.length; at += 1) {
    const block = inside[at]!
    if (isTerm(block)) to = at + 1
    else if (!isHeading(block)) break
  }
  const terms = inside.slice(from, to)
  return terms.every((block) => isLinks(block) || isHeading(block)) ? [] : terms
}

/** As much text may stand around the part that was being kept. */
const AROUND_PART = 400

const WHOLE = /^(?:main|article)$/
const LEVELS = 6

/** The part with what stands around it, where that is little more than code: how the thing is declared that is told of. */
function withDeclaration(inside: readonly Block[], part: Element): Element {
  let at = part
  for (let level = 0; level < LEVELS && at.parent !== null && !WHOLE.test(at.tag) && at.parent.tag !== 'body'; level += 1) {
    const around = at.parent
    const more = inside.filter(({ container }) => isWithin(container, around) && !isWithin(container, part))
    if (lengthOf(more) > AROUND_PART || more.some(isLinks)) break
    if (more.some(({ flags }) => (flags & FLAG.pre) !== 0)) return around
    at = around
  }
  return part
}

const NEXT = /(?:^|\s)next(?:\s|$)/i

/**
 * A chapter that is nothing but its contents is kept as that: the list in which the page stands that it calls the next one.
 * @returns whether it is such a one
 */
export function keepChapter({ links }: Page, blocks: readonly Block[], keep: Uint8Array): boolean {
  if (blocks.some(({ index, container }) => keep[index] === 1 && !HEADINGS.has(container.tag))) return false
  const next = links.filter(({ rel, href }) => NEXT.test(rel) && href !== '').map(({ href }) => href)
  const isEntry = (block: Block): boolean => (block.flags & OUTSIDE) === 0 && isLinks(block) && isListed(block)
  const first = next.length === 0 ? undefined : blocks.find((block) => isEntry(block) && next.includes(hrefOf(block) ?? ''))
  if (first === undefined) return false
  let list: Element | null = null
  for (let at: Element | null = first.container; at; at = at.parent) if (LIST.test(at.tag)) list = at
  const entries = blocks.filter((block) => isEntry(block) && list !== null && isWithin(block.container, list))
  for (const { index } of entries) keep[index] = 1
  return entries.length > 1
}

/** Sections below the last one that go on behind the end in the box of its heading, or in a box of it: steps, parts without code. */
function lastSections(blocks: readonly Block[], end: number): readonly Block[] {
  const row = boxOf(blocks, lastHeading(blocks, end))
  const first = blocks[end]
  if (!row || first === undefined || !isHeading(first) || first.container.tag <= 'h2' || !isWithin(first.container, row)) return []
  let to = end
  for (let at = end; at < blocks.length && isWithin(blocks[at]!.container, row); at += 1) {
    const block = blocks[at]!
    if (!isHeading(block) && (isLinks(block) || isAction(block))) break
    if (SENTENCE.test(block.text)) to = at + 1
  }
  return blocks.slice(end, to)
}

/** How they end; what asks whether the page helped is none of them. */
const SENTENCE = /[.!…。！]$/

const leadsElsewhere = ({ tag, attributes: { href } }: Element): boolean => tag === 'a' && href?.startsWith('#') !== true

/** Whether a block leads to nothing but places of its page. */
const leadsNowhere = ({ nodes, linkLength }: Block): boolean =>
  linkLength === 0 || nodes.every(({ parent }) => closest(parent, leadsElsewhere) === null)

/** Whether a block is a heading, be it a link to itself. */
const isHeading = (block: Block): boolean => HEADINGS.has(block.container.tag) && leadsNowhere(block)

/** Whether a block is what a button says that does something, and opens nothing on the page. */
const isAction = ({ container: { tag, parent, attributes } }: Block): boolean =>
  tag === 'button' && attributes.more['aria-controls'] === undefined && !(parent && HEADINGS.has(parent.tag))

/** Index of the headings right above a block, if there are any; a sign that links to one may stand between. */
function startOf(blocks: readonly Block[], at: number): number {
  let start = at
  for (
    let above = at - 1;
    above >= 0 && (isHeading(blocks[above]!) || (isLinks(blocks[above]!) && leadsNowhere(blocks[above]!)));
    above -= 1
  )
    if (isHeading(blocks[above]!)) start = above
  return start
}

/** Parameters and what they mean stand in lists of terms. */
const isTerm = ({ container }: Block): boolean =>
  closest(container, ({ tag }) => tag === 'dl' || tag === 'section' || tag === 'article')?.tag === 'dl'

const lastHeading = (blocks: readonly Block[], end: number): number =>
  blocks.slice(0, end).findLastIndex(({ container }) => HEADINGS.has(container.tag))

/** The box around a heading and what stands behind it; boxes for the heading alone are passed over. */
function boxOf(blocks: readonly Block[], heading: number): Element | null {
  const next = blocks[heading + 1]
  let box = blocks[heading]?.container.parent ?? null
  while (box !== null && next !== undefined && !isWithin(next.container, box)) box = box.parent
  return box
}

/** Index behind the last block of the section that a block stands in, where that section has a box of its own. */
function endOfSection(blocks: readonly Block[], at: number, part: Element): number {
  const box = boxOf(blocks, lastHeading(blocks, at + 1))
  let end = at + 1
  if (box === null || box === part || !isWithin(box, part) || !isWithin(blocks[at]!.container, box)) return end
  while (end < blocks.length && isWithin(blocks[end]!.container, box)) end += 1
  return end
}

/** Elsewhere such boxes are of other articles. */
const CALLOUT = /(?:^|\s)callout(?:\s|$)/
const LIST = /^(?:ul|ol|dl|table)$/
/** Lists and notes right behind the end, in the same row as the last heading. A list of links is one of the text where the heading is all that stands before it. */
function lastLists(blocks: readonly Block[], end: number): readonly Block[] {
  const headingAt = lastHeading(blocks, end)
  const row = boxOf(blocks, headingAt)
  if (!row) return []
  let to = end
  for (let block = blocks[to]; block !== undefined; block = blocks[to]) {
    const part = closest(block.container, ({ parent }) => parent === row)
    if (part === null || !(LIST.test(part.tag) || isNote(part) || CALLOUT.test(part.attributes.class ?? ''))) break
    if (isLinks(block) && end !== headingAt + 1) break
    to += 1
  }
  return blocks.slice(end, to)
}
