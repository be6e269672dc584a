/** Tables on a sheet, which says nothing of where one begins: they are told apart by the rows and columns between them that say nothing. */
import { tableHtml } from '../body/html.ts'
import type { Package } from './package.ts'

export type Cell = { readonly html: string; readonly isText: boolean }
/** Cells of a row that say something by their columns, and its place among the rows that are shown. */
export type Row = {
  readonly place: number
  readonly cells: ReadonlyMap<number, Cell>
  /** Whether a table begins with it, as the file says. */
  readonly isHead?: boolean
}

/** Rows without an empty one between them, and the first and the last column that they have. */
type Band = { readonly rows: Row[]; readonly from: number; readonly to: number }

/**
 * Rows of a sheet as tables and lines of text. Rows apart are of one table where they have its columns and no heads of their own; what is
 * alone in its column is text: a title, a remark.
 */
export function tablesHtml(rows: readonly Row[], file: Package): string {
  const parts: string[] = []
  let [table, lines]: [Band | null, Band[]] = [null, []]
  const end = (): void => {
    if (table !== null) parts.push(isAlone(table) ? linesHtml(table) : gridHtml(table.rows, file))
    for (const line of lines) parts.push(linesHtml(line))
    ;[table, lines] = [null, []]
  }
  for (const band of bandsOf(rows).flatMap(beside)) {
    if (isLine(band)) lines.push(band)
    else if (table !== null && goesOn(table, band)) {
      for (const more of [...lines, band]) table = joined(table, more)
      lines = []
    } else {
      end()
      table = band
    }
    if (table === null) end()
  }
  end()
  return parts.join('')
}

/** Rows as one table of the columns that say something, as far as a page may have so many cells. */
export function gridHtml(rows: readonly Row[], file: Package): string {
  const columns = columnsOf(rows)
  const shown = rows.slice(0, file.rowsOf(rows.length, columns.length))
  return tableHtml(shown.map(({ cells }) => columns.map((column) => ({ html: cells.get(column)?.html ?? '' }))))
}

const columnsOf = (rows: readonly Row[]): number[] =>
  [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].sort((one, other) => one - other)

function bandOf(rows: Row[]): Band {
  const columns = columnsOf(rows)
  return { rows, from: columns[0]!, to: columns.at(-1)! }
}

function joined({ rows, from, to }: Band, more: Band): Band {
  for (const row of more.rows) rows.push(row)
  return { rows, from: Math.min(from, more.from), to: Math.max(to, more.to) }
}

/** Rows between those that are empty. */
function bandsOf(rows: readonly Row[]): Band[] {
  const bands: Row[][] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && row.place === rows[index - 1]!.place + 1) bands.at(-1)!.push(row)
    else bands.push([row])
  }
  return bands.map(bandOf)
}

/** Text that is alone in its column. */
const isLine = ({ rows, from, to }: Band): boolean => from === to && rows.every(({ cells }) => cells.get(from)!.isText)

const isAlone = ({ rows, from, to }: Band): boolean => from === to && rows.length === 1

const linesHtml = ({ rows, from }: Band): string => rows.map(({ cells }) => `<p>${cells.get(from)!.html}</p>`).join('')

/** Whether rows below a table are of it: in its columns, or below heads that stand alone, and without heads of their own. */
const goesOn = (table: Band, below: Band): boolean =>
  ((table.rows.length === 1 && table.to > table.from) || (below.from >= table.from && below.to <= table.to)) && !hasHeads(below)

/** Heads are said to be such, or are texts above what is none. */
function hasHeads({ rows: [heads, row] }: Band): boolean {
  if (heads?.isHead === true) return true
  if (heads === undefined || row === undefined || heads.cells.size < 2) return false
  return (
    [...heads.cells.values()].every(({ isText }) => isText) &&
    [...row.cells].some(([column, { isText }]) => !isText && heads.cells.has(column))
  )
}

/**
 * Tables that stand side by side: each has names in its first column, and they do not begin and end with the same rows. A column that is left
 * empty for the look of it parts no table.
 */
function beside(band: Band): Band[] {
  const groups: Set<number>[] = []
  for (const column of columnsOf(band.rows)) {
    if (groups.at(-1)?.has(column - 1)) groups.at(-1)!.add(column)
    else groups.push(new Set([column]))
  }
  if (groups.length !== 2) return [band]
  const parts = groups.map((columns) =>
    bandOf(
      band.rows
        .map(({ place, cells }) => ({ place, cells: new Map([...cells].filter(([column]) => columns.has(column))) }))
        .filter(({ cells }) => cells.size > 0),
    ),
  )
  const areNamed = parts.every(({ rows, from, to }) => to > from && rows.every(({ cells }) => cells.get(from)?.isText ?? false))
  const [first, second] = parts.map(({ rows }) => `${rows[0]!.place} ${rows.at(-1)!.place}`)
  return areNamed && first !== second ? parts : [band]
}
