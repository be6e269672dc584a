import { ATTRIBUTION } from '../feed.ts'
import { stripInvisible } from '../text.ts'
import { TRADES } from '../trades.ts'
import { fileUrl, tradePageUrl } from './links.ts'

export const OPML_CONTENT_TYPE = 'text/x-opml; charset=utf-8'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string): string => stripInvisible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const outline = (name: string, xmlUrl: string, htmlUrl: string): string =>
  `    <outline type="rss" text="${escapeXml(name)}" title="${escapeXml(name)}" xmlUrl="${escapeXml(xmlUrl)}" htmlUrl="${escapeXml(htmlUrl)}" language="en-GB"/>`

/** OPML 2.0: the RSS feed of every trade, and the one over all trades, to subscribe to at once. `site` has no slash at its end. */
export function renderOpml(site: string): string {
  const outlines = [
    ...TRADES.map(({ slug, name }) => outline(`UK public tenders: ${name}`, fileUrl(site, `${slug}.xml`), tradePageUrl(site, slug))),
    outline('UK public tenders: newest of all trades', fileUrl(site, 'feed.xml'), `${site}/tenders`),
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
