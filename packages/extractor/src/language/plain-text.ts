import { type Fence, fenceAfter, prefixOf } from '../body/layout.ts'
import { countSegments } from './count-words.ts'

const ESCAPE = /\\([!-/:-@[-`{-~])/g

/** Marks at the beginning of a line: of quotes, items, tasks and headings. */
const LINE_START = /^(?:\s|>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[[ xX]\](?=\s)|#{1,6}(?=\s))*/
/** What every other mark has one of. */
const MARKED = /[[\]*~_\\`|]/

/** The line below the head of a table. */
const DELIMITERS = /^\|(?: :?-{3,}:? \|)+$/

/** Text of one line of Markdown: no marks, no link addresses, no images. Cells of a table are parted by tabs. */
function lineText(line: string): string {
  const text = line.replace(LINE_START, '')
  if (!MARKED.test(text)) return text
  const isRow = text.startsWith('| ') && text.endsWith(' |')
  const marked = isRow ? text.slice(2, -2).replace(/ (?<!\\)\| /g, '\t') : text.replace(/^\[\^[^\]]{1,40}\]: */, '').replace(/\\$/, '')
  let out = ''
  let from = 0
  for (const { start, end, value } of codeSpans(marked)) {
    out += unmarked(marked.slice(from, start)) + (isRow ? value.replaceAll('\\|', '|') : value)
    from = end
  }
  return out + unmarked(marked.slice(from))
}

const unmarked = (text: string): string =>
  text
    .replace(/\[\^[^\]\s]{1,40}\]/g, '')
    .replace(/!\[(?:\\.|[^[\]\\]){0,2000}\]\([^()\s]{0,4000}(?:\s+"(?:\\.|[^"\\]){0,1000}")?\)/g, '')
    .replace(/\]\([^()\s]{0,4000}(?:\s+"(?:\\.|[^"\\]){0,1000}")?\)/g, '')
    .replace(/(?<!\\)\[/g, '')
    .replace(/(?<!\\)(?:\*{1,3}|~~)/g, '')
    .replace(/(?<![\\\p{L}\p{N}])_|(?<!\\)_(?![\p{L}\p{N}])/gu, '')
    .replace(ESCAPE, '$1')

/** Code in a line: runs of as many ticks on both sides. */
function codeSpans(line: string): { start: number; end: number; value: string }[] {
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
  let open: Fence | null = null
  for (const line of markdown.split('\n')) {
    const after = fenceAfter(line, open)
    if (open !== null && after !== null) out.push(line.slice(/^[ >]*/.exec(line.slice(0, prefixOf(open.line).length))![0].length))
    else if (open === after && !DELIMITERS.test(line.replace(LINE_START, ''))) out.push(lineText(line))
    open = after
  }
  return out.join('\n')
}

/** Words of Markdown's plain text, by the segmentation of the Unicode standard (`Intl.Segmenter`). */
export const countWords = (markdown: string): number => countSegments(plainText(markdown))
