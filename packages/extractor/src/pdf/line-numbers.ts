/** Numbers of the lines of a text, in its margin: of drafts, of court papers, of bills. They are of the page, not of what it says. */
import { type Cell, type Line, toLines } from './lines.ts'
import { ENDED } from './paragraphs.ts'
import type { Piece } from './runs.ts'

const NUMBER = /^\s*\d{1,4}\s*$/
/** Lines are counted by ones, twos, fives or tens: so many numbers at least, by what they count. */
const LEAST: Readonly<Record<number, number>> = { 1: 5, 2: 5, 5: 3, 10: 3 }
const FEWEST = Math.min(...Object.values(LEAST))
/** Points by which edges of numbers in one margin differ at most. */
const SAME_EDGE = 1.5
/** How far above or below its line a number stands at most, in sizes of letters: those of court papers are ruled on their own. */
const ASIDE = 0.6
/** Points of height that lines are looked for by, and lines of one such that are looked at. */
const BAND = 6
const MOST_BESIDE = 20
/** Share of the numbers that stand beside a text, and words of its cells on the average: tables have fewer. */
const BESIDE = 0.4
const WORDS = 4
/** Share of the lines that go on with a sentence of the one before in a small letter, as items and rows do not. */
const CUT = 0.25

/** Pieces of one page without those that number the lines of prose. */
export function withoutLineNumbers<T extends Piece>(pieces: readonly T[]): T[] {
  const counts = countsIn(pieces.filter(({ text }) => NUMBER.test(text)))
  if (counts.length === 0) return [...pieces]
  const counting = new Set<Piece>(counts.flat())
  const besideOf = beside(
    toLines(
      pieces.filter((piece) => !counting.has(piece)),
      0,
    ),
  )
  const dropped = new Set<Piece>(counts.filter((count) => numbersProse(count.map(besideOf))).flat())
  return pieces.filter((piece) => !dropped.has(piece))
}

/** Numbers below each other that count. */
function countsIn(numbers: readonly Piece[]): Piece[][] {
  if (numbers.length < FEWEST) return []
  return [({ x }: Piece) => x, ({ x, width }: Piece) => x + width].flatMap((edge) =>
    sharing(numbers, edge).flatMap((margin) => countingIn(margin.toSorted((one, other) => other.y - one.y))),
  )
}

/** Numbers whose edges are at one place. */
function sharing(numbers: readonly Piece[], edge: (number: Piece) => number): Piece[][] {
  const margins: Piece[][] = []
  for (const number of numbers.toSorted((one, other) => edge(one) - edge(other))) {
    const last = margins.at(-1)
    if (last !== undefined && edge(number) - edge(last.at(-1)!) < SAME_EDGE) last.push(number)
    else margins.push([number])
  }
  return margins
}

/** Stretches of numbers, from above, that count by one step. */
function countingIn(numbers: readonly Piece[]): Piece[][] {
  const counts: Piece[][] = []
  for (let at = 0; at + 1 < numbers.length; ) {
    const step = Number(numbers[at + 1]!.text) - Number(numbers[at]!.text)
    let end = at + 2
    while (end < numbers.length && Number(numbers[end]!.text) - Number(numbers[end - 1]!.text) === step) end += 1
    if (end - at >= (LEAST[step] ?? Number.POSITIVE_INFINITY)) counts.push(numbers.slice(at, end))
    at = end - 1
  }
  return counts
}

/** What stands beside a number: a line, and the cell of it that is nearest. */
type Beside = { readonly line: Line; readonly cell: Cell }

/** Who finds what stands on the height of a number, at the right of it before the left. */
function beside(lines: readonly Line[]): (number: Piece) => Beside | null {
  const bands = Map.groupBy(lines, ({ y }) => Math.round(y / BAND))
  return ({ x, y, width }) => {
    const band = Math.round(y / BAND)
    const near = [-2, -1, 0, 1, 2]
      .flatMap((aside) => bands.get(band + aside)?.slice(0, MOST_BESIDE) ?? [])
      .filter((line) => Math.abs(line.y - y) < ASIDE * line.size)
    const cells = near.flatMap((line) => line.cells.slice(0, MOST_BESIDE).map((cell) => ({ line, cell })))
    const right = cells.filter(({ cell }) => cell.x >= x + width).sort((one, other) => one.cell.x - other.cell.x)
    const left = cells.filter(({ cell }) => cell.end <= x).sort((one, other) => other.cell.end - one.cell.end)
    return right[0] ?? left[0] ?? null
  }
}

/** Whether what stands beside numbers is prose: lines of many words, that cut its sentences wherever they end. */
function numbersProse(found: readonly (Beside | null)[]): boolean {
  const told = found.flatMap((one, at) => (one === null ? [] : [{ ...one, before: found[at - 1]?.cell.text ?? '' }]))
  const cells = told.flatMap(({ line }) => line.cells)
  const words = cells.reduce((sum, { text }) => sum + (text.match(/\p{L}{2,}/gu)?.length ?? 0), 0)
  const cut = told.filter(({ line, cell, before }) => !line.mono && /^\p{Ll}/u.test(cell.text) && !ENDED.test(before))
  return told.length >= found.length * BESIDE && words >= cells.length * WORDS && cut.length >= told.length * CUT && cut.length > 0
}
