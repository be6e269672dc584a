/** From the pieces of text that a PDF draws to lines, each with its place, size and columns. */
import { script } from '../writer/raised.ts'
import { fromTheRight, withBrackets } from './leftwards.ts'
import { withAccent, withLigatures, withoutStretch } from './letters.ts'
import { withoutLinks } from './links.ts'
import { charsOf, isFarBefore, type Piece, type Run, runsOf, SMALLER } from './runs.ts'

/** Text between wide gaps. */
export type Cell = { text: string; readonly x: number; end: number; readonly size: number; mono: boolean }

export type Line = {
  readonly cells: readonly Cell[]
  readonly x: number
  readonly end: number
  readonly y: number
  readonly size: number
  readonly mono: boolean
  readonly bold: boolean
  readonly leftwards: boolean
  readonly page: number
  /** Whether it leads to another page, as a line of contents. */
  readonly leads?: boolean
  readonly pieces: readonly Piece[]
}

/** In sizes of letters: what gap is a space. */
export const SPACE = 0.14
/**
 * In sizes of letters: what gap is a column, and how far up or down letters stand that are raised or lowered, where they are smaller and
 * where they are not.
 */
const COLUMN = 0.8
const RAISED = 0.18
const LOWERED = 0.08
const SHIFTED = 0.35
/** Letters of one width make a cell code where one piece has more of them. */
const WORD = 3
/** Share of signs in other letters that code may have. */
const FOREIGN = 0.3
/** What is written raised or lowered in letters of its own: marks of notes and powers. Words lose nothing on the line. */
const MARK = /^(?:[+−-]?\d{1,4}|[+−])$/
/** Dots that lead the eye to a number at the end of the line, what is written for them, and texts that are nothing else. */
const LEADS = /(?:^| )…(?: |$)/
const LEADERS = / ?(?:\. ?){5,}/g
const DOTS = /^[. ]+$/
const LEAST_DOTS = 3
/** Two lines with the same text are one, drawn twice to look bold, where they stand this near, in sizes of letters. */
const TWICE = 0.15

/** The text of a line with the marks of its links. */
export const linkedText = ({ cells }: Line): string => (cells.length === 1 ? cells[0]!.text : cells.map((cell) => cell.text).join(' '))

export const textOfLine = (line: Line): string => withoutLinks(linkedText(line))

/** Whether a line is of a list of contents, by a link or by dots that lead to its page. */
export const isEntry = ({ cells, leads }: Line): boolean =>
  leads === true || (cells.some(({ text }) => LEADS.test(text)) && /\w$/.test(cells.at(-1)!.text))

/** Where a line begins and ends for who reads it, growing in the direction in which it is read. */
export const beginOf = (line: Line): number => (line.leftwards ? -line.end : line.x)
export const finishOf = (line: Line): number => (line.leftwards ? -line.x : line.end)

/** Lines of one page, in the order in which it draws them, which is the order of reading in all but few documents. */
export function toLines(pieces: readonly Piece[], page: number): Line[] {
  const lines: Line[] = []
  for (const run of runsOf(pieces)) {
    const cells = cellsOf(run)
    if (cells.length === 0) continue
    const { x, end, y, size, leftwards } = run
    const told = run.pieces.filter(({ text }) => text.trim() !== '')
    const mono = isMono(told)
    const line = { cells, x, end, y, size, mono, bold: told.every(({ bold }) => bold), leftwards, page, pieces: run.pieces }
    const last = lines.at(-1)
    if (last === undefined || !isDrawnTwice(last, line)) lines.push(line)
  }
  return lines
}

/** Letters of one width, but for signs that their font has not. */
function isMono(pieces: readonly Piece[]): boolean {
  const others = pieces.filter(({ mono }) => !mono)
  return others.every(({ text }) => /^[^\p{L}\p{N}]{1,3}$/u.test(text.trim())) && charsOf(others) <= charsOf(pieces) * FOREIGN
}

const isDrawnTwice = (one: Line, other: Line): boolean =>
  Math.abs(one.x - other.x) < TWICE * one.size && Math.abs(one.y - other.y) < TWICE * one.size && textOfLine(one) === textOfLine(other)

/** The cells of a line, in the order in which they are read. */
function cellsOf(run: Run): Cell[] {
  const cells: Cell[] = []
  let before: Piece | undefined
  for (const piece of inOrder(run)) {
    const blank = piece.text.trim() === ''
    const size = piece.size || run.size
    const own = blank ? ' ' : scripted(withLigatures(piece.text, before === undefined), piece, run)
    const gap = before === undefined ? 0 : gapBetween(before, piece, run.leftwards)
    const last = cells.at(-1)
    const end = piece.x + piece.width
    const accented = blank || last === undefined ? null : withAccent(last.text, own, gap, size)
    if (last === undefined || (!blank && accented === null && gap > COLUMN * size)) {
      if (!blank) cells.push({ text: own, x: piece.x, end, size, mono: piece.mono })
    } else {
      if (accented !== null) last.text = accented
      else {
        if (!blank && gap > SPACE * size && !/\s$/.test(last.text) && !/^\s/.test(own)) last.text += ' '
        last.text += own
      }
      // A number of a line, in letters of its own, may stand before code.
      last.mono ||= piece.mono && piece.text.trim().length > WORD
      if (!blank) cells[cells.length - 1] = { ...last, x: Math.min(last.x, piece.x), end: run.leftwards ? Math.max(last.end, end) : end }
    }
    // A wide blank is a gap like any other.
    if (!blank) before = piece
  }
  for (const cell of cells) {
    const text = cell.text.replace(/\s+/g, ' ').trim().replace(LEADERS, ' … ').trim()
    cell.text = run.leftwards ? withBrackets(text) : withoutStretch(text)
  }
  return withoutDots(cells.filter(({ text }) => text !== ''))
}

/** Cells without those of dots that lead to a number. */
function withoutDots(cells: readonly Cell[]): Cell[] {
  if (cells.filter(({ text }) => DOTS.test(text)).length < LEAST_DOTS) return [...cells]
  return cells.flatMap((cell, at) => {
    if (DOTS.test(cell.text)) return []
    const leads = cells[at + 1] !== undefined && DOTS.test(cells[at + 1]!.text)
    return [leads ? { ...cell, text: `${cell.text.replace(/(?<![. …])[. …]+$/, '')} …` } : cell]
  })
}

/** Pieces in the order in which they are read: as they are drawn, but for what is drawn, or read, from the right. */
function inOrder({ pieces, leftwards }: Run): readonly Piece[] {
  if (leftwards) return fromTheRight(pieces)
  const isFromTheRight = pieces.some((piece, at) => at > 0 && isFarBefore(piece, pieces[at - 1]!))
  return isFromTheRight ? pieces.toSorted((one, other) => one.x - other.x) : pieces
}

/** A mark of a note, a power or an index as such: `1712¹` is another number than `17121`. */
function scripted(text: string, piece: Piece, run: Run): string {
  if (!MARK.test(text)) return text
  const isSmall = piece.size < run.size * SMALLER
  const rise = (piece.y - run.y) / run.size
  const tag = rise > (isSmall ? RAISED : SHIFTED) ? 'sup' : rise < -(isSmall ? LOWERED : SHIFTED) ? 'sub' : null
  return (tag && script(tag, text)) ?? text
}

/** Distance between two pieces that follow each other; what is read against the direction of its line has none that tells. */
function gapBetween(before: Piece, after: Piece, leftwards: boolean): number {
  const gap = after.x - before.x - before.width
  return leftwards ? Math.max(gap, before.x - after.x - after.width) : gap
}
