/** Lines of plain English prose; all others are left to the segmenter. */
const PLAIN = /[\t -~\u00a0‘’“”–—…•]*(?:$|\n)/y

/**
 * Word-like segments of a text, in any script, as `Intl.Segmenter` counts them, but for lines of `_`. Works where no spaces stand between words.
 * The segmenter makes an object of each segment, which for most texts would be a sixth of all memory that a page takes: plain lines are counted
 * by its rules.
 */
export function countSegments(text: string): number {
  let words = 0
  for (let from = 0, to = 0; from < text.length; from = to + 1) {
    to = text.indexOf('\n', from)
    if (to === -1) to = text.length
    PLAIN.lastIndex = from
    words += PLAIN.test(text) ? countPlain(text, from, to) : countAny(text.slice(from, to))
  }
  return words
}

let segmenter: Intl.Segmenter | undefined

/** A line to write on. */
const LINE = /^_+$/

function countAny(line: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  let words = 0
  for (const { isWordLike, segment } of segmenter.segment(line)) if (isWordLike && !LINE.test(segment)) words += 1
  return words
}

const LETTER = 1
const DIGIT = 2
const LOW_LINE = 4

const CLASS = new Uint8Array(128).fill(DIGIT, 48, 58).fill(LETTER, 65, 91).fill(LETTER, 97, 123)
CLASS[95] = LOW_LINE

const classOf = (code: number): number => (code < 128 ? CLASS[code]! : 0)

const setOf = (signs: string): ReadonlySet<number> => new Set([...signs].map((sign) => sign.charCodeAt(0)))
/** By class, the signs that do not part two characters of that class which they stand between: UAX 29. */
const BETWEEN: readonly ReadonlySet<number>[] = ['', ".:'‘’", ".,;'‘’", '', ''].map(setOf)

function countPlain(text: string, from: number, to: number): number {
  let words = 0
  let at = from
  while (at < to) {
    const first = classOf(text.charCodeAt(at))
    at += 1
    if (first === 0) continue
    // Without a branch that most texts never reach, and for which the first that does would have this compiled again.
    let seen = first
    for (let last = first; at < to; at += 1) {
      const code = text.charCodeAt(at)
      const own = classOf(code)
      if (own !== 0) {
        last = own
        seen |= own
      } else if (at + 1 === to || !BETWEEN[last]!.has(code) || classOf(text.charCodeAt(at + 1)) !== last) break
    }
    if (seen !== LOW_LINE) words += 1
  }
  return words
}
