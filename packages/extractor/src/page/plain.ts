/** Plain choices of blocks, where nothing is known of them but where they stand and how much they say. */
import { type Block, lengthOf } from './blocks.ts'
import { AROUND, FLAG } from './flags.ts'

/** Prose: long, with few links in it, and not of the frame around the content. */
export const isLong = (block: Block): boolean =>
  block.text.length > 140 && block.linkLength < block.text.length * 0.4 && (block.flags & (AROUND | FLAG.hidden)) === 0

/** Those blocks that pass a test. */
export function take(blocks: readonly Block[], test: (block: Block) => boolean): Uint8Array {
  const taken = new Uint8Array(blocks.length)
  for (const block of blocks) if (test(block)) taken[block.index] = 1
  return taken
}

/** All that is not the frame around the content; all of it where nothing is left. */
export function allButFrame(blocks: readonly Block[]): Uint8Array {
  const inside = take(blocks, (block) => (block.flags & AROUND) === 0)
  return inside.includes(1) ? inside : inside.fill(1)
}

/** Those that are kept. */
export const keptOf = (blocks: readonly Block[], keep: Uint8Array): Block[] => blocks.filter(({ index }) => keep[index] === 1)

/** Leaves out those of the kept blocks that pass a test, unless they are more than such a share of all that is kept. */
export function leaveOut(blocks: readonly Block[], keep: Uint8Array, share: number, test: (block: Block) => boolean): void {
  const kept = keptOf(blocks, keep)
  const left = kept.filter(test)
  if (lengthOf(left) <= lengthOf(kept) * share) for (const { index } of left) keep[index] = 0
}
