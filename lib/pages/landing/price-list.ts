import { html } from '../../html/html.ts'
import { shortPrice } from '../../html/price.ts'
import type { Tool } from '../../tools/define.ts'

/** Where a tool's data comes from and how old it may be. */
const origin = ({ sources = [], freshness = '' }: Tool): string =>
  [sources.length > 0 ? `From ${sources.join(', ')}.` : 'No third party.', freshness].join(' ').trim()

/** Every tool with its price, purpose, sources and freshness. */
export const priceList = (tools: readonly Tool[]) => html`<section id="tools" aria-labelledby="tools-title">
  <div class="head"><h2 id="tools-title">Price list</h2><p>USD per call, settled in USDC. Fixed; the 402 says the same to the last digit.</p></div>
  <ul class="prices">${tools.map(
    (tool) => html`<li>
    <h3><a href="/docs/${tool.id}">${tool.id}</a></h3>
    <p class="price">${shortPrice(tool.price)}</p>
    <p class="what">${tool.summary}</p>
    <p class="from">${origin(tool)} <a href="/docs/${tool.id}#examples" aria-label="Sample answers of ${tool.id}">Sample answers</a></p>
  </li>`,
  )}</ul>
</section>`
