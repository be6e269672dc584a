import { operatorLine, type Page } from '../html/document.ts'
import { html } from '../html/html.ts'
import { FIVE_MINUTES } from '../html/respond.ts'
import type { OperatorSettings } from '../operator.ts'

/** What buyer and seller owe each other as far as this program keeps it, and where the operator's own terms stand. */
export const termsPage = (settings: OperatorSettings): Page => ({
  product: 'tools',
  path: '/terms',
  section: '/terms',
  title: 'Terms',
  description: 'What a paid call buys, when it is charged, what an answer is not, and who runs the service.',
  cacheControl: FIVE_MINUTES,
  body: html`<article class="prose"><h1>Terms</h1>
<p class="lede">One payment buys one answer. What fails is not charged.</p>
<h2>Who you buy from</h2><p>${operatorLine(settings)} ${
    settings.TERMS_URL &&
    html`Their own terms, which apply beside these and before them: <a href="${settings.TERMS_URL}">${settings.TERMS_URL}</a>.`
  }</p>
<h2>What you buy</h2>
<p>The answer to one call of one tool, at the price that the 402 of that call names and your wallet signs. There is no account, no subscription and no minimum.
You may fetch the answer again with the same payment for 24 hours. Use it as you like, as far as the sources that it names allow.</p>
<h2>When you are charged</h2>
<p>Only for an answer with a status of 200 to 299. Bad input, a subject that does not exist, a source that is down and a fault of ours cost nothing;
<a href="/docs/payments">every case stands here</a>. A settled payment is a transfer on a public chain and cannot be taken back by the network: if you believe that you paid
for nothing, write to the contact above with the <code>X-Request-Id</code> or the transaction.</p>
<h2>What an answer is not</h2>
<p>Answers are put together from public sources at the time they name, and can be wrong, late or incomplete; what is missing is said in <code>unavailable</code>.
A risk verdict is no advice to buy, hold or sell, and its <a href="/docs/risk-rules">rules</a> are public. The tenders feed is not official: the official notice counts.</p>
<h2>What the tools may not be used for</h2>
<p>The web tools fetch public pages that you name. Do not use them to get around a block that is meant for you, to load somebody’s server, or for what the law forbids.
Callers who do may be refused.</p>
<h2>Changes</h2><p>What can change and how long before you are told stands in the <a href="/docs/policy">policy</a>. How data are treated: <a href="/privacy">privacy</a>.</p></article>`,
})
