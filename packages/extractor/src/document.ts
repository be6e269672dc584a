/** The body of any page, in bytes or as text, as one document: Markdown with metadata. */

import { decodePage } from './body/decode.ts'
import { notThePage } from './body/error-page.ts'
import { fileName } from './body/file-form.ts'
import { fromText } from './body/from-text.ts'
import { isOffice, pageType } from './body/kind.ts'
import { mailBody } from './body/mail.ts'
import { undrawnApi } from './body/openapi.ts'
import { cutSafely, type DocumentResult, firstSentences, type Readable, type Source, saysNothing } from './body/readable.ts'
import { rewriteHtml } from './body/source.ts'
import { xhtmlAsHtml } from './body/xhtml.ts'
import type { Part } from './choice/include.ts'
import { type ExtractResult, extractPage } from './extract.ts'
import { chooseLanguage } from './language/language.ts'
import { countWords } from './language/plain-text.ts'
import { toIsoDate } from './metadata/date.ts'
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
  const mail = mailBody(bytes, contentType)
  if (mail !== null)
    return readDocument(mail.body, mail.location ?? url, {
      ...options,
      contentType: mail.contentType,
      contentDisposition: null,
      truncated: options.truncated === true || bytes.length < given.length,
    })
  const { text } = decodePage(bytes, contentType, url)
  const file = fileName(url, options.contentDisposition ?? null)
  const type = pageType(contentType, bytes, text, file)
  if (type.kind === 'unsupported')
    return fromOffice(bytes, url, options, bytes.length < given.length) ?? refusalOf(text, bytes, contentType)
  const source = {
    text: type.kind === 'html' && isXhtml(contentType) ? xhtmlAsHtml(text) : text,
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

const unreadable: DocumentResult = { ok: false, reason: 'nothing_readable' }

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
