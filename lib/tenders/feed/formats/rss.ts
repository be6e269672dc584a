/**
 * RSS 2.0 by `feed`, with three things done by hand because the package cannot: titles and descriptions as escaped text (its CDATA breaks at
 * a second "]]>"), ampersands kept as written (its XML writer undoes one level of entities), and dates in London time (it writes GMT).
 */
import { Feed as RssFeed } from 'feed'
import { stripInvisible } from '../../words/text.ts'
import { ATTRIBUTION, type Feed } from '../feed.ts'
import type { FeedLinks, Format } from './format.ts'
import { FEED_STYLE } from './style.ts'
import { aboutFeed, inWords, startOfDay, titleOf, toRfc822 } from './words.ts'
import { escapeXml } from './xml.ts'

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

/** Where the channel goes on (RFC 5005), after its own address. */
function paged(xml: string, { next, first }: FeedLinks): string {
  const link = (rel: string, href: string | null) =>
    href === null ? '' : `<atom:link href="${escapeXml(href)}" rel="${rel}" type="application/rss+xml"/>`
  const more = `${link('next', next)}${link('first', first)}`
  return more === '' ? xml : xml.replace(/(<atom:link [^>]*rel="self"[^>]*>)/, (self) => `${self}${more}`)
}

/** A browser that shows XML shows it readably: title, text and what to do with the address. */
const forBrowsers = (xml: string, { host, forms }: FeedLinks): string => {
  const origin = new URL(forms.rss ?? `https://${host}`).origin
  return xml.replace(
    /^(<\?xml[^>]*\?>)/,
    (declaration) => `${declaration}\n<?xml-stylesheet type="text/css" href="${origin}${FEED_STYLE}"?>`,
  )
}

/** The channel as XML. */
export function renderRss(feed: Feed, links: FeedLinks): string {
  const rss = new RssFeed({
    id: links.self,
    title: text(titleOf(feed)),
    link: links.html,
    description: text(aboutFeed(feed)),
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
      link: text(notice.notice_url),
      id: text(notice.id),
      date: new Date(startOfDay(notice.published)),
      category: [
        ...trades.map((trade) => ({ name: text(trade.name), domain: links.tradePage(trade.slug) })),
        ...notice.delivery_regions.map((region) => ({ name: text(region) })),
      ],
      extensions: [element('title', notice.title), element('description', inWords(notice))],
    })
  }
  return forBrowsers(paged(inLondonTime(rss.rss2()), links), links)
}

export default {
  name: 'rss',
  label: 'RSS',
  extension: 'xml',
  contentType: 'application/rss+xml; charset=utf-8',
  about: 'For feed readers (RSS 2.0): the newest first.',
  newestFirst: true,
  repeatsAddress: true,
  render: renderRss,
} satisfies Format
