import type { Env } from '../../core.ts'
import { table } from '../../html/blocks.ts'
import { operatorLine, type Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { shortPrice } from '../../html/price.ts'
import { FIVE_MINUTES } from '../../html/respond.ts'
import type { Tool } from '../../tools/define.ts'
import { hostsThatPay, sampleTabs } from '../sample-tabs.ts'
import { docsFrame } from './frame.ts'

/** The contents of the documentation, and the contact of the service. */
export const docsIndex = (tools: readonly Tool[], example: Tool, settings: Env): Page => ({
  product: 'tools',
  path: '/docs',
  section: '/docs',
  title: 'Documentation',
  description: 'How to call the paid tools: the list, the order of answers, machine-readable descriptions, and whom to contact.',
  cacheControl: FIVE_MINUTES,
  script: true,
  body: docsFrame(
    tools,
    '/docs',
    html`<h1>Documentation</h1><p class="lede">Every tool is one GET with a fixed price. Input is checked first (400), then the price is asked (402), then the answer is sold (200).</p>
<section id="first"><h2>First call</h2><p>Every sample stops at a cap; how paying works is told under <a href="/docs/payments">payments</a>. ${hostsThatPay}</p>${sampleTabs(example, settings)}</section>
<section id="tools"><h2>Tools</h2>${table(
      'All tools, with their price per answer in USD.',
      [{ name: 'Tool' }, { name: 'Purpose', prose: true }, { name: 'Price', number: true }],
      tools.map((tool) => [
        html`<a href="/docs/${tool.id}"><code>${tool.id}</code></a>`,
        tool.summary,
        html`<span class="mono">${shortPrice(tool.price)}</span>`,
      ]),
    )}</section>
<section id="programs"><h2>For programs</h2><ul>
<li><a href="/openapi.json">openapi.json</a>: OpenAPI 3.1 with every schema, price and example</li>
<li><a href="/.well-known/x402">.well-known/x402</a>: payable resources with their current terms</li>
<li><a href="/discovery">The discovery listing</a>, which the root of this site gives to whoever does not ask for HTML</li>
<li><a href="/docs/errors">Error codes</a>, one page each, at the address that is their <code>type</code></li>
<li><a href="/docs/tenders-feed">The free tenders feed</a>: JSON, CSV, RSS and calendar</li></ul></section>
<section id="contact"><h2>Contact</h2><p>${operatorLine(settings)}</p><p>Reports are quickest to help with when they name the <code>X-Request-Id</code> of the answer.${
      settings.CONTACT_URL === `${settings.BASE_URL}/docs`
        ? html` Requests that our web tools send name this page in their User-Agent: they fetch single public pages that a paying caller asked for, follow no links and keep nothing beyond a few minutes.`
        : html` Requests that our web tools send name <a href="${settings.CONTACT_URL}">${settings.CONTACT_URL}</a> in their User-Agent.`
    }</p></section>`,
    [
      ['first', 'First call'],
      ['tools', 'Tools'],
      ['programs', 'For programs'],
      ['contact', 'Contact'],
    ],
  ),
})
