/** Tables among the lines of a document, where their places make it sure. */
import {
  type Column,
  columnsOf,
  countedColumns,
  MOST_COLUMNS,
  otherTable,
  placeOf,
  type Row,
  rowsOf,
  SAME_ROW,
  type Text,
  withHeads,
} from './grid.ts'
import { isEntry, type Line, textOfLine } from './lines.ts'
import { isMark } from './markers.ts'
import { joined } from './paragraphs.ts'

export type Table = { readonly rows: readonly (readonly string[])[]; readonly end: number }

const LEAST_ROWS = 3
/** How much farther below the last than all rows before a row may stand. */
const SUDDEN = 1.8
/** A sum, a share, a count, with a currency before or behind it: no cell has two that stand below each other. */
const NUMERIC = /^[-+−–(]?(?:\W{0,2}|(?:\p{Lu}{3}|kr|Fr|Kč|zł|Ft|Rs)\.? ?)\d[\d.,'\s]*(?:\W{0,3}|(?:\p{Lu}{3}|kr|Kč|zł|Ft)\.?)$/u
/** Lines that are looked at as one table at most. */
const MOST_LINES = 400
const MOST_CELLS = 2_000
/** How often a table is looked for from further down. */
const MOST_STARTS = 5
/** How often what stands last is left out to see whether the rest is a table. */
const MOST_TRIES = 6
/** In sizes of letters: how far below the last a row may stand, and how far a line may stand above the first of its row. */
const FARTHEST = 3
const FARTHEST_ROW = 4.5
/** Share of their size by which letters of one table differ at most. */
const OTHER_SIZE = 0.3
const ABOVE = 1.5
/** A line without gaps that reaches over this share of the rows above is of no table. */
const WIDE = 0.7
/** Rows that stand this much farther apart than lines do are rows, and the lines between are of one. */
const LOOSER = 1.15
/** How far below the last the next line of a cell stands, in sizes of letters, where rows stand as close as lines. */
const NEXT_LINE = 1.5
/** Signs of a text that reaches over columns, at most. */
const LONGEST_OVER = 60
/** Words of a cell, on the average, that tables of two columns and of more have at most: prose has more. */
const WORDS_OF_TWO = 7
const WORDS = 12
/** Share of the rows that fill most columns; in tables of two columns, that fill both. */
const FILLED = 0.5
const FILLED_OF_TWO = 0.7
/** Share of the cells of a second column that begin, or end, at one place. */
const ALIGNED = 0.8
const OFF = 0.7

/** Tables by the index of their first line. */
export function tablesOf(lines: readonly Line[]): ReadonlyMap<number, Table> {
  const tables = new Map<number, Table>()
  let [failed, tries] = [0, 0]
  for (let at = 0; at < lines.length; ) {
    const end = regionOf(lines, at)
    const table = end - at < 2 ? null : tableIn(lines, at, end)
    if (table !== null) tables.set(at, areLeftwards(lines.slice(at, table.end)) ? fromTheRight(table) : table)
    // Rows that are no table may hold one further down; the same are not looked at again and again.
    if (table === null && at >= failed) [failed, tries] = [end, 0]
    tries += 1
    at = table?.end ?? (tries < MOST_STARTS ? at + 1 : Math.max(at + 1, failed))
  }
  return tables
}

/** Whether the words of lines are read from the right, as the columns are then. */
function areLeftwards(lines: readonly Line[]): boolean {
  const worded = lines.filter((line) => /\p{L}/u.test(textOfLine(line)))
  return worded.filter(({ leftwards }) => leftwards).length * 2 > worded.length
}

const fromTheRight = ({ rows, end }: Table): Table => ({ rows: rows.map((row) => row.toReversed()), end })

/** Index behind the lines from `at` on that may be of one table. */
function regionOf(lines: readonly Line[], at: number): number {
  const first = lines[at]!
  if (isItem(first) || isEntry(first) || !isRow(lines, at)) return at
  let [low, left, right] = [first.y, first.x, first.end]
  let row = first
  let [cells, farthest, falls] = [first.cells.length, 0, 0]
  let end = at + 1
  for (; end < Math.min(lines.length, at + MOST_LINES); end += 1) {
    const line = lines[end]!
    cells += line.cells.length
    if (cells > MOST_CELLS) break
    const far = isRow(lines, end) ? FARTHEST_ROW : FARTHEST
    if (line.page !== first.page || line.y > first.y + ABOVE * first.size || low - line.y > far * line.size) break
    if (isItem(line) || isEntry(line) || Math.abs(line.size - first.size) > OTHER_SIZE * first.size) break
    if (!isRow(lines, end) && !isFartherIn(line, row) && (line.end - line.x > WIDE * (right - left) || isAcross(line, row))) break
    const fall = low - line.y
    // Another table, or what stands below one.
    if (falls > 1 && fall > farthest * SUDDEN) break
    if (fall > SAME_ROW * line.size) [farthest, falls] = [Math.max(farthest, fall), falls + 1]
    if (line.cells.length >= row.cells.length) row = line
    ;[low, left, right] = [Math.min(low, line.y), Math.min(left, line.x), Math.max(right, line.end)]
  }
  return end
}

/** Whether a line has cells, or is one that others stand beside. */
function isRow(lines: readonly Line[], at: number): boolean {
  const [before, line, next] = [lines[at - 1], lines[at]!, lines[at + 1]]
  return line.cells.length > 1 || (before !== undefined && isBeside(before, line)) || (next !== undefined && isBeside(line, next))
}

/** Whether a line begins where a later column of a row above does. */
const isFartherIn = (line: Line, { cells: [, ...later] }: Line): boolean => later.some(({ x }) => Math.abs(line.x - x) < line.size)

/** Whether a line without gaps reaches from one cell of a row above to the next. */
const isAcross = (line: Line, { cells }: Line): boolean =>
  line.cells.length === 1 && cells.some(({ x }, at) => at > 0 && line.x < cells[at - 1]!.end && line.end > x)

/** A sign or a number and what it is of, apart from it. */
const isItem = ({ cells: [first, ...rest] }: Line): boolean => rest.length === 1 && isMark(first!.text)

const isBeside = (line: Line, next: Line): boolean =>
  line.page === next.page && Math.abs(line.y - next.y) < ABOVE * line.size && next.x > line.end

/** The table that lines are, or that those before what does not fit are. */
function tableIn(lines: readonly Line[], at: number, to: number): Table | null {
  const size = lines[at]!.size
  let end = to
  for (let tries = 0; tries < MOST_TRIES && end - at >= 2; tries += 1) {
    const all = rowsOf(lines.slice(at, end), at)
    const other = otherTable(all, size)
    const rows = other === null ? all : all.slice(0, other)
    if (other !== null) end = Math.min(...all.slice(other).map(({ first }) => first))
    const columns = countedColumns(rows) ?? withHeads(columnsOf(rows, size), rows)
    const misfit = rows.find(({ cells }) => cells.some((cell) => !fits(cell, cells.length, columns)))
    const table =
      misfit !== undefined || columns.length < 2 || columns.length > MOST_COLUMNS || isApart(rows)
        ? null
        : tableOf(rows, columns, size, end)
    if (table !== null) return withRest(table, rowsOf(lines.slice(end, to), end), rows.at(-1)!, columns)
    // What has nothing beside it at the end may be prose, else the last row may be none. Lines are drawn in any order.
    const last = rows.findLastIndex(({ cells }) => cells.length > 1)
    end = Math.min(end - 1, (misfit ?? rows[last + 1] ?? rows.at(-1)!).first)
  }
  return null
}

/** A table with the lines right below it that go on in the last row, in a cell that is not its first: they were left out as words too many. */
function withRest({ rows, end }: Table, below: readonly Row[], last: Row, columns: readonly Column[]): Table {
  const own = [...rows.at(-1)!]
  let [above, to] = [last, end]
  for (const row of below) {
    const [cell, ...others] = row.cells
    const place = others.length > 0 ? null : placeOf(cell!, columns)
    const goesOn = place !== null && place.column > 0 && place.reaches === 1 && above.y - row.y < NEXT_LINE * row.size
    if (!goesOn || row.first !== to || own[place.column] === '' || NUMERIC.test(cell!.text)) break
    own[place.column] = joined(own[place.column]!, cell!.text)
    ;[above, to] = [row, to + 1]
  }
  return { rows: [...rows.slice(0, -1), own], end: to }
}

/** Whether the last row is one text, and stands no nearer to the others than they do to each other: a line below the table. */
function isApart(rows: readonly Row[]): boolean {
  if (rows.length < 3 || rows.at(-1)!.cells.length > 1) return false
  const falls = rows.slice(1).map((row, at) => rows[at]!.y - row.y)
  return falls.at(-1)! > Math.min(...falls.slice(0, -1)) * LOOSER
}

/** A text that reaches over columns is a cell of theirs where others stand beside it, and it is no line of prose. */
function fits(cell: Text, count: number, columns: readonly Column[]): boolean {
  const place = placeOf(cell, columns)
  return place !== null && (place.reaches === 1 || (count > 1 && place.reaches <= 3 && cell.text.length <= LONGEST_OVER))
}

function tableOf(rows: readonly Row[], columns: readonly Column[], size: number, end: number): Table | null {
  const told = merged(rows, columns, size)
  if (told.length < LEAST_ROWS || !isTabular(told, rows, columns, size)) return null
  return { rows: told, end }
}

/** Rows with the lines of one cell made one. */
function merged(rows: readonly Row[], columns: readonly Column[], size: number): string[][] {
  const falls = rows.slice(1).map((row, at) => rows[at]!.y - row.y)
  const tight = Math.min(...falls)
  const isFull = ({ cells }: Row): boolean => new Set(cells.map((cell) => placeOf(cell, columns)?.column)).size === columns.length
  // Rules and sums stand apart as well: where a row with numbers in all columns stands near to the one above, rows do.
  const isNear = rows.some(
    (row, at) =>
      at > 0 &&
      falls[at - 1]! < tight * LOOSER &&
      rows[at - 1]!.cells.length > 1 &&
      isFull(row) &&
      row.cells.some(({ text }) => NUMERIC.test(text)),
  )
  const isLoose = !isNear && falls.filter((fall) => fall >= tight * LOOSER).length >= 2
  const out: string[][] = []
  for (const [at, row] of rows.entries()) {
    const own = columns.map(() => '')
    for (const cell of row.cells) {
      const { column } = placeOf(cell, columns)!
      own[column] = joined(own[column]!, cell.text)
    }
    const filled = own.filter((text) => text !== '').length
    const last = out.at(-1)
    const fall = falls[at - 1] ?? 0
    const isRest =
      filled === 1 && own[0] !== ''
        ? /^\p{Ll}/u.test(own[0]!)
        : own[0] === '' && filled * 2 <= columns.length && !own.some((text) => NUMERIC.test(text))
    // Short cells may stand at the bottom of a row, beside the last line of a long one.
    const goesOn = isLoose
      ? (filled < columns.length || isRestOf(own, last)) && fall < tight * LOOSER
      : filled < columns.length && isRest && fall < NEXT_LINE * size
    const addsNumber = own.some((text, column) => NUMERIC.test(text) && /\d/.test(last?.[column] ?? ''))
    if (last !== undefined && goesOn && !addsNumber)
      for (const [column, text] of own.entries()) last[column] = text === '' ? last[column]! : joined(last[column]!, text)
    else out.push(own)
  }
  return out
}

/** Whether a row above is the beginning of one cell alone, but the first, which goes on in this one. */
function isRestOf(own: readonly string[], above: readonly string[] | undefined): boolean {
  const begun = above?.flatMap((text, column) => (text === '' ? [] : [column])) ?? []
  return begun.length === 1 && begun[0]! > 0 && own[begun[0]!] !== ''
}

function isTabular(told: readonly (readonly string[])[], rows: readonly Row[], columns: readonly Column[], size: number): boolean {
  const cells = told.flat().filter((text) => text !== '')
  const words = cells.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0) / Math.max(1, cells.length)
  const filled = (least: number): number => told.filter((row) => row.filter((text) => text !== '').length >= least).length / told.length
  // Under a row that names all columns, rows may leave most of them free: money in or out.
  const isHeaded = told.length > LEAST_ROWS && told[0]!.every((text) => text !== '') && !rows.every(({ mono }) => mono)
  if (columns.length > 2) return words <= WORDS && filled(isHeaded ? 2 : columns.length - 1) >= FILLED
  if (words > WORDS_OF_TWO || filled(2) < FILLED_OF_TWO) return false
  const second = rows.flatMap(({ cells: own }) => own.filter((cell) => placeOf(cell, columns)?.column === 1))
  return [({ x }: Column) => x, ({ end }: Column) => end].some((edge) => {
    const places = second.map(edge).sort((one, other) => one - other)
    const middle = places[places.length >> 1]!
    return places.filter((place) => Math.abs(place - middle) < OFF * size).length >= places.length * ALIGNED
  })
}
