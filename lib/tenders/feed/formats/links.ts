import { type Query, toSearch } from '../../search/query.ts'
import type { FeedLinks, Format } from './format.ts'
import { FORMATS } from './registry.ts'

/** Where the files of the feed live, below the address of the site. */
export const FEED_PATH = '/api/uk-tenders'

/** The address of one file of the feed. `site` has no slash at its end. */
export const fileUrl = (site: string, file: string): string => `${site}${FEED_PATH}/${file}`

/** The page of a trade for people. */
export const tradePageUrl = (site: string, slug: string): string => `${site}/tenders/${slug}`

/**
 * What names a feed: a trade's slug or `all`, and below it perhaps a view (`new`, `closing`). `newest` is feed.xml, which is the one feed over
 * all trades that the specification names.
 */
export type FeedName = { slug: string; view?: string | undefined; newest?: true }

const fileOf = ({ slug, view, newest }: FeedName, { name, extension }: Format): string =>
  newest && name === 'rss' ? 'feed.xml' : `${slug}${view === undefined ? '' : `/${view}`}.${extension}`

/**
 * The links of a feed. `query`: what was asked, so that each link leads to the same notices; `self`: the address asked for, to the letter;
 * `form` and `next`: the form that is being written and the cursor after its last notice.
 */
export function feedLinks(
  site: string,
  feed: FeedName,
  query: Query,
  { self = '', form, next = null }: { self?: string; form?: Format; next?: string | null } = {},
): FeedLinks {
  // feed.xml has a length of its own, which nobody can ask for.
  const search = toSearch(query, { without: feed.newest ? ['cursor', 'limit'] : ['cursor'] })
  const page = feed.newest ? `${site}/tenders` : `${tradePageUrl(site, feed.slug)}${feed.view === undefined ? '' : `/${feed.view}`}`
  const forms = Object.fromEntries(FORMATS.map((one) => [one.name, `${fileUrl(site, fileOf(feed, one))}${search}`]))
  const first = form === undefined ? null : (forms[form.name] ?? null)
  return {
    self,
    html: `${page}${toSearch(query, { without: ['cursor', 'limit'] })}`,
    forms,
    next: next === null || first === null ? null : `${first}${search === '' ? '?' : '&'}${new URLSearchParams({ cursor: next })}`,
    first: query.cursor === null ? null : first,
    tradePage: (trade) => tradePageUrl(site, trade),
    host: new URL(site).host,
  }
}

/** A whole trade in one file, in every form that has such: name of the form and address. */
export const wholeUrls = (site: string, slug: string, query: Query): [form: Format, url: string][] =>
  FORMATS.flatMap((form) =>
    form.pieces
      ? [[form, `${fileUrl(site, `${slug}/all.${form.extension}`)}${toSearch(query, { without: ['cursor', 'limit', 'sort'] })}`]]
      : [],
  )
