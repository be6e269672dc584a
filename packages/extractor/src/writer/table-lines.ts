/** Tables that only put the parts of a line in their places: formulas and their numbers, what a function takes, a word and what it names. */
import { type Element, find } from '../page/dom.ts'
import { squeeze, textOf } from '../page/text.ts'
import { lineOf } from './content.ts'
import type { Context } from './context.ts'
import { writeLine, writeStrong } from './inline.ts'
import { words } from './inline-run.ts'
import { isFormulaTable } from './math.ts'

/** Parameters of a function that are looked through. */
const MOST_ROWS = 60
const MOST_CELLS = 8

/** Lines that the rows of such a table are; null for all others. */
export function tableLines(rows: readonly Element[][], context: Context): string[] | null {
  if (isFormulaTable(rows)) return rows.map((row) => inOneLine(row, context)).filter(Boolean)
  if (areItems(rows)) return [rows.map((row) => `- ${inOneLine(row.filter(isSaid).slice(1), context)}`).join('\n')]
  if (isTicked(rows)) return [inOneLine(rows[0]!, context)]
  return isPrototype(rows) ? [closed(inOneLine(rows.flat(), context))] : isNote(rows) ? [named(rows[0]!, context)] : null
}

/** Cells as one line of text. */
const inOneLine = (cells: readonly Element[], context: Context): string =>
  cells
    .map((cell) => writeLine(lineOf(cell, context)))
    .filter(Boolean)
    .join(' ')

/** Whether a bracket that opens behind a name has a cell of its own, and one that closes begins another. */
function isPrototype(rows: readonly Element[][]): boolean {
  const [first] = rows
  if (first === undefined || rows.length > MOST_ROWS || rows.some((row) => row.length > MOST_CELLS || row[0]!.tag === 'th')) return false
  if (first[1] === undefined || squeeze(textOf(first[1])) !== '(') return false
  return rows.at(-1)!.some((cell) => squeeze(textOf(cell)).startsWith(')'))
}

/** A name and its brackets without the spaces between cells. */
const closed = (line: string): string => line.replace(/ \( ?/, '(').replace(/ (?=\)[^()]*$)/, '')

const isSaid = (cell: Element): boolean => textOf(cell).trim() !== ''
const BULLET = /^[•●▪‣◦∙■·–—-]$/
/** The sign that a box is ticked or not, some of them in the letters of a font of signs. */
const TICK = /^[xoþ¨☐☑☒✓✔]$/iu

/** Whether each row of a table is the sign of an item and a text. */
const areItems = (rows: readonly Element[][]): boolean =>
  rows.length <= MOST_ROWS &&
  rows.every((row) => {
    const [sign, text, more] = row.filter(isSaid)
    return sign !== undefined && text !== undefined && more === undefined && BULLET.test(squeeze(textOf(sign))) && !isBlockIn(text)
  })

const isBlockIn = (cell: Element): boolean => find(cell, ({ tag }) => /^(?:ul|ol|table|pre|img|h[1-6])$/.test(tag)) !== null

/** Whether the only row of a table is a box, ticked or not, and what it is for. */
function isTicked(rows: readonly Element[][]): boolean {
  const [box, text, more] = rows.length === 1 ? rows[0]!.filter(isSaid) : []
  if (box?.tag !== 'td' || text === undefined || more !== undefined) return false
  return TICK.test(squeeze(textOf(box))) && squeeze(textOf(text)).includes(' ') && !isBlockIn(text)
}

/** Words, or what a program calls something. */
const NAME = /^(?:\p{L}[\p{L} ]*|[a-z_][\w:.<>]*)[:.!]?$/iu
const LONGEST_NAME = 40

/** Whether the only row of a table is a word and a text: a warning beside its name. */
function isNote(rows: readonly Element[][]): boolean {
  const [row, more] = rows
  if (row === undefined || more !== undefined || row.length !== 2) return false
  const [name, text] = row.map((cell) => (cell.tag === 'td' ? squeeze(textOf(cell)) : ''))
  return name!.length <= LONGEST_NAME && NAME.test(name!) && text!.includes(' ') && find(row[0]!, ({ tag }) => tag === 'a') === null
}

function named([name, text]: readonly Element[], context: Context): string {
  const label = `${squeeze(textOf(name!)).replace(/[:.]$/, '')}:`
  return `${writeStrong([words(label)])} ${inOneLine([text!], context)}`
}
