/** Numbers of the lines of a text, in its margin. Those of drafts, of court papers, of bills are of the page, not of what it says; those of code are of it. */
import { type Cell, type Line, textOfLine, toLines } from './lines.ts'
import { ENDED } from './paragraphs.ts'
import type { Piece } from './runs.ts'

const NUMBER = /^\s*\d{1,4}\s*$/
/** Lines of prose are counted by ones, twos, fives or tens: so many numbers at least, by what they count. Those of code may be fewer. */
const LEAST: Readonly<Record<number, number>> = { 1: 5, 2: 5, 5: 3, 10: 3 }
const FEWEST = Math.min(...Object.values(LEAST))
/** Counts of a page that are looked at, the longest first. */
const MOST_COUNTS = 8
/** Points by which edges of numbers in one margin differ at most. */
const SAME_EDGE = 1.5
/**
 * In sizes of letters: how far above or below its line a number stands at most (those of court papers are ruled on their own), and how far beside it
 * at least: marks of notes stand nearer.
 */
const ASIDE = 0.6
const APART = 0.7
/** Points of height that lines are looked for by, and texts of one such that are looked at. */
const BAND = 6
const MOST_BESIDE = 20
/** Share of the numbers that stand beside a text, and that may stand near to it: letters of a heading are larger. */
const BESIDE = 0.4
const NEAR = 0.3
/** Lines for each that is counted: some of court papers have none, and quotations in them stand closer than their numbers. */
const LEAST_LINES = 0.4
const MOST_LINES = 1.5
/** Words of a text beside a number, on the average: cells have fewer. */
const WORDS = 4
/** Share of the numbers of code that stand beside some, and of what they stand beside that is more than a name. */
const CODE = 0.6
const NAME = /^[\p{L}\p{N}_-]+$/u
/** Share of the lines of prose that may be code, or have gaps. */
const OTHER = 0.3
/** Share of the lines that go on with a sentence of the one before, which is full: as wide as this share of the widest. Items and rows go on anywhere. */
const CUT = 0.25
const FULL = 0.85
const CUT_ANYWHERE = 0.5

/** Pieces of one page without those that number the lines of prose; those that number code are as code is. */
export function settleLineNumbers<T extends Piece>(pieces: readonly T[]): T[] {
  const counts = countsIn(pieces.filter(({ text }) => NUMBER.test(text)))
  if (counts.length === 0) return [...pieces]
  const counting = new Set<Piece>(counts.flat())
  const lines = toLines(
    pieces.filter((piece) => !counting.has(piece)),
    0,
  )
  const besideOf = beside(lines)
  const gone = new Set<Piece>()
  const changed = new Map<Piece, Partial<Piece>>()
  for (const numbers of counts) {
    const found = numbers.map(besideOf)
    if (numbersCode(numbers, found))
      for (const [at, number] of numbers.entries()) {
        const first = found[at]!.right?.line.pieces.find(({ text }) => text.trim() !== '')
        if (first === undefined) changed.set(number, { mono: true })
        else {
          gone.add(number)
          changed.set(first, numbered(first, number))
        }
      }
    else if (numbersProse(numbers, found, lines)) for (const number of numbers) gone.add(number)
  }
  return pieces.filter((piece) => !gone.has(piece)).map((piece) => (changed.has(piece) ? { ...piece, ...changed.get(piece) } : piece))
}

/** The beginning of a line of code with its number before it, as far from it as it is drawn. */
function numbered({ text, x, width }: Piece, number: Piece): Partial<Piece> {
  const columns = Math.round((x - number.x) / (width / text.length))
  return { text: number.text.trim().padEnd(columns) + text, x: number.x, width: x + width - number.x }
}

/** Numbers below each other that count. */
function countsIn(numbers: readonly Piece[]): Piece[][] {
  if (numbers.length < FEWEST) return []
  return [({ x }: Piece) => x, ({ x, width }: Piece) => x + width]
    .flatMap((edge) => sharing(numbers, edge).flatMap((margin) => countingIn(margin.toSorted((one, other) => other.y - one.y))))
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_COUNTS)
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
    if (end - at >= FEWEST && step in LEAST) counts.push(numbers.slice(at, end))
    at = end - 1
  }
  return counts
}

/** What stands on the height of a number, nearest to it at each side. */
type Beside = { readonly right: Text | undefined; readonly left: Text | undefined }
type Text = { readonly line: Line; readonly cell: Cell }

function beside(lines: readonly Line[]): (number: Piece) => Beside {
  const bands = Map.groupBy(lines, ({ y }) => Math.round(y / BAND))
  return ({ x, y, width }) => {
    const band = Math.round(y / BAND)
    const texts = [-2, -1, 0, 1, 2]
      .flatMap((aside) => bands.get(band + aside)?.slice(0, MOST_BESIDE) ?? [])
      .filter((line) => Math.abs(line.y - y) < ASIDE * line.size)
      .flatMap((line) => line.cells.slice(0, MOST_BESIDE).map((cell) => ({ line, cell })))
    const [right] = texts.filter(({ cell }) => cell.x >= x + width).sort((one, other) => one.cell.x - other.cell.x)
    const [left] = texts.filter(({ cell }) => cell.end <= x).sort((one, other) => other.cell.end - one.cell.end)
    return { right, left }
  }
}

const stepOf = ([first, second]: readonly Piece[]): number => Number(second!.text) - Number(first!.text)

/** Whether all that stands at the right of numbers is code, and they are in letters of another font. Some lines of code are left free. */
function numbersCode(numbers: readonly Piece[], found: readonly Beside[]): boolean {
  // A sign right before them makes them numbers of something else, as those of an axis.
  if (found.some(({ left }, at) => left !== undefined && numbers[at]!.x - left.cell.end < APART * left.line.size)) return false
  const texts = found.map(({ right }) => right).filter((text) => text !== undefined)
  return (
    stepOf(numbers) === 1 &&
    numbers.every(({ mono }) => !mono) &&
    texts.length >= numbers.length * CODE &&
    texts.every(({ line }) => line.mono) &&
    texts.filter(({ line }) => !NAME.test(textOfLine(line))).length >= texts.length * CODE
  )
}

/** Whether what stands beside numbers is prose, apart from them at the right or at the left. */
function numbersProse(numbers: readonly Piece[], found: readonly Beside[], lines: readonly Line[]): boolean {
  if (numbers.length < LEAST[stepOf(numbers)]!) return false
  const sides = [found.map(({ right }) => right), found.map(({ left }) => left)]
    .map((side) => side.filter((text) => text !== undefined))
    .filter((texts) => texts.length >= numbers.length * BESIDE)
  const [own] = sides
  const near = found.filter(({ right }, at) => {
    const { x, width } = numbers[at]!
    return right !== undefined && right.cell.x - x - width < APART * right.line.size
  })
  if (own === undefined || near.length > numbers.length * NEAR || sides.some((texts) => wordsIn(texts) < WORDS)) return false
  const [left, right] = [Math.min(...own.map(({ line }) => line.x)), Math.max(...own.map(({ line }) => line.end))]
  const [top, bottom] = [numbers[0]!.y, numbers.at(-1)!.y]
  const numbered = lines.filter(({ x, end, y, size }) => x >= left && end <= right && y < top + size && y > bottom - size)
  const share = numbered.length / (Number(numbers.at(-1)!.text) - Number(numbers[0]!.text) + 1)
  return share >= LEAST_LINES && share <= MOST_LINES && isProse(numbered)
}

const wordsIn = (texts: readonly Text[]): number =>
  texts.reduce((sum, { cell }) => sum + (cell.text.match(/(?<!\S)\p{L}{2,}/gu)?.length ?? 0), 0) / texts.length

/** Whether lines cut sentences where they are full, and hardly ever elsewhere. */
function isProse(lines: readonly Line[]): boolean {
  if (lines.filter(({ mono, cells }) => mono || cells.length > 1).length > lines.length * OTHER) return false
  const width = Math.max(...lines.map(({ x, end }) => end - x))
  const before = lines.filter(
    (line, at) => lines[at + 1] !== undefined && !ENDED.test(textOfLine(line)) && /^\p{Ll}/u.test(textOfLine(lines[at + 1]!)),
  )
  const full = before.filter(({ x, end }) => end - x >= width * FULL)
  return full.length >= lines.length * CUT && before.length - full.length <= full.length * CUT_ANYWHERE && full.length > 0
}
