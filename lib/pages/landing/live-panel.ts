import { html } from '../../html/html.ts'
import type { Tool } from '../../tools/define.ts'
import { badPath, examplePath } from '../tool-answers.ts'

/**
 * Sends real unpaid calls from the reader's browser. Without script it is a plain form: the browser goes to the call itself, and the paid
 * path answers with its page for people.
 */
export const livePanel = (tools: readonly Tool[], showcase: Tool) => html`<section id="live" class="live" aria-labelledby="live-title">
  <div class="head"><h2 id="live-title">Try it unpaid</h2><p>Two real requests from your browser to this server. Neither can cost anything.</p></div>
  <ul class="ask" role="list" hidden>
    <li class="field"><label for="live-tool">Tool</label><select id="live-tool">${tools.map(
      (tool) =>
        html`<option value="${examplePath(tool)}" data-bad="${badPath(tool)}"${tool === showcase && html` selected`}>${tool.id}</option>`,
    )}</select></li>
    <li><button class="button" type="button" data-live="good">Send the unpaid call</button></li>
    <li><button class="button quiet" type="button" data-live="bad">Send a bad one</button></li>
  </ul>
  <output id="live-answer" for="live-tool"></output>
  <p class="plain-live">Open <a href="${examplePath(showcase)}"><code>${examplePath(showcase)}</code></a> to see the 402 as a page, or
    <a href="${badPath(showcase)}"><code>${badPath(showcase)}</code></a> for the 400.</p>
</section>`
