/** Tables that elements without a meaning of their own make up, and that only their roles tell. */
import { type Element, walk } from '../page/dom.ts'
import { isRoleTable } from '../page/tags.ts'
import { writeCell } from './content.ts'
import type { Context } from './context.ts'
import { gfmTable, toGrid } from './grid.ts'

const CELL = /^(?:cell|gridcell|columnheader|rowheader)$/

/** Rows of it that are written, as their cells. */
function rowsOf(table: Element, { live }: Context): Element[][] {
  const rows: Element[][] = []
  walk(table, (at) => {
    if (live[at.id] !== 1 || isRoleTable(at)) return false
    const { role = '' } = at.attributes
    if (role === 'row') rows.push([])
    else if (CELL.test(role)) rows.at(-1)?.push(at)
    return !CELL.test(role)
  })
  return rows.filter((row) => row.length > 0)
}

/** Null where not all that it says stands in two rows of cells or more. */
export function roleTable(table: Element, context: Context): string | null {
  const rows = rowsOf(table, context)
  if (rows.length < 2 || rows.every((row) => row.length < 2)) return null
  return gfmTable(
    toGrid(rows, (cell) => writeCell(cell, context)),
    [],
  )
}
