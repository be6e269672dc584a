/** Paragraphs that begin with the sign or the number of an item, one after the other, as lists. */
import { BULLET, DASH, NUMBER } from './paragraphs.ts'
import type { Item, PdfBlock } from './pdf-block.ts'

/** Points by which an item begins farther in than the one that it is of, and items that must follow each other where a dash alone tells. */
const DEEPER = 3
/** Points by which none is: what begins so far aside is in another column. */
const DEEPEST = 120
const LEAST_DASHES = 2
const LEAST_NUMBERS = 2

/** Blocks with lists. Numbers must count: what is a number alone, or a heading's, stays as it is. */
export function withLists(blocks: readonly PdfBlock[]): PdfBlock[] {
  const out: PdfBlock[] = []
  for (let at = 0; at < blocks.length; ) {
    const list = numbered(blocks, at) ?? signed(blocks, at)
    if (list === null) out.push(blocks[at]!)
    else out.push({ kind: 'list', start: list.start, items: list.items })
    at += list?.count ?? 1
  }
  return out
}

type Found = { readonly start: number | null; readonly items: Item[]; readonly count: number }

/** Items that count, with those of signs between them. */
function numbered(blocks: readonly PdfBlock[], at: number): Found | null {
  const first = blocks[at]!
  const start = first.kind === 'paragraph' ? Number(NUMBER.exec(first.text)?.[1] ?? Number.NaN) : Number.NaN
  if (Number.isNaN(start) || first.kind !== 'paragraph') return null
  const items: Item[] = []
  let [end, count] = [at, 0]
  for (let block = blocks[end]; block?.kind === 'paragraph'; block = blocks[end]) {
    const mark = NUMBER.exec(block.text)
    if (mark !== null && Number(mark[1]) === start + count) {
      items.push({ text: block.text.slice(mark[0].length), depth: 0 })
      count += 1
      end += 1
      continue
    }
    const inner = block.x > first.x + DEEPER ? signed(blocks, end) : null
    if (inner === null) break
    items.push(...inner.items.map(({ text, depth }) => ({ text, depth: depth + 1 })))
    end += inner.count
  }
  return count >= LEAST_NUMBERS ? { start, items, count: end - at } : null
}

/** Items that begin with a sign, those that begin farther in as items of the one above. */
function signed(blocks: readonly PdfBlock[], at: number): Found | null {
  const items: Item[] = []
  /** Where items of each depth begin. */
  const places: number[] = []
  /** How far a column is from that in which the list begins. */
  let aside = 0
  let dashes = 0
  let end = at
  for (let block = blocks[end]; block?.kind === 'paragraph'; block = blocks[end]) {
    const mark = BULLET.exec(block.text) ?? DASH.exec(block.text)
    if (mark === null) break
    const last = places.at(-1)
    if (last !== undefined && (block.x - aside > last + DEEPEST || block.x - aside < places[0]! - DEEPEST)) aside = block.x - last
    const x = block.x - aside
    if (places.length > 0 && x < places[0]! - DEEPER) break
    if (!BULLET.test(block.text)) dashes += 1
    while (places.length > 0 && x < places.at(-1)! - DEEPER) places.pop()
    if (places.length === 0 || x > places.at(-1)! + DEEPER) places.push(x)
    items.push({ text: block.text.slice(mark[0].length), depth: places.length - 1 })
    end += 1
  }
  return items.length === 0 || (items.length === dashes && dashes < LEAST_DASHES) ? null : { start: null, items, count: end - at }
}
