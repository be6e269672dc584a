/** The contents of a PDF, whose lines lead to its pages: there a reading can begin. */
import { type Destinations, pageOf } from './destinations.ts'
import { type Line, textOfLine, toLines } from './lines.ts'
import type { Links } from './links.ts'
import type { Marked } from './runs.ts'

/** Lines of contents: their words without the numbers around them, and the pages that lines of these words lead to, in their order. */
export type Entries = Map<string, number[]>

const MOST_ENTRIES = 300
/** Links, and the share of a page's lines that they stand in, by which it is one of contents. Pages of text have less than a quarter. */
const FEWEST = 4
const SHARE = 0.5
/** Share of the height of letters above their line by which they are in an area. */
const MIDDLE = 0.3
/** In sizes of letters: words that begin farther before an area that leads are none of its name. */
const BEFORE = 3
/** Signs and numbers before a name, the dots and the number behind it, and that number. */
const NUMBERED = /^(?:[^\p{L}\p{N}] )*(?:(?:\d{1,4}|[A-Z])(?:\.\d{1,4}){0,6}\.? )?/u
const LEADING = / ?(?:…|\. \.|(?<=[\s.])(?:\d{1,4}|[ivxlc]{1,6})$).*$/
const NUMBER = / (?:\d{1,4}|[ivxlc]{1,6})$/

/** Whether a line ends with a number, as one of contents does that leads to a page. */
export const isNumbered = (line: Line): boolean => NUMBER.test(textOfLine(line))

/** The entries of a page of contents; none of any other page, whose references lead to and fro. */
export async function entriesOf(annotations: readonly unknown[], pieces: readonly Marked[], pdf: Destinations): Promise<Entries> {
  const seen = pieces.filter(({ text }) => text.trim() !== '')
  const needed = Math.max(FEWEST, heights(seen.map(({ y }) => y)) * SHARE)
  const lineOf = ({ rect }: { readonly rect: readonly number[] }): number => rect[1] ?? 0
  const areas = annotations.flatMap((one) => {
    const { subtype, dest, rect } = one as { subtype?: unknown; dest?: unknown; rect?: unknown }
    return subtype === 'Link' && dest && Array.isArray(rect) ? [{ dest, rect: rect.map(Number) }] : []
  })
  if (heights(areas.map(lineOf)) < needed) return new Map()
  const first = areas.slice(0, MOST_ENTRIES).filter(({ rect }) => !seen.some((piece) => isBefore(piece, rect)))
  if (heights(first.map(lineOf)) < Math.min(needed, MOST_ENTRIES)) return new Map()
  const entries: Entries = new Map()
  let before: { readonly name: string; readonly page: number } | null = null
  for (const { dest, rect } of first) {
    const name = nameOf(seen.filter((piece) => isIn(piece, rect)))
    const page = name === '' ? null : await pageOf(dest, pdf)
    if (page === null) continue
    // An entry of two lines is two areas.
    const names = before?.page === page ? [name, `${before.name} ${name}`] : [name]
    for (const one of names) entries.set(one, [...(entries.get(one) ?? []), page])
    before = { name, page }
  }
  return entries
}

/** Lines of a page of contents, with those marked that are its entries; of an entry of two lines the last, which has the number. */
export function withLeads(lines: Line[], entries: Entries): Line[] {
  const named = new Set(lines.filter((line) => entries.has(nameIn(textOfLine(line)))))
  const numbered = [...named].filter(isNumbered)
  const leading = numbered.length * 2 > named.size ? new Set(numbered) : named
  return lines.map((line) => (leading.has(line) ? { ...line, leads: true } : line))
}

/** The text of a block with its lines that are entries as links to where they lead. */
export function withEntries(text: string, entries: Entries, links: Links): string {
  if (entries.size === 0) return text
  return text
    .split('\n')
    .map((line) => {
      const name = nameIn(line)
      const page = entries.get(name)?.shift()
      const at = line.indexOf(name)
      return page === undefined ? line : links.linked(line, at, at + name.length, `#page=${page}`)
    })
    .join('\n')
}

const heights = (all: readonly number[]): number => new Set(all.map(Math.round)).size

type Rect = readonly number[]

const isBeside = ({ y, size }: Marked, [, bottom = 0, , top = 0]: Rect): boolean => y + size * MIDDLE > bottom && y + size * MIDDLE < top

/** Whether words stand in front of an area: of a sentence, or of another column. */
const isBefore = (piece: Marked, rect: Rect): boolean =>
  piece.x < rect[0]! - BEFORE * piece.size && isBeside(piece, rect) && /\p{L}{2}/u.test(piece.text)

const isIn = (piece: Marked, rect: Rect): boolean => isBeside(piece, rect) && piece.x < rect[2]! && piece.x + piece.width > rect[0]!

function nameOf(pieces: readonly Marked[]): string {
  const name = nameIn(toLines(pieces, 0).map(textOfLine).join(' '))
  return /\p{L}/u.test(name) ? name : ''
}

const nameIn = (text: string): string => text.replace(NUMBERED, '').replace(LEADING, '').trim()
