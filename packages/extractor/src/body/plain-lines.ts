/** Plain text laid out as Markdown reads it. There, what stands further in is code; in plain text it is as often prose, a list or a title. */
import { fenceAround, indentOf } from './layout.ts'
import {
  areWords,
  CODE,
  hasColumns,
  hasItems,
  ITEM,
  isIndented,
  isPatch,
  isProse,
  isQuote,
  isTable,
  isTerm,
  isTitle,
  leastIndent,
} from './plain-forms.ts'
import { type Group, groupsOf, UNDER } from './plain-groups.ts'
import { type Part, partsOf } from './plain-parts.ts'

/** A title among so many lines is that of the text. */
const TOP = 12
/** Lists in lists; what would be further in stands beside the last. */
const LEVELS = 12
/** Quotes in quotes; what is quoted deeper is as Markdown takes it. */
const QUOTES = 8

/** What announces code in reStructuredText: two colons, but for most directives, and some of these. */
const ANNOUNCES = /^(?!\s*\.\. ).*::\s*$/
const DIRECTIVE = /^\s*\.\. (?:code|code-block|sourcecode|parsed-literal|prompt|doctest|testcode)::/

/** A line without the number of an item, which Markdown would see where a sentence ends in one. */
const asText = (line: string): string =>
  line
    .trim()
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\')
    .replace(SHORT_UNDER, '\\$&')
    .replace(ID_OF_MAIL, '$1\\<')
/** One or two signs by which Markdown makes a heading of the lines above, and none is meant. */
const SHORT_UNDER = /^(?:--?|==?)$/
/** The name of a mail between angle brackets, which is no address. */
const ID_OF_MAIL = /^((?:message-id|in-reply-to|references): )</i
/** The line above a signature. */
const SIGNATURE = /^-- ?$/

/** An item that is open: where its mark and its text stand in the source, and where its text stands in Markdown. */
type Item = { readonly mark: number; readonly text: number; readonly out: number }

class Layout {
  readonly lines: string[] = []
  title: string | null = null
  /** How far in most prose of the text stands. */
  readonly #base: number
  /** In how many quotes the text stands. */
  readonly #depth: number
  readonly #items: Item[] = []
  /** By where they stand in Markdown, the last numbered items of lists that are not over. */
  readonly #last: ({ readonly number: number; readonly indent: number } | undefined)[] = []
  /** Signs under headings, as they came. */
  readonly #signs: string[] = []
  /** How far in the paragraph stands that announces code, until this ends. */
  #quotes: number | null = null
  /** How many lines there are where the last is the empty one behind code. */
  #closed = -1

  constructor(base: number, depth: number) {
    this.#base = base
    this.#depth = depth
  }

  add({ lines, kind }: Group): void {
    if (kind === 'text') for (const part of partsOf(lines)) this.#part(part)
    else {
      this.#endLists()
      if (kind === 'quote') this.#quote(lines)
      else if (kind === 'code') this.#fence(lines, 0)
      else if (kind === 'diff') this.#fence(lines, 0, 'diff')
      else for (const line of lines) this.lines.push(line)
      this.lines.push('')
    }
  }

  #part({ lines, heading, isList }: Part): void {
    if (this.#quotes !== null && leastIndent(lines) <= this.#quotes) this.#quotes = null
    if (heading !== null) this.#heading(heading.text, heading.sign)
    else if (this.#quotes !== null) this.#code(lines, this.#quotes)
    else if (isPatch(lines)) this.#fence(lines, 0, 'diff')
    else if (isTitle(lines)) this.#title(lines)
    else if (isList || (this.#goesOn(lines[0]!) && hasItems(lines))) for (const line of lines) this.#ofList(line)
    else this.#paragraph(lines)
    this.lines.push('')
  }

  #endLists(): void {
    this.#items.length = 0
    this.#last.length = 0
  }

  /** Levels go by the signs, in the order in which the text uses them, as in reStructuredText. */
  #heading(text: string, sign: string): void {
    this.#endLists()
    if (this.lines.length === 0) this.title = text
    if (!this.#signs.includes(sign)) this.#signs.push(sign)
    this.lines.push(`${'#'.repeat(Math.min(6, this.#signs.indexOf(sign) + 1))} ${text.replace(/#+$/, '\\$&')}`)
  }

  /** Code that a paragraph announced: what stands further in. */
  #code(lines: readonly string[], quotes: number): void {
    const indent = leastIndent(lines)
    this.#endLists()
    this.#fence(
      lines.map((line) => line.slice(Math.min(indent, quotes + CODE))),
      0,
    )
  }

  /** Code between fences, as what is only further in would belong to the item before it. Code that follows code is one with it. */
  #fence(lines: readonly string[], out: number, language = ''): void {
    const room = ' '.repeat(out)
    const fence = room + fenceAround(lines.join('\n'))
    if (this.lines.length === this.#closed && this.lines.at(-2) === fence) this.lines.splice(-2, 1)
    else this.lines.push(fence + language)
    for (const line of lines) this.lines.push(room + line)
    this.lines.push(fence)
    this.#closed = this.lines.length + 1
  }

  #title(lines: readonly string[]): void {
    this.#endLists()
    const said = lines.map((line) => line.trim())
    if (this.lines.length <= TOP) this.title ??= said.filter((line) => !/^https?:\/\/\S+$/.test(line)).join(' ') || null
    for (const line of said) this.lines.push(line)
  }

  /** What somebody else said, laid out by itself; in it, what a third one said. */
  #quote(lines: readonly string[]): void {
    const own = lines.map((line) => line.replace(/^ ?> ?/, ''))
    const inner = this.#depth < QUOTES ? layOut(own.join('\n'), this.#depth + 1).lines : own
    for (const line of inner) this.lines.push(`> ${line}`.trimEnd())
  }

  /** Whether a line is the item behind the last one of a numbered list. */
  #goesOn(line: string): boolean {
    const number = Number.parseInt(ITEM.exec(line)?.[3] ?? '', 10)
    return this.#last.some((last) => last?.number === number - 1 && Math.abs(last.indent - indentOf(line)) <= 1)
  }

  #ofList(line: string): void {
    const indent = indentOf(line)
    const mark = ITEM.exec(line)
    // Numbers of two figures begin one place before those of one.
    const further = mark === null ? 0 : 2
    while (this.#items.length > 0 && indent < this.#items.at(-1)!.mark + further) this.#items.pop()
    if (this.#items.length === LEVELS) this.#items.pop()
    const out = this.#items.at(-1)?.out ?? 0
    if (mark === null) this.#line(line, out)
    else {
      const [whole, , , number, letter] = mark
      const text = `${letter === undefined ? '' : `${letter} `}${line.slice(whole.length)}`
      const own = number ?? '-'
      // A number that Markdown would count otherwise is text, and has no place further in.
      const isItem = number === undefined || this.#counts(number, indent, out)
      if (!isItem) this.lines.push('')
      this.lines.push(`${' '.repeat(out)}${isItem ? own : asText(own)} ${text}`)
      this.#items.push({ mark: indent, text: whole.length, out: isItem ? out + own.length + 1 : out })
    }
  }

  /** Whether Markdown, which counts for itself, makes the same number of that of an item. */
  #counts(mark: string, indent: number, out: number): boolean {
    const number = Number.parseInt(mark, 10)
    const last = this.#last[out]
    this.#last.length = out
    this.#last[out] = { number, indent }
    return last === undefined || (number === last.number + 1 && Math.abs(indent - last.indent) <= 1)
  }

  #line(line: string, out: number): void {
    // What parts lines from those above would make a heading of all of them.
    if (UNDER.test(line.trim()) || SIGNATURE.test(line)) this.lines.push('')
    this.lines.push(' '.repeat(out) + asText(line))
  }

  #paragraph(lines: readonly string[]): void {
    const indent = leastIndent(lines)
    if (ANNOUNCES.test(lines.at(-1)!) || lines.some((line) => DIRECTIVE.test(line))) this.#quotes = indent
    while (this.#items.length > 0 && indent < this.#items.at(-1)!.text) this.#items.pop()
    const item = this.#items.at(-1)
    this.#last.splice(item?.out ?? 0)
    const from = item?.text ?? (this.#base < CODE ? 0 : Math.min(this.#base, indent))
    const hasPlaces = !isTable(lines) && !isQuote(lines) && (hasColumns(lines) || (isIndented(lines) && !isTerm(lines)))
    if (!hasPlaces && (indent - from < CODE || isProse(lines))) for (const line of lines) this.#line(line, item?.out ?? 0)
    else {
      const cut = item === undefined && indent >= CODE ? Math.min(indent, this.#base + CODE) : from
      this.#fence(
        lines.map((line) => line.slice(cut)),
        item?.out ?? 0,
      )
    }
  }
}

/** How far in most lines of prose stand. */
function baseOf(groups: readonly Group[]): number {
  const counts = new Map<number, number>()
  for (const { lines, kind } of groups)
    if (kind === 'text' && lines.length > 1 && areWords(lines)) {
      const indent = indentOf(lines[1]!)
      counts.set(indent, (counts.get(indent) ?? 0) + lines.length)
    }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0]
}

function layOut(text: string, depth: number): Layout {
  const groups = groupsOf(text)
  const layout = new Layout(baseOf(groups), depth)
  for (const group of groups) layout.add(group)
  return layout
}

/**
 * Plain text as Markdown says it: items in lists, prose and titles at the edge, code further in. Words and lines stay; lines whose places matter
 * stay where they are. Linear in the text.
 * @returns `title`: what stands in the middle at its top, or a heading that begins it
 */
export function layOutLines(text: string): { text: string; title: string | null } {
  const { lines, title } = layOut(text, 0)
  return { text: lines.join('\n'), title }
}
