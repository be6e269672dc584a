/** Where the blocks of Markdown of ours begin and end. One pass over its lines. */

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'quote' | 'image' | 'rule'

/** A top-level block: characters `start` up to `end`, without the empty lines behind it. */
export type Span = { readonly kind: BlockKind; readonly start: number; readonly end: number }

/** A fence that is open: the line that opens it, and its marks alone. */
export type Fence = { readonly line: string; readonly marks: string }

/** A line: characters `start` up to `end`, and the fence that is open before it. */
export type Line = { readonly start: number; readonly end: number; readonly open: Fence | null }

/** Spaces before the text of a line. */
export const indentOf = (line: string): number => line.length - line.trimStart().length

/** A fence longer than any run of back ticks in a text. */
export const fenceAround = (text: string): string =>
  '`'.repeat((text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2) + 1)

const KINDS: readonly (readonly [BlockKind, RegExp])[] = [
  ['heading', /^#{1,6}(?: |$)/],
  ['code', /^`{3,}[^`]*$/],
  ['rule', /^\*{3}$/],
  ['quote', /^>/],
  ['table', /^\|/],
  ['list', /^(?:[-*]|\d{1,9}[.)])(?: |$)/],
  // One that is a link: no address of ours holds a bracket.
  ['image', /^\[!\[(?:\\.|[^[\]\\])*\]\([^\s\]]+(?: "[^\n\]]*")?\)\]\([^\s\]]+(?: "[^\n\]]*")?\)$/],
  ['image', /^!\[(?:\\.|[^[\]\\])*\]\(\S+(?: "[^\n]*")?\)$/],
]

/** A row of a table as we write it, and the one below its head. */
export const isRow = (line: string): boolean => /^\| .* \|$/.test(line)
export const isDelimiterRow = (line: string): boolean => /^\|(?: :?-+:? \|)+$/.test(line)

/** What stands before the text of a line: the quotes, items and boxes that it is in. */
export const prefixOf = (line: string): string => /^(?:[ >]|(?:[-*]|\d{1,9}[.)]) )*(?:\[[ x]\] )?/.exec(line)![0]

/** The fence that is open behind a line. */
export function fenceAfter(line: string, open: Fence | null): Fence | null {
  if (!line.includes('```')) return open
  const prefix = prefixOf(line)
  const [, marks, rest = ''] = /^(`{3,})([^`]*)$/.exec(line.slice(prefix.length)) ?? []
  if (marks === undefined) return open
  if (open === null) return { line, marks }
  return rest.trim() === '' && /^[ >]*$/.test(prefix) && marks.length >= open.marks.length ? null : open
}

/** The lines of a text from `start` up to `end`, which begins and ends one. */
export function* linesOf(text: string, start = 0, end = text.length): Generator<Line> {
  let open: Fence | null = null
  for (let at = start; at <= end; ) {
    const found = text.indexOf('\n', at)
    const stop = found === -1 || found > end ? end : found
    yield { start: at, end: stop, open }
    open = fenceAfter(text.slice(at, stop), open)
    at = stop + 1
  }
}

function kindOf(markdown: string, start: number, end: number): BlockKind {
  const line = markdown.slice(start, end)
  const kind = KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'paragraph'
  // A line of text may begin with a bar.
  return kind === 'table' && !isDelimiterRow(lineBehind(markdown, end)) ? 'paragraph' : kind
}

function lineBehind(markdown: string, end: number): string {
  const stop = markdown.indexOf('\n', end + 1)
  return markdown.slice(end + 1, stop === -1 ? markdown.length : stop)
}

/** The top-level blocks of Markdown, in order. */
export function spansOf(markdown: string): Span[] {
  const spans: { kind: BlockKind; start: number; end: number }[] = []
  let isBehindEmpty = true
  for (const { start, end, open } of linesOf(markdown)) {
    const isEmpty = start === end
    // What an open fence or an indented line goes on with is one block with what stands before.
    if (!isEmpty && open === null && isBehindEmpty && (spans.length === 0 || markdown[start] !== ' ')) {
      spans.push({ kind: kindOf(markdown, start, end), start, end })
    } else if (spans.length > 0 && (!isEmpty || open !== null)) {
      const last = spans[spans.length - 1]!
      last.end = end
      if (last.kind === 'image') last.kind = 'paragraph'
    }
    isBehindEmpty = isEmpty
  }
  return spans
}
