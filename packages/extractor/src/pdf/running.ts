/** What stands at the edge of page after page: the name of the document, of its chapter, and the number of the page. */
import { MOST_COLUMNS } from './grid.ts'
import { bodySize, LARGER } from './headings.ts'
import { type Line, textOfLine } from './lines.ts'
import { linesOf, type Part, without } from './parts.ts'

/** Lines at the top and at the bottom of a page that may be such, and in which share of what the pages print on. */
const EDGE = 3
const MARGIN = 0.08
/** Pages that say the same in the same place: at least so many, two where there are no more, and such a share of all. */
const LEAST = 3
const SHARE = 0.1
/** Points by which places may differ. */
const PLACE = 3
const MOST_NUMBERS = 8
const COLUMNS = 3
/** Lines below the names of columns that are looked at, and how far below, in sizes of letters, they may stand. */
const MOST_BELOW = 12
const NEAR = 4.5
/** A number among all behind words: slides that come one by one have one number over several pages. */
const OF_ALL = /\d{1,4} ?((?:of|\/) ?\d{1,4})$/
const WORD = /\p{L}{3}/u
/** The number of a page before the first, alone or behind or before words. */
const ROMAN = /^[ivxl]{1,6}(?=$| )|(?<= )[ivxl]{1,6}$/

/**
 * A line as the other pages would have it: as it is, with one of its numbers counted from that of the page, and as any line that such a number
 * begins or ends: names of chapters stand on few pages.
 */
function keysOf(line: Line): Set<string> {
  const text = textOfLine(line)
  const numbers = [...text.matchAll(/\d{1,5}/g)].slice(0, MOST_NUMBERS)
  const forms = numbers.flatMap(({ index, 0: number }) => {
    const counted = `#${Number(number) - line.page}`
    const [before, after] = [text.slice(0, index), text.slice(index + number.length)]
    return [`${before}${counted}${after}`, ...(before === '' ? [`${counted} …`] : after === '' ? [`… ${counted}`] : [])]
  })
  const ofAll = OF_ALL.exec(text)
  const before = ofAll === null ? '' : text.slice(0, ofAll.index)
  if (WORD.test(before)) forms.push(`${before}# ${ofAll![1]}`)
  if (ROMAN.test(text)) forms.push(text.replace(ROMAN, '#'))
  return new Set([text, ...forms].map((form) => `${Math.round(line.y / PLACE)} ${form}`))
}

/** Whether a line is the number of its page. */
const isNumber = (line: Line): boolean =>
  Number(/^\W{0,3}(?:page )?(\d{1,4})(?: ?(?:of|\/) ?\d{1,4})?\W{0,3}$/i.exec(textOfLine(line))?.[1]) === line.page

/**
 * Parts without the lines that the pages repeat, and what these say by page; all lines where most pages would be left with nothing.
 * @param aside lines that are of the pages alone, as the file says: it says so of all that are
 * @param stamps lines that are stamped on the pages
 */
export function partRunning(
  parts: readonly Part[],
  aside: readonly Line[],
  stamps: readonly Line[],
): { body: readonly Part[]; running: ReadonlyMap<number, readonly string[]> } {
  const told = new Set(aside.map(({ page }) => page))
  const repeated = repeatedOf(parts.flatMap(linesOf).filter(({ page }) => !told.has(page)))
  const running = new Map(
    [...Map.groupBy([...aside, ...stamps, ...repeated], ({ page }) => page)].map(([page, said]) => [page, said.map(textOfLine)]),
  )
  return { body: parts.flatMap((part) => without(part, repeated) ?? []), running }
}

/** Whether the lines close below a line are cells of what it names. */
function areRows(below: readonly Line[], { cells, y, size }: Line): boolean {
  if (cells.length > MOST_COLUMNS) return false
  const named = new Set<number>()
  for (const cell of below.filter((other) => y - other.y < NEAR * size).flatMap((other) => other.cells)) {
    const over = cells.flatMap(({ x, end }, at) => (cell.x < end && cell.end > x ? [at] : []))
    if (over.length > 1) return false
    for (const at of over) named.add(at)
  }
  return named.size >= COLUMNS
}

/** What half of some numbers are not beyond: a page that is turned, or printed to its edge, says nothing of the others. */
const middleOf = (numbers: readonly number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

function repeatedOf(lines: readonly Line[]): ReadonlySet<Line> {
  const pages = Map.groupBy(lines, ({ page }) => page)
  const heights = [...pages.values()].map((page) => page.map(({ y }) => y))
  const [top, bottom] = [middleOf(heights.map((own) => Math.max(...own))), middleOf(heights.map((own) => Math.min(...own)))]
  const margin = (top - bottom) * MARGIN
  const edges = [...pages.values()].flatMap((page) => {
    const sorted = page.toSorted((one, other) => other.y - one.y)
    // The names of a table's columns are repeated for its rows.
    const heads = (line: Line, at: number): boolean =>
      line.cells.length >= COLUMNS &&
      (sorted[at + 1]?.cells.length === line.cells.length || areRows(sorted.slice(at + 1, at + 1 + MOST_BELOW), line))
    const outer = sorted.filter(
      (line, at) => (at < EDGE || at >= sorted.length - EDGE) && (line.y >= top - margin || line.y <= bottom + margin) && !heads(line, at),
    )
    return outer.map((line) => ({ line, keys: keysOf(line) }))
  })
  const counts = new Map<string, number>()
  for (const { keys } of edges) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = pages.size <= LEAST ? 2 : Math.max(LEAST, pages.size * SHARE)
  // What is as large as a heading is a title, which is in the text where it stands first.
  const title = bodySize(lines) * LARGER
  const repeated = new Set<Line>()
  const titles = new Set<string>()
  for (const { line, keys } of edges) {
    if (!isNumber(line) && ![...keys].some((key) => counts.get(key)! >= least)) continue
    const isFirst = line.size > title && !titles.has(textOfLine(line))
    if (isFirst) titles.add(textOfLine(line))
    else repeated.add(line)
  }
  let emptied = 0
  for (const page of pages.values()) if (page.every((line) => repeated.has(line))) emptied += 1
  return emptied * 2 >= pages.size ? new Set() : repeated
}
