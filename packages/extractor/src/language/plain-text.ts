import { type Fence, fenceAfter, isDelimiterRow, isRow, prefixOf } from '../body/layout.ts'
import { countSegments } from './count-words.ts'
import { inlineText } from './inline-text.ts'

/** Marks of quotes and items at the beginning of a line. */
const AROUND = /^(?:\s|>|[-*](?=\s|$)|\d{1,9}[.)](?=\s|$))*/
/** What an item or a line may begin with besides: the box of a task, or the marks of a heading. */
const IN_ITEM = /^(?:\[[ xX]\]|#{1,6})(?:\s+|$)/
const HEADING = /^#{1,6}(?:\s+|$)/
const RULE = '***'
const NOTE = /^\[\^[^\]\s]{1,40}\]: */
/** With what a block of its own begins, besides the marks of quotes. */
const BEGINS = /[^\s>]/

type Line = { readonly text: string; readonly begins: boolean }

/** Numbers of items, and the box of a task. */
const SAYING = /\d{1,9}[.)]|\[[ xX]\]/g

/** @param says whether what only marks say is kept: the numbers of items, and whether a task is done */
function lineOf(line: string, says: boolean): Line {
  const around = AROUND.exec(line)![0]
  const rest = line.slice(around.length)
  const isItem = BEGINS.test(around)
  const marks = (isItem ? IN_ITEM : HEADING).exec(rest)?.[0] ?? ''
  const said = says && isItem ? ((around + marks).match(SAYING) ?? []).map((mark) => `${mark} `).join('') : ''
  return { text: rest === RULE ? '' : said + rest.slice(marks.length), begins: isItem || marks !== '' }
}

const cellsOf = (row: string, says: boolean): string =>
  row
    .slice(2, -2)
    .split(' | ')
    .reduce((text, cell, at) => `${text}${at === 0 ? '' : '\t'}${inlineText(cell.replaceAll('\\|', '|'), says)}`, '')

/** Plain text of Markdown of ours, one line per block; code keeps its lines, addresses and images do not count. Cells are parted by tabs. */
export const plainText = (markdown: string): string => textOf(markdown, false)

/** The same with what only marks say: numbers of items, whether a task is done, and what is struck out (between `~~`). */
export const sayingText = (markdown: string): string => textOf(markdown, true)

function textOf(markdown: string, says: boolean): string {
  const out: string[] = []
  /** Lines of one block: a link may begin on one and end on another. */
  let block: string[] = []
  const end = (): void => {
    if (block.length > 0) out.push(inlineText(block.join('\n').replace(NOTE, ''), says))
    block = []
  }
  const lines = markdown.split('\n')
  let open: Fence | null = null
  let table: 'none' | 'head' | 'rows' = 'none'
  for (const [at, line] of lines.entries()) {
    const after = fenceAfter(line, open)
    if (open !== after || open !== null) end()
    if (open !== null && after !== null) out.push(line.slice(/^[ >]*/.exec(line.slice(0, prefixOf(open.line).length))![0].length))
    else if (open === after) {
      const { text, begins } = lineOf(line, says)
      if (table === 'head') table = 'rows'
      else if (isRow(text) && (table === 'rows' || isDelimiterRow(lineOf(lines[at + 1] ?? '', false).text))) {
        if (table === 'none') table = 'head'
        end()
        out.push(cellsOf(text, says))
      } else {
        table = 'none'
        if (begins || text === '') end()
        block.push(text)
        if (text === '') end()
      }
    }
    open = after
  }
  end()
  return out.join('\n')
}

/** Words of Markdown's plain text, by the segmentation of the Unicode standard (`Intl.Segmenter`). */
export const countWords = (markdown: string): number => countSegments(plainText(markdown))
