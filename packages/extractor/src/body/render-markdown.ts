/** Markdown as HTML, by markdown-it: CommonMark with tables, strikethrough, footnotes, task boxes and formulas. What comes out still goes through the guard. */
import markdownIt, { type MarkdownIt, type StateBlock, type StateInline, type Token } from 'markdown-it'
import { readFormulas } from './formulas.ts'

/** A tag and what stands behind it in its paragraph. */
const TAGGED = /<[a-z](?:[^\n]|\n(?![ \t]*\n))*/gi
const WIDE = /[\v\f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/g

/**
 * The text with plain spaces in its tags. markdown-it takes any other space both for one between attributes and for a sign of a value, and tries
 * either in turn: twenty of them in a tag that does not end would take years.
 */
export const plainlySpaced = (text: string): string => text.replace(TAGGED, (part) => part.replace(WIDE, ' '))

/** The HTML of a Markdown document; raw HTML in it stays raw. Linear in the text. */
export const renderMarkdown = (text: string): string => markdown().render(plainlySpaced(text))

/** The HTML of plain text that is laid out as Markdown is (`plain-lines.ts`): tags are text. Linear in the text. */
export const renderPlainText = (text: string): string => plain().render(text)

export const lazily = (make: () => MarkdownIt): (() => MarkdownIt) => {
  let made: MarkdownIt | undefined
  return () => {
    made ??= make()
    return made
  }
}

const markdown = lazily(() => {
  const parser = renderer({ html: true })
  readFormulas(parser)
  parser.core.ruler.before('inline', 'heading-ids', ({ tokens }) => dropHeadingIds(tokens))
  return parser
})
const plain = lazily(() => renderer({ html: false }))

function renderer(options: { html: boolean }): MarkdownIt {
  const parser = new markdownIt(options)
  // The writer drops what must not be followed and keeps its text.
  parser.validateLink = () => true
  // The writer keeps the lines of such documents as their authors broke them.
  parser.renderer.rules.softbreak = () => '<soft-break></soft-break>'
  parser.block.ruler.before('reference', 'note', readNote, { alt: ['paragraph'] })
  parser.inline.ruler.before('link', 'note', readCitation)
  parser.inline.ruler.before('link', 'bracket', skipBracket)
  parser.core.ruler.push('tasks', ({ tokens }) => markTasks(tokens))
  return parser
}

const NOTE = /^\[\^([\p{L}\p{N}]{1,12})\]:[ \t]+(?=\S)/u
const CITATION = /\[\^([\p{L}\p{N}]{1,12})\]/uy

/** `[^1]: text`, to the next empty line. The plugin for footnotes takes quadratic time. */
function readNote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number): string => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
  const mark = NOTE.exec(lineAt(startLine))
  if (!mark || state.sCount[startLine]! - state.blkIndent >= 4) return false
  if (silent) return true
  let next = startLine + 1
  while (next < endLine && !state.isEmpty(next) && state.sCount[next]! >= state.blkIndent && !NOTE.test(lineAt(next))) next += 1
  const lines = [lineAt(startLine).slice(mark[0].length)]
  for (let line = startLine + 1; line < next; line += 1) lines.push(lineAt(line))
  state.push('paragraph_open', 'p', 1).attrSet('id', `fn-${mark[1]}`)
  Object.assign(state.push('inline', '', 0), { content: lines.join('\n').trim(), children: [] })
  state.push('paragraph_close', 'p', -1)
  state.line = next
  return true
}

/** `[^1]` inside a line. */
function readCitation(state: StateInline, silent: boolean): boolean {
  CITATION.lastIndex = state.pos
  const mark = CITATION.exec(state.src)
  if (!mark) return false
  if (!silent) state.push('html_inline', '', 0).content = `<sup><a href="#fn-${mark[1]}">${mark[1]}</a></sup>`
  state.pos += mark[0].length
  return true
}

/** Where the last sign stands by which a link of a text could end. */
const lastEnds = new WeakMap<StateInline, number>()

function lastEndOf(state: StateInline): number {
  const known = lastEnds.get(state)
  if (known !== undefined) return known
  const last = state.src.lastIndexOf(state.env.references === undefined ? '](' : ']')
  lastEnds.set(state, last)
  return last
}

/** A bracket behind which no link can end. The rule for links goes a hundred brackets on from each of them to find that out. */
function skipBracket(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  const sign = src[pos]
  if (!(sign === '[' || (sign === '!' && src[pos + 1] === '[')) || pos < lastEndOf(state)) return false
  if (!silent) state.pending += sign
  state.pos += 1
  return true
}

/** What names a heading for links, as many makers of sites have it: `## Tides {#tides}`. */
const HEADING_ID = /[ \t]*\\?\{[ \t]{0,9}[#.][\w.:-][^{}\n]{0,200}\}[ \t]*$/

function dropHeadingIds(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries())
    if (token.type === 'inline' && tokens[index - 1]?.type === 'heading_open') token.content = token.content.replace(HEADING_ID, '')
}

const TASK = /^\[([ xX])\]\s+/

/** A box at the beginning of a list item becomes a check box. */
function markTasks(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open' || tokens[index - 2]?.type !== 'list_item_open') continue
    const first = token.children?.[0]
    const box = first?.type === 'text' ? TASK.exec(first.content) : null
    if (!first || !box) continue
    const checked = box[1] === ' ' ? '' : ' checked'
    const rest = Object.assign(Object.create(Object.getPrototypeOf(first)), first, { content: first.content.slice(box[0].length) })
    token.children = [
      Object.assign(first, { type: 'html_inline', content: `<input type="checkbox"${checked}>` }),
      rest,
      ...token.children!.slice(1),
    ]
  }
}
