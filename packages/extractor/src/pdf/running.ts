/** What stands at the edge of page after page: the name of the document, of its chapter, and the number of the page. */
import { type Line, textOfLine } from './lines.ts'

/** Lines at the top and at the bottom of a page that may be such, and in which share of what the pages print on. */
const EDGE = 3
const MARGIN = 0.08
/** Pages that say the same in the same place: at least so many, and such a share of all. */
const LEAST = 3
const SHARE = 0.1
/** Points by which places may differ. */
const PLACE = 3

/** A line as the other pages would have it: as it is, and with its first or its last number counted from that of the page. */
function keysOf(line: Line): Set<string> {
  const text = textOfLine(line)
  const counted = (number: string): string => `#${Number(number) - line.page}`
  const forms = [text, text.replace(/\d{1,5}/, counted), text.replace(/\d{1,5}(?=\D*$)/, counted)]
  return new Set(forms.map((form) => `${Math.round(line.y / PLACE)} ${form}`))
}

/** Lines without those that the pages repeat, and what these say by page; all lines where most pages would be left with nothing. */
export function partRunning(lines: readonly Line[]): { body: Line[]; running: ReadonlyMap<number, readonly string[]> } {
  const pages = new Map<number, Line[]>()
  for (const line of lines) {
    const page = pages.get(line.page)
    if (page) page.push(line)
    else pages.set(line.page, [line])
  }
  const [top, bottom] = lines.reduce(([most, least], { y }) => [Math.max(most, y), Math.min(least, y)], [-Infinity, Infinity])
  const margin = (top - bottom) * MARGIN
  const edges = [...pages.values()].flatMap((page) => {
    const sorted = page.toSorted((one, other) => other.y - one.y)
    const outer = [...new Set([...sorted.slice(0, EDGE), ...sorted.slice(-EDGE)])].filter(
      ({ y }) => y >= top - margin || y <= bottom + margin,
    )
    return outer.map((line) => ({ line, keys: keysOf(line) }))
  })
  const counts = new Map<string, number>()
  for (const { keys } of edges) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(LEAST, pages.size * SHARE)
  const running = new Set(edges.filter(({ keys }) => [...keys].some((key) => counts.get(key)! >= least)).map(({ line }) => line))
  let emptied = 0
  for (const page of pages.values()) if (page.every((line) => running.has(line))) emptied += 1
  if (emptied * 2 >= pages.size) return { body: [...lines], running: new Map() }
  const said = new Map<number, string[]>()
  for (const line of running) said.set(line.page, [...(said.get(line.page) ?? []), textOfLine(line)])
  return { body: lines.filter((line) => !running.has(line)), running: said }
}
