import { choose } from './choose.ts'
import { countSegments } from './count-words.ts'
import { parsePage } from './guard.ts'
import { chooseLanguage } from './language.ts'
import { readMetadata } from './metadata/index.ts'
import { plainText } from './plain-text.ts'
import type { Model } from './score.ts'
import { unpackModel } from './weights.ts'
import { WEIGHTS } from './weights-data.ts'
import { writeMarkdown } from './writer/index.ts'

export { countWords } from './plain-text.ts'

export type ExtractInput = {
  /** Decoded HTML. */
  readonly html: string
  /** Final address of the page: base of relative links. */
  readonly url: string
  /** The response's `Content-Language`, if it sent one. */
  readonly contentLanguage?: string | null
}

export type ExtractResult = {
  title: string | null
  byline: string | null
  siteName: string | null
  /** ISO 8601 date or date-time. */
  publishedTime: string | null
  /** BCP 47. */
  lang: string | null
  excerpt: string | null
  canonicalUrl: string | null
  markdown: string
  wordCount: number
  extraction: 'article' | 'fallback'
}

let model: Model | undefined

/** The trained model, unpacked on first use. */
const loadModel = (): Model => {
  model ??= unpackModel(WEIGHTS)
  return model
}

const EXCERPT = 300

/** First sentences of the text, without its title, cut at a word. */
function firstSentences(text: string, title: string | null): string | null {
  const lines = text.split('\n').filter((candidate) => candidate.trim() !== '' && candidate.trim() !== title)
  const line = lines.find((candidate) => candidate.trim().length > 60) ?? lines[0]
  const trimmed = line?.trim() ?? ''
  if (trimmed === '') return null
  if (trimmed.length <= EXCERPT) return trimmed
  const cut = trimmed.slice(0, EXCERPT)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT / 2)).trimEnd()}…`
}

/**
 * Main content of an HTML page as GitHub-flavoured Markdown, with what the page says about itself. Synchronous, no I/O, linear in the page;
 * never throws on any input text. Null when the page has nothing to read.
 */
export const extractPage = (input: ExtractInput): ExtractResult | null => extractWith(loadModel(), input)

/** The same with a model of the caller's: for measuring one that has not seen the page. */
export function extractWith(trained: Model, input: ExtractInput): ExtractResult | null {
  const page = parsePage(input.html)
  const chosen = choose(page, input.url, trained)
  if (!chosen) return null
  const base = (page.baseHref === null ? null : URL.parse(page.baseHref, input.url)?.href) ?? input.url
  const markdown = writeMarkdown(page.body, page.elements, base, chosen)
  if (markdown === '') return null
  const metadata = readMetadata(page, input.url, chosen.blocks)
  const text = plainText(markdown)
  const { description, ...fields } = metadata
  return {
    ...fields,
    lang: chooseLanguage([page.htmlLang, page.body.attributes.lang, input.contentLanguage], text),
    excerpt: description ?? firstSentences(text, fields.title),
    markdown,
    wordCount: countSegments(text),
    extraction: chosen.extraction,
  }
}
