import { type Block, FLAG, segment } from './blocks.ts'
import type { Page } from './dom.ts'

const OUTSIDE = FLAG.nav | FLAG.footer | FLAG.aside | FLAG.form | FLAG.dialog | FLAG.hidden | FLAG.button | FLAG.menu | FLAG.search

export type Chosen = { blocks: Block[]; keep: Uint8Array; noscript: boolean; extraction: 'article' | 'fallback' } | null

export function choose(page: Page): Chosen {
  const blocks = segment(page)
  const keep = new Uint8Array(blocks.length)
  const inner = blocks.filter((block) => (block.flags & (FLAG.main | FLAG.article)) !== 0).length > blocks.length / 4
  for (const block of blocks) {
    if ((block.flags & OUTSIDE) !== 0) continue
    if (inner && (block.flags & (FLAG.main | FLAG.article)) === 0) continue
    if (block.linkLength > block.text.length * 0.6 && block.text.length < 200 && blocks.length > 30) continue
    keep[block.index] = 1
  }
  return keep.includes(1) ? { blocks, keep, noscript: false, extraction: 'article' } : null
}
