/** Rows and columns that the places of texts make: which columns there are, and which column a text is of. */
import { type Line, SPACE } from './lines.ts'

export type Text = { readonly text: string; readonly x: number; readonly end: number }

/** Texts that stand beside each other. */
export type Row = {
  readonly cells: readonly Text[]
  readonly y: number
  readonly size: number
  readonly mono: boolean
  readonly first: number
}

/** From where to where a column reaches. */
export type Column = { readonly x: number; readonly end: number }

/** In sizes of letters: how far texts of one row may stand above another, and what is free between columns at least. */
export const SAME_ROW = 0.4
const GUTTER = 0.5
/** Pieces of a line that are looked at. */
const MOST_PIECES = 200
/** What parts words at most, in sizes of letters. */
const WORD = 0.45
/** Share of the rows in which a text may reach over more than one column, and rows from which on one may. */
const REACHING = 0.15
const LEAST_ROWS = 4
/** Rows that tell that a table has ended and another begun, on both sides of where it does; and points by which edges of one column may differ. */
const TELLING = 3
const SAME_EDGE = 3
/** The same of texts that begin a column near another, in sizes of letters how near, and the share of texts that do. */
const SAME_BEGIN = 0.6
const BEGINNING = 0.9
/** Share of the rows that have a cell in each column, where these are counted. */
const FULL = 0.6
/** Columns that a table has at most, and columns that are asked for that. */
export const MOST_COLUMNS = 30
const MOST_ASKED = 2 * MOST_COLUMNS

/** Lines as rows, from above: what is drawn cell by cell stands in one row where its places say so. @param from index of the first line */
export function rowsOf(lines: readonly Line[], from: number): Row[] {
  const sorted = lines.map((line, at) => ({ line, index: from + at })).toSorted((one, other) => other.line.y - one.line.y)
  const rows: Row[] = []
  for (const { line, index } of sorted) {
    const row = rows.at(-1)
    const cells = textsOf(line)
    if (row === undefined || row.y - line.y > SAME_ROW * Math.max(row.size, line.size))
      rows.push({ cells, y: line.y, size: line.size, mono: line.mono, first: index })
    else
      rows[rows.length - 1] = {
        ...row,
        cells: [...row.cells, ...cells].sort((one, other) => one.x - other.x),
        first: Math.min(row.first, index),
      }
  }
  return rows
}

/** The texts of a line as finely as their gaps part them: cells of a narrow table stand hardly farther apart than words do. */
function textsOf(line: Line): Text[] {
  // Letters of equal width stand as far apart as words do.
  if (line.leftwards || line.mono || line.pieces.length > MOST_PIECES) return [...line.cells]
  const texts: Text[] = []
  for (const cell of line.cells) {
    const own = line.pieces.filter(({ text, x }) => text.trim() !== '' && x >= cell.x && x < cell.end)
    const gaps = own.slice(1).map(({ x }, at) => x - own[at]!.x - own[at]!.width)
    // What is raised, lowered or put together of letters is told by its cell alone.
    const isPlain =
      own.length > 1 &&
      own
        .map(({ text }) => text.trim())
        .join(' ')
        .replace(/\s+/g, ' ') === cell.text &&
      gaps.every((gap) => gap > 0)
    if (!isPlain) {
      texts.push(cell)
      continue
    }
    for (const [at, { text, x, width }] of own.entries()) {
      const last = texts.at(-1)
      if (at > 0 && last !== undefined && gaps[at - 1]! < WORD * line.size)
        texts[texts.length - 1] = { text: `${last.text} ${text.trim()}`, x: last.x, end: x + width }
      else texts.push({ text: text.trim(), x, end: x + width })
    }
  }
  return texts
}

/** Columns with room between them, over which at most a few texts reach that are of more than one. */
export function columnsOf(rows: readonly Row[], size: number): readonly Column[] {
  const cells = rows.flatMap((row) => row.cells)
  const reaching = rows.length < LEAST_ROWS ? 0 : Math.max(1, Math.floor(rows.length * REACHING))
  const edges = cells
    .flatMap(({ x, end }) => [
      { at: x, by: 1 },
      { at: Math.max(x, end), by: -1 },
    ])
    .sort((one, other) => one.at - other.at || other.by - one.by)
  const columns: Column[] = []
  let [covered, from] = [0, 0]
  for (const { at, by } of edges) {
    if (covered === reaching && by === 1) from = at
    if (covered === reaching + 1 && by === -1 && at > from) columns.push({ x: from, end: at })
    covered += by
  }
  const alone = cells.filter((cell) => placeOf(cell, columns) === null).map(({ x, end }) => ({ x, end }))
  return unitedColumns([...columns, ...alone], cells, size)
}

/**
 * Columns of rows most of which have as many cells, each of them in the place of its number: names stand at the left of their columns and numbers at
 * the right, so that one column may leave more room than there is between two. Null where places and numbers disagree.
 */
export function countedColumns(rows: readonly Row[]): readonly Column[] | null {
  const [count, full] = [...Map.groupBy(rows, ({ cells }) => cells.length)].reduce((most, own) =>
    own[1].length > most[1].length ? own : most,
  )
  if (count < TELLING || count > MOST_COLUMNS || full.length < Math.max(TELLING, rows.length * FULL)) return null
  const columns = Array.from({ length: count }, (_, at) => ({
    x: Math.min(...full.map(({ cells }) => cells[at]!.x)),
    end: Math.max(...full.map(({ cells }) => cells[at]!.end)),
  }))
  const areApart = columns.every(({ x }, at) => at === 0 || x > columns[at - 1]!.end)
  // Dots that lead to a number are no column.
  if (!columns.every((_, at) => full.some(({ cells }) => /[\p{L}\p{N}]/u.test(cells[at]!.text)))) return null
  return areApart && rows.every(({ cells }) => cells.every((cell) => placeOf(cell, columns)?.reaches === 1)) ? columns : null
}

/** Columns with those as one that have one name: it stands at the left, and all that it names ends at one place at the right. */
export function withHeads(columns: readonly Column[], [head, ...rows]: readonly Row[]): readonly Column[] {
  if (head === undefined || columns.length > MOST_ASKED || rows.length < TELLING) return columns
  const isNamed = (column: Column): boolean => head.cells.some((cell) => cell.x < column.end && cell.end > column.x)
  const out: Column[] = []
  for (const column of columns) {
    const last = out.at(-1)
    if (last !== undefined && isNamed(last) && !isNamed(column)) {
      const own = rows.map(({ cells }) => cells.filter((cell) => cell.x < column.end && cell.end > last.x))
      const isOne = own.every((texts) => texts.length < 2 && texts.every(({ end }) => Math.abs(end - column.end) < SAME_BEGIN))
      if (isOne) {
        out[out.length - 1] = { x: last.x, end: column.end }
        continue
      }
    }
    out.push(column)
  }
  return out
}

/**
 * Index of the first row of another table right below one: as many cells in each row so far, another number of them in those that follow, and
 * columns of which half are in line with none of theirs. Null where there is none.
 */
export function otherTable(rows: readonly Row[], size: number): number | null {
  const count = rows[0]?.cells.length ?? 0
  const at = rows.findIndex(({ cells }) => cells.length !== count)
  const below = rows.slice(at, at + TELLING)
  const next = below[0]?.cells.length ?? 0
  // A longer row may leave cells free, but none is as short as those above.
  const isOther = below.every(({ cells }) => cells.length === next) || below.every(({ cells }) => cells.length > count)
  if (at < TELLING || next < 2 || below.length < TELLING || !isOther) return null
  const others = columnsOf(below, size)
  const own = columnsOf(rows.slice(0, at), size)
  const [, ...later] = own
  // Sums below a table stand in some of its columns.
  if (others.every((other) => isInLine(other, own))) return null
  return later.length > 0 && later.filter((column) => isInLine(column, others)).length * 2 <= later.length ? at : null
}

const isInLine = ({ x, end }: Column, columns: readonly Column[]): boolean =>
  columns.some((other) => [x - other.x, end - other.end, (x + end - other.x - other.end) / 2].some((off) => Math.abs(off) < SAME_EDGE))

/** Columns from the left, those without room between them as one, but for those whose texts all begin at one place. */
function unitedColumns(columns: readonly Column[], cells: readonly Text[], size: number): Column[] {
  const united: Column[] = []
  const isFew = columns.length <= MOST_ASKED
  for (const { x, end } of columns.toSorted((one, other) => one.x - other.x)) {
    const last = united.at(-1)
    const isApart =
      last === undefined || x >= last.end + GUTTER * size || (isFew && x >= last.end + SPACE * size && begins(cells, { x, end }))
    if (!isApart) united[united.length - 1] = { x: last.x, end: Math.max(last.end, end) }
    else united.push({ x, end })
  }
  return united
}

function begins(cells: readonly Text[], column: Column): boolean {
  const own = cells.filter((cell) => cell.x < column.end && cell.end > column.x)
  const alike = own.filter(({ x }) => Math.abs(x - column.x) < SAME_BEGIN)
  return alike.length >= TELLING && alike.length >= own.length * BEGINNING
}

/** Index of the column that a text begins in, and how many it reaches into; null where it stands in none. */
export function placeOf(cell: Column, columns: readonly Column[]): { readonly column: number; readonly reaches: number } | null {
  const over = columns.flatMap(({ x, end }, at) => (cell.x < end && cell.end > x ? [at] : []))
  return over.length === 0 ? null : { column: over[0]!, reaches: over.length }
}

/**
 * The texts of rows whose cells are told by the maker of a file. Cells without a text may not be told at all: rows that have fewer than others
 * are put where their places say.
 */
export function placeTexts(rows: readonly (readonly (readonly Line[])[])[], textOf: (lines: readonly Line[]) => string): string[][] {
  const width = Math.max(...rows.map((row) => row.length))
  const placed = rows.map((row) => row.map((lines) => ({ text: lines.length === 0 ? '' : textOf(lines), ...extentOf(lines) })))
  const full = placed.filter((row) => row.length === width)
  const columns = Array.from({ length: width }, (_, at) => {
    const told = full.map((row) => row[at]!).filter(({ text }) => text !== '')
    return { x: Math.min(...told.map(({ x }) => x)), end: Math.max(...told.map(({ end }) => end)) }
  })
  return placed.map((row) => {
    if (row.length === width) return row.map(({ text }) => text)
    const own = columns.map(() => '')
    let from = 0
    for (const [at, { text, x, end }] of row.entries()) {
      const most = width - (row.length - at)
      const over = columns.findIndex((column, index) => index >= from && x < column.end && end > column.x)
      const column = Math.min(over < from ? from : over, most)
      own[column] = text
      from = column + 1
    }
    return own
  })
}

const extentOf = (lines: readonly Line[]): Column => ({
  x: Math.min(...lines.map(({ x }) => x)),
  end: Math.max(...lines.map(({ end }) => end)),
})
