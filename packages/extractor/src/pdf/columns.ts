/** Columns of prose that a program has drawn line by line across both. */
import type { Cell, Line } from './lines.ts'

/** Lines that say something in both columns: at least so many, and such a share of all between the first and the last of them. */
const LEAST = 8
const SHARE = 0.6
/** Width of the gutter that all lines leave free, in sizes of letters. */
const GUTTER = 1
/** Share of a column's width that a line of prose fills, and share of the lines that do; tables of short cells have few such. */
const FULL = 0.7
const FILLING = 0.7
/** Words of a line, on the average: cells of tables have fewer. */
const WORDS = 3.5
/** Share of the cells that may hold code. */
const CODE = 0.3
/** How much wider than the other a column may be. */
const WIDER = 1.6
/** Distance of lines, in sizes of their letters, beyond which what stands in one column alone is no longer of the columns. */
const APART = 1.75

/** A run of lines around a gutter, which is where the left cells end at most and the right ones begin at least. */
type Run = { readonly end: number; readonly low: number; readonly high: number }

/** Lines of one page in their order of reading: of two columns beside each other first the left one, then the right one, where they are surely such. */
export function partColumns(lines: readonly Line[]): Line[] {
  const out: Line[] = []
  for (let at = 0; at < lines.length; ) {
    const run = lines[at]!.cells.length === 2 ? runFrom(lines, at) : null
    if (run !== null && isProse(lines.slice(at, run.end), run)) {
      const own = lines.slice(at, run.end)
      for (const isLeft of [true, false])
        for (const line of own) {
          const cell = line.cells.find(({ x }) => x < run.low === isLeft)
          if (cell !== undefined) out.push(lineOf(line, cell))
        }
      at = run.end
    } else {
      // What follows a run that is none may begin another, but not the same lines again.
      const end = Math.max(run?.end ?? 0, at + 1)
      out.push(...lines.slice(at, end))
      at = end
    }
  }
  return out
}

const lineOf = (line: Line, cell: Cell): Line => ({
  ...line,
  cells: [cell],
  x: cell.x,
  end: cell.end,
  size: cell.size,
  mono: cell.mono && line.mono,
})

/** The longest run of lines from a line on, one below the other, that leave one gutter free. */
function runFrom(lines: readonly Line[], at: number): Run {
  let [low, high] = [-Infinity, Infinity]
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end]!
    const before = lines[end - 1]
    const fall = end === at || before === undefined ? 0 : before.y - line.y
    if (end > at && fall <= 0) break
    const [left, right] = line.cells
    if (line.cells.length > 2 || left === undefined) break
    let [nextLow, nextHigh] = [low, high]
    if (right !== undefined) [nextLow, nextHigh] = [Math.max(low, left.end), Math.min(high, right.x)]
    else if (fall > APART * line.size) break
    else if (left.x < low) nextLow = Math.max(low, left.end)
    else nextHigh = Math.min(high, left.x)
    if (nextHigh - nextLow < GUTTER * line.size) break
    ;[low, high] = [nextLow, nextHigh]
  }
  return { end, low, high }
}

/** Whether both sides of a gutter are filled with lines of text. */
function isProse(lines: readonly Line[], { low, high }: Run): boolean {
  const both = lines.filter(({ cells }) => cells.length === 2)
  if (both.length < LEAST || both.length < lines.length * SHARE) return false
  const sides = [both.map(({ cells }) => cells[0]!), both.map(({ cells }) => cells[1]!)]
  const [left, right] = [low - Math.min(...sides[0]!.map(({ x }) => x)), Math.max(...sides[1]!.map(({ end }) => end)) - high]
  if (left > right * WIDER || right > left * WIDER) return false
  return sides.every((cells, side) => {
    const width = side === 0 ? left : right
    const full = cells.filter(({ x, end }) => end - x >= width * FULL)
    const words = cells.reduce((sum, { text }) => sum + (text.match(/\p{L}{2,}|\p{Lo}/gu)?.length ?? 0), 0)
    if (cells.filter(({ mono }) => mono).length > cells.length * CODE) return false
    return full.length >= cells.length * FILLING && words >= cells.length * WORDS
  })
}
