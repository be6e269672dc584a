import { collapse } from '../page/dom.ts'
import { type Escapes, escapeLineStart, escapesFor, escapeText, needsBrackets } from './escape.ts'

/** Text-level content, before it becomes Markdown. `raw` is Markdown already: an image, a formula, a footnote mark. */
export type Inline =
  | { type: 'text'; value: string }
  | { type: 'code'; value: string }
  | { type: 'raw'; value: string }
  /** `soft`: a new line in the source that readers of the Markdown see as a space. */
  | { type: 'break'; soft?: boolean }
  | { type: 'mark'; mark: 'strong' | 'emphasis' | 'delete'; children: Inline[] }
  | { type: 'link'; url: string; title: string | null; children: Inline[] }

const LONGEST_SAID = 40

/** Collects inline content and collapses white space across element borders, as a browser does. */
export class InlineRun {
  readonly items: Inline[] = []
  /** The last signs of the text, whatever marks they stand in. */
  said = ''
  private endsInSpace = true

  text(target: Inline[], raw: string): void {
    let value = collapse(raw)
    if (this.endsInSpace && value.startsWith(' ')) value = value.slice(1)
    if (value === '') return
    this.endsInSpace = value.endsWith(' ')
    this.said = value.length < LONGEST_SAID ? (this.said + value).slice(-LONGEST_SAID) : value.slice(-LONGEST_SAID)
    const last = target.at(-1)
    if (last?.type === 'text') last.value += value
    else target.push({ type: 'text', value })
  }

  /** A sign that ends what stands before it, without a space between. */
  stop(target: Inline[], sign: string): void {
    const last = target.at(-1)
    if (this.endsInSpace && last?.type === 'text') last.value = last.value.trimEnd()
    this.endsInSpace = false
    this.text(target, sign)
  }

  add(target: Inline[], item: Inline): void {
    target.push(item)
    this.said = ''
    this.endsInSpace = item.type === 'break'
  }
}

export const plainText = (items: readonly Inline[]): string =>
  items
    .map((item) => (item.type === 'break' ? ' ' : item.type === 'mark' || item.type === 'link' ? plainText(item.children) : item.value))
    .join('')

const isEmpty = (item: Inline): boolean =>
  item.type === 'text'
    ? item.value === ''
    : item.type === 'mark' || item.type === 'link'
      ? item.children.every(isEmpty)
      : item.type === 'code' && item.value === ''

/**
 * Adds what follows to what stands there, both normalised: equal neighbours become one, at the seam alone, so that a thousand of them cost a
 * thousand steps. What marks hold has no spaces at its edges.
 */
function join(into: Inline[], following: readonly Inline[]): void {
  const [last, first] = [into.at(-1), following[0]]
  let from = 0
  if (last?.type === 'text' && first?.type === 'text') {
    last.value += first.value
    from = 1
  } else if (last?.type === 'code' && first?.type === 'code') {
    // Pages set them apart by their style; here the ticks between them would be one run.
    into.push({ type: 'text', value: ' ' })
  } else if (last?.type === 'mark' && first?.type === 'mark' && last.mark === first.mark) {
    join(last.children, first.children)
    from = 1
  }
  for (let index = from; index < following.length; index += 1) into.push(following[index]!)
}

/** Moves spaces at the edges of marks and links outside, joins equal neighbours and drops what is empty. */
function normalise(items: readonly Inline[]): Inline[] {
  const out: Inline[] = []
  // Of the text that stands last: to look at a text that grows makes a copy of it each time.
  let endsInSpace = false
  const push = (given: Inline) => {
    const item: Inline = given.type === 'text' && endsInSpace ? { type: 'text', value: given.value.replace(/^ +/, '') } : given
    if (isEmpty(item)) return
    if (runsInto(out.at(-1), item) || isNextPrice(out.at(-1), item)) out.push({ type: 'text', value: ' ' })
    endsInSpace = item.type === 'text' && item.value.endsWith(' ')
    join(out, [item])
  }
  for (const item of items) {
    if (item.type !== 'mark' && item.type !== 'link') {
      push(item.type === 'text' ? { type: 'text', value: item.value } : item)
      continue
    }
    const children = normalise(item.children)
    const trailing: Inline[] = []
    let first = children[0]
    while (first && (first.type === 'break' || (first.type === 'text' && first.value.startsWith(' ')))) {
      if (first.type === 'text') {
        push({ type: 'text', value: ' ' })
        first.value = first.value.trimStart()
        if (first.value !== '') break
      } else push(first)
      children.shift()
      first = children[0]
    }
    let last = children.at(-1)
    while (last && (last.type === 'break' || (last.type === 'text' && last.value.endsWith(' ')))) {
      if (last.type === 'text') {
        trailing.unshift({ type: 'text', value: ' ' })
        last.value = last.value.trimEnd()
        if (last.value !== '') break
      } else trailing.unshift(last)
      children.pop()
      last = children.at(-1)
    }
    if (children.length > 0)
      push(
        item.type === 'mark' ? { type: 'mark', mark: item.mark, children } : { type: 'link', url: item.url, title: item.title, children },
      )
    for (const space of trailing) push(space)
  }
  return out
}

/** Whether a link begins right behind another one, word on word: a page that sets them apart by its style shows two things, not one word. */
function runsInto(last: Inline | undefined, item: Inline): boolean {
  if (last?.type !== 'link' || item.type !== 'link' || last.url === item.url) return false
  return /[\p{L}\p{N}]$/u.test(plainText(last.children)) && /^[\p{L}\p{N}]/u.test(plainText(item.children))
}

/** Whether a sum, or a word about it, begins right behind one that is struck out. */
const isNextPrice = (last: Inline | undefined, item: Inline): boolean =>
  last?.type === 'mark' &&
  last.mark === 'delete' &&
  item.type !== 'break' &&
  /^[\p{Sc}\p{Lu}\d]/u.test(plainText([item])) &&
  /\d\s?(?:\p{Sc}|[A-Z]{3})?$/u.test(plainText(last.children))

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
const edgedText = (items: readonly Inline[]): string =>
  items
    .map((item) => {
      if (item.type === 'break') return item.soft ? '\n' : '\\\n'
      if (item.type === 'text') return item.value
      return `.${item.type === 'mark' || item.type === 'link' ? edgedText(item.children) : item.value}.`
    })
    .join('')

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
    tail = /(?:\\?[\p{P}\p{S}])+$/u.exec(text.slice(head.length).slice(-40))?.[0] ?? ''
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
  let code = value.replace(/\s*\n\s*/g, ' ')
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
  const parts: string[] = new Array(items.length).fill('')
  // From the right, because a part may need to know what follows it.
  let after = following
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index]!
    let part = ''
    if (item.type === 'text') part = escapeText(item.value, style.escapes, style, after)
    else if (item.type === 'code') part = writeCode(item.value, style.table)
    else if (item.type === 'raw') part = style.table ? item.value.replace(/(?<!\\)\|/g, '\\|').replace(/\s*\n\s*/g, ' ') : item.value
    else if (item.type === 'break') part = style.table ? ' ' : item.soft ? '\n' : '\\\n'
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
              .replace(/[\\"]/g, '\\$&')
              .replaceAll('|', style.table ? '\\|' : '|')
              .replace(/\s+/g, ' ')}"`
      part = style.link ? inner : `[${inner}](${item.url}${title})`
    }
    parts[index] = part
    if (part !== '') after = part
  }
  return parts.join('')
}

const hasMark = (items: readonly Inline[]): boolean =>
  items.some((item) => item.type === 'mark' || (item.type === 'link' && hasMark(item.children)))

const LEAST_CARDS = 3
/** Mean signs of a link's text from which on it is a title. */
const TITLE = 12

/** The links of a run that is nothing but cards: titles, or links with pictures or lines in them. Null for any other run. */
function cardsOf(run: readonly Inline[]): (Inline & { type: 'link' })[] | null {
  const links = run.filter((item) => item.type === 'link')
  if (links.length < LEAST_CARDS || run.some((item) => item.type !== 'link' && (item.type !== 'text' || item.value.trim() !== '')))
    return null
  const hasMore = links.filter(({ children }) => children.some(({ type }) => type === 'break' || type === 'raw')).length
  const length = links.reduce((sum, { children }) => sum + plainText(children).length, 0)
  return hasMore === links.length || length >= links.length * TITLE ? links : null
}

/** A run that is nothing but cards, as a list: the link of each on its first line with text. Null for any other run. */
export function writeCards(run: readonly Inline[]): string | null {
  const items = (cardsOf(run) ?? []).map((card) => writeInline(titleOnly(card))).filter((item) => item !== '')
  return items.length < LEAST_CARDS ? null : items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n')
}

function titleOnly(card: Inline & { type: 'link' }): Inline[] {
  const { children } = card
  let from = 0
  for (const [at, { type }] of children.entries()) {
    if (type !== 'break') continue
    const title = children.slice(from, at)
    if (plainText(title.filter((item) => item.type !== 'raw')).trim() !== '')
      return [...children.slice(0, from), { ...card, children: title }, ...children.slice(at)]
    from = at + 1
  }
  return [card]
}

/** Markdown of one run of inline content. `oneLine` for headings and cells, where a line break cannot stand. */
export function writeInline(run: readonly Inline[], options: { oneLine?: boolean; table?: boolean } = {}): string {
  const items = normalise(options.oneLine ? run.map((item) => (item.type === 'break' ? { type: 'text' as const, value: ' ' } : item)) : run)
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
  const lines = written.split('\n')
  return lines.map((line, index) => escapeLineStart(line.trim(), index === 0)).join('\n')
}
