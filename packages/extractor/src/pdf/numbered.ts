/** Levels of headings in the same letters, which only their numbers tell: `2.1` is a part of `2`. */
import { withoutLinks } from './links.ts'
import { MOST_LEVELS, type PdfBlock } from './pdf-block.ts'

const NUMBER = /^((?:\d{1,3}|[A-Z](?=\.\d))(?:\.\d{1,3}){0,5})[.:)]?\s/

/** Blocks in which a heading is below the one of which its number says that it is a part, unless that one is in smaller letters. */
export function withLevels(blocks: readonly PdfBlock[]): PdfBlock[] {
  const known = new Map<string, { readonly seen: number; readonly level: number }>()
  return blocks.map((block) => {
    const number = block.kind === 'heading' ? NUMBER.exec(withoutLinks(block.text))?.[1] : undefined
    if (block.kind !== 'heading' || number === undefined) return block
    const whole = known.get(number.replace(/\.?\d+$/, ''))
    const level = whole === undefined || whole.seen > block.level ? block.level : Math.max(block.level, whole.level + 1)
    known.set(number, { seen: block.level, level })
    return { ...block, level: Math.min(MOST_LEVELS, level) }
  })
}
