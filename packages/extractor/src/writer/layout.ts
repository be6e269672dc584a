/** What the rows of a table are, and whether it is one or only places things on the page. */
import { type Element, find, findAll, type Node } from '../page/dom.ts'
import { readOnce } from '../page/once.ts'
import { isPre } from '../page/tags.ts'
import { textOf } from '../page/text.ts'
import { codeText } from './code.ts'
import { isCodeTable } from './line-numbers.ts'

/** Cells of a table in rows, as they are shown: those of `tfoot` last. Without those of tables inside it. */
export function rowsOf(table: Element): Element[][] {
  let rows: Element[][] = []
  const feet: Element[][] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      if (child.kind === 'text') continue
      if (child.tag === 'tr')
        rows.push(child.children.filter((cell): cell is Element => cell.kind === 'element' && (cell.tag === 'td' || cell.tag === 'th')))
      else if (child.tag === 'thead' || child.tag === 'tbody') visit(child)
      else if (child.tag === 'tfoot') {
        const above = rows
        rows = feet
        visit(child)
        rows = above
      }
    }
  }
  visit(table)
  return [...rows, ...feet].filter((row) => row.length > 0)
}

/** Characters that a table in a cell of another may have to be written there. */
const MAX_INNER = 400
const MAX_INNER_TABLES = 30

/** A cell of more characters is no cell of data, where it is one of few. */
const LONG = 1_200
/** Share of a table's text in one cell from which on all others are the frame that is drawn around it. */
const FRAMED = 0.9

const LARGE = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'article', 'section', 'form', 'blockquote', 'figure'])

const BOX = /^(?:div|p|center|ul|ol|dl)$/

const textLength = (node: Node): number => {
  if (node.kind === 'text') return node.text.length
  let length = 0
  for (const child of node.children) length += textLength(child)
  return length
}

/** The cell with the sign of a note, as DocBook writes one: beside what it is called and, below that, what it says. Null in other tables. */
export function noteSign([head, said, more]: readonly Element[][]): Element | null {
  const [sign, name, other] = head ?? []
  if (said?.length !== 1 || more !== undefined || sign === undefined || name?.tag !== 'th' || other !== undefined) return null
  return sign.attributes.more.rowspan === '2' && textOf(sign).trim() === '' ? sign : null
}

/** Whether a table only places things on the page: then its cells are read one after the other. Asked for every block in the table. */
export const isLayout = readOnce(judgeLayout)

function judgeLayout(table: Element): boolean {
  const role = table.attributes.role?.toLowerCase()
  const rows = rowsOf(table)
  if ((role === 'presentation' || role === 'none') && !areNamed(rows)) return true
  if (rows.length === 1 && isCodeTable(rows)) return false
  if (noteSign(rows) !== null) return true
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (columns <= 1 && !(rows.length > 1 && rows.some((row) => row[0]?.tag === 'th'))) return true
  const titled = rows.some((row) => row.some((cell) => cell.tag === 'th'))
  const inner = findAll(table, (at) => at.tag === 'table')
  if (inner.length > 0)
    return (
      !titled ||
      inner.length > MAX_INNER_TABLES ||
      inner.some((at) => textLength(at) > MAX_INNER || find(at, ({ tag }) => tag === 'hr') !== null)
    )
  if (holdsCode(rows)) return true
  if (titled || find(table, (at) => at.tag === 'thead' || at.tag === 'caption') !== null) return false
  const cells = rows.flat()
  // Nothing stands beside anything.
  if (!isCodeTable(rows) && rows.every((row) => row.filter(isShown).length <= 1)) return true
  // A single row has no values to compare, and no value holds a rule or is cut into boxes.
  if (rows.length <= 4 && cells.some((cell) => find(cell, ({ tag }) => tag === 'hr') !== null)) return true
  if (
    rows.length === 1 &&
    !isCodeTable(rows) &&
    cells.some((cell) => cell.children.some((at) => at.kind === 'element' && BOX.test(at.tag)))
  )
    return true
  const heavy = cells.filter((cell) => find(cell, (inner) => LARGE.has(inner.tag)) !== null || textLength(cell) > LONG)
  if (heavy.length === 0) return false
  if (heavy.length >= cells.length / 8 || rows.length <= 2) return true
  const least = Math.max(LONG, FRAMED * textLength(table))
  return heavy.some((cell) => textLength(cell) > least)
}

/** Whether each of several rows is a name and its value, by their tags: that is data, whatever the table calls itself. */
const areNamed = (rows: readonly Element[][]): boolean =>
  rows.length > 1 && rows.every(([name, value, more]) => name?.tag === 'th' && value?.tag === 'td' && more === undefined)

const isShown = (cell: Element): boolean => textOf(cell).trim() !== '' || find(cell, ({ tag }) => tag === 'img') !== null

/** Whether half of the rows or more hold code of several lines: in a cell of a table it would be one line. */
function holdsCode(rows: readonly Element[][]): boolean {
  const holding = rows.filter((row) => row.some((cell) => find(cell, (at) => isPre(at) && /\S[^\S\n]*\n\s*\S/.test(codeText(at))) !== null))
  return holding.length > 0 && holding.length * 2 >= rows.length && !isCodeTable(rows)
}
