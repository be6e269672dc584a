/** Short lines in scripts whose words no spaces part, of which the scorer has seen few: what they say of the code below them. */
import type { Block } from '../../page/blocks.ts'
import { isWithin } from '../../page/dom.ts'
import { FLAG, UNSEEN } from '../../page/flags.ts'

const SAYS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u
const LONGEST = 200
/** Blocks that may stand between: numbers of lines. */
const NEAR = 2

/** Such a line between kept text, in the box of the kept code below it, is kept with them. */
export function keepBeforeCode(blocks: readonly Block[], keep: Uint8Array): void {
  for (const { index, text, links, flags, container } of blocks) {
    if (keep[index] === 1 || links > 0 || text.length > LONGEST || !SAYS.test(text) || !/^(?:p|div|section|article)$/.test(container.tag))
      continue
    const code = nextKept(blocks, keep, index)
    if (code === undefined || (code.flags & FLAG.pre) === 0 || (flags & (UNSEEN | FLAG.pre | FLAG.button)) !== 0) continue
    const box = container.tag === 'p' ? container.parent : container
    const follows = keep.subarray(Math.max(0, index - NEAR), index).includes(1)
    if (follows && box !== null && isWithin(code.container, box)) keep[index] = 1
  }
}

function nextKept(blocks: readonly Block[], keep: Uint8Array, from: number): Block | undefined {
  for (let at = from + 1; at <= from + NEAR && at < blocks.length; at += 1) if (keep[at] === 1) return blocks[at]
  return undefined
}
