/** What stands around the body of a table: heads of several rows, a title over all columns, notes under them. */
import type { Element } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'

const MOST_ROWS = 3
/** A name of a column with all that stands above it. */
const LONGEST = 120
const STRONG = /^\*\*([^*]+)\*\*$/

/** How many rows or columns a cell says that it covers. */
export function spanOf(value: string | undefined): number {
  const count = Number.parseInt(value ?? '1', 10)
  return Number.isFinite(count) && count > 1 ? count : 1
}

const columnsOf = ({ attributes }: Element): number => spanOf(attributes.more.colspan)

/** Columns of a row, as far as its own cells tell. */
const widthOf = (row: readonly Element[]): number => row.reduce((sum, cell) => sum + columnsOf(cell), 0)

const isEmpty = (cell: Element | undefined): boolean => cell === undefined || textOf(cell).trim() === ''

/** Whether a row belongs to a head by its tags: all of it names columns. */
const isHead = (row: readonly Element[]): boolean =>
  row[0]?.parent?.parent?.tag === 'thead' || row.every((cell) => cell.tag === 'th' || isEmpty(cell))

/** Whether a cell calls several columns something, and does not go over all of them. */
const isParent = (cell: Element, width: number): boolean => columnsOf(cell) > 1 && columnsOf(cell) < width && !isEmpty(cell)

/** Rows that name the columns together, as those of one head do below names of several columns; 1 where there is one, or none is told. */
export function headRows(rows: readonly (readonly Element[])[]): number {
  const body = rows.findIndex((row, at) => !isHead(row) || (at > 0 && row.length === 1))
  const isMarked = body > 1 && body <= MOST_ROWS
  // Filings of companies have no tags for it: the corner above the names of the rows is empty.
  const named = isMarked ? body : rows.slice(0, MOST_ROWS + 1).findIndex((row) => !isEmpty(row[0]))
  if (named < 2 || (body > 0 && !isMarked)) return 1
  const width = Math.max(...rows.slice(0, named + 1).map(widthOf))
  return rows.slice(0, named - 1).some((row) => row.some((cell) => isParent(cell, width))) ? named : 1
}

/**
 * The rows of a head as one: the name of each column behind what stands above it. @param spans for each row the text of the cell that covers a
 * place, be it that the cell begins there or not
 */
export function joinHead(grid: readonly string[][], spans: readonly string[][]): string[] | null {
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0)
  const names: string[] = []
  for (let column = 0; column < width; column += 1) {
    const parts: string[] = []
    grid.forEach((_, level) => {
      const isNamed = grid.slice(level).some((below) => (below[column] ?? '') !== '')
      const text = isNamed ? (spans[level]?.[column] ?? '') : ''
      if (text !== '' && text !== parts.at(-1)) parts.push(text)
    })
    const name =
      parts.every((part) => STRONG.test(part)) && parts.length > 1
        ? `**${parts.map((part) => STRONG.exec(part)![1]).join(' – ')}**`
        : parts.join(' – ')
    if (name.length > LONGEST) return null
    names.push(name)
  }
  return names
}

/** What a row under a table begins with that says something of all of it, and where a sentence ends. */
const NOTE = /^(?:[*†‡§¹²³⁰-⁹]|\[?(?:\d|[a-z])\]?[.)]? |(?:sources?|notes?|quellen?|anm(?:erkung)?|fuentes?|nota)\b)|^[\p{L}\d].{24,}\.$/iu

/** How many rows at the end are one cell each over all columns, with a note: what stands below a table. */
export function footRows(rows: readonly (readonly Element[])[]): number {
  if (rows.at(-1)?.length !== 1) return 0
  const width = rows.reduce((most, row) => Math.max(most, widthOf(row)), 0)
  let count = 0
  while (count < rows.length - 1) {
    const [cell, more] = rows.at(-1 - count)!
    if (cell === undefined || more !== undefined || width < 2 || columnsOf(cell) < width) break
    if (cell.parent?.parent?.tag !== 'tfoot' && !NOTE.test(squeeze(textOf(cell)).slice(0, 2_000))) break
    count += 1
  }
  return count
}
