/** What a PDF is read as, as Markdown: through the same guard and writer as a page. */
import { escaped, listHtml, tableHtml } from '../body/html.ts'
import { rewriteHtml } from '../body/source.ts'
import type { Link } from '../writer/context.ts'
import { type Entries, withEntries } from './contents.ts'
import type { Links } from './links.ts'
import type { PdfBlock } from './pdf-block.ts'

/** Elements and characters from which on the next page is written by itself: half of what the guard lets through, for the last page may be long. */
const MOST_ELEMENTS = 20_000
const MOST_CHARS = 1_000_000

/** @param entries of contents, by the page that they stand on */
export function writeBlocks(
  blocks: readonly PdfBlock[],
  address: string,
  links: Links,
  entries: ReadonlyMap<number, Entries>,
): { readonly markdown: string; readonly links: Link[]; readonly cut: boolean } {
  const written = sections(blocks).map((section) => rewriteHtml(toHtml(section, address, links, entries), address))
  return {
    markdown: written
      .map(({ markdown }) => markdown)
      .filter((markdown) => markdown !== '')
      .join('\n\n'),
    links: written.flatMap((section) => section.links),
    cut: written.some(({ cut }) => cut),
  }
}

/** Blocks in as few lists as may be that are no page too much. */
function sections(blocks: readonly PdfBlock[]): PdfBlock[][] {
  const out: PdfBlock[][] = [[]]
  let [elements, chars] = [0, 0]
  for (const block of blocks) {
    if (block.kind === 'page' && (elements > MOST_ELEMENTS || chars > MOST_CHARS)) {
      out.push([])
      ;[elements, chars] = [0, 0]
    }
    const own = textsOf(block)
    elements += own.length + 1
    for (const text of own) chars += text.length
    out.at(-1)!.push(block)
  }
  return out
}

const textsOf = (block: PdfBlock): readonly string[] =>
  block.kind === 'page'
    ? block.edges
    : block.kind === 'table'
      ? block.rows.flat()
      : block.kind === 'list'
        ? block.items.map(({ text }) => text)
        : [block.text]

function toHtml(blocks: readonly PdfBlock[], address: string, links: Links, entries: ReadonlyMap<number, Entries>): string {
  let own: Entries = new Map()
  const told = (text: string): string => links.html(withEntries(text, own, links), escaped).replaceAll('\n', '<br>')
  return blocks
    .map((block) => {
      if (block.kind === 'page') own = entries.get(block.page) ?? new Map()
      return blockHtml(block, address, told)
    })
    .join('\n')
}

/** @param told HTML of a text */
function blockHtml(block: PdfBlock, address: string, told: (text: string) => string): string {
  switch (block.kind) {
    case 'page':
      return `<p><a href="${escaped(address)}#page=${block.page}">Page ${block.page}</a>${block.edges.map((edge) => ` · ${escaped(edge)}`).join('')}</p>`
    case 'heading':
      return `<h${block.level}>${told(block.text)}</h${block.level}>`
    case 'code':
      return `<pre>${escaped(block.text)}</pre>`
    case 'table':
      return tableHtml(block.rows.map((row) => row.map((cell) => ({ html: told(cell) }))))
    case 'list':
      return listHtml(
        block.items.map(({ text, depth }) => ({
          html: told(text),
          depth,
          ordered: depth === 0 && block.start !== null,
          start: block.start ?? 1,
        })),
      )
    case 'paragraph':
      return `<p>${told(block.text)}</p>`
  }
}
