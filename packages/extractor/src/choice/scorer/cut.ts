/** From which score on blocks are kept. */
import type { Block } from '../../page/blocks.ts'

const sizeOf = (block: Pick<Block, 'text'>): number => block.text.length

/** Keeping a block betters F1 where it is likelier than half of what F1 is without it: from here on always. */
const SURE = 0.5

/**
 * The cut that promises the best F1: with probabilities taken at their word, keeping the blocks above a cut gives an expected overlap, and
 * the best cut is found by trying all that may be better than to keep what is sure, highest first.
 */
export function bestCut(sizes: readonly number[], scores: ArrayLike<number>): number {
  let [expected, overlap, kept] = [0, 0, 0]
  let cut = 1
  for (let index = 0; index < sizes.length; index += 1) {
    const score = scores[index]!
    expected += sizes[index]! * score
    if (score < SURE) continue
    overlap += sizes[index]! * score
    kept += sizes[index]!
    cut = Math.min(cut, score)
  }
  return lowered({ cut, expected, overlap, kept }, sizes, scores)
}

type Sure = Readonly<Record<'cut' | 'expected' | 'overlap' | 'kept', number>>

const f1Of = (overlap: number, kept: number, expected: number): number => (2 * overlap) / Math.max(1e-9, kept + expected)

function lowered({ cut: sure, expected, ...own }: Sure, sizes: readonly number[], scores: ArrayLike<number>): number {
  let { overlap, kept } = own
  let [cut, best] = [sure, f1Of(overlap, kept, expected)]
  const others = [...sizes.keys()].filter((index) => scores[index]! < SURE && scores[index]! * 2 > best)
  for (const index of others.sort((one, two) => scores[two]! - scores[one]!)) {
    overlap += sizes[index]! * scores[index]!
    kept += sizes[index]!
    const f1 = f1Of(overlap, kept, expected)
    if (f1 <= best) break
    best = f1
    cut = scores[index]!
  }
  return cut
}

/** On products and lists the scorer is shy: few of them are in its data, and their truth is in short lines. */
const CUT = { low: 0.4, shy: 0.34, high: 0.5 }

/** The best cut within bounds; `shy` on pages that the scorer thinks too little of. */
export const cutOf = (blocks: readonly Pick<Block, 'text'>[], scores: Float32Array, shy: boolean): number =>
  Math.min(CUT.high, Math.max(shy ? CUT.shy : CUT.low, bestCut(blocks.map(sizeOf), scores)))
