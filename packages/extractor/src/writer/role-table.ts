/** Tables that elements without a meaning of their own make up, and that only their roles tell. */
import { type Element, walk } from '../page/dom.ts'
import { isRoleCell, isRoleTable } from '../page/tags.ts'
import { cellWriter } from './cells.ts'
import type { Context } from './context.ts'
import { gfmTable, toGrid } from './grid.ts'

/** Rows of it that are written, as their cells: one that is left out is an empty one, so that those behind it keep their place. */
function rowsOf(table: Element, { live, choice }: Context): Element[][] {
  const rows: Element[][] = []
  walk(table, (at) => {
    if (isRoleTable(at) || choice.hidden.has(at)) return false
    if (isRoleCell(at)) {
      rows.at(-1)?.push(at)
      return false
    }
    if (live[at.id] !== 1) return false
    if (at.attributes.role === 'row') rows.push([])
    return true
  })
  return rows.filter((row) => row.length > 0)
}

/** Null where not all that it says stands in two rows of cells or more. */
export function roleTable(table: Element, context: Context): string | null {
  const rows = rowsOf(table, context)
  if (rows.length < 2 || rows.every((row) => row.length < 2)) return null
  return gfmTable(toGrid(rows, cellWriter(rows, context)), [])
}
