/** The 402 as a page for a browser, in the look of all other pages: what is asked, and how a program pays it. No script; the header stays. */
import { codeBlock, facts } from '../../html/blocks.ts'
import { type Site, toDocument } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { inDollars, shortPrice } from '../../html/price.ts'
import { contentSecurityPolicy } from '../../html/respond.ts'
import { typescriptSnippet } from './capped-snippet.ts'
import { type Terms, toolLinks } from './terms.ts'

/** What this page may load: nothing but its own style and icons. */
export const paymentPagePolicy = contentSecurityPolicy('tools', false)

/** The page of a tool's terms. `error` is why a payment was not accepted, when there was one. */
export function paymentPage(terms: Terms, error: string | undefined, settings: Site): string {
  const { tool, accepts } = terms
  const links = toolLinks(tool, settings)
  return toDocument(
    {
      product: 'tools',
      path: tool.path,
      noindex: true,
      title: `402 Payment required: ${tool.id}`,
      description: tool.description,
      body: html`<article class="doc"><p class="above mono">402 Payment required</p><h1>${tool.summary}</h1>
<p class="bill"><strong>${shortPrice(tool.price)}</strong><span class="soft">per answer, in USDC, by x402 version 2</span></p>
<p class="lede">This address is for software, which pays for one answer at a time. <strong>Nothing was charged${error === undefined ? '.' : ':'}</strong> ${error}</p>
<p>${inDollars(tool.description)}</p>
<section><h2>Terms</h2><p>One of these, signed for exactly this amount. The same stands in the <code>PAYMENT-REQUIRED</code> header of this answer.</p>
<div class="who">${accepts.map(
        ({ network, amount, asset, payTo }) =>
          html`<div><h3>${network.split(':')[0] === 'solana' ? 'Solana' : 'Base'}</h3>${facts([
            ['Network', html`<code>${network}</code>`],
            ['Amount', html`${amount} atomic units, ${shortPrice(tool.price)}`],
            ['USDC', html`<code>${asset}</code>`],
            ['Pay to', html`<code>${payTo}</code>`],
          ])}</div>`,
      )}</div></section>
<section><h2>How to pay</h2><p>Sign one of the terms and send the same request again with the result in the <code>PAYMENT-SIGNATURE</code> header. Any x402 client does both. This one stops at a cap:</p>
${codeBlock('TypeScript', typescriptSnippet(tool, settings), { copyable: false, language: 'ts' })}</section>
<section><h2>More</h2>${facts([
        ['Documentation', html`<a href="${links.docs}">${links.docs}</a>`],
        ['A call that works', html`<a href="${links.example}">${links.example}</a>`],
        ['OpenAPI', html`<a href="${links.openapi}">${links.openapi}</a>`],
        ['All tools', html`<a href="${settings.BASE_URL}/">${settings.BASE_URL}/</a>`],
      ])}</section></article>`,
    },
    settings,
  )
}
