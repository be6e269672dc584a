import { operatorLine, type Page } from '../html/document.ts'
import { html } from '../html/html.ts'
import { FIVE_MINUTES } from '../html/respond.ts'
import type { OperatorSettings } from '../operator.ts'

/** What is kept about whoever calls or reads. */
export const privacyPage = (settings: OperatorSettings): Page => ({
  product: 'tools',
  path: '/privacy',
  section: '/privacy',
  title: 'Privacy',
  description: 'What this service keeps about callers and readers: no cookies, no accounts, no addresses, no user agents.',
  cacheControl: FIVE_MINUTES,
  body: html`<article class="prose"><h1>Privacy</h1>
<p class="lede">No cookies, no accounts, no analytics, and no request to any third party from these pages.</p>
<h2>Who is responsible</h2><p>${operatorLine(settings)}</p>
<h2>Readers of these pages and of the tenders feed</h2>
<p>Nothing about you is stored. Your address is held in memory for about a minute, only to slow down floods, and is written nowhere. User agents are not recorded.</p>
<h2>Buyers of a tool</h2>
<p>A payment is public by nature: the network records it. Our ledger keeps, for each paid attempt, the time, the tool, the price, the network, the paying address, the key by
which the network tells payments apart, the outcome, the time it took and the transaction. It holds no query, no IP address and no user agent. For the status page we keep, for each day and tool, how many calls were settled and failed. The answer to a paid call is kept for 24 hours, so that a lost answer can be fetched again with the same payment.</p>
<h2>Queries</h2>
<p>Queries are not logged. They are passed on to the sources that a tool names on its page, as far as those need them to answer, without anything that identifies you. Upstream answers are cached for a few minutes at most.</p>
<h2>Contact details in tenders</h2>
<p>E-mail addresses and telephone numbers are masked in everything that is served, and contact points in official notices are dropped before anything is stored. The official notice has them.</p>
<h2>Asking us</h2><p>See <a href="/docs#contact">contact</a>.</p></article>`,
})
