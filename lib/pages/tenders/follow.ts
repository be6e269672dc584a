/** How to follow a list: every form of it and every way to subscribe, with the filters that were chosen. */
import { type Html, html } from '../../html/html.ts'
import type { FeedName } from '../../tenders/feed/formats/links.ts'
import { FEED_PATH, FORMATS, feedLinks, wholeUrls } from '../../tenders/feed/formats.ts'
import { type Query, toSearch } from '../../tenders/search/query.ts'

/** The forms as `<link rel="alternate">` wants them. */
export function alternatesOf(site: string, feed: FeedName, query: Query, title: string) {
  const { forms } = feedLinks(site, feed, query)
  return FORMATS.map(({ name, label, contentType }) => ({
    type: contentType.split(';')[0] ?? '',
    href: forms[name] ?? '',
    title: `${title} as ${label}`,
  }))
}

/** The calendar of the whole list, for a program that subscribes to it: it wants the address with its host. */
const calendarOf = (whole: ReturnType<typeof wholeUrls>): string | undefined =>
  whole.find(([form]) => form.extension === 'ics')?.[1].replace(/^https?:/, 'webcal:')

/** The two ways that most people take, for the top of the list. */
export function followLine(site: string, feed: FeedName, query: Query): Html {
  const calendar = calendarOf(wholeUrls(site, feed.slug, query))
  const rss = feedLinks(site, feed, query).forms.rss ?? ''
  return html`<p class="follow small">Follow this list: <a href="${rss.slice(site.length)}">RSS feed</a>, ${calendar && html`<a href="${calendar}">calendar</a>, `}<a href="#feeds-title">every other form</a>.</p>`
}

/** The section. `site` is left out of addresses on the same host. */
export function followSection(site: string, feed: FeedName, query: Query): Html {
  const { forms } = feedLinks(site, feed, query)
  const whole = wholeUrls(site, feed.slug, query)
  const calendar = calendarOf(whole)
  const opml = `${FEED_PATH}/${feed.slug === 'all' ? '' : `${feed.slug}/`}feeds.opml${toSearch(query, { without: ['cursor', 'limit'] })}`
  const relative = (url: string): string => url.slice(site.length)
  return html`<section aria-labelledby="feeds-title"><h2 id="feeds-title">Follow this list</h2>
<p class="soft">The same notices with the same filters, always current. Copy the RSS or Atom address into a feed reader and new notices come to you; subscribe to the calendar and every deadline stands in yours, with a reminder a week and a day before.</p>
<ul class="feeds">${calendar !== undefined && html`<li><a href="${calendar}">Subscribe in your calendar</a></li>`}${FORMATS.map(
    ({ name, label }) => html`<li><a href="${relative(forms[name] ?? '')}">${label}</a></li>`,
  )}<li><a href="${opml}">OPML</a></li></ul>
<p class="small soft">In one file: ${whole.map(([form, url], place) => html`${place > 0 && ', '}<a href="${relative(url)}">all as ${form.label}</a>`)}.</p></section>`
}
