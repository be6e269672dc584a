import type { FeedLinks } from './format.ts'

/** Where the files of the feed live, below the address of the site. */
export const FEED_PATH = '/api/uk-tenders'

/** The address of one file of the feed. `site` has no slash at its end. */
export const fileUrl = (site: string, file: string): string => `${site}${FEED_PATH}/${file}`

/** The page of a trade for people. */
export const tradePageUrl = (site: string, slug: string): string => `${site}/tenders/${slug}`

/**
 * The links of a feed. `slug` is `null` for feed.xml; `search` is the canonical query ('' or beginning with "?"), so that each link leads to
 * the same notices; `self` is the address asked for, to the letter.
 */
export function feedLinks(site: string, slug: string | null, search: string, self: string): FeedLinks {
  const file = (extension: string) => (slug === null ? null : `${fileUrl(site, `${slug}.${extension}`)}${search}`)
  return {
    self,
    html: slug === null ? `${site}/tenders` : tradePageUrl(site, slug),
    json: file('json'),
    csv: file('csv'),
    rss: file('xml') ?? `${fileUrl(site, 'feed.xml')}${search}`,
    json_feed: file('feed.json'),
    ical: file('ics'),
    tradePage: (trade) => tradePageUrl(site, trade),
    host: new URL(site).host,
  }
}
