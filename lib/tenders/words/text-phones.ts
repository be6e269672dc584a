/**
 * UK telephone numbers in running text: 0 or +44 and 9 or 10 more digits, with spaces, dots, dashes or brackets between. What looks like
 * one and is not (dates, clock times before dates, notice and journal numbers, decimals, references, links) stays.
 */

// Left alone, in this order: links; ISO and British dates; notice numbers such as 083563-2026.
const PROTECTED =
  /(?:https?:\/\/|www\.)[^\s<>"]+|(?<![\d-])(?:19|20)\d{2}-\d{2}-\d{2}(?!\d)|(?<![\d.-])\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}(?!\d)|(?<![\d-])\d{6}-20\d{2}(?![\d-])/g

// The longest run of digits and separators that begins as a telephone number may.
const RUN = /(?:\+ ?\(?44\)?|\(?\+44\)?|\(?(?<!\d)0)(?:[ .()\-\u2010-\u2015\u2212]{0,4}\d)+/g
const LABEL_BEFORE = /(?:tel|telephone|phone|mobile|mob|fax|call|ring|on|no)$/i

/** Digits of one number, counted after 0 or +44. */
const MIN_DIGITS = 9
const MAX_DIGITS = 10

type Span = { start: number; end: number }

/** Where in `run`, whose groups start at `from`, a telephone number stands, if there is one. It ends where a group of digits ends. */
function numberAt(run: string, from: number): Span | undefined {
  const opening = /^(?:\+ ?\(?44\)?|\(\+44\)|\(?0044\)?)(?:[ .-]*\(0\))?|^\(?0/.exec(run.slice(from))
  if (!opening) return undefined
  let digits = 0
  let end = -1
  const isTrunk = /^\(?0$/.test(opening[0])
  // "0." before a digit is a decimal fraction, not the start of a number.
  if (isTrunk && run[from + opening[0].length] === '.') return undefined
  for (let at = from + opening[0].length; at < run.length; at++) {
    const digit = run.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) continue
    digits++
    // +44 020 7946 0000: the needless trunk zero is not one of the ten.
    if (digits === 1 && digit === 0 && !isTrunk) digits = 0
    if (digits > MAX_DIGITS) break
    const next = run.charCodeAt(at + 1) - 48
    const groupEnds = !(next >= 0 && next <= 9)
    if (digits >= MIN_DIGITS && groupEnds) end = at + 1
  }
  if (end < 0) return undefined
  // "(020) 7946 0000" loses its brackets, "(020 7946 0000)" keeps them.
  const isInBrackets = run[from] === '(' && !run.slice(from, end).includes(')')
  return { start: isInBrackets ? from + 1 : from, end }
}

/** Starts of digit groups in a run: a second number may follow the first without more than a space. */
function groupStarts(run: string): number[] {
  return Array.from(run.matchAll(/(?<!\d)(?:\(?\+ ?\(?44|\(?0)/g), (match) => match.index)
}

function isReference(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at)
  if (LABEL_BEFORE.test(before.replace(/[\s.:/-]+$/, ''))) return false
  return /[\p{L}\p{N}_]$/u.test(before) || /\p{L}[/_-]$/u.test(before) || /\d[.-]$/.test(before) || /[£$€]\s?$/.test(before)
}

function maskRun(run: string, offset: number, text: string): string {
  let masked = ''
  let done = 0
  for (const start of groupStarts(run)) {
    if (start < done || (start === 0 && isReference(text, offset))) continue
    const span = numberAt(run, start)
    // Digits glued or dashed on show that it is a longer code, unless another number begins there.
    if (!span || /\d[.-]$/.test(run.slice(done, start))) continue
    masked += `${run.slice(done, span.start)}[phone removed]`
    done = span.end
  }
  return masked + run.slice(done)
}

function maskPiece(piece: string): string {
  return piece.replace(RUN, (run, offset: number) => maskRun(run, offset, piece))
}

/** `text` with each UK telephone number replaced by `[phone removed]`. */
export function maskPhones(text: string): string {
  if (!/0|\+ ?\(?44/.test(text)) return text
  let masked = ''
  let done = 0
  for (const match of text.matchAll(PROTECTED)) {
    masked += maskPiece(text.slice(done, match.index)) + match[0]
    done = match.index + match[0].length
  }
  return masked + maskPiece(text.slice(done))
}
