/** Tables: as such, as code, as lines, or as the blocks in their cells where they only place them. */
import { type Element, find } from '../page/dom.ts'
import { cellWriter } from './cells.ts'
import type { Context } from './context.ts'
import { joinSums } from './cut-sums.ts'
import { alignmentOf, gfmTable, toGrid } from './grid.ts'
import { isLayout, noteSign, rowsOf } from './layout.ts'
import { isCodeTable } from './line-numbers.ts'
import { preformatted } from './pre.ts'
import { beforePost, belowHead, isOfPost } from './records.ts'
import { footRows, headRows } from './table-head.ts'
import { tableLines } from './table-lines.ts'

export function table(element: Element, context: Context): string[] {
  if (isLayout(element) || isOfPost(element, context.choice)) {
    return partsOf(element, context, noteSign(rowsOf(element)))
  }
  let rows = rowsOf(element).filter((row) => row.some((cell) => context.live[cell.id] === 1))
  const caption = find(element, (inner) => inner.tag === 'caption')
  const out = caption && context.live[caption.id] === 1 ? context.blocksOf(caption.children, context) : []
  if (rows.length === 0) return out
  if (isCodeTable(rows)) return [...out, ...preformatted(element)]
  const lines = tableLines(rows, context)
  if (lines !== null) return [...out, ...lines]
  const foot = footRows(rows)
  const notes = rows.slice(rows.length - foot)
  rows = rows.slice(0, rows.length - foot)
  const grid = toGrid(rows, cellWriter(rows, context), headRows(rows))
  const below = notes.flatMap(([cell]) => context.blocksOf(cell!.children, context))
  // Signs and spaces are all that it holds.
  if (grid.every((row) => row.every((text) => text === ''))) return [...out, ...below]
  const alignments =
    toGrid([rows.find((row) => row.some((cell) => cell.attributes.more.align ?? cell.attributes.style)) ?? rows[0]!], alignmentOf)[0] ?? []
  joinSums(grid, alignments)
  return [...out, gfmTable(grid, alignments), ...below]
}

/** @param left what is left out of it */
function layoutPart(element: Element, context: Context, left: Element | null): string[] {
  if (!/^(?:thead|tbody|tfoot|tr)$/.test(element.tag)) return context.blocksOf(element.children, context)
  return partsOf(element, context, left)
}

function partsOf(element: Element, context: Context, left: Element | null): string[] {
  const out: string[] = []
  for (const child of element.children)
    if (child.kind === 'element' && child !== left && context.live[child.id] === 1)
      out.push(...belowHead(beforePost(child, context), layoutPart(child, context, left)))
  return out
}
