import type { Page } from '../html/document.ts'
import { html } from '../html/html.ts'
import type { Product } from '../html/style/index.ts'

/** The page for an address where there is nothing: where one may have wanted to go. */
export const notFoundPage = (product: Product, path: string): Page => ({
  status: 404,
  cacheControl: 'no-store',
  product,
  path,
  noindex: true,
  title: 'Not found',
  description: 'There is nothing at this address.',
  body: html`<div class="plain prose"><h1>There is nothing at this address</h1><p class="lede"><code>${path.slice(0, 200)}</code> is not known here. Addresses are case-sensitive.</p>
${
  product === 'tenders'
    ? html`<p>Notices leave when they close and trades have fixed names. <a href="/tenders">See all trades and what is open</a>.</p>`
    : html`<ul><li><a href="/#tools">The paid tools</a>, with prices</li><li><a href="/docs">Documentation</a></li><li><a href="/tenders">UK public tenders</a>, free</li><li><a href="/status">Status</a></li></ul>`
}</div>`,
})
