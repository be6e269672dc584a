import type { Env } from '../../core.ts'
import { html } from '../../html/html.ts'
import type { Tool } from '../../tools/define.ts'
import { hostsThatPay, sampleTabs } from '../sample-tabs.ts'

/** Everything a stranger needs to make a first call, with a cap. */
export const start = (tool: Tool, settings: Env) => html`<section id="start" aria-labelledby="start-title">
  <div class="head"><h2 id="start-title">Make a first call</h2><p>A wallet with a few cents of USDC is all it takes, and no sample can spend more than its cap. Keys come from <code>EVM_PRIVATE_KEY</code>
    or <code>SOLANA_PRIVATE_KEY</code>. ${hostsThatPay}</p></div>
  ${sampleTabs(tool, settings)}
</section>`
