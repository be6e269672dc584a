/** What a body is as a document, whatever it was before. */

import type { Part } from '../choice/include.ts'
import type { PageKind } from '../choice/kind/kind.ts'
import type { Text } from '../extract.ts'
import { plainText } from '../language/plain-text.ts'
import { excerptOf } from '../metadata/text.ts'
import { cutMarkdown } from './cut.ts'
import { inert } from './inert.ts'
import { type Span, spansOf } from './layout.ts'

/** A document's Markdown has at most one megabyte, that of a PDF three. */
export type Document = Text & {
  tokenEstimate: number
  /** Where header and bytes disagree, what the bytes are. */
  contentType: string
  extraction: 'article' | 'fallback' | 'source'
  /** What kind of page it is; null for what is no page. */
  pageKind: PageKind | null
  truncated: boolean
}

/** Why a body is no document. Those of PDF files come from `readPdf`. */
export type Refusal =
  | 'unsupported_type'
  | 'office_document'
  | 'nothing_readable'
  | 'nothing_selected'
  | 'error_page'
  | 'access_wall'
  | 'pdf_encrypted'
  | 'pdf_scanned'
  | 'pdf_fonts'
  | 'pdf_page_beyond_end'
  | 'pdf_broken'

export type DocumentResult = { ok: true; document: Document } | { ok: false; reason: Refusal }

/** A body as text, and what is asked of it. */
export type Source = {
  text: string
  url: string
  file: string
  contentType: string
  contentLanguage: string | null
  selector: string | null
  images: boolean
  include: readonly Part[]
}

/** Bytes of Markdown in a document; what is longer is cut and marked `truncated`. */
export const MAX_MARKDOWN_BYTES = 1_000_000

/** A document before its tokens are counted. `cut`: it was longer. */
export type Readable = Omit<Document, 'tokenEstimate' | 'contentType' | 'truncated'> & { cut: boolean }

/** Markdown within the limit, safe where it was cut. */
export function cutSafely(markdown: string): { markdown: string; cut: boolean } {
  const { markdown: kept, cut } = cutMarkdown(markdown, MAX_MARKDOWN_BYTES)
  return { markdown: cut ? inert(kept) : kept, cut }
}

/** Signs alone are nothing to read: rules, empty items, `{}`, what is left of a page that broke off. Pictures and symbols say something. */
export const saysNothing = ({ markdown, wordCount, links }: Readable): boolean =>
  wordCount === 0 &&
  links.length === 0 &&
  !markdown.includes('![') &&
  !/\p{Extended_Pictographic}|[^\P{S}<>^~|+=$\u0060\ufffd]/u.test(markdown)

/** The first paragraph, else list or table, that is long enough to say something and says more than the title. */
export function firstSentences(markdown: string, title: string | null = null): string | null {
  const spans = spansOf(markdown).filter(({ kind }) => kind !== 'code' && kind !== 'heading')
  const isParagraph = ({ kind }: Span): boolean => kind === 'paragraph'
  for (const { start, end } of [...spans.filter(isParagraph), ...spans.filter((span) => !isParagraph(span))]) {
    const text = plainText(markdown.slice(start, end)).replace(/\s+/g, ' ').trim()
    if (text.length > 40 && text !== title) return excerptOf(text)
  }
  return null
}
