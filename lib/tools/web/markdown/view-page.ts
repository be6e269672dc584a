import { createHash } from 'node:crypto'
import { countTokens, type MarkdownBlock } from '#extractor/view'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import { within as inBytes } from '../../bounded.ts'
import { type ConvertPool, convertPool } from './pool.ts'
import { type PageRead, toConvertError } from './read-page.ts'
import { isLong, type Seen, type Sight, see } from './see.ts'
import { sourceForm } from './source-form.ts'

export type View = {
  maxTokens?: number | undefined
  offset?: number | undefined
  listLinks?: boolean
  format?: 'markdown' | 'text' | 'json' | undefined
}

const MOST_LINKS = 2_000
/** Bytes of JSON that they take of an answer. */
const LINKS_BYTES = 500_000

/** Names a text: parts of one that are named alike fit together. */
const nameOf = (markdown: string): string => createHash('sha256').update(markdown).digest('hex').slice(0, 16)

/** Milliseconds for a look, and for its turn: it goes before all pages that wait. */
const SEE_MS = 1_900
const TURN_MS = 3_000

const sightOf = (
  { markdown }: Pick<PageRead, 'markdown'>,
  { offset = 0, maxTokens = Number.MAX_SAFE_INTEGER, format = 'markdown' }: View,
): Sight => ({
  markdown,
  offset,
  maxTokens,
  format,
})

/**
 * Looks at a page, in a worker where that may take long.
 * @throws ApiError `unprocessable` where it takes too long, `unavailable` where no worker is free
 */
export async function seePage(
  core: Core,
  page: Pick<PageRead, 'markdown'>,
  view: View,
  pool: ConvertPool = convertPool(core),
): Promise<Seen> {
  const sight = sightOf(page, view)
  if (!isLong(sight)) return see(sight)
  return pool.see(sight, { deadlineMs: SEE_MS, waitMs: TURN_MS, urgent: true }).catch((error: unknown) => {
    throw toConvertError(error, 200)
  })
}

/**
 * What a caller gets to see of a page: all of it unless it asks for less.
 * @param seen what `seePage` saw
 * @throws ApiError `unprocessable` for an offset at or beyond the end, which has nothing to sell
 */
export function viewPage<Page extends Pick<PageRead, 'markdown' | 'links' | 'truncated' | 'pageKind' | 'contentType' | 'extraction'>>(
  page: Page,
  view: View = {},
  seen: Seen = see(sightOf(page, view)),
) {
  const { links, pageKind, ...rest } = page
  const offset = view.offset ?? 0
  if (offset > 0 && offset >= page.markdown.length)
    throw new ApiError(
      'unprocessable',
      `The Markdown ends before offset ${offset}: it has ${page.markdown.length} characters. You were not charged.`,
      { extra: { upstreamStatus: 200, errorCode: 'offset_beyond_end' } },
    )
  const { markdown, nextOffset, within, ...forms } = seen
  const more: { link_list?: typeof links; text?: string; blocks?: MarkdownBlock[] } = forms
  if (view.listLinks) more.link_list = inBytes(links.slice(0, MOST_LINKS), LINKS_BYTES)
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
