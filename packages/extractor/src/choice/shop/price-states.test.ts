import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const label = (text: string): string => `<span class="visually-hidden visually-hidden--inline">${text}</span>`
/** A price as Shopify's themes write it: for all states, of which its class shows one. */
const price = (now: string, was = '', state = ''): string =>
  `<div class="price ${was === '' ? '' : 'price--on-sale'} ${state}"><div class="price__container"><div class="price__regular">${label('Regular price')}<span class="price-item">${now}</span></div><div class="price__sale">${label('Regular price')}<span><s class="price-item">${was}</s></span>${label('Sale price')}<span class="price-item">${now}</span></div><small class="unit-price caption hidden">${label('Unit price')}<span class="price-item"><span></span><span aria-hidden="true">/</span>${label('&nbsp;per&nbsp;')}</span></small></div><span class="badge price__badge-sale">Sale</span><span class="badge price__badge-sold-out">Sold out</span></div>`

const TEXT = `<p>A bowl for whisked tea, thrown in iron-rich stoneware and dipped once in an ash glaze that runs a little further than one would like.</p><p>Holds 400 ml. Every one differs, and the one that you get is not quite the one in the picture above.</p>`
const product = (prices: string, title = '<h1>Tea bowl</h1>'): string =>
  extractPage({
    html: `<html lang="en"><head><title>Tea bowl – Slow Kiln</title><meta property="og:type" content="product"></head><body><header><a href="/">Slow Kiln</a></header><main><div class="product">${title}${prices}<form action="/cart/add"><button>Add to cart</button></form><div class="rte">${TEXT}</div></div></main></body></html>`,
    url: 'https://pots.example/products/tea-bowl',
  })!.markdown

test('of a price that is written for every state the one that shows is given', () => {
  const regular = product(price('$48.00 USD'))
  expect(regular.match(/\$48\.00/g)).toHaveLength(1)
  expect(regular).not.toMatch(/sale price|sold out|unit price/i)
  const sale = product(price('$36.00 USD', '$48.00 USD'))
  expect(sale).toContain('~~$48.00 USD~~ Sale price $36.00 USD')
  expect(sale.match(/\$36\.00/g)).toHaveLength(1)
  expect(sale).not.toMatch(/sold out/i)
  expect(product(price('$48.00 USD', '', 'price--sold-out'))).toContain('Sold out')
})

test('a price that is written once stays, whatever its box is called', () => {
  expect(product('<div class="price"><div class="price__sale"><span>$36.00</span></div></div>')).toContain('$36.00')
})

test('a second title that leads to its own page is left out', () => {
  expect(
    product(price('$48.00'), '<h1>Tea bowl</h1><a href="/products/tea-bowl" class="product__title"><h2 class="h1">Tea bowl</h2></a>'),
  ).not.toContain('Tea bowl')
})
