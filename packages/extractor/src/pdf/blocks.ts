/** From lines to headings, paragraphs, code and tables. */
import { type Line, textOfLine } from './lines.ts'
import { withLists } from './lists.ts'
import { apartOf, endOf, goesOn, joined, joinLines } from './paragraphs.ts'
import type { PdfBlock } from './pdf-block.ts'

/** Letters larger than the text by this much make a heading; longer lines are none. */
const LARGER = 1.12
const LONGEST_HEADING = 200
const MOST_LEVELS = 4
/** Rows and columns a table has at least, and how far its columns may be out of line, in sizes of letters. */
const ROWS = 3
const COLUMNS = 3
const ALIGNED = 0.7
const CODE_LINES = 2
/** Letters smaller than the text by this much are of notes. */
const NOTE = 0.93

/** Size of most letters of a document. */
export function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    counts.set(size, (counts.get(size) ?? 0) + textOfLine(line).length)
  }
  return [...counts].sort((one, two) => two[1] - one[1])[0]?.[0] ?? 10
}

/** Sizes of headings, largest first; those that differ by less than a tenth are one. */
function headingSizes(lines: readonly Line[], body: number): number[] {
  const sizes: number[] = []
  for (const size of lines
    .map((line) => line.size)
    .filter((own) => own > body * LARGER)
    .sort((one, two) => two - one))
    if (sizes.length === 0 || size < sizes.at(-1)! * 0.93) sizes.push(size)
  return sizes.slice(0, MOST_LEVELS)
}

const isHeading = (line: Line, body: number): boolean =>
  line.size > body * LARGER && textOfLine(line).length <= LONGEST_HEADING && /\p{L}/u.test(textOfLine(line))

/** The blocks of a document's lines, with a mark where each page begins. @param running what the pages say at their edges */
export function toPdfBlocks(lines: readonly Line[], running: ReadonlyMap<number, readonly string[]>): PdfBlock[] {
  const body = bodySize(lines)
  const sizes = headingSizes(lines, body)
  const apart = apartOf(lines)
  const levelOf = (size: number): number => {
    const at = sizes.findIndex((own) => size >= own * 0.93)
    return at === -1 ? sizes.length : at + 1
  }
  const blocks: PdfBlock[] = []
  /** The last paragraph in the letters of the text, which may go on behind notes and the end of a page. */
  let open: { readonly at: number; readonly lines: readonly Line[]; readonly text: string } | null = null
  let page = 0
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    if (line.page !== page) {
      page = line.page
      blocks.push({ kind: 'page', page, edges: running.get(page) ?? [] })
    }
    const rows = tableAt(lines, at)
    const code = rows > 0 ? 0 : codeAt(lines, at)
    if (rows > 0) {
      open = null
      blocks.push({ kind: 'table', rows: lines.slice(at, at + rows).map((row) => row.cells.map((cell) => cell.text)) })
      at += rows
    } else if (code > 0) {
      open = null
      blocks.push({ kind: 'code', text: codeText(lines.slice(at, at + code)) })
      at += code
    } else if (isHeading(line, body)) {
      const end = endOf(lines, at, apart, (next) => isHeading(next, body) && Math.abs(next.size - line.size) < 0.5)
      open = null
      blocks.push({ kind: 'heading', level: levelOf(line.size), text: joinLines(lines.slice(at, end)) })
      at = end
    } else {
      const end = endOf(
        lines,
        at,
        apart,
        (next, index) => !isHeading(next, body) && tableAt(lines, index) === 0 && codeAt(lines, index) === 0,
      )
      const own = lines.slice(at, end)
      const text = joinLines(own)
      const parted = open !== null && (line.page !== open.lines.at(-1)!.page || line.y > open.lines.at(-1)!.y)
      if (open !== null && parted && goesOn(open.lines, own)) {
        const whole: string = joined(open.text, text)
        blocks[open.at] = { kind: 'paragraph', text: whole }
        open = { at: open.at, lines: own, text: whole }
      } else {
        // Notes are in smaller letters, and what they stand in the middle of goes on behind them.
        if (open === null || line.size > body * NOTE) open = { at: blocks.length, lines: own, text }
        blocks.push({ kind: 'paragraph', text })
      }
      at = end
    }
  }
  return withLists(blocks)
}

/** How many lines from `at` on are rows of one table: so many cells each, one below the other. 0 where it is not sure. */
function tableAt(lines: readonly Line[], at: number): number {
  const first = lines[at]!
  if (first.cells.length < COLUMNS) return 0
  let rows = 1
  for (; at + rows < lines.length; rows += 1) {
    const line = lines[at + rows]!
    if (line.page !== first.page || line.cells.length !== first.cells.length || line.y >= lines[at + rows - 1]!.y) break
    const aligned = line.cells.every((cell, column) => {
      const above = first.cells[column]!
      const middle = Math.abs(cell.x + cell.end - above.x - above.end) / 2
      return Math.min(Math.abs(cell.x - above.x), Math.abs(cell.end - above.end), middle) < ALIGNED * line.size
    })
    if (!aligned) break
  }
  return rows >= ROWS ? rows : 0
}

function codeAt(lines: readonly Line[], at: number): number {
  let count = 0
  while (
    lines[at + count]?.mono === true &&
    lines[at + count]!.page === lines[at]!.page &&
    (count === 0 || lines[at + count]!.y < lines[at + count - 1]!.y)
  )
    count += 1
  return count >= CODE_LINES ? count : 0
}

/** Lines of equally wide letters, with the indentation that their places show. */
function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.x))
  const chars = lines.reduce((sum, line) => sum + line.cells.reduce((own, cell) => own + cell.text.length, 0), 0)
  const width = lines.reduce((sum, line) => sum + line.cells.reduce((own, cell) => own + cell.end - cell.x, 0), 0) / Math.max(1, chars) || 5
  return lines
    .map(({ cells }) => {
      let text = ''
      for (const cell of cells) {
        const column = Math.min(200, Math.round((cell.x - left) / width))
        text = text.padEnd(column) + (text.length > column && text !== '' ? ' ' : '') + cell.text
      }
      return text
    })
    .join('\n')
}
