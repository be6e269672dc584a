/** What is stamped over a page or beside its text: a word at an angle, or larger than the text and turned otherwise than it. It heads nothing. */
import { LARGER } from './headings.ts'
import { charsOf, type Marked } from './runs.ts'

/** Degrees by which scanned lines are askew at most. */
const ASKEW = 5
/** Share of the signs of a page that may be such: of a drawing all text may stand at angles. */
const MOST = 0.2

/** What most signs of a page have. */
function mostly(pieces: readonly Marked[], of: (piece: Marked) => number): number {
  const groups = [...Map.groupBy(pieces, of)].map(([value, own]) => ({ value, chars: charsOf(own) }))
  return groups.reduce((most, group) => (group.chars > most.chars ? group : most)).value
}

/** The pieces of a page that are stamps. */
export function stampsOf(pieces: readonly Marked[]): ReadonlySet<Marked> {
  if (pieces.every(({ turn }) => turn === 0)) return new Set()
  const turn = mostly(pieces, (piece) => piece.turn)
  const size = mostly(pieces, (piece) => Math.round(piece.size))
  const stamps = pieces.filter((piece) => {
    const away = Math.abs(piece.turn - turn) % 90
    return Math.min(away, 90 - away) > ASKEW || (Math.abs(piece.turn - turn) > ASKEW && piece.size > size * LARGER)
  })
  return charsOf(stamps) <= charsOf(pieces) * MOST ? new Set(stamps) : new Set()
}
