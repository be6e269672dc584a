/** What stands in a cell of a table, on one line: its words, or what it shows in their place. */
import type { Element } from '../page/dom.ts'
import { hasWords } from '../page/text.ts'
import { addLink, flatLineOf } from './content.ts'
import type { Context } from './context.ts'
import { iconLinksIn } from './icon-links.ts'
import { writeCell } from './inline.ts'
import { type Inline, InlineRun, isBreak, words } from './inline-run.ts'
import { marksOfCells } from './marks.ts'
import { ratingIn } from './ratings.ts'

/** Writes the cells of some rows: a sign, a rating or links of icons where there are no words. */
export function cellWriter(rows: readonly (readonly Element[])[], context: Context): (cell: Element) => string {
  const marks = marksOfCells(rows, context.choice)
  // A row of nothing but icons leads around the page.
  const inWords = new Set(rows.filter((row) => row.some(hasWords)).flat())
  const wordsOf = (cell: Element): string => (context.live[cell.id] === 1 ? writeCell(partedValues(flatLineOf(cell, context))) : '')
  const iconsOf = (cell: Element): string => marks.get(cell) ?? ratingIn(cell, context) ?? (inWords.has(cell) ? linksOf(cell, context) : '')
  return (cell) => wordsOf(cell) || iconsOf(cell)
}

/** A value with its unit, in a line of its own among others: `£242 per week`. */
const VALUE = /^\p{Sc}\s?\d[^.!?;:(]{0,30}$|^\d[\d.,]*\s?[\p{L}%][^.!?;:(]{2,30}$/u

/** A line of short values with a semicolon in the place of each break between them. */
function partedValues(items: Inline[]): Inline[] {
  if (!items.some(isBreak) || items.some(({ type }) => type !== 'text' && type !== 'break')) return items
  const lines = items
    .map((item) => (item.type === 'text' ? item.value : '\n'))
    .join('')
    .split('\n')
  const isOfValues = lines.every((line) => line.length < LONGEST_VALUE && VALUE.test(line.trim()))
  return isOfValues ? [words(lines.map((line) => line.trim()).join('; '))] : items
}
const LONGEST_VALUE = 60

/** Links that are all that a cell shows. */
function linksOf(cell: Element, context: Context): string {
  const run = new InlineRun()
  for (const link of iconLinksIn(cell, context, true)) addLink(link, run.items, run, context)
  return writeCell(run.items)
}
