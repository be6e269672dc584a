/** Code that a player offers for other pages: who reads this one has no use for it. */
import type { Block } from '../../page/blocks.ts'
import { FLAG } from '../../page/flags.ts'

/** Nothing but a frame, with what the offer is called before it. */
const OFFER = /^(?:embed(?: code)?:?\s*)?<iframe\s[^<>]*\bsrc=[^<>]*>(?:\s*<\/iframe>)?$/i
const LONGEST = 1_000
const NAME = /^embed(?: code)?:?$/i

/** Leaves such offers out, with their names, on pages that are no manuals. */
export function dropEmbedCode(blocks: readonly Block[], keep: Uint8Array): void {
  for (const { index, text, flags } of blocks) {
    if (keep[index] !== 1 || (flags & FLAG.pre) !== 0 || text.length > LONGEST || !OFFER.test(text)) continue
    keep[index] = 0
    for (let at = index - 1; at >= 0 && NAME.test(blocks[at]!.text); at -= 1) keep[at] = 0
  }
}
