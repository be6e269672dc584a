/** Plain text that was laid out for paper: pages with a head and a foot of their own, as RFCs have. */
import { indentOf } from './layout.ts'

/** The foot of a page of an RFC, which mirrors of them keep where they drop the form feed. */
const FOOT = /^\S.*\[Page \d{1,4}\]$/
/** Lines at an edge of a page that may be its head or foot. */
const EDGE = 2
const MOST_LINES = 200_000

const isEmpty = (line: string): boolean => line.trim() === ''

/** What lines of two pages have in common that tell nothing but where they stand. */
const alike = (line: string): string => line.trim().replace(/\d+/g, '0').replace(/\s+/g, ' ')

type Ends = { readonly heads: ReadonlySet<string>; readonly feet: ReadonlySet<string> }

/** Lines that several pages begin or end with. */
function endsOf(pages: readonly (readonly string[])[]): Ends {
  const [heads, feet] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, lines: readonly string[]): void => {
    for (const line of new Set(lines.map(alike))) counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  for (const page of pages) {
    const said = page.filter((line) => !isEmpty(line))
    count(heads, said.slice(0, EDGE))
    count(feet, said.slice(-EDGE))
  }
  const often = (counts: Map<string, number>): Set<string> =>
    new Set([...counts].filter(([, times]) => times > 1 && times * 2 >= pages.length - 1).map(([line]) => line))
  return { heads: often(heads), feet: often(feet) }
}

/** A page without its head and foot, and without empty lines around the rest. */
function withoutEnds(lines: readonly string[], { heads, feet }: Ends): readonly string[] {
  let [from, to] = [0, lines.length]
  const skipEmpty = (): void => {
    while (from < to && isEmpty(lines[from]!)) from += 1
    while (from < to && isEmpty(lines[to - 1]!)) to -= 1
  }
  skipEmpty()
  for (let left = EDGE; left > 0 && from < to && heads.has(alike(lines[from]!)); left -= 1) {
    from += 1
    skipEmpty()
  }
  for (let left = EDGE; left > 0 && from < to && (feet.has(alike(lines[to - 1]!)) || FOOT.test(lines[to - 1]!.trim())); left -= 1) {
    to -= 1
    skipEmpty()
  }
  return lines.slice(from, to)
}

/** Whether a page ends within a paragraph: its last line ends no sentence, and the next page goes on as far in, in small letters. */
function goesOn(last: string | undefined, next: string | undefined): boolean {
  if (last === undefined || next === undefined || /[.:;?!]["”’)]?\s*$/.test(last)) return false
  return indentOf(last) === indentOf(next) && /^\s*["“(]?[\p{Ll}\d]/u.test(next)
}

/** The text as one page: without what is said on each, and with the paragraphs whole that stand on two. As it is where it has no pages. */
export function joinPages(text: string): string {
  const paper = text.includes('\f') ? text : text.replace(/^(.*\[Page \d{1,4}\][ \t]*)$/gm, '$1\f')
  if (!paper.includes('\f')) return text
  const pages = paper.split('\f').map((page) => page.split('\n'))
  if (pages.reduce((sum, { length }) => sum + length, 0) > MOST_LINES) return text.replaceAll('\f', '\n')
  const ends = endsOf(pages)
  const lines: string[] = []
  for (const page of pages) {
    const own = withoutEnds(page, ends)
    if (lines.length > 0 && own.length > 0 && !goesOn(lines.at(-1), own[0])) lines.push('')
    for (const line of own) lines.push(line)
  }
  return lines.join('\n')
}
