/** Tables that a program draws column by column, as rows: so they are where one column of them is of numbers. */
import { MOST_COLUMNS, SAME_ROW } from './grid.ts'
import { type Line, textOfLine } from './lines.ts'

/** Rows of a table, and lines of each column, at least. */
const LEAST_ROWS = 3
const LEAST_LINES = 2
/** What is free between columns, in sizes of letters. */
const GUTTER = 0.5
/** A sum, a share, a date, a time; and the share of a column that they are, under its name. */
const FIGURE = /^\W{0,3}\d[\d.,:'/\s–-]*\W{0,3}$/
const FIGURES = 0.6
/** Words of a cell, on the average: columns of prose have more. */
const WORDS = 4

/** Lines of one page in the order of rows where such a table is drawn. */
export function withRows(lines: readonly Line[]): Line[] {
  const out: Line[] = []
  for (let at = 0; at < lines.length; ) {
    const columns = isHigher(lines, at) ? columnsAt(out, lines, at) : []
    if (columns.length > 1 && isTable(columns)) {
      out.length -= columns[0]!.length
      for (const line of inRows(columns)) out.push(line)
      at += columns.slice(1).flat().length
    } else {
      out.push(lines[at]!)
      at += 1
    }
  }
  return out
}

const isSameRow = (one: Line, other: Line): boolean => Math.abs(one.y - other.y) <= SAME_ROW * Math.max(one.size, other.size)

/** Whether a line stands higher than the one that is drawn before it, and right of it. */
const isHigher = (lines: readonly Line[], at: number): boolean => {
  const [before, line] = [lines[at - 1], lines[at]]
  return before !== undefined && line !== undefined && line.y > before.y && !isSameRow(before, line) && line.x > before.x
}

/** The column that has been drawn last, from the height of a line on, and those that are drawn from that line on in the same rows. */
function columnsAt(drawn: readonly Line[], lines: readonly Line[], at: number): Line[][] {
  const top = lines[at]!
  let first = drawn.length
  while (first > 0 && drawn[first - 1]!.y <= top.y + SAME_ROW * top.size && isBelow(drawn[first - 1]!, drawn[first])) first -= 1
  const rows = drawn.slice(first)
  if (rows.length < LEAST_ROWS || !isSameRow(rows[0]!, top)) return []
  const columns = [rows]
  for (let from = at; columns.length < MOST_COLUMNS && isHigher(lines, from) && isSameRow(rows[0]!, lines[from]!); ) {
    const column = columnFrom(lines, from, rows)
    const left = Math.max(...columns.at(-1)!.map(({ end }) => end))
    if (column.length < LEAST_LINES || column.some(({ x, size }) => x < left + GUTTER * size)) break
    columns.push(column)
    from += column.length
  }
  return columns
}

const isBelow = (line: Line, next: Line | undefined): boolean =>
  line.cells.length === 1 && (next === undefined || (next.y < line.y && !isSameRow(line, next)))

/** Lines one below the other, each in one of the rows. */
function columnFrom(lines: readonly Line[], from: number, rows: readonly Line[]): Line[] {
  const column: Line[] = []
  let row = 0
  for (let line = lines[from]; line !== undefined && line.cells.length === 1; line = lines[from + column.length]) {
    while (row < rows.length && !isSameRow(rows[row]!, line)) row += 1
    if (row === rows.length) break
    column.push(line)
    row += 1
  }
  return column
}

/** The lines of columns row by row; the first has one in each. */
function inRows([first = [], ...others]: readonly (readonly Line[])[]): Line[] {
  const rows = first.map((line) => [line])
  for (const column of others) {
    let row = 0
    for (const line of column) {
      while (!isSameRow(first[row]!, line)) row += 1
      rows[row]!.push(line)
    }
  }
  return rows.flat()
}

function isTable(columns: readonly (readonly Line[])[]): boolean {
  const texts = columns.map((column) => column.map(textOfLine))
  const words = texts.flat().reduce((sum, text) => sum + text.split(' ').length, 0)
  const hasFigures = texts.some(([, ...cells], at) => at > 0 && cells.filter((text) => FIGURE.test(text)).length >= cells.length * FIGURES)
  return hasFigures && words <= texts.flat().length * WORDS
}
