/** Lines that are read from the right: the order of what stands in them, and the brackets that turn with it. */
import type { Piece } from './runs.ts'

/** Signs that have no direction of their own, and take that of their line at the edge of a text of the other direction. */
const NEUTRAL = /^[\s.,:;!?،؛؟"'“”‘’()[\]{}«»‹›-]+$/
const TURNED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
}
/** Brackets that close what has not begun, and that open what has ended. */
const CLOSES_NOTHING = /(?<![^\s([{«‹])[)\]}»›]+(?=[^\s.,:;!?،؛؟)\]}»›])/gu
const OPENS_NOTHING = /(?<=[^\s([{«‹])[([{«‹]+(?![^\s.,:;!?،؛؟)\]}»›])/gu

/**
 * Pieces of a line that is read from the right, in that order; numbers and words of other scripts within it are read from the left. Blanks are
 * told by the gaps that they leave: they may reach below words that are drawn later.
 */
export function fromTheRight(pieces: readonly Piece[]): Piece[] {
  const sorted = pieces.filter(({ text }) => text.trim() !== '').sort((one, other) => other.x - one.x)
  const out: Piece[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1
    if (isOther(sorted[at]!)) {
      for (let next = end; next < sorted.length && !sorted[next]!.leftwards; next += 1) if (isOther(sorted[next]!)) end = next + 1
      out.push(...sorted.slice(at, end).reverse())
    } else out.push(ofLine(sorted[at]!))
    at = end
  }
  return out
}

/** Signs without a direction are told from the left. */
const ofLine = (piece: Piece): Piece => (piece.leftwards ? piece : { ...piece, text: [...piece.text].reverse().join('') })

const isOther = ({ text, leftwards }: Piece): boolean => !leftwards && !NEUTRAL.test(text)

/** A text of such a line with its brackets as they are written: files tell them as they look, which is turned, or as they are. */
export function withBrackets(text: string): string {
  const turned = (brackets: string): string => brackets.replace(/./g, (bracket) => TURNED[bracket] ?? bracket)
  return text.replace(CLOSES_NOTHING, turned).replace(OPENS_NOTHING, turned)
}
