/** Markdown, text, JSON, feeds, notebooks and sitemaps as a document. */

import { chooseLanguage } from '../language/language.ts'
import { countWords } from '../language/plain-text.ts'
import { jsonOf } from '../page/json-ld.ts'
import { clean, cutAt } from '../page/limits.ts'
import { isCodeForm } from './code-form.ts'
import { cutMarkdown } from './cut.ts'
import { readFeed } from './feed.ts'
import type { Feed } from './feed-entry.ts'
import { feedHtml, SECTION } from './feed-html.ts'
import { jsonFeed } from './feed-json.ts'
import { fileForm } from './file-form.ts'
import { layOutJson } from './lay-out-json.ts'
import { notebookHtml } from './notebook.ts'
import { tableOf } from './read-rows.ts'
import { cutSafely, firstSentences, MAX_MARKDOWN_BYTES, type Readable, type Source } from './readable.ts'
import { rebase } from './rebase.ts'
import { sitemapHtml } from './sitemap.ts'
import { fence, type Rewritten, rewriteHtml, rewriteMarkdown, rewriteText } from './source.ts'

type Kind = 'markdown' | 'text' | 'json' | 'feed'

/** Null where there is nothing to read. */
export function fromText(source: Source, kind: Kind): Readable | null {
  if (source.text.trim() === '') return null
  const whole = rewriteAs(source, kind)
  const { markdown, cut } = cutSafely(whole.markdown)
  if (markdown === '') return null
  return {
    title: whole.title,
    links: whole.links,
    byline: whole.byline ?? null,
    siteName: null,
    publishedTime: whole.published ?? null,
    lang: whole.isData ? null : chooseLanguage([whole.lang ?? null, source.contentLanguage], markdown),
    excerpt: whole.isData ? null : (whole.description ?? firstSentences(markdown.slice(0, 20_000), whole.title)),
    canonicalUrl: null,
    markdown,
    wordCount: countWords(markdown),
    extraction: 'source',
    pageKind: null,
    cut: cut || whole.cut,
  }
}

/** `isData`: no text of any language. */
type Whole = Rewritten & { readonly isData?: boolean }

const data = (markdown: string): Whole => ({ markdown, title: null, links: [], cut: false, isData: true })

function rewriteAs(source: Source, kind: Kind): Whole {
  const { text, url } = source
  if (kind === 'feed') return rewriteFeed(readFeed(text), source)
  if (kind === 'json') return rewriteJson(source)
  const sitemap = kind === 'text' ? sitemapHtml(text) : null
  if (sitemap !== null) return { ...rewriteHtml(sitemap, url), isData: true }
  // What is beyond the limit of the answer need not be parsed.
  const part = cutMarkdown(text, MAX_MARKDOWN_BYTES)
  const whole = rewriteLines({ ...source, text: part.markdown }, kind)
  return { ...whole, cut: part.cut || whole.cut }
}

/** What XML begins with, whatever it is called. */
const XML = /^\ufeff?\s*<\?xml\s/

function rewriteLines({ text, url, file, contentType, images }: Source, kind: 'markdown' | 'text'): Whole {
  if (kind === 'markdown') return rewriteMarkdown(text, url, images)
  const form = fileForm(file, contentType) ?? (XML.test(text) ? { kind: 'code', language: 'xml' } : null)
  if (form?.kind === 'code') return data(fence(text, form.language))
  if (form?.kind === 'table') return data(tableOf(text, form.separator) ?? fence(text, 'csv'))
  return isCodeForm(text) ? data(fence(text, '')) : rewriteText(text, url, images)
}

function rewriteJson(source: Source): Whole {
  const value = jsonOf(source.text)
  const feed = jsonFeed(value)
  if (feed !== null) return rewriteFeed(feed, source)
  const notebook = notebookHtml(value)
  if (notebook === null) return data(fence(layOutJson(source.text), 'json'))
  const whole = rewriteHtml(notebook.html, source.url, source.images)
  return { ...whole, cut: notebook.cut || whole.cut }
}

function rewriteFeed(feed: Feed, { url, images }: Source): Whole {
  const { html, base, bases } = feedHtml(feed, url)
  return {
    ...rewriteHtml(html, base, images, (page) => rebase(page, SECTION, bases)),
    title: feed.title || null,
    byline: cutAt(clean(feed.author ?? ''), 160) || null,
    lang: feed.lang,
  }
}
