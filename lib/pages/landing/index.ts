/** The landing page of the paid tools, made from the same registry and listing as the JSON that programs get at the same address. */
import { makeListing } from '../../catalogue/listing.ts'
import type { Env } from '../../core.ts'
import type { Page } from '../../html/document.ts'
import { html } from '../../html/html.ts'
import { ALWAYS_ASK } from '../../html/respond.ts'
import { termsUrl } from '../../operator.ts'
import type { Offers } from '../../payments/offer/offers.ts'
import type { Tool } from '../../tools/define.ts'
import { payees } from '../payees.ts'
import type { Figures } from '../status/figures.ts'
import { exampleAnswer } from '../tool-answers.ts'
import { callSteps } from './call-steps.ts'
import { hero } from './hero.ts'
import { livePanel } from './live-panel.ts'
import { priceList } from './price-list.ts'
import { proof } from './proof.ts'
import { start } from './start.ts'

/** The tool in the examples: the one with data of others whose answer is shortest to read. */
export const showcaseOf = (tools: readonly Tool[]): Tool =>
  tools
    .filter(({ sources = [] }) => sources.length > 0)
    .toSorted((one, other) => exampleAnswer(one).length - exampleAnswer(other).length)[0] ?? tools[0]!

const promises: readonly (readonly [string, string])[] = [
  [
    'We never settle a non-2xx',
    'A payment is verified first, the tool runs, and only an answer is settled. Errors, timeouts and dead sources cost nothing.',
  ],
  ['One payment, one answer', 'Sending the same signed payment again returns the stored answer for 24 hours. It is never charged twice.'],
  [
    'Fresh, and it says how fresh',
    'Every data answer carries when it was fetched, from which sources, and what is missing. Nothing is guessed.',
  ],
  ['A dead tool asks for no money', 'When no source of a tool answers, its path says 503 before it names a price.'],
]

const jsonLd = (tools: readonly Tool[], settings: Env): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebAPI',
  name: 'Paid Agent Tools',
  description: 'Read-only tools for software agents, paid per call in USDC by x402.',
  url: `${settings.BASE_URL}/`,
  documentation: `${settings.BASE_URL}/docs`,
  termsOfService: termsUrl(settings),
  offers: tools.map((tool) => ({
    '@type': 'Offer',
    name: tool.summary,
    description: tool.description,
    price: tool.price,
    priceCurrency: 'USD',
    url: `${settings.BASE_URL}/docs/${tool.id}`,
  })),
})

/** Makes the page. `offers` undefined: no facilitator has answered yet; `figures` null: the ledger cannot be read. */
export function landingPage(tools: readonly Tool[], offers: Offers | undefined, settings: Env, figures: Figures | null, now: number): Page {
  const showcase = showcaseOf(tools)
  const listing = makeListing(tools, settings)
  return {
    product: 'tools',
    sheet: 'landing',
    path: '/',
    title: listing.name,
    description: `${tools.length} read-only tools for software agents: token risk, web pages as Markdown, prices, DNS. Pay per call in USDC by x402, no key, no account, failed calls cost nothing.`,
    cacheControl: ALWAYS_ASK,
    script: true,
    jsonLd: jsonLd(tools, settings),
    alternates: [{ type: 'application/json', href: `${settings.BASE_URL}/discovery`, title: 'The same listing as JSON' }],
    body: html`${hero(tools, showcase)}
${proof(figures, settings, now)}
${priceList(tools, figures)}
${callSteps(showcase, offers, settings)}
${livePanel(tools, showcase)}
${start(showcase, settings)}
<section id="paid" aria-labelledby="paid-title">
  <div class="head"><h2 id="paid-title">Who is paid</h2><p>${listing.payment}</p></div>
  ${payees(settings, offers?.liveRails ?? [])}
</section>
<section aria-labelledby="promises-title">
  <h2 id="promises-title" class="unseen">What we promise</h2>
  <ul class="promises">${promises.map(([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}</ul>
</section>`,
  }
}
