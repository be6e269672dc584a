/** The outline of a PDF (its bookmarks; ISO 32000-2, 12.3.3): headings of which its maker says where they are, and of which level. */
import { type Destinations, pageOf } from './destinations.ts'
import { type Line, textOfLine } from './lines.ts'
import { linesOf, type Part } from './parts.ts'

/** What a part of a document is called, how many others it is a part of, and the page that it begins on. */
export type Bookmark = { readonly title: string; readonly depth: number; readonly page: number }

type Item = { readonly title?: unknown; readonly dest?: unknown; readonly items?: readonly Item[] }
type Outlined = Destinations & { getOutline(): Promise<readonly Item[] | null> }

const MOST_BOOKMARKS = 3_000
/** Lines of a heading at most, signs that it has besides its name, and lines of one name on a page that are looked at. */
const MOST_LINES = 4
const LONGEST_REST = 60
const MOST_RUNS = 8
/** Sizes of letters that differ by less are one. */
const SAME_SIZE = 0.96
/** The number of a part, with or without the word for what it is: `Chapter 8`, `A.2`, `IV.` */
const NUMBER =
  /^(?:\p{L}{4,12} )?(?:(?:\d{1,4}(?:\.\d{1,4}){0,5}|[A-Z]\d{0,3}(?:\.\d{1,4}){1,5})[.:)]?(?: |(?=\p{L}{2}))|(?:[A-Z]|[IVXL]{1,7})[.:)]? )(?:[—–-] ?)?/u

/** Share of the size of a heading's letters that all its lines have. */
const LEAST_SIZE = 0.75

/** The bookmarks of a document in their order; none where its outline cannot be read. */
export async function bookmarksOf(pdf: Outlined): Promise<Bookmark[]> {
  const outline = (await pdf.getOutline().catch(() => null)) ?? []
  const bookmarks: Bookmark[] = []
  const waiting = outline.map((item) => ({ item, depth: 0 })).reverse()
  for (let left = MOST_BOOKMARKS; left > 0 && waiting.length > 0; left -= 1) {
    const { item, depth } = waiting.pop()!
    const page = await pageOf(item.dest, pdf)
    if (page !== null && typeof item.title === 'string') bookmarks.push({ title: item.title, depth, page })
    for (const inner of [...(item.items ?? [])].reverse()) waiting.push({ item: inner, depth: depth + 1 })
  }
  return bookmarks
}

/** Lines that a bookmark calls as they call themselves. */
type Found = { readonly lines: readonly Line[]; readonly depth: number }

/** Parts in which the lines that bookmarks name are headings. */
export function withHeadings(parts: readonly Part[], bookmarks: readonly Bookmark[]): Part[] {
  const found = new Map<Line, Found>()
  const runs = runsOf(parts, bookmarks)
  for (const { title, depth, page } of bookmarks) {
    const [largest] = namesIn(title)
      .flatMap((name) => runs.get(`${page} ${name}`) ?? [])
      .filter((lines) => !lines.some((line) => found.has(line)))
      .sort((one, other) => sizeOf(other) - sizeOf(one) || other.length - one.length)
    for (const line of largest ?? []) found.set(line, { lines: largest!, depth })
  }
  if (found.size === 0) return [...parts]
  const first = firstLevel(parts, found)
  return parts.flatMap((part) => (part.kind === 'lines' || part.kind === 'paragraph' ? headed(part, found, first) : [part]))
}

type Runs = Map<string, (readonly Line[])[]>

/** Lines that bookmarks name, by the page and the name. */
function runsOf(parts: readonly Part[], bookmarks: readonly Bookmark[]): Runs {
  const runs: Runs = new Map()
  const longest = new Map<number, number>()
  for (const { title, page } of bookmarks)
    for (const name of namesIn(title)) {
      runs.set(`${page} ${name}`, [])
      longest.set(page, Math.max(longest.get(page) ?? 0, name.length))
    }
  for (const part of parts) {
    if (part.kind === 'paragraph') addRun(runs, part.lines, 0, longest)
    else if (part.kind === 'lines') for (const at of part.lines.keys()) addRun(runs, part.lines, at, longest)
  }
  return runs
}

/** The runs that begin at a line. */
function addRun(runs: Runs, lines: readonly Line[], at: number, longest: ReadonlyMap<number, number>): void {
  const { page } = lines[at]!
  const most = longest.get(page)
  if (most === undefined) return
  let [whole, bare] = ['', '']
  for (let end = at; end < Math.min(lines.length, at + MOST_LINES) && lines[end]!.page === page; end += 1) {
    const text = textOfLine(lines[end]!)
    if (text.length > most + LONGEST_REST) return
    const letters = lettersOf(text)
    if (letters === '') return
    whole += letters
    bare += end === at ? lettersOf(withoutNumber(text)) : letters
    if (bare.length > most) return
    const run = lines.slice(at, end + 1)
    for (const name of new Set([whole, bare])) {
      const own = runs.get(`${page} ${name}`)
      if (own !== undefined && own.length < MOST_RUNS && areAlike(run)) own.push(run)
    }
  }
}

/** A name without spaces and signs, as it is and without its number, which an outline may leave out. */
const namesIn = (text: string): string[] => [...new Set([lettersOf(text), lettersOf(withoutNumber(text))])].filter((name) => name !== '')

const withoutNumber = (text: string): string => `${text.trim()} `.replace(NUMBER, '')

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether lines are of one heading by their letters; the word for what a part is (`Chapter 8`) may be in smaller ones. */
function areAlike(lines: readonly Line[]): boolean {
  const [size, { bold }] = [sizeOf(lines), lines[0]!]
  return lines.every((line) => line.bold === bold && line.size >= size * (/\p{L}{4}/u.test(textOfLine(line)) ? LEAST_SIZE : SAME_SIZE))
}

const sizeOf = (lines: readonly Line[]): number => Math.max(...lines.map(({ size }) => size))

/** The level of the headings that are part of no other: the second, where something larger stands before them, the title of the document. */
function firstLevel(parts: readonly Part[], found: ReadonlyMap<Line, Found>): 1 | 2 {
  const tops = [...found].filter(([, { depth }]) => depth === 0)
  const size = Math.max(...tops.map(([line]) => line.size))
  const first = Math.min(...tops.map(([line]) => line.page))
  return parts.some((part) => linesOf(part).some((line) => line.page <= first && line.size * SAME_SIZE > size)) ? 2 : 1
}

/** A part with the headings in it apart. */
function headed(part: Extract<Part, { kind: 'lines' | 'paragraph' }>, found: ReadonlyMap<Line, Found>, first: number): Part[] {
  const out: Part[] = []
  let rest: Line[] = []
  const end = (): void => {
    if (rest.length > 0) out.push({ ...part, lines: rest })
    rest = []
  }
  for (const line of part.lines) {
    const own = found.get(line)
    if (own === undefined) rest.push(line)
    else if (own.lines[0] === line) {
      end()
      out.push({ kind: 'heading', level: first + own.depth, lines: own.lines })
    }
  }
  end()
  return out
}
