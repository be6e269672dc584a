/** An OpenDocument file (ISO/IEC 26300): text, spreadsheet or presentation, as HTML. */

import { escaped, type ListItem, linkTo, listHtml, type TableCell, tableHtml, tagged } from '../body/html.ts'
import { Counting } from './counting.ts'
import type { Package } from './package.ts'
import { at, elementsOf, textIn, within, type Xml } from './xml.ts'

/** What was deleted, what is said about the text, and what stands on every page. */
const GONE =
  /^(?:hidden-text|hidden-paragraph|ruby-text|tracked-changes|annotation|annotation-end|forms|notes|sequence-decls|table-of-content|alphabetical-index|settings)$/
const MOST_CELLS = 100_000
const MOST_COLUMNS = 200
const DEEPEST = 9

/** @returns null for an archive that holds no such file */
export function openDocumentHtml(file: Package): string | null {
  const body = at(file.xml('content.xml'), 'document-content', 'body')
  if (body === undefined) return null
  const writer = new Writer(stylesOf(file))
  const html = writer.blocks(body)
  if (writer.cut) file.cut = true
  return html
}

/** What the file says of itself: `title`, `creator`, `initial-creator`, `creation-date`, `language`. */
export function openDocumentProperty(file: Package, name: string): string | null {
  const text = textIn(at(file.xml('meta.xml'), 'document-meta', 'meta', name)).trim()
  return text === '' ? null : text
}

class Writer {
  cut = false
  private readonly styles: Styles
  private left = MOST_CELLS

  constructor(styles: Styles) {
    this.styles = styles
  }

  blocks(parent: Xml): string {
    return elementsOf(parent)
      .map((child) => this.block(child))
      .join('')
  }

  private block(element: Xml): string {
    const { name, attributes } = element
    if (GONE.test(name)) return ''
    if (name === 'h') return wrapped(headingTag(element), this.inline(element))
    if (name === 'p') return wrapped(isTitle(element, this.styles) ? 'h1' : 'p', this.inline(element))
    if (name === 'list') return this.list(element)
    if (name === 'table') return this.table(element)
    if (name === 'spreadsheet')
      return elementsOf(element, 'table')
        .map((sheet) => {
          const table = this.table(sheet)
          return table === '' ? '' : wrapped('h2', escaped(sheet.attributes.name ?? '')) + table
        })
        .join('')
    // A page of a presentation, by its name.
    if (name === 'page') return `${wrapped('h2', escaped(attributes.name ?? ''))}${this.blocks(element)}`
    return this.blocks(element)
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
        const html = texts
          .map((text) => this.inline(text))
          .filter((text) => text.trim() !== '')
          .join('<br>')
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
      else if (child.name === 'note') html += ` (${this.inline(at(child, 'note-body', 'p') ?? child)})`
      else if (child.name === 'frame' || child.name === 'custom-shape') html += escaped(altOf(child))
      else if (child.name === 'span') html += this.span(child)
      else if (!GONE.test(child.name)) html += this.inline(child)
    }
    return html
  }

  private span(element: Xml): string {
    if (this.styles.hidden.has(element.attributes['style-name'] ?? '')) return ''
    const html = this.inline(element)
    const tags = html.trim() === '' ? [] : (this.styles.marks.get(element.attributes['style-name'] ?? '') ?? [])
    return tagged(html, tags)
  }

  private table(table: Xml): string {
    if (this.styles.hidden.has(table.attributes['style-name'] ?? '')) return ''
    const unseen = hiddenColumns(table)
    const rows: TableCell[][] = []
    for (const row of rowsIn(table)) {
      const cells: TableCell[] = []
      for (const cell of elementsOf(row)) {
        if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue
        const html = this.blocks(cell).replace(/^<p>((?:(?!<\/?p>).)*)<\/p>$/s, '$1')
        // Empty cells repeat to the edge of the sheet.
        const times = Number(cell.attributes['number-columns-repeated'] ?? 1) || 1
        const most = Math.min(times, MOST_COLUMNS - cells.length, this.left)
        if (most < times && html !== '') this.cut = true
        for (let time = 0; time < most; time += 1) cells.push({ html })
        this.left -= most
      }
      for (const column of unseen) if (column < cells.length) cells[column] = { html: '' }
      while (cells.length > 0 && cells.at(-1)!.html === '') cells.pop()
      if (cells.length === 0) continue
      // Rows that are alike are written once.
      const times = Math.min(Number(row.attributes['number-rows-repeated'] ?? 1) || 1, Math.max(1, Math.floor(this.left / cells.length)))
      this.left -= (times - 1) * cells.length
      for (let time = 0; time < times; time += 1) rows.push(cells)
    }
    const width = Math.max(0, ...rows.map((row) => row.length))
    return tableHtml(rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => ({ html: '' }))]))
  }
}

/** The columns of a sheet that are folded away, from 0. */
function hiddenColumns(table: Xml): number[] {
  const hidden: number[] = []
  let column = 0
  for (const { attributes } of elementsOf(table, 'table-column')) {
    const times = Math.min(MOST_COLUMNS, Number(attributes['number-columns-repeated'] ?? 1) || 1)
    if (/^(?:collapse|filter)$/.test(attributes.visibility ?? ''))
      for (let time = 0; time < times && column + time < MOST_COLUMNS; time += 1) hidden.push(column + time)
    column += times
  }
  return hidden
}

const headingTag = ({ attributes }: Xml): string => `h${within(attributes['outline-level'], 1, 6)}`

const wrapped = (tag: string, html: string): string => (html.trim() === '' ? '' : `<${tag}>${html}</${tag}>`)

/** Rows of a table, those of its head and of groups among them; what is hidden is not shown. */
const rowsIn = (table: Xml): Xml[] =>
  elementsOf(table).flatMap((child) => {
    if (child.name === 'table-row') return /^(?:collapse|filter)$/.test(child.attributes.visibility ?? '') ? [] : [child]
    return /^table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsIn(child) : []
  })

/** Names of styles by what they say. */
type Styles = {
  readonly marks: ReadonlyMap<string, readonly string[]>
  readonly titles: ReadonlySet<string>
  /** Texts and sheets that are not shown. */
  readonly hidden: ReadonlySet<string>
  readonly counting: Counting
}

const isTitle = ({ attributes }: Xml, { titles }: Styles): boolean => titles.has(attributes['style-name'] ?? '')

function stylesOf(file: Package): Styles {
  const marks = new Map<string, readonly string[]>()
  const titles = new Set(['Title'])
  const counting = new Counting()
  const hidden = new Set<string>()
  const own = at(file.xml('content.xml'), 'document-content', 'automatic-styles')
  for (const style of [...elementsOf(at(file.xml('styles.xml'), 'document-styles', 'styles')), ...elementsOf(own)]) {
    const name = style.attributes.name ?? ''
    if (style.name === 'list-style') counting.add(style)
    if (style.name !== 'style') continue
    if (style.attributes['parent-style-name'] === 'Title') titles.add(name)
    if (at(style, 'text-properties')?.attributes.display === 'none' || at(style, 'table-properties')?.attributes.display === 'false')
      hidden.add(name)
    if (style.attributes.family === 'text') marks.set(name, marksOf(at(style, 'text-properties')?.attributes ?? {}))
  }
  return { marks, titles, hidden, counting }
}

function marksOf(said: Readonly<Record<string, string>>): string[] {
  const place = /^(super|sub|-?[1-9]\d*%)/.exec(said['text-position'] ?? '')?.[1]
  return [
    ...(/^(?:bold|[6-9]00)$/.test(said['font-weight'] ?? '') ? ['strong'] : []),
    ...(/^(?:italic|oblique)$/.test(said['font-style'] ?? '') ? ['em'] : []),
    ...(/^(?!none)./.test(said['text-line-through-style'] ?? '') ? ['del'] : []),
    ...(place === undefined ? [] : [place === 'sub' || place.startsWith('-') ? 'sub' : 'sup']),
  ]
}

/** The text in a frame, or words for its picture. */
const altOf = (frame: Xml): string => {
  const text = elementsOf(at(frame, 'text-box')).map(textIn).join(' ').trim()
  const words = textIn(at(frame, 'desc') ?? at(frame, 'title')).trim()
  return text !== '' ? ` ${text} ` : words === '' ? '' : ` [${words}] `
}
