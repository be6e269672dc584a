/** PDF as Markdown: text in its order, headings by size, tables and code where sure, a link to each page. By PDF.js, in the build of unpdf. */

import { cutMarkdown } from '../body/cut.ts'
import { inert } from '../body/inert.ts'
import type { DocumentResult } from '../body/readable.ts'
import { countSegments } from '../language/count-words.ts'
import { chooseLanguage } from '../language/language.ts'
import { plainText } from '../language/plain-text.ts'
import { excerptOf } from '../metadata/text.ts'
import { clean, cutAt } from '../page/limits.ts'
import { countTokens } from '../view.ts'
import { withAligned } from './aligned.ts'
import { toPdfBlocks } from './blocks.ts'
import { withRows } from './by-column.ts'
import { partColumns } from './columns.ts'
import { type Entries, withLeads } from './contents.ts'
import { settleLineNumbers } from './line-numbers.ts'
import { type Line, textOfLine, toLines } from './lines.ts'
import { withoutLinks } from './links.ts'
import { withMarkers } from './markers.ts'
import { type OpenPdf, openPdf, type PageContent } from './open.ts'
import { withHeadings } from './outline.ts'
import { linesOf, type Part } from './parts.ts'
import type { PdfBlock } from './pdf-block.ts'
import { partRunning } from './running.ts'
import { stampsOf } from './stamps.ts'
import { taggedParts } from './tags.ts'
import { heard } from './unheard.ts'
import { writeBlocks } from './write.ts'

export type PdfOptions = {
  /** True when the body was cut before it came here. */
  truncated?: boolean
  /** Milliseconds after which no further page is begun; the document is `truncated` then. */
  budgetMs?: number
}

const MAX_PAGES = 3_000
const MAX_CHARS = 4_500_000
const MAX_MARKDOWN_BYTES = 3_000_000
/** What follows the last page takes a third of it. */
const BUDGET_MS = 6_000
/** Characters that say something, in a line that is not one of ours, which lead to the pages. */
const SAYS = /^(?!Page \d+$).*[\p{L}\p{N}\p{P}\p{S}]/mu
/** Where a reading begins, among the parameters of a fragment (RFC 8118). */
const FIRST_PAGE = /(?:^|&)page=(\d{1,9})(?:&|$)/
/** Fewer letters than this on a page, on the average, are no text: a scan, with a stamp on it at most. */
const SCANNED = 12

/**
 * Reads a PDF. Pages of a hostile one may take any time and memory: give it a worker with `resourceLimits` that is ended at a deadline.
 * Refused by their own reasons: `pdf_encrypted` (asks for a password), `pdf_scanned` (pictures of text), `pdf_fonts`
 * (text of which the file does not say which characters it is, or a font that is not part of it alone), `pdf_page_beyond_end` and `pdf_broken`;
 * and `nothing_readable` where nothing of what it holds can be given.
 * @param url address of the file, base of the links to its pages; with `#page=12` it is read from its twelfth page on
 */
export const readPdf = (bytes: Uint8Array, url: string, options: PdfOptions = {}): Promise<DocumentResult> =>
  heard(() => readOpened(bytes, url, options))

async function readOpened(
  bytes: Uint8Array,
  url: string,
  { truncated = false, budgetMs = BUDGET_MS }: PdfOptions,
): Promise<DocumentResult> {
  const opened = await openPdf(bytes)
  if (typeof opened === 'string') return { ok: false, reason: opened }
  const [address = url, fragment = ''] = url.split('#', 2)
  const first = Number(FIRST_PAGE.exec(fragment)?.[1] ?? 1) || 1
  try {
    if (first > Math.max(1, opened.pages)) return { ok: false, reason: 'pdf_page_beyond_end' }
    const { parts, aside, stamps, entries, pages, chars, cut, failed } = await readPages(opened, first, budgetMs)
    if (opened.isCoded) return { ok: false, reason: 'pdf_fonts' }
    if (chars < SCANNED * Math.max(1, pages))
      return { ok: false, reason: failed === pages ? 'pdf_broken' : opened.lacksFonts ? 'pdf_fonts' : 'pdf_scanned' }
    const { title, author, created, lang } = await opened.about()
    const { body, running } = partRunning(parts, aside, stamps)
    const blocks = toPdfBlocks(withHeadings(body, await opened.bookmarks()), running)
    if (cut) blocks.push({ kind: 'page', page: first + pages, edges: ['not read'] })
    const written = writeBlocks(blocks, address, opened.links, entries)
    const { markdown: kept, cut: tooLong } = cutMarkdown(written.markdown, MAX_MARKDOWN_BYTES)
    const markdown = tooLong ? inert(kept) : kept
    const text = plainText(markdown)
    if (!SAYS.test(text)) return { ok: false, reason: 'nothing_readable' }
    return {
      ok: true,
      document: {
        title: title ?? (first === 1 ? firstHeading(blocks) : null),
        byline: author,
        siteName: null,
        publishedTime: created,
        lang: chooseLanguage([lang], text),
        excerpt: firstParagraph(blocks),
        canonicalUrl: null,
        markdown,
        wordCount: countSegments(text),
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

/** @returns parts of all pages from `first` on, the lines that a tagged file says are of the pages alone, and what is stamped on these */
async function readPages(
  pdf: OpenPdf,
  first: number,
  budgetMs: number,
): Promise<{
  parts: Part[]
  aside: Line[]
  stamps: Line[]
  entries: Map<number, Entries>
  pages: number
  chars: number
  cut: boolean
  failed: number
}> {
  const started = performance.now()
  const parts: Part[] = []
  const aside: Line[] = []
  const stamps: Line[] = []
  const entries = new Map<number, Entries>()
  let [chars, pages, failed] = [0, 0, 0]
  const last = Math.min(pdf.pages, first + MAX_PAGES - 1)
  for (let number = first; number <= last; number += 1) {
    if (number > first && (chars > MAX_CHARS || performance.now() - started > budgetMs)) break
    const content = await pdf.contentOf(number)
    pages += 1
    if (content === null) failed += 1
    else {
      const own = partsOf(content, number)
      parts.push(...own.parts)
      aside.push(...own.aside)
      stamps.push(...own.stamps)
      entries.set(number, content.entries)
      for (const line of [...own.parts.flatMap(linesOf), ...own.aside, ...own.stamps]) chars += textOfLine(line).length
    }
  }
  return { parts, aside, stamps, entries, pages, chars, cut: first + pages <= pdf.pages, failed }
}

/** What a page holds: as its structure says where it has one, else by the places of its lines. */
function partsOf({ pieces: drawn, tags, entries }: PageContent, page: number): { parts: Part[]; aside: Line[]; stamps: Line[] } {
  const pieces = settleLineNumbers(drawn)
  const tagged = tags === null ? null : taggedParts(tags, pieces, page)
  if (tagged === null) {
    const stamps = stampsOf(pieces)
    const text = stamps.size === 0 ? pieces : pieces.filter((piece) => !stamps.has(piece))
    const lines = partColumns(withRows(withMarkers(withAligned(toLines(text, page)))))
    return { parts: [{ kind: 'lines', lines: withLeads(lines, entries) }], aside: [], stamps: toLines([...stamps], page) }
  }
  const outside = pieces.filter(({ artifact }) => artifact)
  return { parts: tagged, aside: toLines(outside, page), stamps: [] }
}

/** The first of the largest headings on the first page that has any. */
const firstHeading = (blocks: readonly PdfBlock[]): string | null => {
  const first = blocks.findIndex((block) => block.kind === 'heading')
  const end = blocks.findIndex((block, at) => at > first && block.kind === 'page')
  const headings = blocks.slice(Math.max(0, first), end === -1 ? blocks.length : end).filter((block) => block.kind === 'heading')
  const top = headings.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY)
  const heading = headings.find(({ level }) => level === top)
  return heading !== undefined ? cutAt(clean(withoutLinks(heading.text)), 300) : null
}

function firstParagraph(blocks: readonly PdfBlock[]): string | null {
  const first = blocks.find((block) => block.kind === 'paragraph' && block.text.length > 80)
  return first?.kind === 'paragraph' ? excerptOf(clean(withoutLinks(first.text).replaceAll('\n', ' '))) : null
}
