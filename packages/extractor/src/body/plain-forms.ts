/** What lines of plain text are, by their places and their words: prose, titles, items of lists, terms, tables drawn with spaces. */
import { indentOf } from './layout.ts'
import { UNDER } from './plain-groups.ts'

/** From here on Markdown takes what stands further in for code. */
export const CODE = 4
/** The mark of an item: a sign; the circle of RFCs; a number; a letter or a number that is no mark to Markdown. */
export const ITEM = /^\s*(?:([-*+•·])|(o)(?= {2})|(\d{1,3}[.)])|(\((?:\d{1,3}|[a-z]|[ivx]{1,4})\)|[a-z][.)]))\s+(?=\S)/
/** Prose is of words by this share. A line of it that stands alone has as many, and one among others is as long. */
const PROSE = { words: 0.7, least: 8, line: 40 }
/** A setting and its value. */
const KEY = /^\s*[\w.-]+\s*[:=](?:\s|$)/
/** A title in the middle of a page of 65 to 80 columns. */
const TITLE = { indent: 12, from: 29, to: 42, lines: 4, words: 0.5 }
/** A term, and what it means in words. */
const TERM = { longest: 60, words: 4 }
const LONGEST_HEADING = 120
const LONGEST_ROW = 400
/** The border of a table that is drawn with signs. */
const BORDER = /^\s*\+[-=+]{3,}\+?\s*$/
const GAP = /\S(?: {3,}|\t)\S/
/** Spaces by which a line must stand further in than another one for this to mean something. */
const STEP = 2

const LONGEST_WORD = 60
/** For every character of a class of all letters V8 calls a function. */
const PLAIN_WORD = /^["'(]*[A-Za-z][A-Za-z'-]*["').,;:!?]*$/
const BEYOND = /[\u0080-\uffff]/
/** Of words in other scripts, some of which set no spaces between them, so much is letters. */
const LETTERS = 0.7
const isOfLetters = (text: string): boolean => text.replace(/[^\p{L}\p{M}]+/gu, '').length >= text.length * LETTERS

/** Whether it is a word, and not the name of something in a program. */
export const isWord = (text: string): boolean =>
  text.length <= LONGEST_WORD && (PLAIN_WORD.test(text) || (BEYOND.test(text) && isOfLetters(text)))

export const leastIndent = (lines: readonly string[]): number =>
  lines.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY)

/** Two lines, one below the other, with a gap inside, or a border. Line by line: one may be the whole text, and all of it gaps. */
export const hasColumns = (lines: readonly string[]): boolean =>
  lines.map((line) => GAP.test(line)).some((gap, at, gaps) => (gap && gaps[at - 1] === true) || BORDER.test(lines[at]!))

/** Lines of which some stand further in than others: the first alone is that of a paragraph, and all but the first those of an item. */
export function isIndented([first = '', second = '', ...others]: readonly string[]): boolean {
  const level = indentOf(second)
  return others.length === 0 ? level >= indentOf(first) + STEP : others.some((line) => Math.abs(indentOf(line) - level) >= STEP)
}

function shareOfWords(lines: readonly string[]): number {
  let words = 0
  let all = 0
  for (const line of lines)
    for (const word of line.replace(ITEM, '').trim().split(/\s+/)) {
      all += 1
      if (isWord(word)) words += 1
    }
  return words / Math.max(1, all)
}

/** Whether lines below one another are mostly words. */
export const areWords = (lines: readonly string[]): boolean =>
  !isIndented(lines) && !hasColumns(lines) && shareOfWords(lines) >= PROSE.words

export function isProse(lines: readonly string[]): boolean {
  if (lines.length > 1 && lines.some((line, at) => at < lines.length - 1 && line.trim().length < PROSE.line)) return false
  if (lines.length === 1 && lines[0]!.trim().split(/\s+/).length < PROSE.least) return false
  return shareOfWords(lines) >= PROSE.words
}

function isInMiddle(line: string): boolean {
  const middle = (indentOf(line) + line.trimEnd().length) / 2
  return indentOf(line) >= TITLE.indent && middle >= TITLE.from && middle <= TITLE.to
}

export const isTitle = (lines: readonly string[]): boolean =>
  lines.length <= TITLE.lines &&
  lines.every((line) => isInMiddle(line) && !ITEM.test(line) && !/[.:;,]\s*$/.test(line)) &&
  !hasColumns(lines) &&
  shareOfWords(lines) >= TITLE.words

/** A heading that is drawn: its text, the sign that draws it, which tells its level, and how many lines it has. */
export type Heading = { readonly text: string; readonly sign: string; readonly size: number }

/** A heading of AsciiDoc and of wikis. */
const MARKED = /^(={1,6}) (\S.*?)(?: \1)?$/

/** The heading that begins at a line: behind a mark of its own, above a line of one sign, or between two of them. */
export function headingAt(lines: readonly string[], at: number): Heading | null {
  const [, mark, title] = lines[at]!.length <= LONGEST_HEADING ? (MARKED.exec(lines[at]!.trimEnd()) ?? []) : []
  if (mark !== undefined && title !== undefined) return { text: title, sign: `${mark} `, size: 1 }
  const isFramed = UNDER.test(lines[at]!) && lines[at]!.trimEnd() === lines[at + 2]?.trimEnd()
  const size = isFramed ? 3 : 2
  const text = lines[at + size - 2]!
  const line = lines[at + size - 1] ?? ''
  const isBelow = (isInMiddle(text) && isInMiddle(line)) || (indentOf(line) === indentOf(text) && indentOf(text) < CODE)
  const under = isBelow ? line.trim() : line
  if (!UNDER.test(under) || UNDER.test(text) || text.length > LONGEST_HEADING || GAP.test(text)) return null
  return { text: text.trim(), sign: under.slice(0, isFramed ? 2 : 1), size }
}

/** Whether lines are items, further lines of each below one another. */
export function hasItems(lines: readonly string[]): boolean {
  const isBelow = (line: string, above: string): boolean => ITEM.test(above) || Math.abs(indentOf(line) - indentOf(above)) <= 1
  return (
    ITEM.test(lines[0]!) &&
    lines.every((line, at) => ITEM.test(line) || isBelow(line, lines[at - 1]!)) &&
    !hasColumns(lines.map((line) => line.replace(ITEM, '')))
  )
}

/** Whether most lines below those with marks are settings of their items, as in YAML. */
const areSettings = (lines: readonly string[]): boolean => lines.filter((line) => KEY.test(line)).length * 2 > lines.length

/** Whether all items that stand as far in begin with one sign that is a mark to Markdown as well, or all with a number. */
function areMarkedAlike(lines: readonly string[]): boolean {
  const signs = new Map<number, string>()
  return lines.every((line) => {
    const mark = ITEM.exec(line)
    if (mark === null) return true
    const [, sign, , number] = mark
    const own = sign ?? (number === undefined ? null : 'number')
    if (own === null) return false
    const known = signs.get(indentOf(line)) ?? own
    signs.set(indentOf(line), known)
    return own === known
  })
}

/** Whether they are a list that is meant to be read, and not settings or a comparison of files. */
export const isList = (lines: readonly string[]): boolean =>
  hasItems(lines) && !areSettings(lines.filter((line) => !ITEM.test(line))) && (areMarkedAlike(lines) || shareOfWords(lines) >= PROSE.words)

/** What somebody else said, as mails and Markdown quote it: its places are those behind the signs. */
export const isQuote = (lines: readonly string[]): boolean => lines.every((line) => /^\s*>/.test(line))

/** Lines that are added and taken away, of which the comparison is not there as a whole. */
export const isPatch = (lines: readonly string[]): boolean =>
  lines.every((line) => /^[-+ @]/.test(line)) && lines.some((line) => /^\+\t/.test(line)) && lines.some((line) => /[;{}]$/.test(line))

/** A table as Markdown has it, which is one whatever its columns. */
export const isTable = ([head = '', row = '']: readonly string[]): boolean =>
  head.includes('|') && row.length <= LONGEST_ROW && /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/.test(row)

/** A term with its meaning further in below it. */
export const isTerm = ([term = '', ...lines]: readonly string[]): boolean =>
  term.trim().length <= TERM.longest &&
  !/[(){}=;]/.test(term) &&
  lines.every((line) => indentOf(line) === indentOf(lines[0]!)) &&
  lines.join(' ').trim().split(/\s+/).length >= TERM.words &&
  shareOfWords(lines) >= PROSE.words
