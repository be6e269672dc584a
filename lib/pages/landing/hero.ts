import { inWords } from '../../catalogue/in-words.ts'
import { type Html, html } from '../../html/html.ts'
import { shortPrice } from '../../html/price.ts'
import type { Tool } from '../../tools/define.ts'
import { examplePath } from '../tool-answers.ts'

/** "$0.001 to $0.01" */
function priceRange(tools: readonly Tool[]): string {
  const prices = tools.map(({ price }) => price).toSorted()
  const [low, high] = [prices[0] ?? '0', prices.at(-1) ?? '0']
  return low === high ? shortPrice(low) : `${shortPrice(low)} to ${shortPrice(high)}`
}

/** A call written out like a slip from a meter: what was asked, and what each answer costs. */
const slip = (tool: Tool): Html => html`<figure class="slip" aria-label="What a call costs">
  <p>GET ${examplePath(tool)}</p>
  <hr>
  <dl>
    <div><dt>400 input refused</dt><dd>$0</dd></div>
    <div><dt>402 price asked</dt><dd>$0</dd></div>
    <div><dt>5xx source failed</dt><dd>$0</dd></div>
    <div><dt class="paid">200 answer</dt><dd class="paid">${shortPrice(tool.price)}</dd></div>
  </dl>
  <hr>
  <dl><div class="sum"><dt>settled in USDC</dt><dd>${shortPrice(tool.price)}</dd></div></dl>
</figure>`

/** What this is, what it costs, how to start. */
export const hero = (tools: readonly Tool[], showcase: Tool): Html => html`<div class="hero">
  <div>
    <h1>${inWords(tools.length)} tools your agent can buy, one call at a time</h1>
    <p class="lede">Token risk, web pages as Markdown, prices, DNS: read-only HTTP endpoints at <strong>${priceRange(tools)} a call</strong>, paid in USDC on Base or
      Solana by x402. No key, no account. <strong>A call that fails costs nothing.</strong></p>
    <div class="row"><a class="button" href="#start">Make a first call</a><a class="button quiet" href="#tools">See the price list</a></div>
  </div>
  ${slip(showcase)}
</div>`
