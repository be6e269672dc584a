/** Lines in letters of equal width as code: every letter in the column, and every line in the row, in which it stands. */
import { clean } from '../page/limits.ts'
import { withAccent, withLigatures } from './letters.ts'
import { type Line, textOfLine } from './lines.ts'
import { withoutLinks } from './links.ts'
import { isMark } from './markers.ts'
import { BULLET } from './paragraphs.ts'

const LEAST_LINES = 2
/** Columns that a line may be indented by, and lines that may be left free. */
const WIDEST = 200
/** Share of a letter's width that is a gap. */
const GAP = 0.4
const MOST_FREE = 3
/** How far below the last the next line of the same code stands, in sizes of letters. */
const FARTHEST = 5
const BRACKETS = /^[{}()[\];,<>/|\\ ]{1,4}$/
const LONGEST_ADDRESS = 3
const ADDRESS = /^[a-z][a-z+.-]{1,20}:\/\/\S+$/i

/** How many lines from `at` on are code; 0 where they are none. */
export function codeAt(lines: readonly Line[], at: number): number {
  let count = 0
  for (let line = lines[at]; line !== undefined; line = lines[at + count]) {
    const before = lines[at + count - 1]
    if (count > 0 && (line.page !== before!.page || line.y >= before!.y || before!.y - line.y > FARTHEST * line.size)) break
    // A bracket in a line of its own may be of another font.
    if (!isCode(line) && !(count > 0 && BRACKETS.test(textOfLine(line)))) break
    count += 1
  }
  while (count > 0 && !isCode(lines[at + count - 1])) count -= 1
  if (count < LEAST_LINES) return 0
  return isAddress(lines, at, count) ? 0 : count
}

/** Whether lines are an address that their ends have cut, or the rest of one. */
function isAddress(lines: readonly Line[], at: number, count: number): boolean {
  const texts = lines.slice(at, at + count).map(textOfLine)
  if (count > LONGEST_ADDRESS || texts.some((text) => text.includes(' '))) return false
  return ADDRESS.test(texts.join('')) || (lines[at - 1]?.pieces.at(-1)?.mono === true && texts[0]!.includes('/'))
}

const isCode = (line: Line | undefined): boolean => line?.mono === true && !BULLET.test(textOfLine(line)) && !isItem(line)

/** Whether a line begins with the sign of an item, in letters of another font. */
const isItem = ({ pieces: [first] }: Line): boolean => first !== undefined && !first.mono && isMark(first.text.trim())

/** Lines of equally wide letters, with the indentation that their places show and the lines left free between them. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.x))
  const width = widthOf(lines)
  const falls = lines
    .slice(1)
    .map((line, at) => lines[at]!.y - line.y)
    .filter((fall) => fall > 0)
  const usual = falls.toSorted((one, other) => one - other)[falls.length >> 2] ?? 0
  return lines
    .map((line, at) => {
      const before = lines[at - 1]
      const free = before === undefined || usual <= 0 ? 0 : Math.round((before.y - line.y) / usual) - 1
      return '\n'.repeat(Math.max(0, Math.min(MOST_FREE, free))) + rowOf(line, left, width)
    })
    .join('\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '')
}

/** Width of a letter: the middle of what all pieces say. */
function widthOf(lines: readonly Line[]): number {
  const widths = lines.flatMap(({ pieces }) =>
    pieces.filter(({ text, width }) => text.trim() !== '' && width > 0).map(({ text, width }) => width / withoutLinks(text).length),
  )
  return widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 5
}

function rowOf(line: Line, left: number, width: number): string {
  let row = ''
  let end = line.x
  for (const piece of line.pieces) {
    // What no character stands for, as the arrow of a line that goes on, has a place all the same.
    const own = withLigatures(withoutLinks(piece.text))
    if (clean(own).trim() === '') continue
    const column = Math.max(0, Math.min(WIDEST, Math.round((piece.x - left) / width)))
    const gap = piece.x - end
    // Where letters are narrower than most, a gap is one all the same.
    const isApart = row !== '' && gap > width * GAP && !/\s$/.test(row)
    row = withAccent(row, own, gap, piece.size) ?? (isApart ? `${row} ` : row).padEnd(column) + own
    end = piece.x + piece.width
  }
  return row.trimEnd()
}
