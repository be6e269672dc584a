import { type Fence, fenceAfter, prefixOf } from '../body/layout.ts'
import { countSegments } from './count-words.ts'

const ESCAPE = /\\([!-/:-@[-`{-~])/g

/** Marks at the beginning of a line: of quotes, items, tasks and headings. */
const LINE_START = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s)|#{1,6}(?=\s))*/
/** What every other mark has one of. */
const MARKED = /[[\]*~_\\`|]/

const ROW = /^\| .* \|$/
/** With what a block of its own begins, besides the marks of quotes. */
const BEGINS = /[^\s>]/

/** The line below the head of a table. */
const DELIMITERS = /^\|(?: :?-{3,}:? \|)+$/

/** Text of the lines of one block of Markdown: no marks, no link addresses, no images. Cells of a table are parted by tabs. */
function textOf(text: string): string {
  if (!MARKED.test(text)) return text
  const isRow = ROW.test(text)
  const marked = isRow ? text.slice(2, -2).replace(/ (?<!\\)\| /g, '\t') : text.replace(/^\[\^[^\]]{1,40}\]: */, '').replace(/\\$/gm, '')
  const spans = codeSpans(marked)
  const gone = linkMarks(marked, spans)
  let out = ''
  let from = 0
  for (const { start, end, value } of [...gone, ...spans].sort((one, other) => one.start - other.start)) {
    if (start < from) continue
    out += unmarked(marked.slice(from, start)) + (isRow ? value.replaceAll('\\|', '|') : value)
    from = end
  }
  return out + unmarked(marked.slice(from))
}

/** Where a link or picture leads, behind its text. */
const DESTINATION = /\]\([^()\s]{0,4000}(?:\s+"(?:\\.|[^"\\]){0,1000}")?\)/y

type Span = { readonly start: number; readonly end: number; readonly value: string }

/** What is no text of links and pictures: the marks of the former, all of the latter. Brackets that open neither are text. */
function linkMarks(line: string, code: readonly Span[]): Span[] {
  if (!line.includes('](')) return []
  const gone: Span[] = []
  const open: { start: number; picture: boolean }[] = []
  let spans = 0
  for (const { index, 0: sign } of line.matchAll(/\\.|!?\[|\]/g)) {
    while (spans < code.length && code[spans]!.end <= index) spans += 1
    if (sign.startsWith('\\') || (spans < code.length && code[spans]!.start <= index)) continue
    if (sign !== ']') {
      open.push({ start: index, picture: sign === '![' })
      continue
    }
    const opened = open.pop()
    DESTINATION.lastIndex = index
    if (opened === undefined || !DESTINATION.test(line)) continue
    const { start, picture } = opened
    const end = DESTINATION.lastIndex
    if (picture) gone.push({ start, end, value: '' })
    else gone.push({ start, end: start + 1, value: '' }, { start: index, end, value: '' })
  }
  return gone
}

const unmarked = (text: string): string =>
  text
    .replace(/\[\^[^\]\s]{1,40}\]/g, '')
    .replace(/(?<!\\)(?:\*{1,3}|~~)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_|(?<!\\)_(?![\p{L}\p{N}])/gu, '')
    .replace(ESCAPE, '$1')

/** Code in a line: runs of as many ticks on both sides. */
function codeSpans(line: string): Span[] {
  if (!line.includes('`')) return []
  const runs = [...line.matchAll(/(\\?)(`+)/g)].map(({ 1: sign = '', 2: ticks = '', index }) => ({
    escaped: sign !== '',
    start: index + sign.length,
    size: ticks.length,
  }))
  const next = new Array<number>(runs.length)
  const last = new Map<number, number>()
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    next[at] = last.get(runs[at]!.size) ?? -1
    last.set(runs[at]!.size, at)
  }
  const spans = []
  for (let at = 0; at < runs.length; at += 1) {
    const [run, to] = [runs[at]!, next[at]!]
    if (run.escaped || to === -1) continue
    const code = line.slice(run.start + run.size, runs[to]!.start)
    const padded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    spans.push({ start: run.start, end: runs[to]!.start + run.size, value: padded ? code.slice(1, -1) : code })
    at = to
  }
  return spans
}

/** Plain text of Markdown, one line per block; code keeps its lines, addresses and images do not count. */
export function plainText(markdown: string): string {
  const out: string[] = []
  /** Lines of one block: a link may begin on one and end on another. */
  let block: string[] = []
  const end = (): void => {
    if (block.length > 0) out.push(textOf(block.join('\n')))
    block = []
  }
  let open: Fence | null = null
  for (const line of markdown.split('\n')) {
    const after = fenceAfter(line, open)
    if (open !== after || open !== null) end()
    if (open !== null && after !== null) out.push(line.slice(/^[ >]*/.exec(line.slice(0, prefixOf(open.line).length))![0].length))
    else if (open === after) {
      const start = LINE_START.exec(line)![0]
      const text = line.slice(start.length)
      if (BEGINS.test(start) || text === '' || ROW.test(text) || DELIMITERS.test(text)) end()
      if (!DELIMITERS.test(text)) block.push(text)
      if (text === '' || ROW.test(text)) end()
    }
    open = after
  }
  end()
  return out.join('\n')
}

/** Words of Markdown's plain text, by the segmentation of the Unicode standard (`Intl.Segmenter`). */
export const countWords = (markdown: string): number => countSegments(plainText(markdown))
