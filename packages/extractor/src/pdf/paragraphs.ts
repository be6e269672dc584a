/** Where a paragraph ends among the lines of a document, and what it is as one text. */
import { beginOf, finishOf, isEntry, type Line, linkedText, textOfLine } from './lines.ts'

/** Distance of lines, in sizes of their letters, that parts paragraphs where lines stand as close as in most documents, and at least. */
const APART = 1.75
/** The same in distances that are usual in the document: lines of a draft may stand twice as far apart. */
const WIDER = 1.3
const FARTHEST = 3
/** Points within which lines begin at the same place, and ends of lines are the same. */
const SAME_PLACE = 6
const SAME_END = 1
/** Room that a word needs to be sure that it was not the lack of it that ended a line, in sizes of letters. */
const ROOM = 0.7
/** A gap that is none of prose, in sizes of letters. */
const WIDE = 2.5
/** Lines that tell where most end, how many of them may end farther, and how few tell nothing, so that all of the page, or of all
 * pages, are asked. */
const ENOUGH = 8
const FEW = 4
const MOST_ASKED = 300
const OUTSTANDING = 3
/** Width of a line, in sizes of its letters, that others follow as lines of prose do. */
const PROSE = 16
/** What begins an item of a list: a sign of its own, or a number. */
const SIGN = '•‣▪◦●○■□∙·➢➤▶►✓✔❖⁃◆\\uf0b7\\uf0a7\\uf0d8'
export const BULLET = new RegExp(`^[${SIGN}] ?(?=\\S)`, 'u')
export const DASH = /^[–—*-] (?=\S)/
export const NUMBER = /^\(?(\d{1,3})[.)] (?=\S)/
/** The letter or the small Roman number of an item, in brackets or before one. */
const LETTER = /^(?:\((?:[a-z]|[ivx]{1,5})\)|[a-z]\)) (?=\S)/
/** A word with a hyphen in it. */
const COMPOUND = /(?<!\p{L})\p{L}{1,40}(?:[-\u2010]\p{L}{1,40}){1,4}/gu
/** The number of a clause. */
const CLAUSE = /^\d{1,3}(?:\.\d{1,3}){1,5}\.? (?=\S)/
/** Signs after which nothing has to follow. */
export const ENDED = /[.!?:;。！？][)\]"'”’»]?$/u

/** What the lines of a document have in common. */
export type Setting = {
  /** Distance of lines, in sizes of their letters, beyond which they are of two paragraphs. */
  readonly apart: number
  /** How far lines reach that begin where this one begins, on its page. */
  readonly reach: (line: Line) => number
  /** Words with a hyphen within a line, in small letters: where the end of a line cuts one of them, its hyphen stays. */
  readonly compounds: ReadonlySet<string>
}

export function settingOf(lines: readonly Line[]): Setting {
  const groups = new Map<string, Line[]>()
  const add = (key: string, line: Line): void => {
    const own = groups.get(key)
    if (own === undefined) groups.set(key, [line])
    else own.push(line)
  }
  const pageOf = (line: Line): string => `${line.page} ${line.leftwards}`
  const placeOf = (line: Line, aside: number): string => `${pageOf(line)} ${Math.round(beginOf(line) / SAME_PLACE) + aside}`
  // Rows of tables reach as far as they like.
  const single = lines.filter(({ cells }) => cells.length === 1)
  for (const line of single) for (const key of [placeOf(line, 0), pageOf(line)]) add(key, line)
  const told = new Map<string, number>()
  const reach = (line: Line): number => {
    const key = placeOf(line, 0)
    const known = told.get(key)
    if (known !== undefined) return known
    const own = [-2, -1, 0, 1, 2].flatMap((aside) => groups.get(placeOf(line, aside)) ?? [])
    if (own.length < FEW) {
      const page = groups.get(pageOf(line)) ?? []
      // What begins where this line ends is of another column.
      return reachOf(
        (page.length >= ENOUGH ? page : single).slice(0, MOST_ASKED).filter((other) => beginOf(other) < finishOf(line)),
        line,
      )
    }
    told.set(key, reachOf(own, line))
    return told.get(key)!
  }
  return { apart: apartOf(lines), reach, compounds: compoundsOf(lines) }
}

/** How far lines reach: to where the farthest end, but for the few that stand out where there are enough to tell. */
function reachOf(lines: readonly Line[], line: Line): number {
  const sorted = lines.map(finishOf).sort((one, other) => other - one)
  const farthest = sorted[0] ?? finishOf(line)
  if (sorted.length < ENOUGH) return farthest
  return sorted.slice(0, OUTSTANDING).find((end, at) => end - sorted[at + 2]! < ROOM * line.size) ?? farthest
}

const compoundsOf = (lines: readonly Line[]): Set<string> =>
  new Set(lines.flatMap((line) => textOfLine(line).match(COMPOUND) ?? []).map((word) => word.toLowerCase()))

function apartOf(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (let at = 1; at < lines.length; at += 1) {
    const [before, line] = [lines[at - 1]!, lines[at]!]
    const fall = (before.y - line.y) / Math.max(before.size, line.size)
    if (before.page !== line.page || fall < 0.9 || fall > FARTHEST || Math.abs(before.x - line.x) > line.size) continue
    // Paragraphs of one line each would be taken for its lines.
    if (before.end - before.x < PROSE * before.size) continue
    const step = Math.round(fall * 20)
    counts.set(step, (counts.get(step) ?? 0) + textOfLine(line).length)
  }
  const [usual = 24] = [...counts].sort((one, two) => two[1] - one[1])[0] ?? []
  return Math.max(APART, (usual / 20) * WIDER)
}

/**
 * Whether a line has ended though the first word of the next would have had room on it: an address, a verse, a row, an item, or the end of a
 * paragraph. Lines that end where others beside them do are of a narrower column, beside a picture.
 */
export function isEndedEarly(lines: readonly Line[], at: number, { reach }: Setting): boolean {
  const [line, next] = [lines[at]!, lines[at + 1]]
  if (next === undefined || line.page !== next.page) return false
  if (isEntry(line) || isTabular(line, next) || isTabular(next, undefined)) return true
  const text = textOfLine(next)
  // A word that is cut goes on.
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(textOfLine(line)) && /^\p{Ll}/u.test(text)) return false
  const word = text.split(' ', 1)[0]!.length
  const needed = ((next.end - next.x) / Math.max(1, text.length)) * (word + 1) + ROOM * line.size
  const finish = finishOf(line)
  if (finish + needed > Math.max(reach(line), finishOf(next))) return false
  const isAlike = (other: Line | undefined): boolean => other !== undefined && Math.abs(finishOf(other) - finish) < SAME_END
  return !isAlike(lines[at - 1]) && !isAlike(next)
}

/** Whether a line has a gap as wide as those of tables, behind which what is said does not go on in the next line, as it does behind a label. */
function isTabular({ cells, size }: Line, next: Line | undefined): boolean {
  const goingOn = next === undefined ? -1 : cells.findLastIndex(({ x }) => Math.abs(next.x - x) < size)
  return cells.some(({ x }, at) => at > Math.max(0, goingOn) && x - cells[at - 1]!.end > WIDE * size)
}

/** Index of the first line after `at` that does not go on with it: another page, a gap, an indented beginning, or one that `same` refuses. */
export function endOf(lines: readonly Line[], at: number, setting: Setting, same: (line: Line, index: number) => boolean): number {
  const first = lines[at]!
  const opening = textOfLine(first)
  const [isBullet, isItem] = [BULLET.test(opening), NUMBER.test(opening) || DASH.test(opening)]
  let left = beginOf(first)
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const [before, next] = [lines[end - 1]!, lines[end]!]
    const fall = before.y - next.y
    const begin = beginOf(next)
    if (next.page !== before.page || fall <= 0 || fall > setting.apart * Math.max(before.size, next.size)) break
    // What is indented begins a paragraph, but for the second line, which may hang.
    if (end > at + 1 && begin - beginOf(before) > next.size * 0.8 && beginOf(before) - left < next.size * 0.3) break
    if (isBullet && begin - beginOf(first) < next.size * 0.5) break
    const text = textOfLine(next)
    if (BULLET.test(text)) break
    // A number may stand at the beginning of any line: it begins an item where the line before has ended, or is of an item itself.
    const isIn = begin > beginOf(before) + 1
    const [isSentence, isEarly] = [ENDED.test(textOfLine(before)), isEndedEarly(lines, end - 1, setting)]
    const hasEnded = isSentence || isEarly
    if ((NUMBER.test(text) || DASH.test(text)) && (isIn ? (isBullet || isItem) && hasEnded : isItem || hasEnded)) break
    if (LETTER.test(text) && (hasEnded || isNextLetter(opening, text))) break
    const isApart = next.cells.length > 1 && CLAUSE.test(`${next.cells[0]!.text} x`)
    if (CLAUSE.test(text) && begin - beginOf(first) < next.size && (isApart || hasEnded)) break
    // Paragraphs without a gap or an indentation between them are told by a last line with room on it.
    if (!isBullet && !isItem && isSentence && isEarly && /^[\p{Lu}\p{Nd}]/u.test(text)) break
    if (!same(next, end)) break
    left = Math.min(left, begin)
  }
  return end
}

/** Whether an item has the letter that follows that of another. */
const isNextLetter = (before: string, text: string): boolean =>
  LETTER.test(before) && text.replace(/^\(/, '').charCodeAt(0) - before.replace(/^\(/, '').charCodeAt(0) === 1

/** Signs of scripts that part no words by spaces. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]$/u

const NONE: ReadonlySet<string> = new Set()
const LONGEST_WORD = 60

/** Whether the hyphen at the end of a text is of the end of its line alone, and not of its word. */
function isCut(text: string, own: string, compounds: ReadonlySet<string>): boolean {
  if (compounds.size === 0 || text.endsWith('\u00ad')) return true
  const before = /[\p{L}\u2010-]+$/u.exec(text.slice(-LONGEST_WORD))?.[0] ?? ''
  const behind = /^\p{L}+(?:[-\u2010]\p{L}+)*/u.exec(own.slice(0, LONGEST_WORD))?.[0] ?? ''
  return !compounds.has((before + behind).toLowerCase())
}

/** Two lines, or ends of paragraphs, as one text: words that the end of a line has cut stand whole. */
export function joined(text: string, own: string, compounds: ReadonlySet<string> = NONE): string {
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(own)) return (isCut(text, own, compounds) ? text.slice(0, -1) : text) + own
  if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Lu}/u.test(own)) return text + own
  return text + (text === '' || (UNSPACED_END.test(text) && UNSPACED.test(own)) ? '' : ' ') + own
}

/** The text of lines; those that have ended early stand in lines of their own. @param setting null for a text without such lines */
export function joinLines(lines: readonly Line[], setting: Setting | null): string {
  const parts: string[] = []
  // Only the end of what is there is looked at, so that a paragraph of a whole document takes linear time.
  for (const [at, line] of lines.entries()) {
    const own = linkedText(line)
    const last = parts.pop()
    if (last === undefined) parts.push(own)
    else if (setting !== null && isEndedEarly(lines, at - 1, setting)) parts.push(`${last}\n`, own)
    else {
      const both = joined(last, own, setting?.compounds)
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
  if (ENDED.test(ending) || NUMBER.test(beginning)) return false
  // A name or a sentence of its own begins with a capital: neither column says which.
  if (!/^[\p{Ll}\p{Nd}]/u.test(beginning)) return false
  const width = Math.max(...above.slice(-20).map(finishOf))
  return finishOf(last) > width - last.size * 3
}
