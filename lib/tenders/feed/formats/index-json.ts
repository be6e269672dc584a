import { CAP, PARAMETERS } from '../../search/parameters.ts'
import type { TradeIndex } from '../../search/trade-index.ts'
import type { FeedStatus } from '../../snapshot/snapshot.ts'
import { TRADES } from '../../trades/trades.ts'
import { REGIONS } from '../../words/regions.ts'
import { ATTRIBUTION, countOpen, LICENSE } from '../feed.ts'
import { NO_QUERY } from '../no-query.ts'
import { VIEWS } from '../views.ts'
import { feedLinks, fileUrl, wholeUrls } from './links.ts'
import { OUTLOOK_EXTENSIONS, OUTLOOK_FORMS, OUTLOOK_NAMES, type Outlook, outlookFile, outlookPage } from './outlooks.ts'

const SOON_DAYS = 7

/** Everything there is about the feed of one slug: its forms, the whole of it, and its views. */
function linksOf(site: string, slug: string) {
  const { html, forms } = feedLinks(site, { slug }, NO_QUERY)
  return {
    html,
    ...forms,
    whole: Object.fromEntries(wholeUrls(site, slug, NO_QUERY).map(([form, url]) => [form.name, url])),
    ...Object.fromEntries(OUTLOOK_NAMES.map((kind) => [kind, outlookUrls(site, kind, slug)])),
    views: Object.fromEntries(Object.keys(VIEWS).map((view) => [view, feedLinks(site, { slug, view }, NO_QUERY).html])),
  }
}

const outlookUrls = (site: string, kind: Outlook, slug: string) => ({
  html: `${site}${outlookPage(kind, slug)}`,
  ...Object.fromEntries(OUTLOOK_EXTENSIONS.map((form) => [OUTLOOK_FORMS[form].name, fileUrl(site, outlookFile(kind, slug, form))])),
})

/** The parts that no clock changes. */
const linksBySite = new Map<string, Map<string, ReturnType<typeof linksOf>>>()
function knownLinks(site: string, slug: string) {
  const known = linksBySite.get(site) ?? new Map<string, ReturnType<typeof linksOf>>()
  if (!known.has(slug)) known.set(slug, linksOf(site, slug))
  linksBySite.set(site, known)
  return known.get(slug)
}

const parameters = () => Object.fromEntries(Object.entries(PARAMETERS).map(([name, { read: _, ...about }]) => [name, about]))

/** The listing of all trades at `now` (milliseconds), in the order of the specification. */
function toIndexDocument(index: TradeIndex, status: FeedStatus, site: string, now: number) {
  return {
    meta: { data_through: status.data_through, license: LICENSE, attribution: ATTRIBUTION, cap: CAP, stale: status.stale },
    trades: TRADES.map(({ slug, name, keywords, titleKeywords }) => {
      const { total_open, closing } = countOpen(index, slug, now, SOON_DAYS)
      return {
        slug,
        name,
        keywords: [...keywords, ...titleKeywords],
        total_open,
        closing_within_7_days: closing,
        links: knownLinks(site, slug),
      }
    }),
    regions: [...REGIONS],
    parameters: parameters(),
    links: {
      newest: fileUrl(site, 'feed.xml'),
      all: knownLinks(site, 'all'),
      opml: fileUrl(site, 'feeds.opml'),
      status: fileUrl(site, 'status.json'),
      schema: fileUrl(site, 'schema.json'),
    },
  }
}

export const renderIndex = (index: TradeIndex, status: FeedStatus, site: string, now: number): string =>
  JSON.stringify(toIndexDocument(index, status, site, now))
