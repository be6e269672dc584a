import { ATTRIBUTION, type Feed, type FeedItem } from '../feed.ts'
import type { FeedLinks, Format } from './format.ts'
import { aboutFeed, inWords, startOfDay, titleOf, toRfc3339 } from './words.ts'
import { escapeXml } from './xml.ts'

const link = (rel: string, href: string | null, type?: string): string =>
  href === null ? '' : `\n  <link rel="${rel}" href="${escapeXml(href)}"${type === undefined ? '' : ` type="${type}"`}/>`

const entry = ({ notice, trades }: FeedItem, links: FeedLinks): string => `
  <entry>
    <id>${escapeXml(notice.id)}</id>
    <title>${escapeXml(notice.title)}</title>
    <link rel="alternate" href="${escapeXml(notice.notice_url)}"/>
    <published>${toRfc3339(startOfDay(notice.published))}</published>
    <updated>${notice.updated}</updated>${trades
      .map(({ slug, name }) => `\n    <category term="${slug}" label="${escapeXml(name)}" scheme="${escapeXml(links.tradePage(''))}"/>`)
      .join('')}${notice.delivery_regions.map((region) => `\n    <category term="${escapeXml(region)}"/>`).join('')}
    <summary>${escapeXml(inWords(notice))}</summary>
  </entry>`

const render = (feed: Feed, links: FeedLinks): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
  <id>${escapeXml(links.forms.atom ?? links.self)}</id>
  <title>${escapeXml(titleOf(feed))}</title>
  <subtitle>${escapeXml(aboutFeed(feed))}</subtitle>
  <updated>${toRfc3339(feed.changedAt)}</updated>
  <author>
    <name>${escapeXml(links.host)}</name>
  </author>
  <rights>${escapeXml(ATTRIBUTION)}</rights>${link('self', links.self, 'application/atom+xml')}${link('alternate', links.html, 'text/html')}${link('next', links.next)}${link('first', links.first)}${feed.items
    .map((item) => entry(item, links))
    .join('')}
</feed>
`

/** Atom 1.0 (RFC 4287), paged as RFC 5005 says. */
export default {
  name: 'atom',
  label: 'Atom',
  extension: 'atom',
  contentType: 'application/atom+xml; charset=utf-8',
  about: 'For feed readers: the newest first.',
  newestFirst: true,
  repeatsAddress: true,
  render,
} satisfies Format
