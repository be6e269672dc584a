/** Cells of a table as a grid, and a grid as a table of GFM. */
import type { Element } from '../page/dom.ts'
import { joinHead, spanOf } from './table-head.ts'

const MAX_CELLS = 120_000

/** So many rows or columns a cell covers at most. */
const MOST_COVERED = 60
const span = (value: string | undefined): number => Math.min(MOST_COVERED, spanOf(value))

/** A value that stands for several rows is said in each of them, unless these are all or it is long. */
const REPEATED = { characters: 60, all: 400 }
const LINK = /^\[([^[\]]*)\]\([^\s()]*\)$/

/** What is said of a value in the rows below its first. */
function repeated(text: string, rows: number, isAll: boolean): string {
  const words = LINK.exec(text)?.[1] ?? text
  return isAll || words.length > REPEATED.characters || words.length * rows > REPEATED.all || words.includes('](') ? '' : words
}

/**
 * Spread over the grid: the text stands in the first place a cell covers, and in the first of each row below it where it is short; other places
 * are empty. @param head rows that become one
 */
export function toGrid(rows: readonly Element[][], render: (cell: Element) => string, head = 1): string[][] {
  const grid: string[][] = []
  const spans: string[][] = []
  const carried: number[] = []
  const covers: string[] = []
  const texts: string[] = []
  let cells = 0
  for (const [at, row] of rows.entries()) {
    const line: string[] = []
    const covered: string[] = []
    const skipCarried = () => {
      while ((carried[line.length] ?? 0) > 0) {
        carried[line.length]! -= 1
        covered.push(covers[line.length] ?? '')
        line.push(texts[line.length] ?? '')
      }
    }
    for (const cell of row) {
      skipCarried()
      const wide = cells < MAX_CELLS ? span(cell.attributes.more.colspan) : 1
      const rowspan = cell.attributes.more.rowspan === '0' ? rows.length - at : span(cell.attributes.more.rowspan)
      const high = Math.min(rowspan, rows.length - at)
      const text = render(cell)
      const below = high === 1 || at < head ? '' : repeated(text, high, high >= rows.length - head)
      for (let column = 0; column < wide; column += 1) {
        if (high > 1) {
          carried[line.length] = high - 1
          covers[line.length] = text
          texts[line.length] = column === 0 ? below : ''
        }
        covered.push(text)
        line.push(column === 0 ? text : '')
      }
      cells += wide
    }
    skipCarried()
    grid.push(line)
    if (at < head) spans.push(covered)
  }
  const names = head > 1 ? joinHead(grid.slice(0, head), spans) : null
  return names === null ? grid : [names, ...grid.slice(head)]
}

export function alignmentOf(cell: Element | undefined): string {
  const style = /text-align\s*:\s*(left|right|center)/i.exec(cell?.attributes.style ?? '')?.[1]
  const align = (cell?.attributes.more.align ?? style ?? '').toLowerCase()
  return align === 'left' ? ':---' : align === 'right' ? '---:' : align === 'center' ? ':---:' : '---'
}

/** Columns of a grid; none where these and its rows are more places than any table has. */
export function widthOf(grid: readonly string[][]): number {
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0)
  return width * grid.length > MAX_CELLS * 2 ? 0 : width
}

/** GFM table of a grid; the first row is its head. Columns that are empty in every row go. */
export function gfmTable(grid: readonly string[][], alignments: readonly string[]): string {
  const width = widthOf(grid)
  if (width === 0)
    return grid
      .map((row) => row.filter(Boolean).join(' '))
      .filter(Boolean)
      .join('\n\n')
  const used = Array.from({ length: width }, (_, column) => grid.some((row) => (row[column] ?? '') !== ''))
  const columns = used.some(Boolean) ? [...used.keys()].filter((column) => used[column]) : [0]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = grid.map((row) => line(columns.map((column) => row[column] ?? '')))
  const head = body.shift() ?? ''
  return [head, line(columns.map((column) => alignments[column] || '---')), ...body].join('\n')
}
