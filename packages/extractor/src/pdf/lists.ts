/** Paragraphs that begin with the sign or the number of an item, one after the other, as lists. */
import { BULLET } from './paragraphs.ts'
import type { PdfBlock } from './pdf-block.ts'

const NUMBER = /^\(?(\d{1,3})[.)] (?=\S)/

/** Blocks with lists. Numbers must count: what is a number alone, or a heading's, stays as it is. */
export function withLists(blocks: readonly PdfBlock[]): PdfBlock[] {
  const out: PdfBlock[] = []
  for (let at = 0; at < blocks.length; ) {
    const items: string[] = []
    const first = blocks[at]!
    const start = first.kind === 'paragraph' ? Number(NUMBER.exec(first.text)?.[1] ?? Number.NaN) : Number.NaN
    for (let block = first; block?.kind === 'paragraph'; block = blocks[at + items.length]!) {
      const mark = Number.isNaN(start) ? BULLET.exec(block.text) : NUMBER.exec(block.text)
      if (mark === null || (!Number.isNaN(start) && Number(mark[1]) !== start + items.length)) break
      items.push(block.text.slice(mark[0].length))
    }
    if (items.length >= (Number.isNaN(start) ? 1 : 2)) {
      out.push({ kind: 'list', start: Number.isNaN(start) ? null : start, items })
      at += items.length
    } else {
      out.push(first)
      at += 1
    }
  }
  return out
}
