/** What parts the rows, cells and items of tables and lists that stand in one line: in a cell, in a heading. */
import type { Element, Node } from '../page/dom.ts'
import { textOf } from '../page/text.ts'

const isHead = (node: Node): boolean => node.kind === 'element' && node.tag === 'thead'
/** Parts of a table before its rows: a caption, columns, its head. */
const BEFORE_ROWS = 4
/** Cells of a row that are looked through for the first that says something. */
const MOST_CELLS = 20

/** Whether a row is one of a table that has a head. */
const isOfHeaded = (row: Element): boolean => row.parent?.parent?.children.slice(0, BEFORE_ROWS).some(isHead) === true

/** What ends a cell, or the head, of a table with a head; nothing for other things. Such tables in a cell are small. */
export function stopBefore(node: Element): string {
  const { tag, parent } = node
  if (tag === 'tr') return !isOfHeaded(node) || isHead(parent!) ? '' : isPrecededByAlike(node) ? '; ' : ': '
  const isCell = (tag === 'td' || tag === 'th') && parent !== null && isOfHeaded(parent) && textOf(node).trim() !== ''
  return isCell && parent.children.slice(0, MOST_CELLS).find((at) => at.kind === 'element' && textOf(at).trim() !== '') !== node ? ', ' : ''
}

/** Whether an element of the same kind stands before it. */
export const isPrecededByAlike = (item: Element): boolean =>
  item.parent?.children.find((at) => at.kind === 'element' && at.tag === item.tag) !== item
