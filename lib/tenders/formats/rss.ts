/**
 * RSS 2.0 by `feed`, with three things done by hand because the package cannot: titles and descriptions as escaped text (its CDATA breaks at
 * a second "]]>"), ampersands kept as written (its XML writer undoes one level of entities), and dates in London time (it writes GMT).
 */
import { Feed as RssFeed } from 'feed'
import { ATTRIBUTION, type Feed } from '../feed.ts'
import { stripInvisible } from '../text.ts'
import type { FeedLinks, Format } from './format.ts'
import { inWords, startOfDay, toRfc822 } from './words.ts'

/** Text as the package's writer gives it back unchanged: it turns `&amp;` into `&` before it escapes. */
const text = (value: string): string => stripInvisible(value).replaceAll('&', '&amp;')

const element = (name: string, value: string) => ({ name, objects: { _text: text(value) } })

/** GMT dates of the package, as London time. No other text can hold such an element: every "<" of ours is escaped. */
function inLondonTime(xml: string): string {
  return xml.replace(
    /<(pubDate|lastBuildDate)>([^<]+)<\/\1>/g,
    (_, name: string, date: string) => `<${name}>${toRfc822(Date.parse(date))}</${name}>`,
  )
}

function describe(feed: Feed): string {
  const what = feed.trade
    ? `Open UK public-sector contract notices: ${feed.trade.name}`
    : 'The newest open UK public-sector contract notices of all trades'
  return `${what}${feed.query.region === null ? '' : ` in ${feed.query.region}`}. Not official: confirm each one at the official notice. ${ATTRIBUTION}`
}

/** The channel as XML. */
export function renderRss(feed: Feed, links: FeedLinks): string {
  const name = feed.trade?.name ?? 'all trades'
  const rss = new RssFeed({
    id: links.self,
    title: text(`UK public tenders: ${name}${feed.query.region === null ? '' : `, ${feed.query.region}`}`),
    link: links.html,
    description: text(describe(feed)),
    language: 'en-GB',
    copyright: text(ATTRIBUTION),
    updated: new Date(feed.changedAt),
    ttl: 60,
    feed: links.self,
    generator: false,
  })
  for (const { notice, trades } of feed.items) {
    rss.addItem({
      title: '',
      link: notice.notice_url,
      id: text(notice.id),
      date: new Date(startOfDay(notice.published)),
      category: [
        ...trades.map((trade) => ({ name: text(trade.name), domain: links.tradePage(trade.slug) })),
        ...notice.delivery_regions.map((region) => ({ name: text(region) })),
      ],
      extensions: [element('title', notice.title), element('description', inWords(notice))],
    })
  }
  return inLondonTime(rss.rss2())
}

export default {
  extension: 'xml',
  contentType: 'application/rss+xml; charset=utf-8',
  render: renderRss,
} satisfies Format
