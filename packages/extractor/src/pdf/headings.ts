/** Which lines of a document are headings, by the size and the weight of their letters, and of which level. */
import { isNumbered } from './contents.ts'
import { isEntry, type Line, textOfLine } from './lines.ts'
import { BULLET, DASH, ENDED, endOf, isEndedEarly, type Setting } from './paragraphs.ts'
import { linesOf, type Part } from './parts.ts'
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
  /** Sizes of headings of which the file says the level, from the first level on. */
  readonly told: readonly { readonly level: number; readonly size: number }[]
}

/** Letters larger than the text by this much make a heading; longer lines are none. */
export const LARGER = 1.12
const LONGEST = 200
/** Lines that make a paragraph, how far apart and indented they may be in sizes of their letters, and the share of a document in them that is its text. */
const PARAGRAPH = 3
const APART = 2
const INDENT = 3
const SET = 0.05
/** Signs of a heading in large letters: what is longer is a text that is set large. */
const LONGEST_LARGE = 400
const MOST_LEVELS = 4
/** Sizes that differ by less are one. */
const SAME_SIZE = 0.93
/** Headings in bold letters: their lines and signs at most, and the share of a document that is bold where bold tells nothing. */
const BOLD_LINES = 3
const LONGEST_BOLD = 120
const BOLD_SHARE = 0.3
const SECTION = /^[\dA-Z]{1,3}(?:\.\d{1,3}){0,5}[.)]?$/

const charsOf = (some: readonly Line[]): number => some.reduce((sum, line) => sum + textOfLine(line).length, 0)
const roundSize = ({ size }: Line): number => Math.round(size * 2) / 2

/** Size of the text of a document: that of most letters, or the larger one in which paragraphs are set, though code and tables have more of them. */
export function bodySize(lines: readonly Line[]): number {
  const [most = 10] = [...Map.groupBy(lines, roundSize)].sort(([, one], [, two]) => charsOf(two) - charsOf(one))[0] ?? []
  const least = charsOf(lines) * SET
  const paragraphs = Map.groupBy(paragraphsOf(lines), ([line]) => roundSize(line!))
  const set = [...paragraphs].filter(([, own]) => own.length > 1 && charsOf(own.flat()) >= least).map(([size]) => size)
  return Math.max(most, ...set)
}

/** Runs of lines that follow each other as those of a paragraph do. */
function paragraphsOf(lines: readonly Line[]): Line[][] {
  const runs: Line[][] = []
  for (const line of lines) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && goesOn(last, line)) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  return runs.filter((run) => run.length >= PARAGRAPH)
}

const goesOn = (last: Line, line: Line): boolean =>
  line.page === last.page &&
  roundSize(line) === roundSize(last) &&
  line.cells.length === 1 &&
  !line.mono &&
  line.y < last.y &&
  last.y - line.y < APART * line.size &&
  Math.abs(line.cells[0]!.x - last.cells[0]!.x) < INDENT * line.size

export function styleOf(parts: readonly Part[]): Style {
  const lines = parts.flatMap(linesOf)
  const body = bodySize(lines)
  const sizes: number[] = []
  for (const size of lines
    .map((line) => line.size)
    .filter((own) => own > body * LARGER)
    .sort((one, two) => two - one))
    if (sizes.length === 0 || size < sizes.at(-1)! * SAME_SIZE) sizes.push(size)
  const boldTells = charsOf(lines.filter(({ bold }) => bold)) < charsOf(lines) * BOLD_SHARE
  return { body, sizes: sizes.slice(0, MOST_LEVELS), boldTells, sections: sectionsOf(lines), told: toldSizes(parts) }
}

/** For each level that a file tells of headings, the size of the letters of most of them. */
function toldSizes(parts: readonly Part[]): Style['told'] {
  const headings = parts.flatMap((part) =>
    part.kind === 'heading' && part.level !== null ? [{ level: part.level, size: roundSize(part.lines[0]!) }] : [],
  )
  return [...Map.groupBy(headings, ({ level }) => level)]
    .sort(([one], [two]) => one - two)
    .map(([level, own]) => ({ level, size: mostly(own.map(({ size }) => size)) }))
}

const mostly = (values: readonly number[]): number =>
  [...Map.groupBy(values, (value) => value)].reduce((most, own) => (own[1].length > most[1].length ? own : most))[0]

export function levelOf(line: Line, { body, sizes, sections, told }: Style): number {
  const [top, deepest] = [told[0], told.at(-1)]
  if (top !== undefined && deepest !== undefined) {
    if (line.size <= body * LARGER) return deepest.level + 1
    if (line.size * SAME_SIZE > top.size) return Math.max(1, top.level - 1)
    return told.find((own) => line.size >= own.size * SAME_SIZE)?.level ?? deepest.level + 1
  }
  const section = sections.get(line)
  if (section !== undefined) return sizes.length + section
  if (line.size <= body * LARGER) return sizes.length + 1
  const at = sizes.findIndex((own) => line.size >= own * SAME_SIZE)
  return at === -1 ? sizes.length : at + 1
}

/** Whether the letters of a line are those of a heading by their size. */
export const isLarge = (line: Line, { body }: Style): boolean =>
  line.size > body * LARGER && textOfLine(line).length <= LONGEST && /\p{L}/u.test(textOfLine(line))

/** Whether lines in large letters are an item, or a text that is set large. */
function isText(lines: readonly Line[]): boolean {
  const [first, last] = [textOfLine(lines[0]!), textOfLine(lines.at(-1)!)]
  return BULLET.test(first) || DASH.test(first) || charsOf(lines) > LONGEST_LARGE || (lines.length >= PARAGRAPH && /[.。]$/.test(last))
}

const isOfSize = (one: Line, other: Line): boolean => Math.abs(one.size - other.size) < 0.5

/** How many lines from `at` on are one heading; 0 where they are none. */
export function headingAt(lines: readonly Line[], at: number, style: Style, setting: Setting): number {
  const line = lines[at]!
  // A line of contents; without a number it may be the heading above them, that leads to itself.
  if (isEntry(line) && isNumbered(line)) return 0
  if (isLarge(line, style)) {
    const end = endOf(lines, at, setting, (next) => isLarge(next, style) && isOfSize(next, line))
    return isText(lines.slice(at, end)) ? 0 : end - at
  }
  if (style.sections.has(line))
    return endOf(lines, at, setting, (next, index) => isSameSection(lines[index - 1]!, next, style.sections)) - at
  if (!style.boldTells || !isBold(line, style)) return 0
  const end = endOf(lines, at, setting, (next) => isBold(next, style) && isOfSize(next, line))
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
  const before = lines[at - 1]!
  if ((isLarge(lines[at]!, style) && !isOfSize(lines[at]!, before)) || style.sections.has(lines[at]!)) return true
  return (
    !before.bold && (ENDED.test(textOfLine(before)) || isEndedEarly(lines, at - 1, setting)) && headingAt(lines, at, style, setting) > 0
  )
}
