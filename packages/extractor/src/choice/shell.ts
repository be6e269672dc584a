/** Pages that script would fill. */
import { AROUND, type Block, FLAG, lengthOf } from '../page/blocks.ts'

/** So much text in the main part, or in lines of their own outside of the frame, was written by a server for readers. */
const SERVED = 250
const LINE = 40

/** Whether a page has no text but that of its frame: what scripts would fill. */
export const isShell = (blocks: readonly Block[]): boolean =>
  lengthOf(blocks.filter(({ flags }) => (flags & FLAG.main) !== 0 && (flags & (AROUND | FLAG.hidden)) === 0)) < SERVED &&
  lengthOf(
    blocks.filter(
      ({ flags, text, linkLength }) =>
        text.length >= LINE && linkLength < text.length * 0.4 && (flags & (AROUND | FLAG.header | FLAG.hidden)) === 0,
    ),
  ) < SERVED
