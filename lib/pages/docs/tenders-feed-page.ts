/** How to read the free tenders feed by program. */
import type { Env } from '../../env.ts'
import { codeBlock, table } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { FIVE_MINUTES, type PageAnswer } from '../../html/respond.ts'
import { ATTRIBUTION, PARAMETERS } from '../../tenders/feed.ts'
import { FEED_PATH, FORMATS, fileUrl } from '../../tenders/formats.ts'
import { TRADES } from '../../tenders/trades.ts'
import type { Tool } from '../../tools/define.ts'
import { docsFrame } from './frame.ts'

const effects: Record<keyof typeof PARAMETERS, string> = {
  limit: 'How many notices, at most.',
  region: 'Keeps notices whose buyer or place of delivery is there; those for the whole UK stay.',
  sort: 'deadline: closing soonest first. value: largest stated value first.',
  match: 'title: title or main category matches the trade. any: descriptions and further categories too.',
}

const allowedInWords = (name: string, allowed: readonly string[]): string => (name === 'limit' ? '1 to 25' : allowed.join(', '))

/** Makes the page. */
export const tendersFeedPage = (tools: readonly Tool[], settings: Env): PageAnswer => ({
  product: 'tools',
  path: '/docs/tenders-feed',
  section: '/docs',
  title: 'Tenders feed',
  description: 'The free feed of open UK public tenders: addresses, formats, parameters, limits and licence.',
  cacheControl: FIVE_MINUTES,
  script: true,
  body: docsFrame(
    tools,
    '/docs/tenders-feed',
    html`<h1>Tenders feed</h1><p class="lede">Open UK public-sector notices in ${TRADES.length} trades, free and without a key. Every form holds the same notices; a notice leaves at the second of its deadline.</p>
<section><h2>Read it</h2>${codeBlock('curl', `curl '${fileUrl(settings.TOOLS_URL, 'cleaning.json')}?region=London&limit=5'`)}</section>
<section><h2>Forms of a trade</h2>${table(
      `Addresses below ${settings.TOOLS_URL}${FEED_PATH}/`,
      [{ name: 'File' }, { name: 'Content type' }],
      FORMATS.map(({ extension, contentType }) => [html`<code>&lt;trade&gt;.${extension}</code>`, contentType]),
    )}<ul><li><a href="${FEED_PATH}/feed.xml">feed.xml</a>: the newest 50 of all trades as RSS; takes <code>region</code></li><li><a href="${FEED_PATH}/index.json">index.json</a>: all trades with counts</li>
<li><a href="${FEED_PATH}/feeds.opml">feeds.opml</a>: all feeds for a reader</li><li><a href="${FEED_PATH}/status.json">status.json</a>: how fresh each source is</li><li><code>changes/&lt;YYYY-MM-DD&gt;.json</code>: what was added, changed and closed on a day, kept for 30 days</li></ul></section>
<section><h2>Parameters</h2>${table(
      'A bad value is a 400 that lists the allowed ones, in every form.',
      [{ name: 'Name' }, { name: 'Default' }, { name: 'Allowed' }, { name: 'Effect', prose: true }],
      (Object.keys(effects) as (keyof typeof PARAMETERS)[]).map((name) => [
        html`<code>${name}</code>`,
        PARAMETERS[name].default ?? 'none',
        allowedInWords(name, PARAMETERS[name].allowed),
        effects[name],
      ]),
    )}</section>
<section><h2>Trades</h2><ul>${TRADES.map(({ slug, name }) => html`<li><a href="/tenders/${slug}">${name}</a> <code>${slug}</code></li>`)}</ul></section>
<section><h2>Manners and licence</h2><ul><li>Please ask for each trade about once a minute at most; data change once a day, and <code>ETag</code> saves both of us the rest. Heavy automated use may be blocked without notice.</li>
<li>Open Government Licence v3.0. Keep the attribution, which every answer also carries in <code>X-Attribution</code>:</li></ul>${codeBlock('Attribution', ATTRIBUTION)}
<p>The feed is compiled by a private party and is not official. Confirm every notice at its official page.</p></section>`,
  ),
})
