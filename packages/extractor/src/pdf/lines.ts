/** From the pieces of text that a PDF draws to lines, each with its place, size and columns. */
import { withAccent, withLigatures } from './letters.ts'

/** One piece of text as PDF.js gives it: lower left corner and width in points, size of its letters. */
export type Piece = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly mono: boolean
}

/** Text between wide gaps. */
export type Cell = { text: string; readonly x: number; end: number; readonly size: number; mono: boolean }

export type Line = {
  readonly cells: Cell[]
  readonly x: number
  end: number
  readonly y: number
  size: number
  mono: boolean
  readonly page: number
}

/** In letters' sizes: how far pieces of one line may stand above another, what gap is a space, and what gap is a column. */
const SAME_LINE = 0.4
const SPACE = 0.14
const COLUMN = 1.6
/** Letters of one width make a cell code where one piece has more of them. */
const WORD = 3

export const textOfLine = (line: Line): string => line.cells.map((cell) => cell.text).join(' ')

/** Lines of one page, in the order in which it draws them, which is the order of reading in all but few documents. */
export function toLines(pieces: readonly Piece[], page: number): Line[] {
  const lines: Line[] = []
  let line: Line | undefined
  let chars = 0
  for (const piece of pieces) {
    if (piece.text === '') continue
    const blank = piece.text.trim() === ''
    const size = piece.size || line?.size || 10
    const last = line?.cells.at(-1)
    const gap = last ? piece.x - last.end : 0
    if (line && last && Math.abs(piece.y - line.y) < SAME_LINE * Math.max(size, line.size) && gap > -size * 2) {
      const own = blank ? ' ' : withLigatures(piece.text)
      const accented = blank ? null : withAccent(last.text, own, gap, size)
      if (accented !== null) {
        last.text = accented
        last.end = piece.x + piece.width
      } else if (!blank && gap > COLUMN * size)
        line.cells.push({ text: own, x: piece.x, end: piece.x + piece.width, size, mono: piece.mono })
      else {
        if (!blank && gap > SPACE * size && !/\s$/.test(last.text) && !/^\s/.test(own)) last.text += ' '
        last.text += own
        // A number of a line, in letters of its own, may stand before code.
        last.mono ||= piece.mono && piece.text.trim().length > WORD
        // A wide blank is a gap like any other.
        if (!blank) last.end = piece.x + piece.width
      }
      if (!blank && piece.text.length > chars) {
        chars = piece.text.length
        line.size = size
      }
      line.end = last === line.cells.at(-1) ? last.end : line.cells.at(-1)!.end
      line.mono &&= blank || piece.mono
    } else if (!blank) {
      line = {
        cells: [{ text: withLigatures(piece.text), x: piece.x, end: piece.x + piece.width, size, mono: piece.mono }],
        x: piece.x,
        end: piece.x + piece.width,
        y: piece.y,
        size,
        mono: piece.mono,
        page,
      }
      chars = piece.text.length
      lines.push(line)
    }
  }
  for (const { cells } of lines) for (const cell of cells) cell.text = cell.text.replace(/\s+/g, ' ').trim()
  return lines.filter((one) => one.cells.some((cell) => cell.text !== ''))
}
