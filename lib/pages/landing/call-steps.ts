import type { Env } from '../../core.ts'
import { codeBlock } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { shortPrice } from '../../html/price.ts'
import type { Offers } from '../../payments/offer/offers.ts'
import type { Tool } from '../../tools/define.ts'
import { refusal, sampleAnswer, terms } from '../tool-answers.ts'

/** How a call goes, in the bytes that are really sent. */
export function callSteps(tool: Tool, offers: Offers | undefined, settings: Env) {
  const refused = refusal(tool, settings)
  const asked = terms(tool, offers)
  const answer = sampleAnswer(tool, settings)
  return html`<section id="call" aria-labelledby="call-title">
  <div class="head"><h2 id="call-title">How a call goes</h2><p>Input is checked before a price is asked, and the price is asked before anything runs.</p></div>
  <ol class="steps">
    <li><p class="status">400 <span>free</span></p><p>Bad input is refused at once, with the parameter, the reason and a call that works.</p>
      ${codeBlock(html`GET ${refused.path}`, refused.body, { copyable: false, language: 'json' })}</li>
    <li><p class="status">402 <span>free</span></p><p>A good call without payment gets the terms: in the <code>PAYMENT-REQUIRED</code> header, and in the body.</p>
      ${
        asked
          ? codeBlock('PAYMENT-REQUIRED, decoded', asked.decoded, { copyable: false, language: 'json' })
          : html`<p class="note">The payment facilitator has not answered this server yet, so there are no terms to show. Paid paths answer 503 until then.</p>`
      }</li>
    <li><p class="status good">200 <span>settled: ${shortPrice(tool.price)}</span></p><p>The same call with <code>PAYMENT-SIGNATURE</code> runs; only its 200 is settled.</p>
      ${codeBlock('Body', answer.body, { note: answer.note, copyable: false, language: 'json' })}</li>
  </ol>
</section>`
}
