/** What is left out of a small page, of which all else is kept. */
import type { Block } from '../page/blocks.ts'
import { isWithin } from '../page/dom.ts'
import { AROUND, FLAG } from '../page/flags.ts'
import { smallestHolding } from './documentation.ts'

/** Only where the scorer is sure of some text is what it holds for none left out; within the box of that text it must be surer. */
const STRANGE = { below: 0.2, inside: 0.1, beside: 0.5 }
const OUTSIDE = AROUND | FLAG.aside | FLAG.button | FLAG.form

/** Leaves out what the scorer holds for no content. Short facts in the box of the text, a place, a day or a price, it doubts most. */
export function dropStrangers(blocks: readonly Block[], scores: Float32Array, keep: Uint8Array): void {
  if (!scores.some((score, index) => keep[index] === 1 && score >= STRANGE.beside)) return
  const box = smallestHolding(blocks.filter(({ index }) => keep[index] === 1 && scores[index]! >= STRANGE.below))
  for (const { index, container, flags, linkLength } of blocks) {
    const isFact = linkLength === 0 && (flags & OUTSIDE) === 0 && box !== null && isWithin(container, box)
    if (scores[index]! < (isFact ? STRANGE.inside : STRANGE.below)) keep[index] = 0
  }
}
