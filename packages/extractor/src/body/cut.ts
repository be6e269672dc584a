/** Markdown of ours in parts: where it is cut, and how what stands behind a cut goes on by itself. */
import { DESTINATION } from './destination.ts'
import { type BlockKind, type Fence, type Line, linesOf, prefixOf, type Span, spansOf } from './layout.ts'

/** `next`: where the part behind it begins, null at the end; `within`: the kind of block that is cut there, null between two. */
export type Part = { readonly markdown: string; readonly next: number | null; readonly within: BlockKind | null }

/** `closing`: what ends there what is open, such as code and a row of a table. */
type Place = { readonly at: number; readonly closing: string }

/**
 * The part that begins at `from` and has at most `bytes` of UTF-8, what is repeated and closed among them. It ends between two blocks, and with
 * no heading; a block is cut only where it is itself longer than a part: behind a line of code, a row, an item or a word, not in a link. Code,
 * tables, lists and quotes that are cut go on as such. But for what is so repeated, and closed, the parts one behind the other are the whole.
 */
export function partOf(markdown: string, from: number, bytes: number): Part {
  const start = /^[\udc00-\udfff]/.test(markdown.charAt(from)) ? from + 1 : from
  // Most pages are one part: their blocks need not be found.
  if (start === 0 && Buffer.byteLength(markdown) <= bytes) return { markdown, next: null, within: null }
  const spans = spansOf(markdown)
  const around = spans.find((span) => span.end > start)
  const given = around === undefined || around.start >= start ? NOTHING : leadAt(markdown, around, start)
  // What leaves no room for more is not repeated.
  const { lead, taken } = given.lead.length * 4 > bytes * 3 ? NOTHING : given
  const text = (end: number): string => lead + markdown.slice(start + taken, end)
  if (fitting(markdown, start + taken, bytes - lead.length) === markdown.length)
    return { markdown: text(markdown.length), next: null, within: null }
  // An empty line stands behind a block.
  const limit = fitting(markdown, start + taken, bytes - lead.length - 2)
  const split = spans.find((span) => span.end > limit)
  // Nothing but empty lines is left.
  if (split === undefined) return { markdown: text(limit), next: null, within: null }
  const end = beforeHeadings(spans, split, start)
  const border = { markdown: text(end), next: end, within: null }
  const isLonger = Buffer.byteLength(markdown.slice(split.start, split.end)) > bytes
  if (split.start > start && !isLonger) return border
  const place = placeIn(markdown, split, Math.max(start + taken, split.start), limit, split.start > start)
  if (place === null) return split.start > start ? border : { markdown: text(limit), next: Math.max(limit, start + 1), within: split.kind }
  return { markdown: text(place.at) + place.closing, next: place.at, within: split.kind }
}

/** Where a part ends before a block: a heading goes with what it is the heading of, unless nothing else is left of the part. */
function beforeHeadings(spans: readonly Span[], split: Span, from: number): number {
  let at = spans.indexOf(split)
  while (at > 0 && spans[at - 1]!.kind === 'heading' && spans[at - 1]!.start > from) at -= 1
  return spans[at]!.start
}

/** Cuts text to `maxBytes` of UTF-8. */
export function cutMarkdown(markdown: string, maxBytes: number): { markdown: string; cut: boolean } {
  const part = partOf(markdown, 0, maxBytes)
  return part.next === null ? { markdown, cut: false } : { markdown: part.markdown.trimEnd(), cut: true }
}

/** Index behind the characters from `from` on that fit into so many bytes; never behind half of one. */
const fitting = (text: string, from: number, bytes: number): number =>
  from + new TextEncoder().encodeInto(text.slice(from, from + bytes), new Uint8Array(bytes)).read

/** The last good place in a block between `from` and `limit`; null where there is none. `mayWait`: no line of code and no row is cut, as it may be whole in the next part. */
function placeIn(markdown: string, { kind, start, end }: Span, from: number, limit: number, mayWait: boolean): Place | null {
  const rowsFrom = kind === 'table' ? start + headOf(markdown, start, end).length : start
  let best: Place | null = null
  let isItem = false
  let open: Fence | null = null
  for (const line of linesOf(markdown, start, end)) {
    if (line.start > limit) break
    // The line that opens a fence is nothing by itself.
    const isFirst = line.open !== null && open === null
    open = line.open
    const closing = closingOf(open)
    if (line.start <= Math.max(from, rowsFrom) || isFirst || line.start + closing.length > limit) continue
    const beginsItem = open === null && markdown[line.start] !== ' ' && line.end > line.start
    if (kind === 'paragraph' || (open === null && isBroken(markdown, line.start)) || (kind === 'list' && isItem && !beginsItem)) continue
    best = { at: line.start, closing }
    isItem = beginsItem
  }
  if (best !== null) return best
  const closing = closingOf(openAt(markdown, start, limit))
  if (mayWait && (closing !== '' || kind === 'table')) return null
  if (closing !== '')
    return limit - closing.length - 1 > from ? { at: borderBefore(markdown, limit - closing.length - 1), closing: `\n${closing}` } : null
  const space = lastSpace(markdown, from, limit)
  if (space === null) return null
  return { at: space, closing: kind === 'table' && space > rowsFrom && markdown[space - 1] !== '\n' ? '|' : '' }
}

/** How far a line may stand in. */
const INDENT = 100

/** Whether a line goes on behind a break that would be a back slash at the end of a part. */
const isBroken = (markdown: string, at: number): boolean => /\\\n[ >]*$/.test(markdown.slice(Math.max(0, at - INDENT), at))

const borderBefore = (text: string, at: number): number => (/^[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)

const openAt = (markdown: string, start: number, at: number): Fence | null => lineAt(markdown, start, at).open

/** The line of a block that `at` stands in. */
function lineAt(markdown: string, start: number, at: number): Line {
  let found: Line = { start, end: start, open: null }
  for (const line of linesOf(markdown, start)) {
    if (line.start > at) break
    found = line
  }
  return found
}

/** Items around a line as spaces: where its text begins. */
const asSpaces = (prefix: string): string => prefix.replace(/[^> ]/g, ' ')

const closingOf = (open: Fence | null): string => (open === null ? '' : asSpaces(prefixOf(open.line)) + open.marks)

/** A link, a picture, code in a line, words in stars: what a space in it does not part. */
const WHOLE = new RegExp(
  String.raw`!?\[(?:\\.|` +
    // A tick is one of code or stands alone: were both tried, each bit of code would double the time.
    '`[^`]{0,400}`|`(?![^`]{0,400}`)' +
    String.raw`|!\[(?:\\.|[^[\]\\]){0,2000}${DESTINATION}|[^[\]\\\x60]){0,2000}${DESTINATION}|` +
    '(`+)(?!`).{1,2000}?(?<!`)\\1(?!`)' +
    String.raw`|(\*{1,3}|~~)(?=\S)(?:\\.|[^\\*~\n]){1,400}(?<=\S)\2`,
  'g',
)
/** A place between two letters of a script that has no spaces, one of which may be another sign: not before a mark, nor behind a back slash. */
const BETWEEN_LETTERS =
  /^(?:[^\\\s][\u0e00-\u0e30\u0e40-\u0e46\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af][^\s\p{M}\udc00-\udfff])$/u
/** How far before the limit a space is looked for. */
const NEAR = 12_000

/** What begins a block at the beginning of a part, and nothing in a line. */
const BEGINS_BLOCK = /^(?:#{1,6}\s|[-+*]\s|\d{1,9}[.)]\s|[>|]|={1,}\s|-{2,}\s|~{3}|`{3})/
/** The longest of these. */
const LONGEST_MARK = 12

/** Index behind the last space or new line before `limit` that parts nothing, or between letters where no spaces stand; null where there is none. */
function lastSpace(markdown: string, from: number, limit: number): number | null {
  const begin = Math.max(from, limit - NEAR)
  const near = markdown.slice(begin, limit + NEAR)
  const held: { start: number; end: number }[] = []
  for (const { index, 0: found } of near.matchAll(WHOLE)) held.push({ start: begin + index, end: begin + index + found.length })
  const find = (isPlace: (at: number) => boolean, least: number): number | null => {
    let last = held.length - 1
    for (let at = limit; at > least; at -= 1) {
      if (!isPlace(at) || isBroken(markdown, at) || BEGINS_BLOCK.test(markdown.slice(at, at + LONGEST_MARK))) continue
      while (last >= 0 && held[last]!.start >= at) last -= 1
      if (last < 0 || held[last]!.end <= at) return at
    }
    return null
  }
  const behind = (sign: RegExp) => (at: number) => sign.test(markdown[at - 1]!)
  return (
    find(behind(/\n/), Math.max(begin, limit - (limit - from) / 10)) ??
    find(behind(/\s/), begin) ??
    find(behind(/[。！？；，、]/), limit - (limit - from) / 2) ??
    find((at) => BETWEEN_LETTERS.test(markdown.slice(at - 1, at + 1)), begin)
  )
}

type Lead = { readonly lead: string; readonly taken: number }
const NOTHING: Lead = { lead: '', taken: 0 }

/** What has to stand before the rest of a block that is cut at `at`, and how many characters of the rest it stands for. */
function leadAt(markdown: string, { kind, start, end }: Span, at: number): Lead {
  const line = lineAt(markdown, start, at)
  const text = markdown.slice(line.start, line.end)
  if (line.open !== null) {
    const { line: opening } = line.open
    const prefix = asItems(prefixOf(opening))
    const inLine = at > line.start ? asSpaces(prefixOf(opening)) : ''
    return { lead: `${prefix}${opening.slice(prefixOf(opening).length)}\n${inLine}`, taken: 0 }
  }
  if (kind === 'table') {
    const head = headOf(markdown, start, end)
    return at >= start + head.length ? { lead: head + emptyCells(text.slice(0, at - line.start)), taken: 0 } : NOTHING
  }
  if (kind !== 'list' && kind !== 'quote') return NOTHING
  if (at > line.start) return { lead: asItems(asSpaces(prefixOf(text))), taken: 0 }
  const spaces = /^[ >]*/.exec(text)![0]
  return { lead: asItems(spaces), taken: spaces.length }
}

/** The beginning of a row that is cut in a cell, without what stands in its cells. */
function emptyCells(beginning: string): string {
  const bars = beginning.match(/(?<!\\)\|/g)
  return bars === null ? '' : `${bars.join('  ')} `
}

/** Spaces that stand for the items around a line, as items: without them it would be code, or in no list. */
const asItems = (prefix: string): string =>
  prefix.replace(/(^|> ?)( +)/g, (_whole, quote: string, spaces: string) => quote + itemsOf(spaces.length))

const itemsOf = (width: number): string =>
  width < 2 ? ' '.repeat(width) : width % 2 === 0 ? '- '.repeat(width / 2) : `1. ${'- '.repeat((width - 3) / 2)}`

/** The first two lines of a table. */
function headOf(markdown: string, start: number, end: number): string {
  const first = markdown.indexOf('\n', start)
  const second = first === -1 ? -1 : markdown.indexOf('\n', first + 1)
  return second === -1 || second > end ? markdown.slice(start, end) : markdown.slice(start, second + 1)
}
