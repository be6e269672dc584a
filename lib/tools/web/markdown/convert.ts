/** Bytes of a page to Markdown with metadata: everything behind the fetch. Synchronous and pure; runs inside a worker. */
import { cleanMarkdown, cutMarkdown, fence, sourceTitle } from './convert-source.ts'
import { pageType } from './convert-type.ts'
import { decodePage } from './decode.ts'
import { countWords, extractPage } from './extract/index.ts'
import { chooseLanguage } from './extract/language.ts'
import { plainText } from './extract/plain-text.ts'

export type ConvertInput = {
  bytes: Uint8Array<ArrayBuffer>
  /** Final URL: base of relative links. */
  url: string
  /** Content-Type and Content-Language headers. */
  contentType: string | null
  contentLanguage: string | null
  /** True when a byte cap ended the reading. */
  truncated: boolean
}

export type ConvertedPage = {
  title: string | null
  byline: string | null
  siteName: string | null
  publishedTime: string | null
  lang: string | null
  excerpt: string | null
  canonicalUrl: string | null
  markdown: string
  wordCount: number
  tokenEstimate: number
  contentType: string
  extraction: 'article' | 'fallback' | 'source'
  truncated: boolean
}

export type ConvertResult = { ok: true; page: ConvertedPage } | { ok: false; reason: 'unsupported_type' | 'nothing_readable' }

/** Bytes of Markdown in an answer; what is longer is cut and marked `truncated`. */
export const MAX_MARKDOWN_BYTES = 1_000_000
/** Bytes of decoded body that are converted; the fetch stops there too. */
export const MAX_PAGE_BYTES = 8_000_000

const EXCERPT_LENGTH = 300

/** Converts one page. Never throws for any body. */
export function convertPage(input: ConvertInput): ConvertResult {
  const bytes = input.bytes.subarray(0, MAX_PAGE_BYTES)
  const { text } = decodePage(bytes, input.contentType, input.url)
  const { kind, contentType } = pageType(input.contentType, bytes, text)
  if (kind === 'unsupported') return text.trim() === '' ? unreadable : { ok: false, reason: 'unsupported_type' }
  const readable =
    kind === 'html' ? fromHtml(text, input) : fromText(text, kind === 'text' && isMarkdownFile(input.url) ? 'markdown' : kind, input)
  if (!readable) return unreadable
  const { cut, ...page } = readable
  return {
    ok: true,
    page: {
      ...page,
      tokenEstimate: estimateTokens(page.markdown),
      contentType,
      truncated: cut || input.truncated || bytes.length < input.bytes.length,
    },
  }
}

const unreadable: ConvertResult = { ok: false, reason: 'nothing_readable' }

type Readable = Omit<ConvertedPage, 'tokenEstimate' | 'contentType' | 'truncated'> & { cut: boolean }

function fromHtml(html: string, { url, contentLanguage }: ConvertInput): Readable | null {
  const result = extractPage({ html, url, contentLanguage })
  if (!result?.markdown.trim()) return null
  const { markdown, cut } = cutMarkdown(result.markdown, MAX_MARKDOWN_BYTES)
  return { ...result, markdown, wordCount: cut ? countWords(markdown) : result.wordCount, cut }
}

function fromText(text: string, kind: 'markdown' | 'text' | 'json', { contentLanguage }: ConvertInput): Readable | null {
  if (text.trim() === '') return null
  const whole = kind === 'json' ? fence(text, 'json') : cleanMarkdown(text)
  const { markdown } = cutMarkdown(whole, MAX_MARKDOWN_BYTES)
  if (markdown === '') return null
  return {
    title: kind === 'markdown' ? sourceTitle(markdown) : null,
    byline: null,
    siteName: null,
    publishedTime: null,
    lang: kind === 'json' ? null : chooseLanguage([contentLanguage], markdown),
    excerpt: kind === 'json' ? null : firstSentences(markdown.slice(0, 20_000)),
    canonicalUrl: null,
    markdown,
    wordCount: countWords(markdown),
    extraction: 'source',
    cut: whole !== markdown,
  }
}

/** Servers of source files send Markdown as plain text. */
function isMarkdownFile(url: string): boolean {
  return /\.(?:md|markdown|mdown)$/i.test(URL.parse(url)?.pathname ?? '')
}

function firstSentences(markdown: string): string | null {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^#.*$/gm, '')
  const line = plainText(body)
    .split('\n')
    .find((candidate) => candidate.trim().length > 40)
    ?.trim()
  if (line === undefined) return null
  if (line.length <= EXCERPT_LENGTH) return line
  return `${line.slice(0, Math.max(line.lastIndexOf(' ', EXCERPT_LENGTH), EXCERPT_LENGTH / 2)).trimEnd()}…`
}

/** About one token to four bytes of UTF-8, which holds for European and East Asian text alike. */
function estimateTokens(markdown: string): number {
  return Math.ceil(Buffer.byteLength(markdown) / 4)
}
