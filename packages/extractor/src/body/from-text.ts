/** Markdown, text, JSON, notebooks and feeds as a document. */

import { chooseLanguage } from '../language/language.ts'
import { countWords } from '../language/plain-text.ts'
import { cutMarkdown } from './cut.ts'
import { type Feed, feedHtml, jsonFeed, readFeed } from './feed.ts'
import { fileForm } from './file-form.ts'
import { layOutJson } from './lay-out-json.ts'
import { notebookHtml } from './notebook.ts'
import { tableOf } from './read-rows.ts'
import { cutSafely, firstSentences, MAX_MARKDOWN_BYTES, type Readable, type Source } from './readable.ts'
import { fence, type Rewritten, rewriteHtml, rewriteMarkdown, rewriteText } from './source.ts'

/** Null where there is nothing to read. */
export function fromText(source: Source, kind: 'markdown' | 'text' | 'json' | 'feed'): Readable | null {
  const { text, url, contentLanguage } = source
  if (text.trim() === '') return null
  const value = kind === 'json' ? jsonOf(text) : null
  const feed = kind === 'feed' ? readFeed(text) : jsonFeed(value)
  const notebook = notebookHtml(value)
  // What is beyond the limit of the answer need not be parsed.
  const part = kind === 'json' || kind === 'feed' ? { markdown: text, cut: false } : cutMarkdown(text, MAX_MARKDOWN_BYTES)
  const whole =
    feed !== null
      ? rewriteFeed(feed, url, source.images)
      : notebook !== null
        ? rewriteNotebook(notebook, source)
        : rewriteAs({ ...source, text: part.markdown }, kind)
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

function rewriteNotebook({ html, cut }: { html: string; cut: boolean }, { url, images }: Source): Whole {
  const whole = rewriteHtml(html, url, images)
  return { ...whole, cut: cut || whole.cut }
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
