/** PDF as Markdown: text in its order, headings by size, tables and code where sure, a link to each page. By PDF.js, in the build of unpdf. */

import { cutMarkdown } from '../body/cut.ts'
import { escaped, listHtml, tableHtml } from '../body/html.ts'
import { inert } from '../body/render-markdown.ts'
import { rewriteHtml } from '../body/source.ts'
import type { DocumentResult } from '../document.ts'
import { chooseLanguage } from '../language/language.ts'
import { countWords, plainText } from '../language/plain-text.ts'
import { excerptOf } from '../metadata/text.ts'
import { clean, cutAt } from '../page/limits.ts'
import { countTokens } from '../view.ts'
import { toPdfBlocks } from './blocks.ts'
import { withRows } from './by-column.ts'
import { partColumns } from './columns.ts'
import { withoutLineNumbers } from './line-numbers.ts'
import { type Line, textOfLine, toLines } from './lines.ts'
import { type Links, withoutLinks } from './links.ts'
import { withMarkers } from './markers.ts'
import { type OpenPdf, openPdf, type PageContent } from './open.ts'
import { linesOf, type Part } from './parts.ts'
import type { PdfBlock } from './pdf-block.ts'
import { partRunning } from './running.ts'
import { taggedParts } from './tags.ts'

export type PdfOptions = {
  /** True when the body was cut before it came here. */
  truncated?: boolean
  /** Milliseconds after which no further page is begun; the document is `truncated` then. */
  budgetMs?: number
}

const MAX_PAGES = 1_000
const MAX_CHARS = 1_500_000
const MAX_MARKDOWN_BYTES = 1_000_000
const BUDGET_MS = 4_000
/** Characters that say something, in a line that is not one of ours, which lead to the pages. */
const SAYS = /^(?!Page \d+$).*[\p{L}\p{N}\p{P}\p{S}]/mu
/** Fewer letters than this on a page, on the average, are no text: a scan, with a stamp on it at most. */
const SCANNED = 12

/**
 * Reads a PDF. Pages of a hostile one may take any time and memory: give it a worker with `resourceLimits` that is ended at a deadline.
 * Refused by their own reasons: `pdf_encrypted` (asks for a password), `pdf_scanned` (pictures of text), `pdf_fonts`
 * (Chinese, Japanese or Korean text whose characters only a font that is not part of the file can tell) and `pdf_broken`; and `nothing_readable`
 * where nothing of what it holds can be given.
 * @param url address of the file, without fragment: base of the links to its pages
 */
export async function readPdf(
  bytes: Uint8Array,
  url: string,
  { truncated = false, budgetMs = BUDGET_MS }: PdfOptions = {},
): Promise<DocumentResult> {
  const opened = await openPdf(bytes)
  if (typeof opened === 'string') return { ok: false, reason: opened }
  try {
    const { parts, aside, pages, chars, cut, failed } = await readPages(opened, budgetMs)
    if (chars < SCANNED * Math.max(1, pages))
      return { ok: false, reason: failed === pages ? 'pdf_broken' : opened.lacksFonts ? 'pdf_fonts' : 'pdf_scanned' }
    const { title, author, created, lang } = await opened.about()
    const { body, running } = partRunning(parts, aside)
    const blocks = toPdfBlocks(body, running)
    const address = url.split('#', 1)[0]!
    const written = rewriteHtml(blocks.map((block) => toHtml(block, address, opened.links)).join('\n'), address)
    const { markdown: kept, cut: tooLong } = cutMarkdown(written.markdown, MAX_MARKDOWN_BYTES)
    const markdown = tooLong ? inert(kept) : kept
    const text = plainText(markdown)
    if (!SAYS.test(text)) return { ok: false, reason: 'nothing_readable' }
    return {
      ok: true,
      document: {
        title: title ?? firstHeading(blocks),
        byline: author,
        siteName: null,
        publishedTime: created,
        lang: chooseLanguage([lang], text),
        excerpt: firstParagraph(blocks),
        canonicalUrl: null,
        markdown,
        wordCount: countWords(markdown),
        tokenEstimate: countTokens(markdown),
        links: written.links,
        contentType: 'application/pdf',
        extraction: 'source',
        pageKind: null,
        truncated: truncated || cut || written.cut || tooLong || failed > 0 || opened.lacksFonts,
      },
    }
  } finally {
    await opened.close()
  }
}

/** @returns parts of all pages, and the lines that a tagged file says are of the pages alone */
async function readPages(
  pdf: OpenPdf,
  budgetMs: number,
): Promise<{ parts: Part[]; aside: Line[]; pages: number; chars: number; cut: boolean; failed: number }> {
  const started = performance.now()
  const parts: Part[] = []
  const aside: Line[] = []
  let [chars, pages, failed] = [0, 0, 0]
  for (let number = 1; number <= Math.min(pdf.pages, MAX_PAGES); number += 1) {
    if (number > 1 && (chars > MAX_CHARS || performance.now() - started > budgetMs)) break
    const content = await pdf.contentOf(number)
    pages += 1
    if (content === null) failed += 1
    else {
      const own = partsOf(content, number)
      parts.push(...own.parts)
      aside.push(...own.aside)
      for (const line of [...own.parts.flatMap(linesOf), ...own.aside]) chars += textOfLine(line).length
    }
  }
  return { parts, aside, pages, chars, cut: pages < pdf.pages, failed }
}

/** What a page holds: as its structure says where it has one, else by the places of its lines. */
function partsOf({ pieces: drawn, tags }: PageContent, page: number): { parts: Part[]; aside: Line[] } {
  const pieces = withoutLineNumbers(drawn)
  const tagged = tags === null ? null : taggedParts(tags, pieces, page)
  if (tagged === null) return { parts: [{ kind: 'lines', lines: partColumns(withRows(withMarkers(toLines(pieces, page)))) }], aside: [] }
  const outside = pieces.filter(({ artifact }) => artifact)
  return { parts: tagged, aside: toLines(outside, page) }
}

function toHtml(block: PdfBlock, address: string, links: Links): string {
  const told = (text: string): string => links.html(text, escaped).replaceAll('\n', '<br>')
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

const firstHeading = (blocks: readonly PdfBlock[]): string | null => {
  const heading = blocks.find((block) => block.kind === 'heading')
  return heading?.kind === 'heading' ? cutAt(clean(withoutLinks(heading.text)), 300) : null
}

function firstParagraph(blocks: readonly PdfBlock[]): string | null {
  const first = blocks.find((block) => block.kind === 'paragraph' && block.text.length > 80)
  return first?.kind === 'paragraph' ? excerptOf(clean(withoutLinks(first.text).replaceAll('\n', ' '))) : null
}
