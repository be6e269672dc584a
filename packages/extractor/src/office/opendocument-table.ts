/** Rows, columns and cells of OpenDocument tables (ISO/IEC 26300-1, 9), which are written once where they are alike. */
import type { Package } from './package.ts'
import type { Cell, Row } from './regions.ts'
import { elementsOf, within, type Xml } from './xml.ts'

const MOST_CELLS = 100_000
const LAST_COLUMN = 16_384
const LAST_ROW = 1_048_576
const FOLDED = /^(?:collapse|filter)$/

export class Cells {
  private readonly file: Package
  private left = MOST_CELLS

  constructor(file: Package) {
    this.file = file
  }

  /** The rows of a table that are shown and say something, in the columns that are shown, with their places. */
  rows(table: Xml, htmlOf: (cell: Xml) => string): Row[] {
    const hidden = hiddenColumns(table)
    const rows: Row[] = []
    let place = 0
    for (const row of rowsIn(table)) {
      const times = within(row.attributes['number-rows-repeated'], 1, LAST_ROW)
      const cells = this.cellsOf(row, hidden, htmlOf)
      const text = [...cells.values()].map(({ html }) => html).join('')
      for (let time = 0; cells.size > 0 && time < times; time += 1) {
        // What is there a second time counts as the first did.
        if (time > 0 && (!this.has(cells.size) || this.file.again(text) === '')) break
        rows.push({ place: place + time, cells })
      }
      place += times
    }
    return rows
  }

  private cellsOf(row: Xml, hidden: ReadonlySet<number>, htmlOf: (cell: Xml) => string): ReadonlyMap<number, Cell> {
    const cells = new Map<number, Cell>()
    let column = 0
    for (const cell of elementsOf(row)) {
      if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue
      const times = within(cell.attributes['number-columns-repeated'], 1, LAST_COLUMN)
      // What another cell covers is not seen.
      const html = cell.name === 'covered-table-cell' ? '' : htmlOf(cell)
      for (let time = 0; html !== '' && time < times && column + time < LAST_COLUMN && this.has(1); time += 1)
        if (!hidden.has(column + time)) cells.set(column + time, { html: time === 0 ? html : this.file.again(html), isText: isText(cell) })
      column += times
    }
    return cells
  }

  private has(cells: number): boolean {
    this.left -= cells
    if (this.left < 0) this.file.cut = true
    return this.left >= 0
  }
}

const isText = ({ attributes }: Xml): boolean => (attributes['value-type'] ?? 'string') === 'string'

/** The columns of a sheet that are folded away, from 0. */
function hiddenColumns(table: Xml): ReadonlySet<number> {
  const hidden = new Set<number>()
  let column = 0
  for (const { attributes } of partsIn(table, 'table-column', /^table-(?:header-columns|columns|column-group)$/)) {
    const end = Math.min(LAST_COLUMN, column + within(attributes['number-columns-repeated'], 1, LAST_COLUMN))
    for (; column < end; column += 1) if (FOLDED.test(attributes.visibility ?? '')) hidden.add(column)
  }
  return hidden
}

/** Rows of a table that are shown, those of its head and of groups among them. */
const rowsIn = (table: Xml): Xml[] =>
  partsIn(table, 'table-row', /^table-(?:header-rows|rows|row-group)$/).filter(
    ({ attributes }) => !FOLDED.test(attributes.visibility ?? ''),
  )

const partsIn = (table: Xml, name: string, holds: RegExp): Xml[] =>
  elementsOf(table).flatMap((child) => (child.name === name ? [child] : holds.test(child.name) ? partsIn(child, name, holds) : []))
