/** From lines, and what the maker of a file says about them, to headings, paragraphs, code, lists and tables. */
import { codeAt, codeText } from './code.ts'
import { placeTexts } from './grid.ts'
import { breaksOff, headingAt, isLarge, levelOf, type Style, styleOf } from './headings.ts'
import { beginOf, type Line } from './lines.ts'
import { withLists } from './lists.ts'
import { withLevels } from './numbered.ts'
import { BULLET, DASH, endOf, goesOn, joined, joinLines, NUMBER, type Setting, settingOf } from './paragraphs.ts'
import { linesOf, type Part } from './parts.ts'
import { MOST_LEVELS, type PdfBlock } from './pdf-block.ts'
import { tablesOf } from './tables.ts'

/** Letters smaller than the text by this much are of notes. */
const NOTE = 0.93
const CAPTION = /^(?:table|figure|fig\.|tab\.|abb\.|tabelle|abbildung|tableau|tabla|figura) ?\d/i

/** The blocks of a document's parts, with a mark where each page begins. @param running what the pages say at their edges */
export function toPdfBlocks(parts: readonly Part[], running: ReadonlyMap<number, readonly string[]>): PdfBlock[] {
  const lines = parts.flatMap(linesOf)
  const writer = new Writer(styleOf(parts), settingOf(lines), running)
  for (const part of joinFlows(joinCode(parts))) writer.write(part)
  return withLists(withLevels(writer.blocks))
}

/** Parts in which lines that follow each other over the ends of pages are one. */
function joinFlows(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  let flow: Line[] | null = null
  for (const part of parts) {
    if (part.kind !== 'lines') {
      flow = null
      out.push(part)
      continue
    }
    if (flow === null) {
      flow = []
      out.push({ kind: 'lines', lines: flow })
    }
    for (const line of part.lines) flow.push(line)
  }
  return out
}

/** Parts in which lines of code are one that are paragraphs each. */
function joinCode(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  let code: Line[] = []
  const end = (): void => {
    const isOne = code.length > 1 && codeAt(code, 0) === code.length
    if (isOne) out.push({ kind: 'paragraph', lines: code })
    else for (const line of code) out.push({ kind: 'paragraph', lines: [line] })
    code = []
  }
  for (const part of parts) {
    const line = part.kind === 'paragraph' && part.lines.length === 1 && part.lines[0]!.mono ? part.lines[0]! : null
    const last = code.at(-1)
    if (line === null || (last !== undefined && last.page !== line.page)) end()
    if (line === null) out.push(part)
    else code.push(line)
  }
  end()
  return out
}

class Writer {
  readonly blocks: PdfBlock[] = []
  private page = 0
  /** The last paragraph in the letters of the text, which may go on behind notes and the end of a page. */
  private open: { readonly at: number; readonly lines: readonly Line[]; readonly text: string } | null = null

  private readonly style: Style
  private readonly setting: Setting
  private readonly running: ReadonlyMap<number, readonly string[]>

  constructor(style: Style, setting: Setting, running: ReadonlyMap<number, readonly string[]>) {
    this.style = style
    this.setting = setting
    this.running = running
  }

  write(part: Part): void {
    if (part.kind === 'table' || part.kind === 'figure') this.turnTo(part.page)
    if (part.kind === 'lines') this.flow(part.lines)
    else if (part.kind === 'heading') this.heading(part.lines, part.level)
    else if (part.kind === 'paragraph') this.named(part.lines)
    else if (part.kind === 'item') this.item(part.mark, part.lines)
    else if (part.kind === 'table') this.put({ kind: 'table', rows: placeTexts(part.rows, (own) => joinLines(own, this.setting)) })
    else this.put({ kind: 'paragraph', text: part.text, x: 0 })
  }

  private turnTo(page: number): void {
    if (page === this.page) return
    this.page = page
    this.blocks.push({ kind: 'page', page, edges: this.running.get(page) ?? [] })
  }

  /** A block behind which no paragraph goes on; a table may stand in the middle of one, at the top of a page. */
  private put(block: PdfBlock): void {
    if (block.kind !== 'table') this.open = null
    this.blocks.push(block)
  }

  private heading(lines: readonly Line[], level: number | null): void {
    this.turnTo(lines[0]!.page)
    this.put({ kind: 'heading', level: Math.min(MOST_LEVELS, level ?? levelOf(lines[0]!, this.style)), text: joinLines(lines, null) })
  }

  /** Lines in one flow, which their places part. */
  private flow(lines: readonly Line[]): void {
    const tables = tablesOf(lines)
    for (let at = 0; at < lines.length; ) {
      this.turnTo(lines[at]!.page)
      const table = tables.get(at)
      const code = table ? 0 : codeAt(lines, at)
      const heading = table || code > 0 ? 0 : headingAt(lines, at, this.style, this.setting)
      if (table) {
        this.put({ kind: 'table', rows: table.rows })
        at = table.end
      } else if (code > 0) {
        this.put({ kind: 'code', text: codeText(lines.slice(at, at + code)) })
        at += code
      } else if (heading > 0) {
        this.heading(lines.slice(at, at + heading), null)
        at += heading
      } else {
        const ends = (index: number): boolean =>
          tables.has(index) || codeAt(lines, index) > 0 || breaksOff(lines, index, this.style, this.setting)
        const end = endOf(lines, at, this.setting, (_, index) => !ends(index))
        this.paragraph(lines.slice(at, end))
        at = end
      }
    }
  }

  /** What is said to be a paragraph may be code, or a heading to whoever looks at it. */
  private named(lines: readonly Line[]): void {
    this.turnTo(lines[0]!.page)
    if (codeAt(lines, 0) === lines.length) this.put({ kind: 'code', text: codeText(lines) })
    else if (lines.every((line) => isLarge(line, this.style))) this.heading(lines, null)
    else this.paragraph(lines)
  }

  private item(mark: string, lines: readonly Line[]): void {
    this.turnTo(lines[0]!.page)
    const text = joinLines(lines, this.setting)
    const isMarked = [BULLET, NUMBER, DASH].some((sign) => sign.test(text))
    this.put({ kind: 'paragraph', text: isMarked || mark === '' ? text : `${mark} ${text}`, x: beginOf(lines[0]!) })
  }

  private paragraph(lines: readonly Line[]): void {
    const [line, x] = [lines[0]!, beginOf(lines[0]!)]
    const text = joinLines(lines, this.setting)
    const above = this.open?.lines.at(-1)
    const parted = above !== undefined && (line.page !== above.page || line.y > above.y)
    if (this.open !== null && parted && goesOn(this.open.lines, lines)) {
      const whole = joined(this.open.text, text, this.setting.compounds)
      this.blocks[this.open.at] = { kind: 'paragraph', text: whole, x: beginOf(this.open.lines[0]!) }
      this.open = { at: this.open.at, lines, text: whole }
    } else {
      // Notes are in smaller letters, and what they and captions stand in the middle of goes on behind them.
      if (this.open === null || (line.size > this.style.body * NOTE && !CAPTION.test(text)))
        this.open = { at: this.blocks.length, lines, text }
      this.blocks.push({ kind: 'paragraph', text, x })
    }
  }
}
