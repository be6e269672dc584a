/** What says behind a text that something in it was wrong. */
import type { Block } from '../../page/blocks.ts'
import { isWithin } from '../../page/dom.ts'
import { AROUND, FLAG } from '../../page/flags.ts'

const OUTSIDE = AROUND | FLAG.aside | FLAG.form | FLAG.hidden | FLAG.noscript
const LONGEST = 600
const CORRECTION =
  /^(?:(?:this|the) (?:article|post|report|story) (?:was|has been) (?:amended|corrected)|(?:an|a) (?:earlier|previous) version of (?:this|the)\b|correction\b|clarification\b|editor['’]s note\b|anmerkung der redaktion|korrektur\s?:|in einer früheren (?:fassung|version)|rectificati(?:f|on)\s?:|fe de errores|errata corrige|訂正|정정)/i

/** Keeps corrections in the box of the last kept text, however few words they have. */
export function keepCorrections(blocks: readonly Block[], keep: Uint8Array): void {
  const last = keep.lastIndexOf(1)
  const box = last === -1 ? null : blocks[last]!.container.parent
  if (box === null) return
  for (const { index, container } of blocks.filter(isCorrection)) if (isWithin(container, box)) keep[index] = 1
}

const isCorrection = ({ text, flags }: Block): boolean => text.length <= LONGEST && (flags & OUTSIDE) === 0 && CORRECTION.test(text)
