import { countTokens, type MarkdownBlock, plainText, takePart, toBlocks } from '#extractor/view'
import type { PageRead } from './read-page.ts'

export type View = {
  maxTokens?: number | undefined
  offset?: number | undefined
  listLinks?: boolean
  format?: 'markdown' | 'text' | 'json' | undefined
}

const MOST_LINKS = 2_000
/** As much as a page's Markdown ever has. */
const ALL_TOKENS = 250_000

export type SourceForm = 'html' | 'markdown' | 'pdf' | 'feed' | 'json' | 'text'

/** In which form the page was sent, by its type: Markdown is asked for first, and HTML is what most sites have. */
export function sourceForm({ contentType, extraction }: Pick<PageRead, 'contentType' | 'extraction'>): SourceForm {
  if (extraction !== 'source') return 'html'
  const type = contentType.toLowerCase()
  if (type.includes('markdown')) return 'markdown'
  if (type.includes('pdf')) return 'pdf'
  if (/(?:rss|atom|rdf|feed|xml)/.test(type)) return 'feed'
  return type.includes('json') ? 'json' : 'text'
}

/** What a caller gets to see of a page: all of it unless it asks for less. */
export function viewPage<Page extends Pick<PageRead, 'markdown' | 'links' | 'truncated' | 'pageKind' | 'contentType' | 'extraction'>>(
  page: Page,
  view: View = {},
) {
  const { links, pageKind, ...rest } = page
  const { markdown, nextOffset } = takePart(page.markdown, view.offset ?? 0, view.maxTokens ?? ALL_TOKENS)
  const more: { link_list?: typeof links; text?: string; blocks?: MarkdownBlock[] } = {}
  if (view.listLinks) more.link_list = links.slice(0, MOST_LINKS)
  if (view.format === 'text') more.text = plainText(markdown)
  if (view.format === 'json') more.blocks = toBlocks(markdown)
  return {
    ...rest,
    markdown,
    truncated: page.truncated || nextOffset !== null,
    source: sourceForm(page),
    page_kind: pageKind,
    tokens: countTokens(markdown),
    links: links.length,
    next_offset: nextOffset,
    ...more,
  }
}
