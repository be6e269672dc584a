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
  const counts = new Map<number, number>()
  for (const line of lines)
    for (const at of new Set(beginningsOf(line).map(({ x }) => Math.round(x)))) counts.set(at, (counts.get(at) ?? 0) + 1)
  const columns = [...counts].filter(([, count]) => count >= Math.max(LEAST, lines.length * SHARE)).map(([at]) => at)
  return columns.length === 0 ? lines : lines.map((line) => partedAt(line, columns))
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
