import { FLAG, type Segmented, segment } from './blocks.ts'
import type { Page } from './dom.ts'

const OUTSIDE = FLAG.nav | FLAG.footer | FLAG.aside | FLAG.form | FLAG.dialog | FLAG.hidden | FLAG.button | FLAG.menu | FLAG.search

export type Chosen = Segmented & { keep: Uint8Array; extraction: 'article' | 'fallback' }

export function choose(page: Page): Chosen | null {
  const segmented = segment(page)
  const { blocks } = segmented
  const keep = new Uint8Array(blocks.length)
  const inner = blocks.filter((block) => (block.flags & (FLAG.main | FLAG.article)) !== 0).length > blocks.length / 4
  for (const block of blocks) {
    if ((block.flags & OUTSIDE) !== 0) continue
    if (inner && (block.flags & (FLAG.main | FLAG.article)) === 0) continue
    if (block.linkLength > block.text.length * 0.6 && block.text.length < 200 && blocks.length > 30) continue
    keep[block.index] = 1
  }
  return keep.includes(1) ? { ...segmented, keep, extraction: 'article' } : null
}
