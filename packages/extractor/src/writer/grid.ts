/** Cells of a table as a grid, and a grid as a table of GFM. */
import type { Element } from '../page/dom.ts'

const MAX_CELLS = 120_000

const span = (value: string | undefined): number => {
  const count = Number.parseInt(value ?? '1', 10)
  return Number.isFinite(count) && count > 1 ? Math.min(count, 60) : 1
}

/** Spread over the grid: the text stands in the first place a cell covers, the others are empty. */
export function toGrid(rows: readonly Element[][], render: (cell: Element) => string): string[][] {
  const grid: string[][] = []
  const carried: number[] = []
  let cells = 0
  for (const [at, row] of rows.entries()) {
    const line: string[] = []
    const skipCarried = () => {
      while ((carried[line.length] ?? 0) > 0) {
        carried[line.length]! -= 1
        line.push('')
      }
    }
    for (const cell of row) {
      skipCarried()
      const wide = cells < MAX_CELLS ? span(cell.attributes.more.colspan) : 1
      const rowspan = cell.attributes.more.rowspan === '0' ? rows.length - at : span(cell.attributes.more.rowspan)
      const high = Math.min(rowspan, rows.length - at)
      const text = render(cell)
      for (let column = 0; column < wide; column += 1) {
        if (high > 1) carried[line.length] = high - 1
        line.push(column === 0 ? text : '')
      }
      cells += wide
    }
    skipCarried()
    grid.push(line)
  }
  return grid
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
