/** Lists of other things behind an article, on pages that hold more of them than of its text. */
import { type Block, isLinks, isSaid, lengthOf, linkedIn } from '../../page/blocks.ts'
import { type Element, isWithin } from '../../page/dom.ts'
import type { RecordGroup } from '../../records/find.ts'

/** From which score on a block is surely content, and how much of such text makes an article: a short one in Chinese has so many characters. */
const SURE = 0.7
const LEAST = 120
/** Share of what is kept behind it that leads elsewhere. */
const LINKED = 0.7
/** A longer record is what somebody wrote, and no card of something else. */
const LONGEST_CARD = 600

/** The smallest element around blocks and more than one of them alone. */
function boxAround([first, ...others]: readonly Block[]): Element {
  let box = first!.container.parent ?? first!.container
  for (const { container } of others) while (box.parent && !isWithin(container, box)) box = box.parent
  return box
}

/** Blocks of short records that have a link for a line. */
function blocksOfCards(blocks: readonly Block[], groups: readonly RecordGroup[]): ReadonlySet<Block> {
  const records = groups.flatMap((group) => group.records.map(({ from, to }) => blocks.slice(from, to)))
  return new Set(records.filter((record) => lengthOf(record) <= LONGEST_CARD && record.some(isLinks)).flat())
}

/**
 * Leaves out doubtful blocks behind the last text of an article, outside of the element that holds all of its text, where nearly all of them lead
 * elsewhere or are cards. What stands in that element with the text (sources, what to buy) is its author's choice.
 */
export function dropListsBehind(blocks: readonly Block[], scores: Float32Array, groups: readonly RecordGroup[], keep: Uint8Array): void {
  const text = blocks.filter((block) => keep[block.index] === 1 && scores[block.index]! >= SURE && isSaid(block))
  if (lengthOf(text) < LEAST) return
  const box = boxAround(text)
  const last = text.at(-1)!.index
  const behind = blocks.filter(({ index, container }) => index > last && keep[index] === 1 && !isWithin(container, box))
  if (behind.length === 0) return
  const cards = blocksOfCards(blocks, groups)
  const elsewhere = lengthOf(behind.filter((block) => cards.has(block))) + linkedIn(behind.filter((block) => !cards.has(block)))
  if (elsewhere < lengthOf(behind) * LINKED) return
  for (const { index } of behind) if (scores[index]! < SURE) keep[index] = 0
}
