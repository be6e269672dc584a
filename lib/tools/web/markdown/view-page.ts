import { createHash } from 'node:crypto'
import { countTokens, type MarkdownBlock, plainText, takePart, toBlocks } from '#extractor/view'
import { ApiError } from '../../../errors.ts'
import type { PageRead } from './read-page.ts'
import { sourceForm } from './source-form.ts'

export type View = {
  maxTokens?: number | undefined
  offset?: number | undefined
  listLinks?: boolean
  format?: 'markdown' | 'text' | 'json' | undefined
}

const MOST_LINKS = 2_000
/** As much as a page's Markdown ever has. */
const ALL_TOKENS = 250_000

/** Names a text: parts of one that are named alike fit together. */
const nameOf = (markdown: string): string => createHash('sha256').update(markdown).digest('hex').slice(0, 16)

/**
 * What a caller gets to see of a page: all of it unless it asks for less.
 * @throws ApiError `unprocessable` for an offset at or beyond the end, which has nothing to sell
 */
export function viewPage<Page extends Pick<PageRead, 'markdown' | 'links' | 'truncated' | 'pageKind' | 'contentType' | 'extraction'>>(
  page: Page,
  view: View = {},
) {
  const { links, pageKind, ...rest } = page
  const offset = view.offset ?? 0
  if (offset > 0 && offset >= page.markdown.length)
    throw new ApiError(
      'unprocessable',
      `The Markdown ends before offset ${offset}: it has ${page.markdown.length} characters. You were not charged.`,
      { extra: { upstreamStatus: 200, errorCode: 'offset_beyond_end' } },
    )
  const { markdown, nextOffset, within } = takePart(page.markdown, offset, view.maxTokens ?? ALL_TOKENS)
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
    next_within: within,
    revision: nameOf(page.markdown),
    ...more,
  }
}
