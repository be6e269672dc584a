/** The body of any page, in bytes or as text, as one document: Markdown with metadata. */

import { cutMarkdown } from './body/cut.ts'
import { decodePage } from './body/decode.ts'
import { notThePage } from './body/error-page.ts'
import { type Feed, feedHtml, jsonFeed, readFeed } from './body/feed.ts'
import { fileForm, fileName } from './body/file-form.ts'
import { isOffice, pageType } from './body/kind.ts'
import { layOutJson } from './body/lay-out-json.ts'
import { undrawnApi } from './body/openapi.ts'
import { tableOf } from './body/read-rows.ts'
import { inert } from './body/render-markdown.ts'
import { fence, type Rewritten, rewriteHtml, rewriteMarkdown, rewriteText } from './body/source.ts'
import type { Part } from './choice/include.ts'
import type { PageKind } from './choice/kind.ts'
import { type ExtractResult, extractPage, type Text } from './extract.ts'
import { chooseLanguage } from './language/language.ts'
import { countWords, plainText } from './language/plain-text.ts'
import { toIsoDate } from './metadata/date.ts'
import { excerptOf } from './metadata/text.ts'
import { readOffice } from './office/index.ts'
import { clean, cutAt } from './page/limits.ts'
import { countTokens } from './view.ts'

export type DocumentOptions = {
  /** The response's Content-Type and Content-Language headers. */
  contentType?: string | null
  contentLanguage?: string | null
  /** Its Content-Disposition header: the name of a file says what its type does not. */
  contentDisposition?: string | null
  /** True when the body was cut before it came here. */
  truncated?: boolean
  /** CSS: only what stands in these elements is read, all of it. On pages alone, not on Markdown, text and JSON. */
  selector?: string | null
  /** False leaves pictures out. */
  images?: boolean
  /** Parts that are wanted besides the main content. */
  include?: readonly Part[]
}

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

/** Bytes of Markdown in a document; what is longer is cut and marked `truncated`. */
const MAX_MARKDOWN_BYTES = 1_000_000
/** Bytes of a body that are read. */
export const MAX_BODY_BYTES = 8_000_000

/**
 * Reads one body: bytes as received, or text that is decoded already (taken for HTML unless `contentType` says otherwise).
 * Synchronous, without I/O; never throws for any body, but a hostile one may take seconds: give strangers' pages a worker that can be killed.
 * @param url final address of the page: base of relative links
 */
export function readDocument(body: Uint8Array | string, url: string, options: DocumentOptions = {}): DocumentResult {
  const given = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const contentType = typeof body === 'string' ? asUtf8(options.contentType ?? 'text/html') : (options.contentType ?? null)
  const bytes = given.subarray(0, MAX_BODY_BYTES)
  const { text } = decodePage(bytes, contentType, url)
  const file = fileName(url, options.contentDisposition ?? null)
  const type = pageType(contentType, bytes, text, file)
  if (type.kind === 'unsupported')
    return fromOffice(bytes, url, options, bytes.length < given.length) ?? refusalOf(text, bytes, contentType)
  const source = {
    text: type.kind === 'html' && isXhtml(contentType) ? closeEmpty(text) : text,
    url,
    file,
    contentType: type.contentType,
    contentLanguage: options.contentLanguage ?? null,
    selector: options.selector ?? null,
    images: options.images ?? true,
    include: options.include ?? [],
  }
  const readable = type.kind === 'html' ? fromHtml(source) : fromText(source, type.kind)
  if (!readable) return source.selector !== null && type.kind === 'html' ? { ok: false, reason: 'nothing_selected' } : unreadable
  if (saysNothing(readable)) return unreadable
  const other =
    type.kind === 'html'
      ? source.selector === null && notThePage(text, readable)
      : (type.kind === 'text' || type.kind === 'markdown') && notThePage('', readable)
  if (other) return { ok: false, reason: other }
  const { cut, ...page } = readable
  return {
    ok: true,
    document: {
      ...page,
      tokenEstimate: countTokens(page.markdown),
      contentType: type.contentType,
      truncated: cut || options.truncated === true || bytes.length < given.length,
    },
  }
}

const isXhtml = (contentType: string | null): boolean => /^\s*(?:application\/(?:xhtml\+)?xml|text\/xml)\b/i.test(contentType ?? '')

/** In XML any element may close itself; in HTML what looks so stays open, and an open script takes the rest of the page. */
const closeEmpty = (xhtml: string): string =>
  xhtml.replace(
    /<(script|style|title|textarea|iframe|canvas|object|video|audio|div|p|span|a|b|i|em|strong|ul|ol|li|td|th|h[1-6]|section|article|aside|header|footer|nav|button|select|label)((?:\s[^<>]{0,2000})?)\/>/gi,
    '<$1$2></$1>',
  )

/** Text that reached us decoded is UTF-8 once it is encoded again, whatever its header said of the bytes it came in. */
const asUtf8 = (contentType: string): string => `${contentType.split(';', 1)[0]}; charset=utf-8`

function refusalOf(text: string, bytes: Uint8Array, contentType: string | null): DocumentResult {
  if (text.trim() === '') return unreadable
  return { ok: false, reason: isOffice(bytes, contentType) ? 'office_document' : 'unsupported_type' }
}

/** A file of an office program; null for what is none, or cannot be read. */
function fromOffice(
  bytes: Uint8Array,
  url: string,
  { images = true, truncated = false }: DocumentOptions,
  isCut: boolean,
): DocumentResult | null {
  const file = readOffice(bytes)
  if (file === null) return null
  const whole = rewriteHtml(file.html, url, images)
  const { markdown, cut } = cutSafely(whole.markdown)
  if (markdown === '') return unreadable
  return {
    ok: true,
    document: {
      title: file.title === null ? whole.title : cutAt(clean(file.title), 300),
      byline: file.author === null ? null : cutAt(clean(file.author), 160),
      siteName: null,
      publishedTime: toIsoDate(file.created),
      lang: chooseLanguage([file.lang], markdown),
      excerpt: file.contentType.includes('spreadsheet') ? null : firstSentences(markdown.slice(0, 20_000)),
      canonicalUrl: null,
      markdown,
      wordCount: countWords(markdown),
      tokenEstimate: countTokens(markdown),
      links: whole.links,
      contentType: file.contentType,
      extraction: 'source',
      pageKind: null,
      truncated: cut || truncated || isCut || file.cut || whole.cut,
    },
  }
}

type Source = {
  text: string
  url: string
  file: string
  contentType: string
  contentLanguage: string | null
  selector: string | null
  images: boolean
  include: readonly Part[]
}

const unreadable: DocumentResult = { ok: false, reason: 'nothing_readable' }

type Readable = Omit<Document, 'tokenEstimate' | 'contentType' | 'truncated'> & { cut: boolean }

function cutSafely(markdown: string): { markdown: string; cut: boolean } {
  const { markdown: kept, cut } = cutMarkdown(markdown, MAX_MARKDOWN_BYTES)
  return { markdown: cut ? inert(kept) : kept, cut }
}

/** Signs alone are nothing to read: rules, empty items, `{}`, what is left of a page that broke off. Pictures and symbols say something. */
const saysNothing = ({ markdown, wordCount, links }: Readable): boolean =>
  wordCount === 0 &&
  links.length === 0 &&
  !markdown.includes('![') &&
  !/\p{Extended_Pictographic}|[^\P{S}<>^~|+=$\u0060\ufffd]/u.test(markdown)

function fromHtml(source: Source): Readable | null {
  const { text: html, contentType: _type, file: _file, ...input } = source
  const result = extractPage({ html, ...input })
  const api = source.selector === null ? undrawnApi(html, result?.markdown ?? '') : null
  if (api !== null && api.length > (result?.markdown.length ?? 0)) return fromApi(source, api, result)
  if (!result) return null
  const { markdown, cut } = cutSafely(result.markdown)
  return { ...result, markdown, wordCount: cut ? countWords(markdown) : result.wordCount, cut: cut || result.cut }
}

/** A reference that a script would draw; what the page says about itself stays. */
function fromApi(source: Source, api: string, page: ExtractResult | null): Readable | null {
  const drawn = fromText({ ...source, text: api }, 'markdown')
  if (drawn === null) return page
  const { title, markdown, links, wordCount, cut, excerpt } = drawn
  return {
    ...drawn,
    ...page,
    title: page?.title ?? title,
    excerpt: page?.excerpt ?? excerpt,
    markdown: markdown.replace(/^# .*\n+/, ''),
    links,
    wordCount,
    cut,
    extraction: 'fallback',
    pageKind: 'documentation',
  }
}

function fromText(source: Source, kind: 'markdown' | 'text' | 'json' | 'feed'): Readable | null {
  const { text, url, contentLanguage } = source
  if (text.trim() === '') return null
  const feed = kind === 'feed' ? readFeed(text) : kind === 'json' ? jsonFeed(jsonOf(text)) : null
  // What is beyond the limit of the answer need not be parsed.
  const part = kind === 'json' || kind === 'feed' ? { markdown: text, cut: false } : cutMarkdown(text, MAX_MARKDOWN_BYTES)
  const whole = feed === null ? rewriteAs({ ...source, text: part.markdown }, kind) : rewriteFeed(feed, url, source.images)
  const { markdown, cut } = cutSafely(whole.markdown)
  if (markdown === '') return null
  return {
    title: whole.title,
    links: whole.links,
    byline: whole.byline ?? null,
    siteName: null,
    publishedTime: whole.published ?? null,
    lang: whole.isData ? null : chooseLanguage([feed?.lang ?? null, contentLanguage], markdown),
    excerpt: whole.isData ? null : (whole.description ?? firstSentences(markdown.slice(0, 20_000))),
    canonicalUrl: null,
    markdown,
    wordCount: countWords(markdown),
    extraction: 'source',
    pageKind: null,
    cut: cut || part.cut || whole.cut,
  }
}

/** `isData`: no text of any language. */
type Whole = Rewritten & { readonly isData?: boolean }

const data = (markdown: string): Whole => ({ markdown, title: null, links: [], cut: false, isData: true })

function rewriteAs({ text, url, file, contentType, images }: Source, kind: 'markdown' | 'text' | 'json' | 'feed'): Whole {
  if (kind === 'json') return data(fence(layOutJson(text), 'json'))
  if (kind === 'markdown') return rewriteMarkdown(text, url, images)
  const form = fileForm(file, contentType)
  if (form?.kind === 'code') return data(fence(text, form.language))
  if (form?.kind === 'table') return data(tableOf(text, form.separator) ?? fence(text, 'csv'))
  return rewriteText(text, url, images)
}

function rewriteFeed(feed: Feed, url: string, images: boolean): Whole {
  const base = URL.parse(feed.base ?? '', url)?.href ?? url
  return { ...rewriteHtml(feedHtml(feed, base), base, images), title: feed.title || null }
}

/** Parsed JSON; null for what only claims to be. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function firstSentences(markdown: string): string | null {
  const body = markdown.replace(/^```(?:yaml|toml|json)\n[\s\S]*?\n```\n/, '').replace(/^#.*$/gm, '')
  const line = plainText(body)
    .split('\n')
    .find((candidate) => candidate.trim().length > 40)
    ?.trim()
  return line === undefined ? null : excerptOf(line)
}
