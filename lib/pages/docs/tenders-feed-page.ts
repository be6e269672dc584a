/** How to read the free tenders feed by program. */
import type { Env } from '../../core.ts'
import { codeBlock, table } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { type Html, html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import { ATTRIBUTION } from '../../tenders/feed/feed.ts'
import { OUTLOOK_EXTENSIONS, OUTLOOK_NAMES, OUTLOOKS } from '../../tenders/feed/formats/outlooks.ts'
import { FEED_PATH, FORMATS, fileUrl } from '../../tenders/feed/formats.ts'
import { VIEWS } from '../../tenders/feed/views.ts'
import { PARAMETER_NAMES, PARAMETERS } from '../../tenders/search/parameters.ts'
import { TRADES } from '../../tenders/trades/trades.ts'
import type { Tool } from '../../tools/define.ts'
import { docsFrame } from './frame.ts'
import { withCode } from './inline-code.ts'

export const FEED_DESCRIPTION = 'The free feed of open UK public tenders: addresses, formats, parameters, limits and licence.'

/** A sentence after a colon. */
const sentenceWithin = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, '')

const allowedInWords = (name: string, allowed: readonly string[]): string => (name === 'limit' ? '1 to 25' : allowed.join(', '))

/** The guide itself, for the documentation and for the readers of the tenders alike. */
export const feedGuide = (
  settings: Pick<Env, 'TOOLS_URL'>,
): Html => html`<h1>Tenders feed</h1><p class="lede">Open UK public-sector notices in ${TRADES.length} trades, free and without a key. Every form holds the same notices; a notice leaves at the second of its deadline.</p>
<section><h2>Read it</h2>${codeBlock('curl', `curl '${fileUrl(settings.TOOLS_URL, 'cleaning.json')}?region=London&limit=5'`)}</section>
<section><h2>Forms of a trade</h2>${table(
  `Addresses below ${settings.TOOLS_URL}${FEED_PATH}/`,
  [{ name: 'File' }, { name: 'Content type' }, { name: 'For', prose: true }],
  FORMATS.map(({ extension, contentType, about }) => [html`<code>&lt;trade&gt;.${extension}</code>`, contentType, about]),
)}<ul><li><a href="${FEED_PATH}/feed.xml">feed.xml</a>: the newest 50 of all trades as RSS</li><li><code>all</code> instead of a trade: the notices of all trades</li><li><code>&lt;trade&gt;/all.*</code> (${FORMATS.filter(
  ({ pieces }) => pieces,
)
  .map(({ extension }) => extension)
  .join(
    ', ',
  )}): every open notice of the trade in one file</li>${Object.entries(VIEWS).map(([name, { about }]) => html`<li><code>&lt;trade&gt;/${name}.*</code>: ${sentenceWithin(about)}</li>`)}${OUTLOOK_NAMES.map((kind) => html`<li><code>${kind}/&lt;trade&gt;.*</code> (${OUTLOOK_EXTENSIONS.join(', ')}): ${OUTLOOKS[kind].about}</li>`)}<li><code>&lt;trade&gt;/feeds.opml</code>: the trade's feed with the filters of the address</li><li><a href="${FEED_PATH}/index.json">index.json</a>: all trades with counts</li>
<li><a href="${FEED_PATH}/feeds.opml">feeds.opml</a>: all feeds for a reader</li><li><a href="${FEED_PATH}/status.json">status.json</a>: how fresh each source is</li><li><code>changes/&lt;YYYY-MM-DD&gt;.json</code>: what was added, changed and closed on a day, kept for 30 days</li></ul></section>
<section><h2>Parameters</h2>${table(
  'The same in every form and on every page. A bad value or an unknown name is a 400 that lists what is allowed; what links and caches add (utm_*, fbclid, gclid, _, cb) is ignored.',
  [{ name: 'Name' }, { name: 'Default' }, { name: 'Allowed' }, { name: 'Effect', prose: true }],
  PARAMETER_NAMES.map((name) => [
    html`<code>${name}</code>`,
    PARAMETERS[name].default ?? 'none',
    withCode(allowedInWords(name, PARAMETERS[name].allowed)),
    PARAMETERS[name].about,
  ]),
)}</section>
<section><h2>Trades</h2><ul>${TRADES.map(({ slug, name }) => html`<li><a href="/tenders/${slug}">${name}</a> <code>${slug}</code></li>`)}</ul></section>
<section><h2>Manners and licence</h2><ul><li>Please ask for each trade about once a minute at most; data change once a day, and <code>ETag</code> saves both of us the rest. Heavy automated use may be blocked without notice.</li>
<li>Open Government Licence v3.0. Keep the attribution, which every answer also carries in <code>X-Attribution</code>:</li></ul>${codeBlock('Attribution', ATTRIBUTION)}
<p>The feed is compiled by a private party and is not official. Confirm every notice at its official page.</p></section>`

/** Makes the page. */
export const tendersFeedPage = (tools: readonly Tool[], settings: Env): Page => ({
  product: 'tools',
  path: '/docs/tenders-feed',
  section: '/docs',
  title: 'Tenders feed',
  description: FEED_DESCRIPTION,
  cacheControl: FIVE_MINUTES,
  script: true,
  body: docsFrame(tools, '/docs/tenders-feed', feedGuide(settings)),
})
