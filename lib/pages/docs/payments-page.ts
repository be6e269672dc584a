/** How paying works, for the person who gives an agent its wallet. */
import type { Env } from '../../core.ts'
import { codeBlock, table } from '../../html/blocks.ts'
import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { ALWAYS_ASK } from '../../html/respond.ts'
import type { Offers } from '../../payments/offer/offers.ts'
import { MAX_TIMEOUT_SECONDS } from '../../payments/protocol/networks.ts'
import type { Tool } from '../../tools/define.ts'
import { payees } from '../payees.ts'
import { hostsThatPay, sampleTabs } from '../sample-tabs.ts'
import { curlSnippet } from '../snippets.ts'
import { docsFrame } from './frame.ts'

const outcomes = [
  ['Bad input', '400', 'before any payment is looked at', 'nothing'],
  ['No payment', '402', 'with the terms', 'nothing'],
  ['Payment that does not verify', '402', "with the facilitator's own reason in the body; it is refused for good", 'nothing'],
  ['Payment verifies, the tool cannot answer', '404, 422, 502, 503 or 504', 'the payment is let go: send it again', 'nothing'],
  ['Payment verifies, the tool answers', '200', 'settled, with the receipt in PAYMENT-RESPONSE', 'the price'],
  ['The same payment again, same request', '200', 'the stored answer, for 24 hours', 'nothing more'],
  [
    'The same payment again, the first call still at work',
    '409 payment_in_flight',
    'send the same header again',
    'known after the next try',
  ],
  ['The same payment again, another request', '409 payment_already_used', 'sign a new one for it', 'nothing more'],
  ['Too many calls that were not paid', '429', 'with Retry-After', 'nothing'],
  ['Settlement refused', '402', 'with the reason; the answer is not handed out', 'nothing'],
  ['Settlement sent, outcome lost', '503 settlement_unknown', 'send the same header again', 'known after the next try'],
] as const

const attested = ({ BASE_URL }: Env) =>
  html`<section><h2>Signed offers and receipts</h2><p>By the extension <code>offer-receipt</code> each entry of <code>accepts</code> comes signed, and each paid answer carries a signed receipt in <code>PAYMENT-RESPONSE</code>. The key stands at <a href="${BASE_URL}/.well-known/did.json">/.well-known/did.json</a>.</p><p>A receipt is our word that this payer bought from this address, at this time, by this transaction. It does not prove that money moved (the chain does), and says nothing of what was asked and answered.</p></section>`

/** Makes the page. */
export const paymentsPage = (tools: readonly Tool[], example: Tool, offers: Offers | undefined, settings: Env): Page => ({
  product: 'tools',
  path: '/docs/payments',
  section: '/docs/payments',
  title: 'Payments',
  description: 'How a paid call works: x402 version 2, exact prices in USDC on Base or Solana, and what is never charged.',
  cacheControl: ALWAYS_ASK,
  script: true,
  body: docsFrame(
    tools,
    '/docs/payments',
    html`<h1>Payments</h1><p class="lede">Each call is paid on its own by x402 version 2: an exact price in USDC, signed by your wallet, verified before the work and <strong>settled only after a 2xx answer</strong>.</p>
<section id="caps"><h2>Start with a cap</h2><p>Prices are fixed and part of the terms you sign, so no call can cost more than its 402 said; a cap keeps an agent from making too many. Give it a wallet that holds no more than it may spend: USDC only, no gas is needed, since the facilitator pays it. ${hostsThatPay}</p>${sampleTabs(example, settings)}</section>
<section id="course"><h2>The course of a call</h2><ol class="prose"><li>Send the plain GET. A good call is answered <code>402</code> with the terms: base64 JSON in <code>PAYMENT-REQUIRED</code>, and the same decoded in the body.</li>
<li>Sign one entry of <code>accepts</code>: the exact <code>amount</code> to <code>payTo</code> on its <code>network</code>. A payment stays usable for ${MAX_TIMEOUT_SECONDS} seconds.</li>
<li>Send the same GET with the result in <code>PAYMENT-SIGNATURE</code>. The answer carries the settlement in <code>PAYMENT-RESPONSE</code>.</li></ol>
${codeBlock('See the terms', curlSnippet(example, settings))}</section>
<section id="charged"><h2>What is charged when</h2>${table('Every way a call can end.', [{ name: 'What happens' }, { name: 'Status' }, { name: 'And' }, { name: 'Charged' }], outcomes)}</section>
<section id="networks"><h2>Networks and receiving addresses</h2>${payees(settings, offers?.liveRails ?? [])}<p>Payments are verified and settled by the facilitator <code>${settings.FACILITATORS.map(({ url }) => url).join(' or ') || 'not configured on this server'}</code>. This server holds no key to any money: it can only receive.</p></section>
${settings.RECEIPT_SIGNING_KEY === undefined ? '' : attested(settings)}
<section id="retries"><h2>Safe retries</h2><ul><li>A payment buys one answer to one question. It cannot be used for another query or path.</li>
<li>Sign anew <strong>only after a 402</strong>. It is final: the payment it answers is never charged, nor is any copy of it that comes later.</li>
<li>After a time-out, a lost connection, <code>503 settlement_unknown</code> or whatever else may be tried again, send the <strong>same header</strong> again; do not sign anew. You get the stored answer, or learn that nothing was taken.</li>
<li>You may name a call yourself with the <code>payment-identifier</code> extension or an <code>Idempotency-Key</code> header.</li>
<li>Unpaid calls are limited per address (429 with <code>Retry-After</code>); paid ones are not.</li></ul></section>`,
    [
      ['caps', 'Start with a cap'],
      ['course', 'The course of a call'],
      ['charged', 'What is charged when'],
      ['networks', 'Networks'],
      ['retries', 'Safe retries'],
    ],
  ),
})
