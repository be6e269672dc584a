/** A Word file (ISO/IEC 29500-1, WordprocessingML) as HTML: what a reader sees of its body, and its notes. */
import { escaped, type ListItem, listHtml } from '../body/html.ts'
import { CODE_STYLE, type Style, Styles } from './docx-styles.ts'
import { HOLDS, wordTableHtml } from './docx-table.ts'
import { GRAPHIC, graphicHtml } from './graphics.ts'
import { Numbering } from './numbering.ts'
import type { Package } from './package.ts'
import { type Around, runsHtml } from './runs.ts'
import { at, below, elementsOf, isSet, textIn, within, type Xml } from './xml.ts'

const UNSEEN = /^(?:del|moveFrom|Fallback)$/
const CONTENTS = /^toc (?:\d|heading)$/i
const QUOTE = /^(?:(?:intense )?quote|block text|quotations?)$/i
const DROPPED = /^(?:drop|margin)$/
const DEEPEST = 8

export function docxHtml(file: Package, main: string): string | null {
  const body = at(file.xml(main), 'document', 'body')
  return body === undefined ? null : new Writer(file, main).document(body)
}

class Writer {
  private readonly file: Package
  private readonly main: string
  private readonly styles: Styles
  private readonly numbering: Numbering
  private readonly around: Around
  /** Notes that were referred to, by their names in that order. */
  private readonly notes = new Map<string, { readonly number: number; html: string }>()
  /** Items of the list that is being read. */
  private items: ListItem[] = []
  private code: string[] = []
  /** A dropped capital, which stands in a paragraph of its own before the one that it begins. */
  private initial = ''
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
    this.styles = new Styles(beside('styles'))
    this.around = {
      link: (id) => file.link(main, id),
      note: (kind, id) => this.note(sources.get(`${kind}-${id}`), `${kind}-${id}`),
      hides: (style) => this.styles.inherited(this.styles.get(style), 'hidden') ?? false,
    }
  }

  document(body: Xml): string {
    const html = this.letterhead(body, 'header') + this.blocks(body) + this.endList() + this.letterhead(body, 'footer')
    const notes = [...this.notes].map(([name, note]) => `<li id="${name}">${note.html} <a href="#ref-${name}">↩</a></li>`)
    return notes.length === 0 ? html : `${html}<ol>${notes.join('')}</ol>`
  }

  /** What stands at an edge of the first page alone: who writes a letter, and when. What counts pages is of the pages. */
  private letterhead(body: Xml, edge: 'header' | 'footer'): string {
    const inner = elementsOf(body, 'p').map((paragraph) => at(paragraph, 'pPr', 'sectPr'))
    const section = inner.find((one) => one !== undefined) ?? at(body, 'sectPr')
    const said = elementsOf(section, `${edge}Reference`).find(({ attributes }) => attributes.type === 'first')
    if (said === undefined || !isSet(section, 'titlePg')) return ''
    const part = this.file.targets(this.main).get(said.attributes.id ?? '') ?? ''
    const own = elementsOf(this.file.once(part))[0]
    return own === undefined || countsPages(own) ? '' : new Writer(this.file, part).apart(own)
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
      else if (child.name === 'tbl') html += this.endList() + wordTableHtml(child, (cell) => this.cell(cell))
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

  /** What is being put together: a list, lines of code, or a capital that nothing followed. */
  private endList(): string {
    const html = listHtml(this.items) + (this.code.length === 0 ? '' : `<pre>${this.code.join('\n')}</pre>`)
    const initial = this.initial === '' ? '' : `<p>${this.initial}</p>`
    this.items = []
    this.code = []
    this.initial = ''
    return html + initial
  }

  private paragraph(paragraph: Xml): string {
    const properties = at(paragraph, 'pPr')
    const style = this.styles.get(at(properties, 'pStyle')?.attributes.val)
    // The contents of a file are its headings, which follow.
    if (CONTENTS.test(style?.name ?? '')) return ''
    if (this.styles.inherited(style, 'hidden')) return ''
    const { initial } = this
    this.initial = ''
    const boxed = framesIn(paragraph)
      .map((frame) => (GRAPHIC.test(frame.name) ? graphicHtml(this.file, this.main, frame) : this.apart(frame)))
      .join('')
    const level = this.levelOf(properties, style)
    const isCode = level === null && CODE_STYLE.test(style?.name ?? '')
    const text = initial + runsHtml(paragraph, this.around, level !== null || isCode)
    if (boxed === '' && DROPPED.test(at(properties, 'framePr')?.attributes.dropCap ?? '')) {
      this.initial = text
      return ''
    }
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
    if (isEmpty) return `<p>${mark?.kind === 'number' ? mark.value : escaped(mark?.kind === 'label' ? mark.text : '')}</p>${boxed}`
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
    const outline = own === undefined ? this.styles.inherited(style, 'outline') : Number(own)
    return outline === undefined || !(outline >= 0 && outline < 9) ? null : Math.min(6, outline + 1)
  }

  private listOf(properties: Xml | undefined, style: Style | undefined): { id: string; depth: number } | null {
    const said = (name: 'numId' | 'ilvl'): string | undefined =>
      at(properties, 'numPr', name)?.attributes.val ?? this.styles.inherited(style, name)
    const [id, depth] = [said('numId'), said('ilvl')]
    if (id === undefined || id === '0') return null
    return { id, depth: depth === undefined ? this.numbering.depthOf(id, style?.id ?? '') : within(depth, 0, DEEPEST) }
  }
}

const countsPages = (part: Xml): boolean =>
  [...below(part, 'instrText').map(textIn), ...below(part, 'fldSimple').map(({ attributes }) => attributes.instr ?? '')].some((field) =>
    /^\s*(?:PAGE|NUMPAGES)\b/i.test(field),
  )

/** Boxes of text, charts and diagrams of a paragraph, in order; of what is there twice, the first is meant. */
const framesIn = (element: Xml): Xml[] =>
  elementsOf(element).flatMap((child) => {
    if (child.name === 'txbxContent' || GRAPHIC.test(child.name)) return [child]
    return UNSEEN.test(child.name) || isSet(at(child, 'rPr'), 'vanish') ? [] : framesIn(child)
  })
