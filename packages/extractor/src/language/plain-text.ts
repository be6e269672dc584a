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

/** With what a line begins that is more than text. */
const MARKED = /^[\s>*#\d-]/

/** @param says whether what only marks say is kept: the numbers of items, and whether a task is done */
const lineOf = (line: string, says: boolean): Line => (MARKED.test(line) ? markedLine(line, says) : { text: line, begins: false })

function markedLine(line: string, says: boolean): Line {
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
  const reader = new Reader(says)
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) reader.add(lines[at]!, lines[at + 1] ?? '')
  reader.end()
  return reader.out.join('\n')
}

class Reader {
  readonly out: string[] = []
  readonly #says: boolean
  /** Lines of one block: a link may begin on one and end on another. */
  #block: string[] = []
  #open: Fence | null = null
  #table: 'none' | 'head' | 'rows' = 'none'

  constructor(says: boolean) {
    this.#says = says
  }

  add(line: string, next: string): void {
    const open = this.#open
    this.#open = fenceAfter(line, open)
    if (open === null && this.#open === null) {
      this.#addText(line, next)
      return
    }
    this.end()
    if (open !== null && this.#open !== null) this.out.push(codeIn(line, open))
  }

  end(): void {
    if (this.#block.length === 0) return
    this.out.push(inlineText(this.#block.join('\n').replace(NOTE, ''), this.#says))
    this.#block = []
  }

  #addText(line: string, next: string): void {
    const { text, begins } = lineOf(line, this.#says)
    if (this.#table === 'head') this.#table = 'rows'
    else if (isRow(text) && (this.#table === 'rows' || isDelimiterRow(lineOf(next, false).text))) this.#addRow(text)
    else {
      this.#table = 'none'
      if (begins || text === '') this.end()
      if (text === '') this.out.push('')
      else this.#block.push(text)
    }
  }

  #addRow(row: string): void {
    if (this.#table === 'none') this.#table = 'head'
    this.end()
    this.out.push(cellsOf(row, this.#says))
  }
}

/** A line of code without the marks of the quotes and items that its fence is in. */
const codeIn = (line: string, { line: fence }: Fence): string => line.slice(/^[ >]*/.exec(line.slice(0, prefixOf(fence).length))![0].length)

/** Words of Markdown's plain text, by the segmentation of the Unicode standard (`Intl.Segmenter`). */
export const countWords = (markdown: string): number => countSegments(plainText(markdown))
