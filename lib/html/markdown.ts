/** The little Markdown our own documents use: headings, paragraphs, lists, tables, code, links, bold. Pure; everything else stays text. */
import { table } from './blocks.ts'
import { type Html, html } from './html.ts'

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(((?:https?:\/\/|\/|#)[^)\s]*)\)/g

/** One line of running text. */
export function inline(text: string): Html {
  const parts: (Html | string)[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, label, href] = match
    parts.push(text.slice(at, match.index))
    parts.push(
      code !== undefined
        ? html`<code>${code}</code>`
        : bold !== undefined
          ? html`<strong>${bold}</strong>`
          : html`<a href="${href}">${label}</a>`,
    )
    at = match.index + whole.length
  }
  return html`${[...parts, text.slice(at)]}`
}

const heading = (level: number, text: string): Html =>
  level <= 1 ? html`<h1>${inline(text)}</h1>` : level === 2 ? html`<h2>${inline(text)}</h2>` : html`<h3>${inline(text)}</h3>`

const toCells = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** A column with so long a cell holds sentences. */
const SENTENCE_CHARACTERS = 60

/** A table of `| a | b |` lines; the second line only rules the first off. */
function toTable(lines: readonly string[], caption: string): Html {
  const [names = [], ...rows] = lines.filter((_, at) => at !== 1).map(toCells)
  return table(
    caption,
    names.map((name, at) => ({ name, prose: rows.some((cells) => (cells[at]?.length ?? 0) > SENTENCE_CHARACTERS) })),
    rows.map((cells) => cells.map((cell) => cell && inline(cell))),
    { captionUnseen: true },
  )
}

/** Blocks are parted by empty lines, headings and the starts of lists. A table is captioned by the heading above it. */
export function markdown(source: string): Html {
  const blocks: Html[] = []
  let paragraph: string[] = []
  let items: string[] = []
  let rows: string[] = []
  let title = ''
  const flush = () => {
    if (rows.length > 0) blocks.push(toTable(rows, title))
    rows = []
    if (paragraph.length > 0) blocks.push(html`<p>${inline(paragraph.join(' '))}</p>`)
    if (items.length > 0) blocks.push(html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`)
    paragraph = []
    items = []
  }
  for (const line of source.split(/\r?\n/)) {
    const [, marks, words] = /^(#{1,6})\s+(.*)$/.exec(line) ?? []
    const [, item] = /^\s*[-*]\s+(.*)$/.exec(line) ?? []
    if (marks !== undefined && words !== undefined) {
      flush()
      title = words
      blocks.push(heading(marks.length, words))
    } else if (line.startsWith('|')) {
      if (rows.length === 0) flush()
      rows.push(line)
    } else if (item !== undefined) {
      if (paragraph.length > 0) flush()
      items.push(item)
    } else if (line.trim() === '') flush()
    else if (items.length > 0 && /^\s/.test(line)) items.push(`${items.pop()} ${line.trim()}`)
    else {
      if (items.length > 0) flush()
      paragraph.push(line.trim())
    }
  }
  flush()
  return html`${blocks}`
}
