/** Moments of the entries of a report that goes on while things happen: each stands right above what was written then. */
import type { Block } from '../../page/blocks.ts'
import { closest, isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'
import { HEADINGS, isTime } from '../../page/tags.ts'

const LEAST = 3
const LONGEST = 40
const OUTSIDE = AROUND | FLAG.aside | FLAG.form | FLAG.hidden

/** Whether a block is a moment that stands in one box with the kept heading below it. */
function isOfEntry({ text, nodes, container, flags, index }: Block, blocks: readonly Block[], keep: Uint8Array): boolean {
  if ((flags & FLAG.time) === 0 && closest(nodes[0]!.parent, isTime) === null) return false
  const next = blocks[index + 1]
  if (text.length > LONGEST || !/\d/.test(text) || (flags & OUTSIDE) !== 0 || next === undefined || keep[index + 1] !== 1) return false
  return HEADINGS.has(next.container.tag) && (isWithin(next.container, container) || next.container.parent === container.parent)
}

/** Keeps these where several entries have them. */
export function keepMoments(blocks: readonly Block[], keep: Uint8Array): void {
  const moments = blocks.filter((block) => keep[block.index] !== 1 && isOfEntry(block, blocks, keep))
  if (moments.length >= LEAST) for (const { index } of moments) keep[index] = 1
}
