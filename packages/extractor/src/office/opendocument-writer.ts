/** Texts, lists, tables and drawings of an OpenDocument file as HTML (ISO/IEC 26300-1, 5 to 10). */
import { escaped, type ListItem, linkTo, listHtml, tagged } from '../body/html.ts'
import { mathMl } from './mathml.ts'
import { type Styles, stylesOf } from './opendocument-styles.ts'
import { Cells } from './opendocument-table.ts'
import type { Package } from './package.ts'
import { gridHtml, tablesHtml } from './regions.ts'
import { at, below, elementsOf, textIn, within, type Xml } from './xml.ts'

/** What was deleted, what is said about the text, and what stands on every page. */
const GONE =
  /^(?:hidden-text|hidden-paragraph|ruby-text|tracked-changes|annotation|annotation-end|forms|notes|sequence-decls|table-of-content|alphabetical-index|settings|shapes)$/
/** What is drawn, with text in it. */
const SHAPE = /^(?:frame|custom-shape|rect|ellipse|circle|polygon|polyline|regular-polygon|path|line|connector|caption|measure|g)$/
const DEEPEST = 9
const MOST_BLANKS = 200

export class OpenWriter {
  private readonly file: Package
  private readonly styles: Styles
  private readonly cells: Cells
  /** What stands in frames of the paragraph that is being read, which comes behind it. */
  private framed: string[] = []

  constructor(file: Package) {
    this.file = file
    this.styles = stylesOf(file)
    this.cells = new Cells(file)
  }

  blocks(parent: Xml): string {
    const parts: string[] = []
    let code: string[] = []
    const endCode = (): void => {
      if (code.length > 0) parts.push(wrapped('pre', code.join('\n')))
      code = []
    }
    for (const child of elementsOf(parent))
      if (this.roleOf(child) === 'pre') code.push(codeOf(child))
      else {
        endCode()
        parts.push(this.block(child))
      }
    endCode()
    return parts.join('')
  }

  /** What a paragraph is by its style. */
  private roleOf({ name, attributes }: Xml): string | undefined {
    return name === 'p' ? this.styles.roleOf(attributes['style-name'] ?? '') : undefined
  }

  private block(element: Xml): string {
    const { name } = element
    if (GONE.test(name)) return ''
    if (name === 'h') return this.paragraph(headingTag(element), element)
    if (name === 'p') return this.paragraph(this.roleOf(element) ?? 'p', element)
    if (name === 'list') return this.list(element)
    if (name === 'table') return this.table(element)
    if (name === 'spreadsheet')
      return elementsOf(element, 'table')
        .map((sheet) => this.sheet(sheet))
        .join('')
    if (name === 'page') return this.page(element)
    return name === 'frame' ? this.frame(element) : this.blocks(element)
  }

  /** A text, and what stands in its frames. */
  private paragraph(tag: string, element: Xml): string {
    const { html, framed } = this.apart(() => this.inline(element))
    return wrapped(tag, html) + framed
  }

  private apart(read: () => string): { html: string; framed: string } {
    const outer = this.framed
    this.framed = []
    const html = read()
    const framed = this.framed.join('')
    this.framed = outer
    return { html, framed }
  }

  /** A page of a presentation by its title, or by its name. */
  private page(page: Xml): string {
    if (this.styles.hidden.has(page.attributes['style-name'] ?? '')) return ''
    const frames = elementsOf(page).filter(({ attributes }) => attributes.placeholder !== 'true')
    const title = frames.find(({ attributes }) => attributes.class === 'title')
    const named = below(title, 'p')
      .map((line) => this.apart(() => this.inline(line)).html.trim())
      .join(' ')
    const rest = frames.filter((frame) => frame !== title).map((frame) => this.block(frame))
    return wrapped('h2', named === '' ? escaped(page.attributes.name ?? '') : named) + rest.join('')
  }

  private list(list: Xml): string {
    const parts: string[] = []
    let items: ListItem[] = []
    const endList = (): void => {
      if (items.length > 0) parts.push(listHtml(items))
      items = []
    }
    const { counting } = this.styles
    /** @param outer the style of the list around, which its lists have as well; @param isOnTheWay whether that goes on, and only leads to this one */
    const walk = (one: Xml, depth: number, outer: string, isOnTheWay: boolean): void => {
      const style = one.attributes['style-name'] ?? outer
      const goesOn = isOnTheWay || one.attributes['continue-numbering'] === 'true' || one.attributes['continue-list'] !== undefined
      counting.begin(style, depth, goesOn)
      for (const item of elementsOf(one).filter(({ name }) => /^list-(?:item|header)$/.test(name))) {
        const texts = elementsOf(item).filter(({ name }) => name === 'p' || name === 'h')
        const { html, framed } = this.apart(() =>
          texts
            .map((text) => this.inline(text))
            .filter((text) => text.trim() !== '')
            .join('<br>'),
        )
        const from = Number(item.attributes['start-value'] ?? Number.NaN)
        const mark =
          html === '' || item.name === 'list-header'
            ? null
            : counting.next(style, Math.min(depth, DEEPEST), Number.isNaN(from) ? null : from)
        const heading = texts.find(({ name }) => name === 'h')
        if (html !== '' && (heading !== undefined || (mark !== null && mark.label !== null))) {
          endList()
          const label = mark === null ? '' : `${escaped(mark.label ?? `${mark.value}.`)} `
          parts.push(wrapped(heading === undefined ? 'p' : headingTag(heading), label + html))
        } else if (html !== '') items.push({ html, depth, ordered: mark !== null, start: mark?.value ?? 1 })
        if (framed !== '') {
          endList()
          parts.push(framed)
        }
        for (const inner of elementsOf(item)) {
          if (inner.name === 'list') walk(inner, depth + 1, style, goesOn && html === '')
          else if (inner.name === 'table') {
            endList()
            parts.push(this.table(inner))
          }
        }
      }
    }
    walk(list, 0, '', false)
    endList()
    return parts.join('')
  }

  private inline(element: Xml): string {
    let html = ''
    for (const child of element.children) {
      if (typeof child === 'string') html += escaped(child.replace(/\s+/g, ' '))
      else if (child.name === 's' || child.name === 'tab') html += ' '
      else if (child.name === 'line-break') html += '<br>'
      else if (child.name === 'a') html += linkTo(child.attributes.href, this.inline(child))
      else if (child.name === 'note') html += ` (${this.note(child)})`
      else if (SHAPE.test(child.name)) html += this.drawn(child)
      else if (child.name === 'span') html += this.span(child)
      else if (child.name === 'ruby') html += `<ruby>${this.inline(child)}<rt>${escaped(textIn(at(child, 'ruby-text')))}</rt></ruby>`
      else if (!GONE.test(child.name)) html += this.inline(child)
    }
    return html
  }

  private note(note: Xml): string {
    const texts = elementsOf(at(note, 'note-body'), 'p')
    return texts.length === 0 ? this.inline(note) : texts.map((text) => this.inline(text).trim()).join(' ')
  }

  private span(element: Xml): string {
    if (this.styles.hidden.has(element.attributes['style-name'] ?? '')) return ''
    const html = this.inline(element)
    const tags = html.trim() === '' ? [] : (this.styles.marks.get(element.attributes['style-name'] ?? '') ?? [])
    return tagged(html, tags)
  }

  /** What is drawn within a text: formulas and words for a picture stand in it, all else behind it. */
  private drawn(shape: Xml): string {
    const html = this.block(shape)
    if (html.startsWith('<math>')) return html
    if (html !== '') this.framed.push(html)
    const words = textIn(at(shape, 'desc') ?? at(shape, 'title')).trim()
    return html !== '' || words === '' ? '' : ` [${escaped(words)}] `
  }

  /** What stands in a frame: text, a table or a chart. Of what is there twice, the first is meant. */
  private frame(frame: Xml): string {
    const object = at(frame, 'object')
    return object === undefined ? this.blocks(frame) : this.object(object)
  }

  /** A formula or a chart, which are parts of their own: of a chart its title, and its values as a table. */
  private object({ attributes }: Xml): string {
    const part = this.file.once(`${attributes.href ?? ''}/content.xml`)
    const [formula, chart] = [at(part, 'math'), at(part, 'document-content', 'body', 'chart', 'chart')]
    if (formula !== undefined) return mathMl(formula)
    const titles = elementsOf(at(chart, 'title'), 'p').map((title) => wrapped('p', tagged(this.inline(title), ['strong'])))
    return [...titles, ...elementsOf(chart, 'table').map((table) => this.table(table))].join('')
  }

  private table(table: Xml): string {
    if (this.styles.hidden.has(table.attributes['style-name'] ?? '')) return ''
    const rows = this.cells.rows(table, (cell) => this.blocks(cell).replace(/^<p>((?:(?!<\/?p>).)*)<\/p>$/s, '$1'))
    return gridHtml(rows, this.file)
  }

  /** A sheet and its tables; charts show what stands in cells, so they are read where there are none. */
  private sheet(sheet: Xml): string {
    if (this.styles.hidden.has(sheet.attributes['style-name'] ?? '')) return ''
    const html = tablesHtml(
      this.cells.rows(sheet, (cell) => this.cellOf(cell)),
      this.file,
    )
    const charts = (): string =>
      below(sheet, 'object')
        .map((object) => this.object(object))
        .join('')
    const shown = html === '' ? charts() : html
    return shown === '' ? '' : wrapped('h2', escaped(sheet.attributes.name ?? '')) + shown
  }

  /** A cell of a sheet: days by their own names, all else as it is shown. */
  private cellOf(cell: Xml): string {
    const day = cell.attributes['value-type'] === 'date' ? cell.attributes['date-value'] : undefined
    if (day !== undefined) return escaped(day.replace(/T00:00:00$/, '').replace('T', ' '))
    return elementsOf(cell, 'p')
      .map((line) => this.apart(() => this.inline(line)).html)
      .join('<br>')
      .trim()
  }
}

const headingTag = ({ attributes }: Xml): string => `h${within(attributes['outline-level'], 1, 6)}`

/** A line of code with its blanks as they are. */
const codeOf = (element: Xml): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return escaped(child)
      if (child.name === 's') return ' '.repeat(within(child.attributes.c, 1, MOST_BLANKS))
      return child.name === 'tab' ? '\t' : child.name === 'line-break' ? '\n' : GONE.test(child.name) ? '' : codeOf(child)
    })
    .join('')

const wrapped = (tag: string, html: string): string => (html.trim() === '' ? '' : `<${tag}>${html}</${tag}>`)
