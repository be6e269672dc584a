/** The 402 as a page for a browser: terms and how to pay. No script; the PAYMENT-REQUIRED header is kept beside it. */
import type { Env } from '../env.ts'
import { type Terms, toolLinks } from './terms.ts'

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character]!)

const style = `:root{color-scheme:light dark;--ink:#1b1d22;--soft:#5b6170;--line:#d9dce3;--bg:#fbfbf9}@media(prefers-color-scheme:dark){:root{--ink:#eceef2;--soft:#a5acbb;--line:#353a45;--bg:#14161a}}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,sans-serif}main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem}h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}
p{margin:.5rem 0}.soft{color:var(--soft)}table{border-collapse:collapse;width:100%;margin:1.5rem 0;font-size:.9rem}th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
pre{overflow:auto;padding:1rem;border:1px solid var(--line);border-radius:.5rem;font-size:.85rem}a{color:inherit}`

/** The page of a tool's terms. `error` is why a payment was not accepted, when there was one. */
export function paymentPage(terms: Terms, error: string | undefined, settings: Pick<Env, 'BASE_URL'>): string {
  const { tool, accepts } = terms
  const links = toolLinks(tool, settings)
  const rows = accepts
    .map(
      ({ network, amount, asset, payTo }) =>
        `<tr><td>${escapeHtml(network)}</td><td>${escapeHtml(amount)} (${escapeHtml(tool.price)} USDC)</td><td>${escapeHtml(asset)}</td><td>${escapeHtml(payTo)}</td></tr>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>402 Payment required: ${escapeHtml(tool.summary)}</title><style>${style}</style></head>
<body><main><p class="soft">402 Payment required</p><h1>${escapeHtml(tool.summary)}</h1><p>${escapeHtml(tool.description)}</p>
<p>This endpoint is bought by software, one call at a time: <strong>$${escapeHtml(tool.price)}</strong> in USDC by the x402 protocol, version 2. Nothing was charged${error === undefined ? '' : `: ${escapeHtml(error)}`}.</p>
<table><thead><tr><th scope="col">Network</th><th scope="col">Amount</th><th scope="col">Token</th><th scope="col">Pay to</th></tr></thead><tbody>${rows}</tbody></table>
<h2>How to pay</h2><p>Sign one of these offers and send the same request again with the result in the <code>PAYMENT-SIGNATURE</code> header. Any x402 client does both, for example <code>@x402/fetch</code>:</p>
<pre><code>const response = await fetchWithPayment('${escapeHtml(links.example)}')</code></pre>
<p><a href="${escapeHtml(links.docs)}">Documentation</a> · <a href="${escapeHtml(settings.BASE_URL)}/">All endpoints</a> · <a href="${escapeHtml(links.openapi)}">OpenAPI</a></p></main></body></html>`
}
