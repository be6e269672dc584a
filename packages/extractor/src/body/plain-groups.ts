/** Plain text in groups of lines: what stands between two empty lines, and code between fences. */
import { endOfDiff } from './plain-diff.ts'

/** `text`, what is quoted, code with its fences as Markdown has them, what stands between those of AsciiDoc, or a comparison of files. */
export type Group = { readonly lines: readonly string[]; readonly kind: 'text' | 'quote' | 'fenced' | 'code' | 'diff' }

/** The sign of what somebody else said, as mails set it. */
const QUOTE = /^ ?>/

/** A line of one sign, which draws what stands above it out as a heading, or stands around it. */
export const UNDER = /^([=~^"'`*+#.-])\1{2,}\s*$/
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
/** A fence of AsciiDoc, and what stands above one. */
const BLOCK = /^(-{4,}|\.{4,})\s*$/
const LISTING = /^\[(?:source|listing|literal|,|%|subs)/

const TAB = 8
/** The spaces for which tabs stand at the beginning of a line. */
const withoutTabs = (line: string): string =>
  line.replace(/^[ \t]+/, (space) => {
    let at = 0
    for (const sign of space) at = sign === '\t' ? at - (at % TAB) + TAB : at + 1
    return ' '.repeat(at)
  })

/** Whether a line of one sign is as long as the text above it. */
function isUnder(lines: readonly string[], at: number): boolean {
  const above = (lines[at - 1] ?? '').trimEnd()
  return above !== '' && UNDER.test(lines[at]!) && lines[at]!.trimEnd().length >= above.length
}

/** Finds where fences close. Linear: what closes no fence closes none that is as long. */
class Fences {
  readonly #lines: readonly string[]
  /** The shortest fence of each sign that nothing closes. */
  readonly #endless = new Map<string, number>()

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  /** The line that closes the fence which opens at a line; -1 where none opens there, or it is never closed. */
  endOf(at: number): number {
    const line = this.#lines[at]!
    const marks = (LISTING.test(this.#lines[at - 1] ?? '') ? BLOCK.exec(line) : FENCE.exec(line))?.[1]
    if (marks === undefined || isUnder(this.#lines, at) || marks.length >= (this.#endless.get(marks[0]!) ?? Number.POSITIVE_INFINITY))
      return -1
    for (let end = at + 1; end < this.#lines.length; end += 1) {
      const own = this.#lines[end]!.trim()
      if (own.startsWith(marks) && own === own[0]!.repeat(own.length)) return end
    }
    this.#endless.set(marks[0]!, marks.length)
    return -1
  }
}

export function groupsOf(text: string): Group[] {
  const all = text.split('\n')
  const fences = new Fences(all)
  const groups: Group[] = []
  let own: string[] = []
  let isQuote = false
  const end = (): void => {
    if (own.length > 0) groups.push({ lines: own, kind: isQuote ? 'quote' : 'text' })
    own = []
  }
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at]!
    const close = fences.endOf(at)
    if (close !== -1) {
      end()
      groups.push(
        FENCE.test(line) ? { lines: all.slice(at, close + 1), kind: 'fenced' } : { lines: all.slice(at + 1, close), kind: 'code' },
      )
      at = close
      continue
    }
    const behind = endOfDiff(all, at)
    if (behind > at) {
      end()
      groups.push({ lines: all.slice(at, behind), kind: 'diff' })
      at = behind - 1
    } else if (line.trim() === '') end()
    else {
      // Who says a line is told by its sign alone: one without it is never part of the quote above.
      if (QUOTE.test(line) !== isQuote) end()
      isQuote = QUOTE.test(line)
      own.push(withoutTabs(line))
    }
  }
  end()
  return groups
}
