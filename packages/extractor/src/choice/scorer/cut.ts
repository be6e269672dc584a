/** From which score on blocks are kept. */
import type { Block } from '../../page/blocks.ts'

const sizeOf = (block: Pick<Block, 'text'>): number => block.text.length

/**
 * The cut that promises the best F1: with probabilities taken at their word, keeping the blocks above a cut gives an expected overlap, and
 * the best cut is found by trying all of them, highest first.
 */
export function bestCut(sizes: readonly number[], scores: ArrayLike<number>): number {
  const order = [...sizes.keys()].sort((one, two) => scores[two]! - scores[one]!)
  let expected = 0
  for (let index = 0; index < sizes.length; index += 1) expected += sizes[index]! * scores[index]!
  let overlap = 0
  let kept = 0
  let best = 0
  let cut = 0.5
  for (const index of order) {
    overlap += sizes[index]! * scores[index]!
    kept += sizes[index]!
    const f1 = (2 * overlap) / Math.max(1e-9, kept + expected)
    if (f1 > best) {
      best = f1
      cut = scores[index]!
    }
  }
  return cut
}

/** On products and lists the scorer is shy: few of them are in its data, and their truth is in short lines. */
const CUT = { low: 0.4, shy: 0.34, high: 0.5 }

/** The best cut within bounds; `shy` on pages that the scorer thinks too little of. */
export const cutOf = (blocks: readonly Pick<Block, 'text'>[], scores: Float32Array, shy: boolean): number =>
  Math.min(CUT.high, Math.max(shy ? CUT.shy : CUT.low, bestCut(blocks.map(sizeOf), scores)))
