/** Which lines of a document are headings, by the size and the weight of their letters, and of which level. */
import { isNumbered } from './contents.ts'
import { isEntry, type Line, textOfLine } from './lines.ts'
import { BULLET, ENDED, endOf, isEndedEarly, type Setting } from './paragraphs.ts'
import { isSameSection, sectionsOf } from './sections.ts'

export type Style = {
  /** Size of most letters. */
  readonly body: number
  /** Sizes of headings, largest first. */
  readonly sizes: readonly number[]
  /** Whether letters that are bold, and no larger, make a heading. */
  readonly boldTells: boolean
  /** Headings that their numbers tell. */
  readonly sections: ReadonlyMap<Line, 1 | 2>
}

/** Letters larger than the text by this much make a heading; longer lines are none. */
export const LARGER = 1.12
const LONGEST = 200
const MOST_LEVELS = 4
/** Sizes that differ by less are one. */
const SAME_SIZE = 0.93
/** Headings in bold letters: their lines and signs at most, and the share of a document that is bold where bold tells nothing. */
const BOLD_LINES = 3
const LONGEST_BOLD = 120
const BOLD_SHARE = 0.3
const SECTION = /^[\dA-Z]{1,3}(?:\.\d{1,3}){0,5}[.)]?$/

/** Size of most letters of a document. */
export function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    counts.set(size, (counts.get(size) ?? 0) + textOfLine(line).length)
  }
  return [...counts].sort((one, two) => two[1] - one[1])[0]?.[0] ?? 10
}

export function styleOf(lines: readonly Line[]): Style {
  const body = bodySize(lines)
  const sizes: number[] = []
  for (const size of lines
    .map((line) => line.size)
    .filter((own) => own > body * LARGER)
    .sort((one, two) => two - one))
    if (sizes.length === 0 || size < sizes.at(-1)! * SAME_SIZE) sizes.push(size)
  const charsOf = (some: readonly Line[]): number => some.reduce((sum, line) => sum + textOfLine(line).length, 0)
  const boldTells = charsOf(lines.filter(({ bold }) => bold)) < charsOf(lines) * BOLD_SHARE
  return { body, sizes: sizes.slice(0, MOST_LEVELS), boldTells, sections: sectionsOf(lines) }
}

export function levelOf(line: Line, { body, sizes, sections }: Style): number {
  const section = sections.get(line)
  if (section !== undefined) return sizes.length + section
  if (line.size <= body * LARGER) return sizes.length + 1
  const at = sizes.findIndex((own) => line.size >= own * SAME_SIZE)
  return at === -1 ? sizes.length : at + 1
}

/** Whether the letters of a line are those of a heading by their size. */
export const isLarge = (line: Line, { body }: Style): boolean =>
  line.size > body * LARGER && textOfLine(line).length <= LONGEST && /\p{L}/u.test(textOfLine(line))

/** How many lines from `at` on are one heading; 0 where they are none. */
export function headingAt(lines: readonly Line[], at: number, style: Style, setting: Setting): number {
  const line = lines[at]!
  // A line of contents; without a number it may be the heading above them, that leads to itself.
  if (isEntry(line) && isNumbered(line)) return 0
  if (isLarge(line, style)) return endOf(lines, at, setting, (next) => isLarge(next, style) && Math.abs(next.size - line.size) < 0.5) - at
  if (style.sections.has(line))
    return endOf(lines, at, setting, (next, index) => isSameSection(lines[index - 1]!, next, style.sections)) - at
  if (!style.boldTells || !isBold(line, style)) return 0
  const end = endOf(lines, at, setting, (next) => isBold(next, style) && Math.abs(next.size - line.size) < 0.5)
  const text = lines.slice(at, end).map(textOfLine).join(' ')
  const next = lines[end]
  // What is bold to the end of its page, or the beginning of a sentence that goes on, heads nothing; the names of columns are bold as well.
  const heads = next !== undefined && next.page === line.page && (!next.bold || next.cells.length > 1)
  return end - at <= BOLD_LINES &&
    heads &&
    text.length <= LONGEST_BOLD &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;:]$/.test(text) &&
    !BULLET.test(text)
    ? end - at
    : 0
}

/** One text, with the number of a section apart from it at most. */
const isOneText = ({ cells: [first, second, ...rest] }: Line): boolean =>
  second === undefined || (rest.length === 0 && SECTION.test(first!.text))

const isBold = (line: Line, { body }: Style): boolean => line.bold && !line.mono && line.size > body * SAME_SIZE && isOneText(line)

/** Whether a heading begins at a line within a paragraph: bold letters alone do that only where the line before has ended. */
export function breaksOff(lines: readonly Line[], at: number, style: Style, setting: Setting): boolean {
  if (isLarge(lines[at]!, style) || style.sections.has(lines[at]!)) return true
  const before = lines[at - 1]!
  return (
    !before.bold && (ENDED.test(textOfLine(before)) || isEndedEarly(lines, at - 1, setting)) && headingAt(lines, at, style, setting) > 0
  )
}
