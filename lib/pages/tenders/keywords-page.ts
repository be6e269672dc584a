import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import type { Trade } from '../../tenders/trades/trades.ts'

const words = (list: readonly string[]) => html`<ul class="words">${list.map((word) => html`<li>${word.replace(/\*$/, '…')}</li>`)}</ul>`

/** Every word and code by which notices come under a trade. */
export const keywordsPage = (trade: Trade): Page => ({
  product: 'tenders',
  path: `/tenders/${trade.slug}/keywords`,
  section: '/tenders',
  title: `Keywords of ${trade.name}`,
  description: `The words and category codes by which public notices are listed under ${trade.name.toLowerCase()}.`,
  cacheControl: FIVE_MINUTES,
  body: html`<article class="prose"><p class="above"><a href="/tenders/${trade.slug}">${trade.name}</a></p><h1>Keywords of ${trade.name}</h1>
<p class="lede">A notice is listed here when its title holds one of these words, or its main category code falls under this trade.</p>
<h2>Words in titles and descriptions</h2><p class="soft">In a description alone they count only with “description too”.</p>${words(trade.keywords)}
${trade.titleKeywords.length > 0 && html`<h2>Words in titles only</h2>${words(trade.titleKeywords)}`}
${trade.negatives.length > 0 && html`<h2>Words that mean something else</h2><p class="soft">A title with one of these is listed only by its category code.</p>${words(trade.negatives)}`}
<h2>Category codes</h2><p class="soft">Common Procurement Vocabulary, by the beginning of the code.</p>${words(trade.cpv)}
${trade.cpvExcept.length > 0 && html`<p class="soft">Except:</p>${words(trade.cpvExcept)}`}</article>`,
})
