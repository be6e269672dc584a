/** Bodies that are text already. Markdown and plain text are parsed and written anew, as pages are, so that nothing executable passes through. */

import { toIsoDate } from '../metadata/date.ts'
import { find, type Page } from '../page/dom.ts'
import { clean, cutAt } from '../page/limits.ts'
import { parsePage } from '../page/parse.ts'
import { segment } from '../page/segment.ts'
import { squeeze, textOf } from '../page/text.ts'
import type { Link } from '../writer/context.ts'
import { writeMarkdown } from '../writer/index.ts'
import { placeMedia } from '../writer/media.ts'
import { withoutComponents } from './components.ts'
import { readFrontMatter } from './front-matter.ts'
import { fenceAround } from './layout.ts'
import { layOutLines } from './plain-lines.ts'
import { joinPages } from './plain-pages.ts'
import { renderMarkdown, renderPlainText } from './render-markdown.ts'
import { textHead } from './text-head.ts'

export type Rewritten = {
  readonly markdown: string
  readonly title: string | null
  readonly links: Link[]
  /** Whether it has more text, elements or depth than is read of one. */
  readonly cut: boolean
  /** What front matter says besides. */
  readonly byline?: string | null
  readonly published?: string | null
  readonly description?: string | null
  readonly lang?: string | null
}

/** A Markdown document: front matter becomes a fenced block. The title is the one it gives there, else its first heading of level 1. */
export function rewriteMarkdown(source: string, url: string, images = true): Rewritten {
  const text = source.replace(/\r\n?/g, '\n')
  const front = readFrontMatter(text)
  const { markdown, title, links, cut } = rewrite(renderMarkdown(withoutComponents(text.slice(front?.length ?? 0))), url, images)
  const said = (name: string): string | null => front?.said(name) ?? null
  return {
    markdown: front === null || front.text.trim() === '' ? markdown : `${fence(front.text, front.form)}\n\n${markdown}`.trim(),
    title: said('title') ?? title,
    links,
    cut,
    byline: front?.authors ?? null,
    lang: said('lang') ?? said('language'),
    published: toIsoDate(said('date') ?? said('published')),
    description: said('description'),
  }
}

/** Plain text. Its title is the one that it gives, else what stands above the rest as one. */
export function rewriteText(source: string, url: string, images = true): Rewritten {
  const lines = source.replace(/\r\n?/g, '\n')
  const { title, byline, published } = textHead(lines)
  const layout = layOutLines(joinPages(lines))
  return { ...rewrite(renderPlainText(layout.text), url, images), title: seen(title ?? layout.title), byline: seen(byline), published }
}

/** A line of text without what nobody sees; null where nothing is left. */
const seen = (text: string | null): string | null => squeeze(clean(text ?? '')) || null

/** HTML of which all is content, through the same guard and writer as a page. */
export const rewriteHtml = (html: string, url: string, images = true, prepare?: (page: Page) => void): Rewritten =>
  rewrite(html, url, images, prepare)

function rewrite(html: string, url: string, images: boolean, prepare?: (page: Page) => void): Rewritten {
  const page = parsePage(html)
  prepare?.(page)
  const segmented = segment(page)
  const links: Link[] = []
  const choice = { ...segmented, keep: new Uint8Array(segmented.blocks.length).fill(1), everything: true, images, links }
  const heading = find(page.body, (element) => element.tag === 'h1')
  const title = heading === null ? '' : cutAt(squeeze(textOf(heading)), 300)
  placeMedia(page, url)
  const markdown = writeMarkdown(page.body, page.elements + page.media.length, url, choice)
  return { markdown, title: title === '' ? null : title, links, cut: page.cut }
}

/** A fenced block whose fence is longer than any run of back ticks inside. */
export function fence(text: string, language: string): string {
  const body = clean(text.replace(/\r\n?/g, '\n'))
    .toWellFormed()
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  const marks = fenceAround(body)
  return `${marks}${language}\n${body}\n${marks}`
}
