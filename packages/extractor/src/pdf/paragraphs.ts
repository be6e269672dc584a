/** Where a paragraph ends among the lines of a document, and what it is as one text. */
import { type Line, textOfLine } from './lines.ts'

/** Distance of lines, in sizes of their letters, that parts paragraphs where lines stand as close as in most documents, and at least. */
const APART = 1.75
/** The same in distances that are usual in the document: lines of a draft may stand twice as far apart. */
const WIDER = 1.3
const FARTHEST = 3
/** What begins an item of a list: a sign of its own, or a number. */
export const BULLET = /^[•‣▪◦●○■□∙➢➤\uf0b7\uf0a7\uf0d8] ?(?=\S)/u
const ITEM = /^(?:[•‣▪◦●○■□∙➢➤\uf0b7\uf0a7\uf0d8–-]|\(?\d{1,2}[.)]) ?\S/u

/** Distance of lines, in sizes of their letters, beyond which they are of two paragraphs. */
export function apartOf(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (let at = 1; at < lines.length; at += 1) {
    const [before, line] = [lines[at - 1]!, lines[at]!]
    const fall = (before.y - line.y) / Math.max(before.size, line.size)
    if (before.page !== line.page || fall < 0.9 || fall > FARTHEST || Math.abs(before.x - line.x) > line.size) continue
    const step = Math.round(fall * 20)
    counts.set(step, (counts.get(step) ?? 0) + textOfLine(line).length)
  }
  const [usual = 24] = [...counts].sort((one, two) => two[1] - one[1])[0] ?? []
  return Math.max(APART, (usual / 20) * WIDER)
}

/** Index of the first line after `at` that does not go on with it: another page, a gap, an indented beginning, or one that `same` refuses. */
export function endOf(lines: readonly Line[], at: number, apart: number, same: (line: Line, index: number) => boolean): number {
  const first = lines[at]!
  const isBullet = BULLET.test(textOfLine(first))
  let left = first.x
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const [before, next] = [lines[end - 1]!, lines[end]!]
    const fall = before.y - next.y
    if (next.page !== before.page || fall <= 0 || fall > apart * Math.max(before.size, next.size)) break
    // What is indented begins a paragraph, but for the second line, which may hang.
    if (end > at + 1 && next.x - before.x > next.size * 0.8 && before.x - left < next.size * 0.3) break
    if (isBullet && next.x - first.x < next.size * 0.5) break
    if (ITEM.test(textOfLine(next)) && next.x <= before.x + 1) break
    if (!same(next, end)) break
    left = Math.min(left, next.x)
  }
  return end
}

/** Signs of scripts that part no words by spaces. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]$/u

/** Two lines, or ends of paragraphs, as one text: words that the end of a line has cut stand whole. */
export function joined(text: string, own: string): string {
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(own)) return text.slice(0, -1) + own
  return text + (text === '' || (UNSPACED_END.test(text) && UNSPACED.test(own)) ? '' : ' ') + own
}

export function joinLines(lines: readonly Line[]): string {
  const parts: string[] = []
  // Only the end of what is there is looked at, so that a paragraph of a whole document takes linear time.
  for (const line of lines) {
    const own = textOfLine(line)
    const last = parts.pop()
    if (last === undefined) parts.push(own)
    else {
      const both = joined(last, own)
      const kept = both.length - own.length
      parts.push(both.slice(0, kept), both.slice(kept))
    }
  }
  return parts.join('')
}

/** Whether what stands at the end of a column or page goes on at the beginning of the next: nothing has ended, and the line is full. */
export function goesOn(above: readonly Line[], below: readonly Line[]): boolean {
  const [last, next] = [above.at(-1)!, below[0]!]
  if (last.mono || next.mono || Math.abs(last.size - next.size) > 0.5 || above.length < 2) return false
  const [ending, beginning] = [textOfLine(last), textOfLine(next)]
  if (/[.!?:;。！？][)\]"'”’»]?$/u.test(ending) || ITEM.test(beginning)) return false
  // A name or a sentence of its own begins with a capital: neither column says which.
  if (!/^[\p{Ll}\p{Nd}]/u.test(beginning)) return false
  const width = Math.max(...above.slice(-20).map(({ end }) => end))
  return last.end > width - last.size * 3
}
