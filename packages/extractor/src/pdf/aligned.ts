/** Cells that stand no farther apart than words do, where a line above or below says that a column begins: the longest label of a list of them. */
import { type Line, toLines } from './lines.ts'

/** In sizes of letters: how far below the other a line may stand, and what is free before a column at least. */
const FARTHEST = 3
const SPACE = 0.14
/** Points by which a column may begin elsewhere. */
const SAME_EDGE = 0.6
/** Pieces of a line that are looked at. */
const MOST_PIECES = 50

/** Lines of one page, those without cells in two cells where they are such. */
export function withAligned(lines: readonly Line[]): Line[] {
  const out: Line[] = []
  for (const [at, line] of lines.entries()) out.push(alignedWith(line, [out.at(-1), lines[at + 1]]))
  return out
}

function alignedWith(line: Line, others: readonly (Line | undefined)[]): Line {
  const { pieces, size, y, page } = line
  if (line.cells.length > 1 || line.leftwards || line.mono || pieces.length > MOST_PIECES) return line
  const near = others.filter((other) => other !== undefined && other.cells.length > 1 && Math.abs(other.y - y) < FARTHEST * size)
  const columns = near.flatMap((other) => other!.cells.slice(1).map(({ x }) => x))
  if (columns.length === 0) return line
  let end = Number.POSITIVE_INFINITY
  const at = pieces.findIndex((piece) => {
    if (piece.text.trim() === '') return false
    const begins = piece.x - end > SPACE * size && columns.some((x) => Math.abs(x - piece.x) < SAME_EDGE)
    end = piece.x + piece.width
    return begins
  })
  const [first, second] = at === -1 ? [] : [pieces.slice(0, at), pieces.slice(at)].map((own) => toLines(own, page)[0])
  return first === undefined || second === undefined ? line : { ...line, cells: [...first.cells, ...second.cells] }
}
