/** Inline content as Markdown. */
import { destination } from '../body/destination.ts'
import { type Escapes, escapeLineStart, escapesFor, escapeText, needsBrackets } from './escape.ts'
import { normalise } from './inline-normal.ts'
import { type Inline, isBreak, plainText } from './inline-run.ts'
import { inLink } from './math.ts'

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char)
const isSign = (char: string | undefined): boolean => char !== undefined && /[\p{P}\p{S}]/u.test(char)

const firstChar = (text: string): string | undefined => (text === '' ? undefined : String.fromCodePoint(text.codePointAt(0)!))
const lastChar = (text: string): string | undefined => [...text.slice(-2)].at(-1)

const DELIMITER = { strong: '**', emphasis: '*', delete: '~~' } as const

type Style = {
  readonly escapes: Escapes
  readonly mark: boolean
  readonly link: boolean
  readonly table: boolean
  readonly brackets: boolean
  readonly emphasis: number
  readonly deleted: boolean
}

/** The text between what is written around it, for what a sign stands beside: marks and links as signs, breaks as they are written. */
function edgedText(items: readonly Inline[]): string {
  let text = ''
  for (const item of items)
    if (item.type === 'break') text += item.soft ? '\n' : '\\\n'
    else if (item.type === 'text') text += item.value
    else text += `.${item.type === 'mark' || item.type === 'link' ? edgedText(item.children) : item.value}.`
  return text
}

/** A mark counts only when its edges are next to the right kind of character; signs at a bad edge move outside. */
function writeMark(item: Inline & { type: 'mark' }, before: string, after: string, style: Style): string {
  // What is struck out is so as a whole: four tildes in a row are no mark.
  if (item.mark === 'delete' && style.deleted) return write(item.children, style, after)
  const previous = lastChar(before)
  const next = firstChar(after)
  const wordBefore = !isSpace(previous) && !isSign(previous)
  const wordAfter = !isSpace(next) && !isSign(next)
  // Inside of a word marks share one run of stars: those of the inner one would be signs at a bad edge.
  const { children, stars, emphasis } =
    wordBefore || wordAfter ? shareRun(item) : { ...item, stars: '', emphasis: item.mark === 'emphasis' }
  const nested = emphasis && style.emphasis % 2 === 1
  const text = write(
    children,
    { ...style, mark: true, emphasis: style.emphasis + (emphasis ? 1 : 0), deleted: style.deleted || item.mark === 'delete' },
    '',
  )
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
function shareRun(outer: Inline & { type: 'mark' }): { children: Inline[]; stars: string; emphasis: boolean } {
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
    let part = ''
    if (item.type === 'text') part = escapeText(item.value, style.escapes, style, after)
    else if (item.type === 'code') part = writeCode(item.value, style.table)
    else if (item.type === 'raw') {
      const value = style.link && item.value.startsWith('$') ? inLink(item.value) : item.value
      part = style.table ? value.replace(/(?<!\\)\|/g, '\\|').replace(/\s*\n\s*/g, ' ') : value
    } else if (item.type === 'break') part = style.table ? ' ' : item.soft ? '\n' : '\\\n'
    else if (item.type === 'mark') {
      const previous = items[index - 1]
      const before =
        previous === undefined
          ? ''
          : previous.type === 'text' || previous.type === 'code'
            ? previous.value
            : previous.type === 'break'
              ? ' '
              : ')'
      part = writeMark(item, before, after, style)
    } else {
      const inner = write(item.children, { ...style, link: true }, '')
      const title =
        item.title === null
          ? ''
          : ` "${item.title
              .replace(/[\\"<]/g, '\\$&')
              .replaceAll('|', style.table ? '\\|' : '|')
              .replace(/\s+/g, ' ')}"`
      part = style.link ? inner : `[${inner}](${destination(item.url)}${title})`
    }
    written = part + written
    if (part !== '') after = part
  }
  return written
}

const hasMark = (items: readonly Inline[]): boolean =>
  items.some((item) => item.type === 'mark' || (item.type === 'link' && hasMark(item.children)))

/** Markdown of one run of inline content. `oneLine` for headings and cells, where a line break cannot stand. */
export function writeInline(run: readonly Inline[], options: { oneLine?: boolean; table?: boolean } = {}): string {
  const items = normalise(
    options.oneLine && run.some(isBreak) ? run.map((item) => (isBreak(item) ? { type: 'text', value: ' ' } : item)) : run,
  )
  while (items[0]?.type === 'break') items.shift()
  while (items.at(-1)?.type === 'break') items.pop()
  const text = plainText(items)
  const style: Style = {
    escapes: escapesFor(edgedText(items), hasMark(items)),
    mark: false,
    link: false,
    table: options.table ?? false,
    brackets: needsBrackets(text),
    emphasis: 0,
    deleted: false,
  }
  const written = write(items, style, '').trim()
  if (options.oneLine || options.table) return written.replace(/\\?\n/g, ' ')
  const [first, ...more] = written.split('\n')
  return more.reduce((text, line) => `${text}\n${escapeLineStart(line.trim(), false)}`, escapeLineStart(first!.trim(), true))
}

/** Inline content in bold, as a line of its own. */
export const writeStrong = (children: Inline[]): string => writeInline([{ type: 'mark', mark: 'strong', children }])
