/** Headings in letters no larger than the text, that their numbers tell: `I. INTRODUCTION` and `A. Sampling`, as papers of engineers have them. */
import { type Line, textOfLine } from './lines.ts'

const ROMAN = /^([IVXL]{1,7})\. \P{Ll}{3,120}$/u
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 }
const LETTER = /^([A-Z])\. \p{Lu}.{2,100}(?<![.,;:])$/u
/** Sections from which on it is sure that they are such, and capitals of one that has no number. */
const LEAST = 2
const CAPITALS = 6
/** Points by which lines in the middle of a column, and sizes of letters, may differ. */
const ASIDE = 3
const SAME_SIZE = 0.3

/** Lines that are headings by their numbers, as sections or as parts of one; none where no sections count from the first on. */
export function sectionsOf(lines: readonly Line[]): ReadonlyMap<Line, 1 | 2> {
  const sections = new Map<Line, 1 | 2>()
  for (const line of lines) if (numberOf(ROMAN.exec(textOfLine(line))?.[1]) === sections.size + 1) sections.set(line, 1)
  if (sections.size < LEAST) return new Map()
  const [{ size }] = [...sections.keys()] as [Line, ...Line[]]
  const middles = [...new Set([...sections.keys()].map((line) => Math.round(middleOf(line))))]
  let part: string | null = null
  for (const line of lines) {
    if (sections.get(line) === 1) part = 'A'
    if (part === null || sections.has(line)) continue
    const text = textOfLine(line)
    if (LETTER.exec(text)?.[1] === part) {
      sections.set(line, 2)
      part = String.fromCharCode(part.charCodeAt(0) + 1)
    } else if (
      !/\p{Ll}/u.test(text) &&
      (text.match(/\p{Lu}/gu)?.length ?? 0) >= CAPITALS &&
      Math.abs(line.size - size) < SAME_SIZE &&
      middles.some((middle) => Math.abs(middle - middleOf(line)) < ASIDE)
    )
      sections.set(line, 1)
  }
  return sections
}

/** Whether a line goes on with the heading above it. */
export const isSameSection = (before: Line, line: Line, sections: ReadonlyMap<Line, 1 | 2>): boolean =>
  sections.get(line) === 1 && sections.get(before) === 1 && !ROMAN.test(textOfLine(line))

const middleOf = ({ x, end }: Line): number => (x + end) / 2

function numberOf(roman = ''): number {
  let sum = 0
  for (const [at, digit] of [...roman].entries()) {
    const [value, next] = [VALUES[digit]!, VALUES[roman[at + 1] ?? ''] ?? 0]
    sum += value < next ? -value : value
  }
  return sum
}
