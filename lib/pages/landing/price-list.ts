import { type Html, html } from '../../html/html.ts'
import { shortPrice } from '../../html/price.ts'
import type { Tool } from '../../tools/define.ts'
import { DAYS, type Figures } from '../status/figures.ts'
import { percent } from '../status/page.ts'

/** Where a tool's data comes from and how old it may be. */
const origin = ({ sources = [], freshness = '' }: Tool): string =>
  [sources.length > 0 ? `From ${sources.join(', ')}.` : 'No third party.', freshness].join(' ').trim()

/** Success and latency where there were calls; nothing is said of a tool that nobody bought. */
function record(figures: Figures | null, { id }: Tool): Html | undefined {
  const own = figures?.week.find(({ tool }) => tool === id)
  if (!own || own.settled + own.failed === 0) return undefined
  return html` · ${DAYS} days: ${percent(own.settled, own.settled + own.failed)} of ${own.settled + own.failed} answered${own.p50_ms !== null && `, median ${own.p50_ms} ms`}.`
}

/** Every tool with its price, purpose, sources and freshness. */
export const priceList = (tools: readonly Tool[], figures: Figures | null) => html`<section id="tools" aria-labelledby="tools-title">
  <div class="head"><h2 id="tools-title">Price list</h2><p>USD per call, settled in USDC. Fixed; the 402 says the same to the last digit.</p></div>
  <ul class="prices">${tools.map(
    (tool) => html`<li>
    <h3><a href="/docs/${tool.id}">${tool.id}</a></h3>
    <p class="price">${shortPrice(tool.price)}</p>
    <p class="what">${tool.summary}</p>
    <p class="from">${origin(tool)} <a href="/docs/${tool.id}#examples" aria-label="Sample answers of ${tool.id}">Sample answers</a>${record(figures, tool)}</p>
  </li>`,
  )}</ul>
</section>`
