/** Pieces of HTML that feeds, PDF files and files of office programs are written as, before they go through the same guard and writer as a page. */
import { clean } from '../page/limits.ts'

export const escaped = (text: string): string =>
  clean(text)
    .toWellFormed()
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** What takes all behind it along where it does not end. */
const SPANS = ['<!--', '-->', '<script', '</script>', '<style', '</style>', '<textarea', '</textarea>'] as const

/** HTML of a stranger that ends where it ends, whatever it leaves open: what follows is another's. */
export function closed(html: string): string {
  const text = html.toLowerCase()
  const isOpen = (_: string, at: number): boolean => at % 2 === 1 && text.lastIndexOf(SPANS[at - 1]!) > text.lastIndexOf(SPANS[at]!)
  return html + SPANS.filter(isOpen).join('')
}

export const linkTo = (url: string | undefined, html: string): string =>
  url !== undefined && /^(?:https?|mailto):/i.test(url) && html !== '' ? `<a href="${escaped(url)}">${html}</a>` : html

/** A line of who wrote something and when, and what else is said of it; empty where nothing is known. */
export function headHtml(author: string, ...said: readonly string[]): string {
  const head = [author === '' ? '' : `<b>${escaped(author)}</b>`, ...said.map(escaped)].filter((part) => part !== '').join(' · ')
  return head === '' ? '' : `<p>${head}</p>`
}

/** HTML in elements, of which the first is the outermost. */
export const tagged = (html: string, tags: readonly string[]): string => tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, html)

/** What is an item of a list, and how many lists it stands in. */
export type ListItem = { readonly html: string; readonly depth: number; readonly ordered: boolean; readonly start: number }

/** Items one in the other. An item that is farther in is of the one before it. */
export function listHtml(items: readonly ListItem[]): string {
  let html = ''
  const open: string[] = []
  for (const item of items) {
    const tag = item.ordered ? 'ol' : 'ul'
    const depth = Math.min(item.depth, open.length)
    while (open.length > depth + 1) html += `</li></${open.pop()}>`
    if (open.length === depth + 1 && open.at(-1) !== tag) html += `</li></${open.pop()}>`
    else if (open.length === depth + 1) html += '</li>'
    if (open.length === depth) {
      html += item.ordered ? `<ol start="${item.start}">` : '<ul>'
      open.push(tag)
    }
    html += `<li>${item.html}`
  }
  while (open.length > 0) html += `</li></${open.pop()}>`
  return html
}

export type TableCell = { readonly html: string; readonly columns?: number; readonly rows?: number }

/** A cell with more HTML is no name of a column. */
const LONGEST_NAME = 150

/** Rows of a table; a table of one cell is a box around it. */
export function tableHtml(rows: readonly (readonly TableCell[])[]): string {
  const told = rows.filter((row) => row.length > 0)
  if (told.length === 0) return ''
  if (told.length === 1 && told[0]!.length === 1) return told[0]![0]!.html
  const span = (name: string, count = 1): string => (count > 1 ? ` ${name}="${count}"` : '')
  // What holds other tables is taken for a frame around them where nothing names its columns.
  const areNames = told.length > 1 && told[0]!.length > 1 && told[0]!.every(({ html }) => html !== '' && html.length <= LONGEST_NAME)
  const holdsTables = areNames && told.slice(1).some((row) => row.some(({ html }) => html.includes('<table>')))
  const rowHtml = (row: readonly TableCell[], at: number): string => {
    const tag = holdsTables && at === 0 ? 'th' : 'td'
    return `<tr>${row.map(({ html, columns, rows: high }) => `<${tag}${span('colspan', columns)}${span('rowspan', high)}>${html}</${tag}>`).join('')}</tr>`
  }
  return `<table><thead></thead>${told.map(rowHtml).join('')}</table>`
}
