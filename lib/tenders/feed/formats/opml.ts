import { type Query, toSearch } from '../../search/query.ts'
import { TRADES, type Trade } from '../../trades/trades.ts'
import { ATTRIBUTION } from '../feed.ts'
import { NO_QUERY } from '../no-query.ts'
import { feedLinks, fileUrl } from './links.ts'
import { OUTLOOK_NAMES, OUTLOOKS, outlookFile, outlookPage } from './outlooks.ts'
import { titleOf } from './words.ts'
import { escapeXml } from './xml.ts'

export const OPML_CONTENT_TYPE = 'text/x-opml; charset=utf-8'

const outline = (name: string, xmlUrl: string, htmlUrl: string): string =>
  `    <outline type="rss" text="${escapeXml(name)}" title="${escapeXml(name)}" xmlUrl="${escapeXml(xmlUrl)}" htmlUrl="${escapeXml(htmlUrl)}" language="en-GB"/>`

const outlookOutlines = (site: string, { slug, name }: Pick<Trade, 'slug' | 'name'>): string[] =>
  OUTLOOK_NAMES.map((kind) =>
    outline(
      `UK public tenders, ${OUTLOOKS[kind].title.toLowerCase()}: ${name}`,
      fileUrl(site, outlookFile(kind, slug, 'xml')),
      `${site}${outlookPage(kind, slug)}`,
    ),
  )

/**
 * OPML 2.0: the RSS feed of every trade, and the one over all trades, to subscribe to at once; with the filters of `query`, whatever they are.
 * `slugs`: only those trades, then with what ends soon and comes up in them. `site` has no slash at its end.
 */
export function renderOpml(site: string, query: Query = NO_QUERY, slugs: readonly string[] | null = null): string {
  const wanted = TRADES.filter(({ slug }) => slugs === null || slugs.includes(slug))
  const links = (slug: string) => feedLinks(site, { slug }, query)
  const outlines = [
    ...wanted.map((trade) => outline(titleOf({ trade, query }), links(trade.slug).forms.rss ?? '', links(trade.slug).html)),
    // One who subscribes to a trade, and chose no filters, which those lists do not have.
    ...(slugs !== null && toSearch(query, { without: ['limit'] }) === '' ? wanted.flatMap((trade) => outlookOutlines(site, trade)) : []),
    ...(slugs === null
      ? [
          outline(
            titleOf({ trade: null, query }).replace('all trades', 'newest of all trades'),
            feedLinks(site, { slug: 'all', newest: true }, query).forms.rss ?? '',
            `${site}/tenders`,
          ),
        ]
      : []),
  ]
  return `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0">
  <head>
    <title>UK public tenders by trade</title>
    <ownerId>${escapeXml(`${site}/tenders`)}</ownerId>
    <docs>https://opml.org/spec2.opml</docs>
    <!-- ${escapeXml(ATTRIBUTION)} -->
  </head>
  <body>
${outlines.join('\n')}
  </body>
</opml>
`
}
