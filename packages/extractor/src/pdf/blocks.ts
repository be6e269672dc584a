/** From lines to headings, paragraphs, code and tables. */
import { type Line, textOfLine } from './lines.ts'

export type PdfBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'page'; readonly page: number }

/** Letters larger than the text by this much make a heading; longer lines are none. */
const LARGER = 1.12
const LONGEST_HEADING = 200
const MOST_LEVELS = 4
/** Distance of lines, in sizes of their letters, that parts paragraphs. */
const APART = 1.75
/** Rows and columns a table has at least, and how far its columns may be out of line, in sizes of letters. */
const ROWS = 3
const COLUMNS = 3
const ALIGNED = 0.7
const CODE_LINES = 2

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

/** The blocks of a document's lines, with a mark where each page begins. */
export function toPdfBlocks(lines: readonly Line[]): PdfBlock[] {
  const body = bodySize(lines)
  const sizes = headingSizes(lines, body)
  const levelOf = (size: number): number => {
    const at = sizes.findIndex((own) => size >= own * 0.93)
    return at === -1 ? sizes.length : at + 1
  }
  const blocks: PdfBlock[] = []
  let page = 0
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    if (line.page !== page) {
      page = line.page
      blocks.push({ kind: 'page', page })
    }
    const rows = tableAt(lines, at)
    const code = rows > 0 ? 0 : codeAt(lines, at)
    if (rows > 0) {
      blocks.push({ kind: 'table', rows: lines.slice(at, at + rows).map((row) => row.cells.map((cell) => cell.text)) })
      at += rows
    } else if (code > 0) {
      blocks.push({ kind: 'code', text: codeText(lines.slice(at, at + code)) })
      at += code
    } else if (isHeading(line, body)) {
      const end = endOf(lines, at, (next) => isHeading(next, body) && Math.abs(next.size - line.size) < 0.5)
      blocks.push({ kind: 'heading', level: levelOf(line.size), text: joinLines(lines.slice(at, end)) })
      at = end
    } else {
      const end = endOf(lines, at, (next, index) => !isHeading(next, body) && tableAt(lines, index) === 0 && codeAt(lines, index) === 0)
      blocks.push({ kind: 'paragraph', text: joinLines(lines.slice(at, end)) })
      at = end
    }
  }
  return blocks
}

/** Index of the first line after `at` that does not go on with it: another page, a gap, an indented beginning, or one that `same` refuses. */
function endOf(lines: readonly Line[], at: number, same: (line: Line, index: number) => boolean): number {
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const [before, next] = [lines[end - 1]!, lines[end]!]
    const fall = before.y - next.y
    if (next.page !== before.page || fall <= 0 || fall > APART * Math.max(before.size, next.size)) break
    if (next.x - lines[at]!.x > next.size && end > at + 1 && next.x - before.x > next.size * 0.8) break
    if (/^(?:[•‣▪◦–-]|\(?\d{1,2}[.)]) ?\S/.test(textOfLine(next)) && next.x <= before.x + 1) break
    if (!same(next, end)) break
  }
  return end
}

/** Signs of scripts that part no words by spaces. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]$/u

/** Words that the end of a line has cut stand whole. */
function joinLines(lines: readonly Line[]): string {
  let text = ''
  for (const line of lines) {
    const own = textOfLine(line)
    if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(own)) text = text.slice(0, -1) + own
    else text += (text === '' || (UNSPACED_END.test(text) && UNSPACED.test(own)) ? '' : ' ') + own
  }
  return text
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
