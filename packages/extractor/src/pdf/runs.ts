/** Which pieces of text stand in one line, though some are raised, lowered, drawn twice or larger than the rest. */
/** One piece of text as PDF.js gives it: lower left corner and width in points, size of its letters. */
export type Piece = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly mono: boolean
  readonly bold: boolean
  /** Whether its letters are of a script that is read from right to left. */
  readonly leftwards: boolean
}

/**
 * A piece as it is drawn: turned by how many degrees, by which name the structure of a tagged file calls it, and whether that says that it is of the
 * page alone (running heads, marks).
 */
export type Marked = Piece & { readonly turn: number; readonly mark: string | null; readonly artifact: boolean }

export type Run = { readonly pieces: Piece[]; x: number; end: number; y: number; size: number; leftwards: boolean }

/** In sizes of letters: how far pieces of one line may stand above another, and those that are smaller or larger and stand close. */
const SAME_LINE = 0.4
const SHIFTED = 0.6
const RAISED = 0.75
export const SMALLER = 0.85
const CLOSE = 0.6
/** How far back a piece of the same line may begin, and how far on the next of a line that is read from the right. */
const BACK = 2
const COLUMN = 1.6
/** A letter so much larger than what follows begins a paragraph. */
const INITIAL = 1.7
/** Differences in place that nobody sees. */
const SAME_PLACE = 0.1

/** Signs of pieces, without blanks around them. */
export const charsOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.trim().length, 0)

/** Pieces in the order in which they are drawn, by lines. */
export function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  let [chars, direction] = [0, 0]
  for (const piece of pieces) {
    if (piece.text === '') continue
    const blank = piece.text.trim() === ''
    const end = piece.x + piece.width
    if (run !== undefined && isOf(run, piece)) {
      if (blank || !isAgain(run.pieces.at(-1)!, piece)) run.pieces.push(piece)
      if (blank) continue
      if (piece.text.length > chars || isInitial(run, piece)) {
        chars = piece.text.length
        run.size = piece.size || run.size
        run.y = piece.y
      }
      direction += directionOf(piece)
      run.leftwards = direction > 0
      run.end = run.leftwards || end <= run.x ? Math.max(run.end, end) : end
      run.x = Math.min(run.x, piece.x)
    } else if (!blank) {
      chars = piece.text.length
      direction = directionOf(piece)
      run = { pieces: [piece], x: piece.x, end, y: piece.y, size: piece.size || run?.size || 10, leftwards: piece.leftwards }
      runs.push(run)
    }
  }
  return runs
}

/** How many of the letters of a piece are read from the right; those that are read from the left count against them, numbers do not. */
const directionOf = ({ text, leftwards }: Piece): number => (leftwards ? 1 : -1) * (text.match(/\p{L}/gu)?.length ?? 0)

function isOf(run: Run, piece: Piece): boolean {
  const size = piece.size || run.size
  const [small, large] = [Math.min(size, run.size), Math.max(size, run.size)]
  const away = Math.abs(piece.y - run.y)
  const gap = piece.x - run.end
  const gapLeft = run.x - piece.x - piece.width
  if (isInitial(run, piece)) return true
  const isClose = gap > -CLOSE * large && gap < CLOSE * large
  const near = isClose ? (small < SMALLER * large ? RAISED : SHIFTED) : SAME_LINE
  if (away >= near * large) return false
  // Drawn from the right, as some programs do numbers and the dots that lead to them.
  if (away < SAME_PLACE * large && gapLeft > CLOSE * large) return true
  if (gap > -size * BACK) return true
  // Where the font of a script has no brackets, those of a line are drawn first, and then what stands between them.
  const isWithin = away < SAME_PLACE * large && piece.x >= run.x && piece.x + piece.width <= run.end
  return (run.leftwards || piece.leftwards) && (isWithin || (gapLeft > -size && gapLeft < COLUMN * size))
}

/** Whether a piece stands before another that was drawn first, by more than an accent does. */
export const isFarBefore = (piece: Piece, drawn: Piece): boolean => drawn.x - piece.x - piece.width > CLOSE * piece.size

/** Whether a run is one large letter, and the piece what goes on beside it. */
const isInitial = ({ pieces, size, y, end }: Run, piece: Piece): boolean =>
  pieces.length === 1 &&
  /^\p{Lu}$/u.test(pieces[0]!.text.trim()) &&
  size > piece.size * INITIAL &&
  piece.y >= y &&
  piece.y < y + size &&
  Math.abs(piece.x - end) < CLOSE * piece.size

/** The same text, drawn again a little aside to look bold. */
const isAgain = (last: Piece, piece: Piece): boolean =>
  last.text === piece.text && Math.abs(last.x - piece.x) < SAME_PLACE * piece.size && Math.abs(last.y - piece.y) < SAME_PLACE * piece.size
