/** A table of a Word file (ISO/IEC 29500-1, 17.4) as HTML, with cells that are merged across and down. */
import { type TableCell, tableHtml } from '../body/html.ts'
import { at, elementsOf, within, type Xml } from './xml.ts'

/** What holds paragraphs, rows and cells and says nothing itself; of what was inserted all is there. */
export const HOLDS = /^(?:sdt|sdtContent|smartTag|customXml|ins|moveTo|body|Choice|AlternateContent)$/
const MOST_SPANNED = 100

export function wordTableHtml(table: Xml, cellHtml: (cell: Xml) => string): string {
  const rows: TableCell[][] = []
  /** Cells that go on downwards, by the column they begin in. */
  const open = new Map<number, { columns: number; rows: number; html: string }>()
  for (const row of rowsIn(table)) {
    const own: { columns: number; rows: number; html: string }[] = []
    let column = within(at(row, 'trPr', 'gridBefore')?.attributes.val, 0, MOST_SPANNED)
    if (column > 0) own.push({ columns: column, rows: 1, html: '' })
    for (const cell of cellsIn(row)) {
      const properties = at(cell, 'tcPr')
      const columns = within(at(properties, 'gridSpan')?.attributes.val, 1, MOST_SPANNED)
      const merge = at(properties, 'vMerge')
      const above = open.get(column)
      if (merge !== undefined && merge.attributes.val !== 'restart' && above !== undefined) above.rows += 1
      else {
        const told = { columns, rows: 1, html: cellHtml(cell) }
        own.push(told)
        if (merge === undefined) open.delete(column)
        else open.set(column, told)
      }
      column += columns
    }
    rows.push(own)
  }
  return tableHtml(rows)
}

/** Rows of a table, and cells of a row, also in what only holds them; what was deleted is gone. */
const rowsIn = (table: Xml): Xml[] =>
  elementsOf(table).flatMap((child) =>
    child.name === 'tr' ? (at(child, 'trPr', 'del') === undefined ? [child] : []) : HOLDS.test(child.name) ? rowsIn(child) : [],
  )
const cellsIn = (row: Xml): Xml[] =>
  elementsOf(row).flatMap((child) => (child.name === 'tc' ? [child] : HOLDS.test(child.name) ? cellsIn(child) : []))
