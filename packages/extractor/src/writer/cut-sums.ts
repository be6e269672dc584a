/** Sums that a table spreads over several columns, as filings of companies do: `$`, `1,204` and `)` in a cell each. */
import { widthOf } from './grid.ts'

/** What stands before a number in a column of its own: a sign of money, with letters of its country, or the bracket of what is owed. */
const BEFORE = /^(?:[A-Z]{0,3}\p{Sc} ?\(?|\()$/u
/** What stands behind one. */
const BEHIND = /^(?:\) ?%?|%)$/
/** A number, or the dash that stands for none. */
const NUMBER = /^[\p{Sc}A-Z(+–—−-]*\d[\d.,' ]*\)?$|^[–—−-]$/u

type Grid = readonly string[][]

const STRONG = /^\*\*(.+)\*\*$/
const bare = (text: string): string => STRONG.exec(text)?.[1] ?? text

/** Both in one cell, as strong as the number is. */
const joined = (left: string, right: string, number: string): string =>
  STRONG.test(number) ? `**${bare(left)}${bare(right)}**` : bare(left) + bare(right)

type Side = 'left' | 'right'

/** Which of two columns has the numbers whose sign the other has; null where they are columns of their own. */
function numbersOf(grid: Grid, left: number, right: number): Side | null {
  let side: Side | null = null
  for (const row of grid) {
    const [one, two] = [bare(row[left] ?? ''), bare(row[right] ?? '')]
    if (one === '' || two === '') continue
    const own = BEFORE.test(one) && NUMBER.test(two) ? 'right' : NUMBER.test(one) && BEHIND.test(two) ? 'left' : null
    if (own === null || (side !== null && side !== own)) return null
    side = own
  }
  return side
}

/** Puts what two columns have into the one with the numbers, and returns that. */
function join(grid: Grid, alignments: string[], left: number, right: number, side: Side): number {
  const [to, from] = side === 'left' ? [left, right] : [right, left]
  for (const row of grid) {
    if (row.length <= left) continue
    const [one, two] = [row[left] ?? '', row[right] ?? '']
    row[to] = one === '' || two === '' ? one + two : joined(one, two, row[to]!)
    if (from < row.length) row[from] = ''
  }
  if (/^(?:---)?$/.test(alignments[to] ?? '')) alignments[to] = alignments[from] ?? ''
  return to
}

/** Joins such columns. What spans several of them stands in the first. Columns that become empty stay. */
export function joinSums(grid: Grid, alignments: string[]): void {
  const width = widthOf(grid)
  const isUsed = (column: number): boolean => grid.some((row) => (row[column] ?? '') !== '')
  let left = -1
  for (let right = 0; right < width; right += 1) {
    if (!isUsed(right)) continue
    const side = left === -1 ? null : numbersOf(grid, left, right)
    left = side === null ? right : join(grid, alignments, left, right, side)
  }
}
