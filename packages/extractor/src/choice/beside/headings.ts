/** Headings that belong to what is kept below them, and those that have lost it. */
import { type Block, headingsIn } from '../../page/blocks.ts'
import { closest, type Element, isWithin } from '../../page/dom.ts'
import { FLAG } from '../../page/flags.ts'
import { isLong, keptOf } from '../../page/plain.ts'
import { HEADINGS } from '../../page/tags.ts'

/** Blocks before a heading of which one is kept. */
const NEAR = 3

/** A likely heading between kept blocks belongs to the one below it, and so does one in the box of a table. */
export function joinHeadings(blocks: readonly Block[], scores: Float32Array, keep: Uint8Array): void {
  for (const index of headingsIn(blocks).toReversed()) {
    if (index === 0 || keep[index] === 1 || !HEADINGS.has(blocks[index]!.container.tag)) continue
    if (isSubtitle(blocks, keep, index)) keep[index] = 1
    if (keep[index + 1] !== 1) continue
    const follows = keep.subarray(Math.max(0, index - NEAR), index).includes(1)
    if (scores[index]! > 0.2 && (follows || headsTable(blocks[index]!, blocks[index + 1]!))) keep[index] = 1
  }
}

/** Whether a heading stands right below a kept one of a higher level, and something of its box is kept below: where somebody worked, below as what. */
function isSubtitle(blocks: readonly Block[], keep: Uint8Array, index: number): boolean {
  const above = blocks[index - 1]!
  const own = blocks[index]!
  const below = blocks[index + 2]
  if (keep[index - 1] !== 1 || below === undefined || keep[below.index] !== 1 || !HEADINGS.has(above.container.tag)) return false
  const box = above.container.parent?.parent ?? null
  return above.container.tag < own.container.tag && box !== null && isWithin(own.container, box) && isWithin(below.container, box)
}

const headsTable = ({ container }: Block, next: Block): boolean =>
  (next.flags & FLAG.table) !== 0 && container.tag !== 'h1' && container.parent !== null && isWithin(next.container, container.parent)

/**
 * Headings at the very end are those of something that was left out: behind prose, and on pages to be read from beginning to end wherever
 * they lead nowhere. Elsewhere cards may end with one, and firms with what they claim.
 */
export function dropLoneHeading(blocks: readonly Block[], keep: Uint8Array, prose: boolean): void {
  for (let last = keep.lastIndexOf(1); last > 0 && HEADINGS.has(blocks[last]!.container.tag); last = keep.lastIndexOf(1)) {
    const before = keep.lastIndexOf(1, last - 1)
    if (before === -1 || (!isLong(blocks[before]!) && (!prose || blocks[last]!.links > 0))) return
    keep[last] = 0
  }
}

/** Leaves out headings that say again what the line before them that is kept says as one, in another box: copies for another screen size. */
export function dropHeadingsSaidAgain(blocks: readonly Block[], keep: Uint8Array): void {
  const kept = keptOf(blocks, keep)
  for (const again of kept.filter(({ text }, at) => at > 0 && text === kept[at - 1]!.text)) {
    const above = blocks[keep.lastIndexOf(1, again.index - 1)]!
    if (isInOtherBox(headingOf(above), headingOf(again))) keep[again.index] = 0
  }
}

const headingOf = ({ container }: Block): Element | null => closest(container, ({ tag }) => HEADINGS.has(tag))

const isInOtherBox = (one: Element | null, two: Element | null): boolean => one !== null && two !== null && one.parent !== two.parent
