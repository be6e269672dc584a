/** Cells that stand no farther apart than words do, where the lines above and below say that a column begins. */
import { type Line, SPACE, toLines } from './lines.ts'
import type { Piece } from './runs.ts'

/** In sizes of letters: how far below the other a line may stand. */
const FARTHEST = 3
/** Points by which a column may begin elsewhere. */
const SAME_EDGE = 0.6
/** Lines with cells in which a text must begin for a column to do so, and the share of them. */
const LEAST = 3
const SHARE = 0.7
/** A number and what stands behind it in the same piece. */
const NUMBER_AND_WORDS = /^([-+−(]?\d[\d.,'’]*\)?%?) (?=\p{L})/u
/** In sizes of letters: the width of a digit, by how much their ends may seem to differ, and their beginnings where they are set from the left. */
const DIGIT = 0.53
const SAME_END = 0.3
const SAME_BEGIN = 0.4
/** Pieces of a line that are looked at. */
const MOST_PIECES = 50

/** Lines of one page with the cells that the lines around them show. */
export function withAligned(lines: readonly Line[]): Line[] {
  const parted = blocksOf(lines).flatMap((block) => withColumns(block))
  const out: Line[] = []
  // The longest label of a list may reach to its value.
  for (const [at, line] of parted.entries()) {
    const near = [out.at(-1), parted[at + 1]].filter((other) => other !== undefined && other.cells.length > 1 && isNear(line, other))
    const columns = near.flatMap((other) => other!.cells.slice(1).map(({ x }) => x))
    out.push(line.cells.length > 1 ? line : partedAt(line, columns))
  }
  return out
}

const isNear = (line: Line, other: Line): boolean => Math.abs(other.y - line.y) < FARTHEST * line.size

/** Lines that follow each other down the page, all with cells or none. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = []
  for (const line of lines) {
    const last = blocks.at(-1)?.at(-1)
    const goesOn = last !== undefined && last.cells.length > 1 === line.cells.length > 1 && last.y > line.y && isNear(line, last)
    if (goesOn) blocks.at(-1)!.push(line)
    else blocks.push([line])
  }
  return blocks
}

/** Lines with cells, parted where texts of nearly all of them begin. */
function withColumns(lines: readonly Line[]): readonly Line[] {
  if (lines.length < LEAST || lines[0]!.cells.length < 2) return lines
  return partedWhereTextsBegin(withoutMerged(lines))
}

function partedWhereTextsBegin(lines: readonly Line[]): readonly Line[] {
  const counts = new Map<number, number>()
  for (const line of lines)
    for (const at of new Set(beginningsOf(line).map(({ x }) => Math.round(x)))) counts.set(at, (counts.get(at) ?? 0) + 1)
  const columns = [...counts].filter(([, count]) => count >= Math.max(LEAST, lines.length * SHARE)).map(([at]) => at)
  return columns.length === 0 ? lines : lines.map((line) => partedAt(line, columns))
}

type Merged = { readonly line: Line; readonly piece: Piece; readonly number: string; readonly end: number }

/**
 * Lines with the numbers of one column and the words of the next as pieces of their own. PDF.js gives them as one where they stand as near as words
 * do; that the numbers begin in different places and all end in one tells them.
 */
function withoutMerged(lines: readonly Line[]): readonly Line[] {
  const merged = lines.flatMap((line): Merged[] => {
    for (const piece of line.mono || line.leftwards ? [] : line.pieces) {
      const number = NUMBER_AND_WORDS.exec(piece.text)?.[1]
      if (number !== undefined) return [{ line, piece, number, end: piece.x + widthOf(number) * piece.size }]
    }
    return []
  })
  const ends = merged.map(({ end }) => end).sort((one, other) => one - other)
  const edge = ends[ends.length >> 1]!
  const own = merged.filter(({ end, line }) => Math.abs(end - edge) < SAME_END * line.size)
  if (own.length < Math.max(LEAST, lines.length * SHARE)) return lines
  const begins = own.map(({ piece }) => piece.x)
  if (Math.max(...begins) - Math.min(...begins) < SAME_BEGIN * own[0]!.line.size) return lines
  const byLine = new Map(own.map((one) => [one.line, one]))
  return lines.map((line) => {
    const numbered = byLine.get(line)
    if (numbered !== undefined) return partedAtEdge(line, numbered.piece, numbered.number.length, edge)
    const names =
      line === lines[0] ? line.pieces.find(({ text, x, width }) => x < edge && x + width > edge && text.trim().includes(' ')) : undefined
    return names === undefined ? line : partedAtEdge(line, names, breakNear(names, edge), edge)
  })
}

/** Where the name of a column ends, in a piece with that of the next: at the blank that stands nearest to the edge between them. */
function breakNear({ text, x, width }: Piece, edge: number): number {
  const breaks = [...text.trimEnd().matchAll(/(?<=\S) /g)].map(({ index }) => index)
  const away = (at: number): number => Math.abs(x + (width * at) / text.length - edge)
  return breaks.reduce((nearest, at) => (away(at) < away(nearest) ? at : nearest))
}

/** In sizes of letters, as fonts for text have them: digits of one width, and signs of half of it. */
const widthOf = (number: string): number => [...number].reduce((sum, sign) => sum + (/\d/.test(sign) ? DIGIT : DIGIT / 2), 0)

/** A line with what stands in a piece before a blank, and ends at an edge, as a piece and a cell of its own. */
function partedAtEdge(line: Line, piece: Piece, blank: number, edge: number): Line {
  const from = edge + 2 * SPACE * line.size
  const parts = [
    { ...piece, text: piece.text.slice(0, blank), width: Math.max(0, edge - piece.x) },
    { ...piece, text: piece.text.slice(blank + 1), x: from, width: Math.max(0, piece.x + piece.width - from) },
  ]
  return partedAt({ ...line, pieces: line.pieces.flatMap((own) => (own === piece ? parts : [own])) }, [from])
}

/** Pieces before which is room, though not as much as before a cell. */
function beginningsOf({ pieces, size, mono, leftwards }: Line): readonly Piece[] {
  if (mono || leftwards || pieces.length > MOST_PIECES) return []
  const own = pieces.filter(({ text }) => text.trim() !== '')
  return own.filter(({ x }, at) => at > 0 && x - own[at - 1]!.x - own[at - 1]!.width > SPACE * size)
}

/** A line with its cells parted where columns begin. */
function partedAt(line: Line, columns: readonly number[]): Line {
  const begins = beginningsOf(line).filter(({ x }) => columns.some((at) => Math.abs(at - x) < SAME_EDGE))
  if (begins.length === 0) return line
  const edges = [0, ...begins.map((piece) => line.pieces.indexOf(piece)), line.pieces.length]
  const cells = edges.slice(1).flatMap((end, at) => toLines(line.pieces.slice(edges[at], end), line.page).flatMap((own) => own.cells))
  return { ...line, cells }
}
