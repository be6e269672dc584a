/** Inline content as Markdown. */
import { destination } from '../body/destination.ts'
import { type Escapes, escapeLineStart, escapesFor, escapeText, needsBrackets } from './escape.ts'
import { normalise } from './inline-normal.ts'
import { type Inline, isBreak, type Linked, type Marked, marked, plainText, words } from './inline-run.ts'
import { inLink } from './math.ts'

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)
const isSign = (char: string | undefined): boolean => char !== undefined && /[\p{P}\p{S}]/u.test(char)

const firstChar = (text: string): string | undefined => (text === '' ? undefined : String.fromCodePoint(text.codePointAt(0)!))
const lastChar = (text: string): string | undefined => [...text.slice(-2)].at(-1)

const DELIMITER = { strong: '**', emphasis: '*', delete: '~~' } as const

/** How a line is written, and what is around a part of it. */
class Style {
  readonly escapes: Escapes
  readonly table: boolean
  readonly brackets: boolean
  readonly link: boolean
  readonly mark: boolean
  readonly emphasis: number
  readonly deleted: boolean

  constructor(escapes: Escapes, table: boolean, brackets: boolean, link = false, mark = false, emphasis = 0, deleted = false) {
    this.escapes = escapes
    this.table = table
    this.brackets = brackets
    this.link = link
    this.mark = mark
    this.emphasis = emphasis
    this.deleted = deleted
  }

  inLink(): Style {
    return new Style(this.escapes, this.table, this.brackets, true, this.mark, this.emphasis, this.deleted)
  }

  inMark(emphasis: boolean, deleted: boolean): Style {
    return new Style(this.escapes, this.table, this.brackets, this.link, true, this.emphasis + Number(emphasis), this.deleted || deleted)
  }
}

/** The text between what is written around it, for what a sign stands beside: marks and links as signs, breaks as they are written. */
function edgedText(items: readonly Inline[]): string {
  let text = ''
  for (const item of items)
    if (item.type === 'break' || item.type === 'text') text += item.value
    else text += `.${item.type === 'mark' || item.type === 'link' ? edgedText(item.children) : item.value}.`
  return text
}

/** A mark counts only when its edges are next to the right kind of character; signs at a bad edge move outside. */
function writeMark(item: Marked, before: string, after: string, style: Style): string {
  // What is struck out is so as a whole: four tildes in a row are no mark.
  if (item.mark === 'delete' && style.deleted) return write(item.children, style, after)
  const previous = lastChar(before)
  const next = firstChar(after)
  const wordBefore = !isSpace(previous) && !isSign(previous)
  const wordAfter = !isSpace(next) && !isSign(next)
  // Inside of a word marks share one run of stars: those of the inner one would be signs at a bad edge.
  const { children, stars, emphasis } =
    wordBefore || wordAfter ? shareRun(item) : { children: item.children, stars: '', emphasis: item.mark === 'emphasis' }
  const nested = emphasis && style.emphasis % 2 === 1
  const text = write(children, style.inMark(emphasis, item.mark === 'delete'), '')
  const delimiter = stars || (nested && !wordBefore && !wordAfter ? '_' : DELIMITER[item.mark])
  if (nested && delimiter !== '_') return text
  const simple = children.every((child) => child.type === 'text')
  let [head, tail] = ['', '']
  if (wordBefore && isSign(firstChar(text))) {
    if (!simple) return text
    head = /^(?:\\?[\p{P}\p{S}])+/u.exec(text)?.[0] ?? ''
  }
  if (wordAfter && isSign(lastChar(text))) {
    if (!simple) return text
    tail = /[\p{P}\p{S}]+$/u.exec(text.slice(head.length).slice(-40))?.[0] ?? ''
  }
  const rest = text.slice(head.length, text.length - tail.length)
  const trimmed = rest.trim()
  if (trimmed === '') return text
  head += rest.slice(0, rest.length - rest.trimStart().length)
  tail = rest.slice(rest.trimEnd().length) + tail
  return `${head}${delimiter}${trimmed}${delimiter}${tail}`
}

/** What marks that hold nothing but each other hold, and the stars that stand for all of them; at most one of them is emphasis. */
function shareRun(outer: Marked): { children: Inline[]; stars: string; emphasis: boolean } {
  let mark = outer
  let emphasis = mark.mark === 'emphasis'
  let stars: string = DELIMITER[mark.mark]
  for (;;) {
    const [only] = mark.children
    const shares = mark.children.length === 1 && only?.type === 'mark' && mark.mark !== 'delete' && only.mark !== 'delete'
    if (!shares || (emphasis && only.mark === 'emphasis')) return { children: mark.children, stars, emphasis }
    emphasis ||= only.mark === 'emphasis'
    stars += DELIMITER[only.mark]
    mark = only
  }
}

/** Code in as many ticks as it needs. */
function writeCode(value: string, table: boolean): string {
  let code = value.replace(/(?<!\s)\s*\n\s*/g, ' ')
  if (table) code = code.replaceAll('|', '\\|')
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).slice(0, 1_000).map((run) => run.length))
  const runs = new Set((code.match(/`+/g) ?? []).map((run) => run.length))
  let size = 1
  while (size <= longest && runs.has(size)) size += 1
  const fence = '`'.repeat(size)
  const pad = code.startsWith('`') || code.endsWith('`') || (code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '') ? ' ' : ''
  return `${fence}${pad}${code}${pad}${fence}`
}

function write(items: readonly Inline[], style: Style, following: string): string {
  let written = ''
  // From the right, because a part may need to know what follows it.
  let after = following
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index]!
    const part =
      item.type === 'text'
        ? escapeText(item.value, style.escapes, style, after)
        : item.type === 'link'
          ? writeLink(item, style)
          : item.type === 'mark'
            ? writeMark(item, index === 0 ? '' : edgeOf(items[index - 1]!), after, style)
            : writeValue(item, style)
    written = part + written
    if (part !== '') after = part
  }
  return written
}

/** What stands before a mark. */
const edgeOf = ({ type, value }: Inline): string => (type === 'text' || type === 'code' ? value : type === 'break' ? ' ' : ')')

function writeLink({ url, title, children }: Linked, style: Style): string {
  const inner = write(children, style.inLink(), '')
  return style.link ? inner : `[${inner}](${destination(url)}${title === null ? '' : writeTitle(title, style.table)})`
}

const writeTitle = (title: string, table: boolean): string =>
  ` "${title
    .replace(/[\\"<]/g, '\\$&')
    .replaceAll('|', table ? '\\|' : '|')
    .replace(/\s+/g, ' ')}"`

/** What is neither text nor holds more. */
function writeValue({ type, value }: Inline, { table, link }: Style): string {
  if (type === 'code') return writeCode(value, table)
  if (type === 'break') return table ? ' ' : value
  const raw = link && value.startsWith('$') ? inLink(value) : value
  return table ? raw.replace(/(?<!\\)\|/g, '\\|').replace(/\s*\n\s*/g, ' ') : raw
}

const hasMark = (items: readonly Inline[]): boolean =>
  items.some((item) => item.type === 'mark' || (item.type === 'link' && hasMark(item.children)))

/** Markdown of one run of inline content. */
export function writeInline(run: readonly Inline[]): string {
  const written = markdownOf(run, false)
  return written.includes('\n') ? escapeLines(written) : escapeLineStart(written, true)
}

function escapeLines(written: string): string {
  const [first, ...more] = written.split('\n')
  return more.reduce((text, line) => `${text}\n${escapeLineStart(line.trim(), false)}`, escapeLineStart(first!.trim(), true))
}

/** The same for headings, where a line break cannot stand. */
export const writeLine = (run: readonly Inline[]): string => withoutBreaks(markdownOf(spaced(run), false))

/** The same for cells of a table. */
export const writeCell = (run: readonly Inline[]): string => withoutBreaks(markdownOf(spaced(run), true))

const spaced = (run: readonly Inline[]): readonly Inline[] =>
  run.some(isBreak) ? run.map((item) => (isBreak(item) ? words(' ') : item)) : run
const withoutBreaks = (written: string): string => written.replace(/\\?\n/g, ' ')

function markdownOf(run: readonly Inline[], table: boolean): string {
  const items = normalise(run)
  while (items[0]?.type === 'break') items.shift()
  while (items.at(-1)?.type === 'break') items.pop()
  const style = new Style(escapesFor(edgedText(items), hasMark(items)), table, needsBrackets(plainText(items)))
  return write(items, style, '').trim()
}

/** Inline content in bold, as a line of its own. */
export const writeStrong = (children: Inline[]): string => writeInline([marked('strong', children)])

/** What is nothing but text. */
export const writeText = (text: string): string => writeInline([words(text)])
