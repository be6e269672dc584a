/** A Word file (ISO/IEC 29500-1, WordprocessingML) as HTML: what a reader sees of its body, and its notes. */
import { escaped, type ListItem, listHtml, type TableCell, tableHtml } from '../body/html.ts'
import { GRAPHIC, graphicHtml } from './graphics.ts'
import { Numbering } from './numbering.ts'
import type { Package } from './package.ts'
import { type Around, runsHtml } from './runs.ts'
import { at, elementsOf, isSet, within, type Xml } from './xml.ts'

type Style = {
  readonly id: string
  readonly name: string
  readonly basedOn: string
  readonly outline: number | undefined
  readonly numId: string | undefined
  readonly ilvl: string | undefined
  readonly hidden: boolean | undefined
}

/** Styles that build on each other. */
const MOST_BASES = 10
/** What holds paragraphs and says nothing itself; of what was inserted all is there. */
const HOLDS = /^(?:sdt|sdtContent|smartTag|customXml|ins|moveTo|body|Choice|AlternateContent)$/
const UNSEEN = /^(?:del|moveFrom|Fallback)$/
const CONTENTS = /^toc (?:\d|heading)$/i
const CODE = /^(?:source code|html preformatted|preformatted text|code(?: block| text)?|verbatim(?: char)?|macro text)$/i
const QUOTE = /^(?:(?:intense )?quote|block text|quotations?)$/i
const DEEPEST = 8
const MOST_SPANNED = 100

export function docxHtml(file: Package, main: string): string | null {
  const body = at(file.xml(main), 'document', 'body')
  return body === undefined ? null : new Writer(file, main).document(body)
}

class Writer {
  private readonly file: Package
  private readonly main: string
  private readonly styles: ReadonlyMap<string, Style>
  private readonly numbering: Numbering
  private readonly around: Around
  /** Notes that were referred to, by their names in that order. */
  private readonly notes = new Map<string, { readonly number: number; html: string }>()
  /** Items of the list that is being read. */
  private items: ListItem[] = []
  private code: string[] = []
  private isInCell = false

  constructor(file: Package, main: string) {
    this.file = file
    this.main = main
    const beside = (kind: string): Xml | undefined => file.beside(main, kind)
    const sources = new Map(
      ['footnote', 'endnote'].flatMap((kind) =>
        elementsOf(at(beside(`${kind}s`), `${kind}s`), kind).map((note): [string, Xml] => [`${kind}-${note.attributes.id}`, note]),
      ),
    )
    this.numbering = new Numbering(beside('numbering'))
    this.styles = new Map(
      elementsOf(at(beside('styles'), 'styles'), 'style').map((style) => [style.attributes.styleId ?? '', styleOf(style)]),
    )
    this.around = {
      link: (id) => file.link(main, id),
      note: (kind, id) => this.note(sources.get(`${kind}-${id}`), `${kind}-${id}`),
      hides: (style) => this.inherited(this.styles.get(style), (one) => one.hidden) ?? false,
    }
  }

  document(body: Xml): string {
    const html = this.blocks(body) + this.endList()
    const notes = [...this.notes].map(([name, note]) => `<li id="${name}">${note.html} <a href="#ref-${name}">↩</a></li>`)
    return notes.length === 0 ? html : `${html}<ol>${notes.join('')}</ol>`
  }

  /** The reference to a note, which is read once. */
  private note(source: Xml | undefined, id: string): string {
    if (source === undefined) return ''
    const name = id.replace(/[^\w-]/g, '')
    let note = this.notes.get(name)
    if (note === undefined) {
      note = { number: this.notes.size + 1, html: '' }
      this.notes.set(name, note)
      note.html = elementsOf(source, 'p')
        .map((paragraph) => runsHtml(paragraph, this.around, false))
        .join('<br>')
    }
    return `<sup id="ref-${name}"><a href="#${name}">${note.number}</a></sup>`
  }

  private blocks(parent: Xml): string {
    let html = ''
    for (const child of elementsOf(parent)) {
      if (child.name === 'p') html += this.paragraph(child)
      else if (child.name === 'tbl') html += this.endList() + this.table(child)
      // Of what is there twice, the first is meant.
      else if (child.name === 'AlternateContent') html += this.blocks(at(child, 'Choice') ?? child)
      else if (HOLDS.test(child.name)) html += this.blocks(child)
    }
    return html
  }

  /** Blocks that stand for themselves: lists neither come into them nor go on behind them. */
  private apart(parent: Xml): string {
    const [items, code] = [this.items, this.code]
    ;[this.items, this.code] = [[], []]
    const html = this.blocks(parent) + this.endList()
    ;[this.items, this.code] = [items, code]
    return html
  }

  private cell(cell: Xml): string {
    const outer = this.isInCell
    this.isInCell = true
    const html = this.apart(cell)
    this.isInCell = outer
    return html
  }

  /** What is being put together: a list, or lines of code. */
  private endList(): string {
    const html = listHtml(this.items) + (this.code.length === 0 ? '' : `<pre>${this.code.join('\n')}</pre>`)
    this.items = []
    this.code = []
    return html
  }

  private paragraph(paragraph: Xml): string {
    const properties = at(paragraph, 'pPr')
    const style = this.styles.get(at(properties, 'pStyle')?.attributes.val ?? '')
    // The contents of a file are its headings, which follow.
    if (CONTENTS.test(style?.name ?? '')) return ''
    if (this.inherited(style, (one) => one.hidden)) return ''
    const boxed = framesIn(paragraph)
      .map((frame) => (GRAPHIC.test(frame.name) ? graphicHtml(this.file, this.main, frame) : this.apart(frame)))
      .join('')
    const level = this.levelOf(properties, style)
    const isCode = level === null && CODE.test(style?.name ?? '')
    const text = runsHtml(paragraph, this.around, level !== null || isCode)
    if (isCode && boxed === '') {
      const before = this.items.length > 0 ? this.endList() : ''
      this.code.push(text)
      return before
    }
    const list = this.listOf(properties, style)
    const mark = list === null ? null : this.numbering.next(list.id, list.depth)
    const isEmpty = text.trim() === ''
    // A number alone is what a column of numbers shows.
    if (isEmpty && (!this.isInCell || mark === null || mark.kind === 'bullet')) return boxed === '' ? '' : this.endList() + boxed
    if (isEmpty) return `<p>${mark?.kind === 'number' ? mark.value : escaped(mark?.kind === 'label' ? mark.text : '')}</p>`
    if (list !== null && mark !== null && mark.kind !== 'label' && level === null) {
      const before = this.code.length > 0 ? this.endList() : ''
      this.items.push({ html: text, depth: list.depth, ordered: mark.kind === 'number', start: mark.kind === 'number' ? mark.value : 1 })
      return before + (boxed === '' ? '' : this.endList() + boxed)
    }
    const label = mark?.kind === 'label' ? `${mark.text} ` : mark?.kind === 'number' ? `${mark.value}. ` : ''
    const tag = level !== null ? `h${level}` : QUOTE.test(style?.name ?? '') ? 'blockquote' : 'p'
    return `${this.endList()}<${tag}>${escaped(label)}${text}</${tag}>${boxed}`
  }

  private levelOf(properties: Xml | undefined, style: Style | undefined): number | null {
    const own = at(properties, 'outlineLvl')?.attributes.val
    const outline = own === undefined ? this.inherited(style, (one) => one.outline) : Number(own)
    return outline === undefined || !(outline >= 0 && outline < 9) ? null : Math.min(6, outline + 1)
  }

  private listOf(properties: Xml | undefined, style: Style | undefined): { id: string; depth: number } | null {
    const said = (name: 'numId' | 'ilvl'): string | undefined =>
      at(properties, 'numPr', name)?.attributes.val ?? this.inherited(style, (one) => one[name])
    const [id, depth] = [said('numId'), said('ilvl')]
    if (id === undefined || id === '0') return null
    return { id, depth: depth === undefined ? this.numbering.depthOf(id, style?.id ?? '') : within(depth, 0, DEEPEST) }
  }

  private inherited<T>(style: Style | undefined, of: (style: Style) => T | undefined): T | undefined {
    let one = style
    for (let step = 0; one !== undefined && step < MOST_BASES; step += 1) {
      const value = of(one)
      if (value !== undefined) return value
      one = this.styles.get(one.basedOn)
    }
    return undefined
  }

  private table(table: Xml): string {
    const rows: TableCell[][] = []
    /** Cells that go on downwards, by the column they begin in. */
    const open = new Map<number, { columns: number; rows: number; html: string }>()
    for (const row of rowsIn(table)) {
      const own: { columns: number; rows: number; html: string }[] = []
      let column = within(at(row, 'trPr', 'gridBefore')?.attributes.val, 0, MOST_SPANNED)
      if (column > 0) own.push({ columns: column, rows: 1, html: '' })
      for (const cell of cellsIn(row)) {
        const properties = at(cell, 'tcPr')
        const columns = within(at(properties, 'gridSpan')?.attributes.val, 1, MOST_SPANNED)
        const merge = at(properties, 'vMerge')
        const above = open.get(column)
        if (merge !== undefined && merge.attributes.val !== 'restart' && above !== undefined) above.rows += 1
        else {
          const told = { columns, rows: 1, html: this.cell(cell) }
          own.push(told)
          if (merge === undefined) open.delete(column)
          else open.set(column, told)
        }
        column += columns
      }
      rows.push(own)
    }
    return tableHtml(rows)
  }
}

/** Boxes of text, charts and diagrams of a paragraph, in order; of what is there twice, the first is meant. */
const framesIn = (element: Xml): Xml[] =>
  elementsOf(element).flatMap((child) => {
    if (child.name === 'txbxContent' || GRAPHIC.test(child.name)) return [child]
    return UNSEEN.test(child.name) || isSet(at(child, 'rPr'), 'vanish') ? [] : framesIn(child)
  })

/** Rows of a table, and cells of a row, also in what only holds them; what was deleted is gone. */
const rowsIn = (table: Xml): Xml[] =>
  elementsOf(table).flatMap((child) =>
    child.name === 'tr' ? (at(child, 'trPr', 'del') === undefined ? [child] : []) : HOLDS.test(child.name) ? rowsIn(child) : [],
  )
const cellsIn = (row: Xml): Xml[] =>
  elementsOf(row).flatMap((child) => (child.name === 'tc' ? [child] : HOLDS.test(child.name) ? cellsIn(child) : []))

function styleOf(style: Xml): Style {
  const properties = at(style, 'pPr')
  const name = at(style, 'name')?.attributes.val ?? ''
  const heading = /^heading ([1-9])$/i.exec(name)?.[1]
  const outline =
    at(properties, 'outlineLvl')?.attributes.val ??
    (heading === undefined ? undefined : Number(heading) - 1) ??
    (/^title$/i.test(name) ? 0 : undefined)
  return {
    id: style.attributes.styleId ?? '',
    name,
    basedOn: at(style, 'basedOn')?.attributes.val ?? '',
    outline: outline === undefined ? undefined : Number(outline),
    numId: at(properties, 'numPr', 'numId')?.attributes.val,
    ilvl: at(properties, 'numPr', 'ilvl')?.attributes.val,
    hidden: at(style, 'rPr', 'vanish') === undefined ? undefined : isSet(at(style, 'rPr'), 'vanish'),
  }
}
