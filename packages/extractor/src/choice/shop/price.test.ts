import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { amountOf } from '../../metadata/offer.ts'

const BODY = `<div class="description"><h2>Description</h2><p>The kettle holds one and a half litres and boils them in under four minutes, with a handle that stays cool and a spout that does not drip.</p>
<p>The element is hidden under a steel plate, so that lime is wiped off and not scraped off, and the lid comes away whole for filling at the tap.</p>
<p>Every kettle is tested with water from three cities before it leaves the works, and each part of it can be ordered for ten years from the day of sale.</p><p>It stands on a base that turns all the way round, with the cord wound up below, and switches itself off when it boils, when it is lifted and when it is dry.</p></div>`

const product = ({
  head = '',
  price = '',
  buy = '<button>Add to basket</button>',
}) => `<!doctype html><html lang="en"><head><title>Harbour kettle | Quay Kitchen</title>${head}</head><body>
<header><a href="/">Quay Kitchen</a><p>Free delivery over £50.00</p><a href="/basket">Basket £0.00</a></header>
<main><div class="info"><h1>Harbour kettle</h1>${price}${buy}</div>${BODY}
<section><h2>You may also like</h2>${['Toaster', 'Grinder', 'Scales', 'Teapot'].map((name, at) => `<div class="card"><a href="/${name}">${name}</a><span class="price">£${at + 2}1.50</span></div>`).join('')}</section></main>
<footer><p>Copyright Quay Kitchen. All rights reserved.</p></footer></body></html>`

/** What makes a page surely one that sells something. */
const SOLD = '<meta property="og:type" content="product">'

const ld = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`
const read = (html: string): string => extractPage({ html, url: 'https://quay.example/products/harbour-kettle' })!.markdown

test('a price with cents behind its sign is that of the offer', () => {
  const head = ld({ '@type': 'Product', name: 'Harbour kettle', offers: { '@type': 'Offer', price: 64.99, priceCurrency: 'EUR' } })
  expect(read(product({ head, price: '<p>or 16€25 x 4</p><div><span>64€<sup>99</sup></span></div>' }))).toContain('64€99')
})

test.each([
  ['a sign before it', '<div class="price">£64.50</div>', '£64.50'],
  ['a sign behind it', '<p class="preis">64,50 €</p>', '64,50 €'],
  ['a code', '<span class="amount"><span>USD</span> <span>64.50</span></span>', 'USD 64.50'],
  ['pieces', '<div class="p"><span>Now</span> <s>£79.00</s> <b>£64.50</b></div>', '£64.50'],
  ['what is saved by a share', '<div class="p"><s>£79.00</s> <b>£64.50</b> <i>Save 18%</i></div>', '£64.50'],
  ['what is saved behind it', '<div class="p"><s>£79.00</s> <b>£64.50</b> <i>You save £14.50</i></div>', '£64.50'],
  ['what a litre of it costs', '<div class="p">£64.50</div><div class="u">Content: 1.5 l (£43.00 / 1 l)</div>', '£43.00 / 1 l'],
  ['a wide sign', '<div class="p">￥14,900<span>(税込)</span></div>', '14,900'],
  ['a dash for its cents', '<div class="p"><span>64,-</span></div>', '64,-'],
  ['a sum beside a share', '<div class="p"><span>£</span><span>64.50</span><span>18% OFF</span></div>', '£64.50 18% OFF'],
  ['what it was', '<div class="p"><div>Was £79.00</div><div>Now £64.50</div></div>', 'Was £79.00'],
])('a product page shows its price: %s', (_, price, shown) => {
  const markdown = read(product({ price }))
  expect(markdown).toContain(shown)
  expect(markdown).not.toContain('£0.00')
})

test.each([
  ['<div class="p"><div>£</div><div>64</div><div>.50</div></div>', '£64.50'],
  ['<div class="p"><div>GBP</div><div>64.50</div></div>', 'GBP 64.50'],
  ['<div class="p"><div>64</div><div><div>50</div><div>€</div></div></div>', '64.50€'],
])('a price in boxes of its sign, its sum and its cents is put together: %s', (price, whole) => {
  expect(read(product({ price }))).toMatch(new RegExp(`^Price: ${whole}\\n`))
})

test.each([
  '<input type="submit" value="Add to cart">',
  '<button class="btn btn--add-to-cart">Do koszyczka</button>',
  '<button name="add-to-cart">Wkładam</button>',
])('a button to buy says it by its value or its name: %s', (buy) => {
  expect(read(product({ price: '<div class="p"><span>£64.50</span></div>', buy }))).toContain('£64.50')
})

test('a price for each number of things is kept', () => {
  const tier = (count: string, price: string): string => `<div class="t"><div class="q">${count}</div><div><b>${price}</b></div></div>`
  const tiers = (...counts: string[]): string =>
    `<div class="tiers">${counts.map((count, at) => tier(count, `$${9 - at}.60`)).join('')}</div>`
  const read3 = (...counts: string[]): string =>
    read(product({ head: SOLD, price: '', buy: '' }).replace('</section>', `${tiers(...counts)}</section>`))
  expect(read3('50 - 499 pieces', '500 - 2999 pieces', '&gt;= 3000 pieces')).toMatch(
    /50 - 499 pieces\n[\s\S]{0,9}\$9\.60[\s\S]{1,90}>= 3000 pieces\n[\s\S]{0,9}\$7\.60/,
  )
})

test('numbers beside each other are no price', () => {
  expect(read(product({ price: '<div class="p"><div>4.5</div><div>120</div></div>' }))).not.toContain('Price:')
})

test('the price that the page’s own data name is taken, not the first that stands there', () => {
  const head = ld({ '@type': 'Product', name: 'Harbour kettle', offers: { '@type': 'Offer', price: '1064.50', priceCurrency: 'GBP' } })
  const price = '<div class="monthly"><p>From £17.74 a month</p></div><div class="buy"><p class="price">£1,064.50</p></div>'
  expect(read(product({ head, price }))).toContain('£1,064.50')
})

test.each([
  ['JSON-LD', ld({ '@type': 'Product', offers: { '@type': 'AggregateOffer', lowPrice: 64.5, priceCurrency: 'GBP' } })],
  [
    'a graph',
    ld({
      '@graph': [
        { '@type': 'Product', offers: { '@id': '#o' } },
        { '@id': '#o', priceSpecification: [{ price: '64,50', priceCurrency: 'gbp' }] },
      ],
    }),
  ],
  ['meta tags', '<meta property="product:price:amount" content="64.5"><meta property="product:price:currency" content="GBP">'],
])('a price that stands only in the page’s data begins the Markdown: %s', (_, head) => {
  expect(read(product({ head, buy: '<button>Add to basket</button>' }).replace(/<section>[\s\S]*<\/section>/, ''))).toMatch(
    /^Price: 64\.50 GBP\n\n/,
  )
})

test.each([
  ['Est. reading time', '13 minutes'],
  ['Geschätzte Lesezeit', '4 Minuten'],
  ['Written by', 'Ada 2'],
])('what a share card says beside “%s” is no price', (label, data) => {
  const head = `<meta name="twitter:label1" content="${label}"><meta name="twitter:data1" content="${data}">`
  expect(read(product({ head, buy: '' }))).not.toContain('Price:')
  expect(read(product({ head }))).not.toContain('Price:')
})

test.each([
  ['Price', '64.50 GBP'],
  ['Our offer', '£64.50'],
])('what it says of a price is one: %s', (label, data) => {
  const head = `<meta name="twitter:label1" content="${label}"><meta name="twitter:data1" content="${data}">`
  expect(read(product({ head }).replace(/<section>[\s\S]*<\/section>/, ''))).toContain('Price: 64.50')
})

test('an article about a product says nothing of its price by itself', () => {
  const head = ld({ '@type': 'Product', offers: { price: 64.5 } }) + ld({ '@type': 'NewsArticle', headline: 'Harbour kettle' })
  expect(read(product({ head, buy: '' }))).not.toMatch(/64\.5/)
})

test.each([
  ['$1,099.99', 1099.99],
  ['1.099,99 €', 1099.99],
  ['99,90', 99.9],
  ['1 099 kr', 1099],
  ['1,299', 1299],
  ['299.99000000000001', 299.99],
  ['5700.000', 5700],
  ['1.099', 1099],
  ['0', null],
  ['$0.00', null],
  ['free', null],
])('an amount is read as people write it: %s', (written, amount) => {
  expect(amountOf(written)).toBe(amount)
})

test.each([
  ['behind it', (line: string) => product({ head: SOLD, price: line, buy: '' })],
  ['above it', (line: string) => product({ head: SOLD, buy: '' }).replace('<h1>', `${line}<h1>`)],
])('a price that leads to the shop stands beside the title, %s', (_, html) => {
  expect(read(html('<p><a href="/buy">From £64.50 or £5.40 a month</a></p>'))).toContain('From £64.50')
  expect(read(html('<p><a href="/orders">Free from £64.50 on</a></p>'))).not.toContain('64.50')
})

test('a page without a heading of its own shows the price that its data name', () => {
  const buy = '<button>Add to basket</button>'
  const head = '<title>Kettle on Quay Kitchen Online</title>'
  const data = '<div itemprop="offers" style="display:none"><meta itemprop="price" content="64,50"></div>'
  const html = product({ price: `${data}<p class="price">64,50€</p><p class="price">129,00€</p>`, buy })
    .replace(/<h1>.*?<\/h1>/, '<div class="name">Kettle</div>')
    .replace(/<title>.*?<\/title>/, head)
  expect(read(html)).toMatch(/^64,50€$/m)
})

test('what is free from a sum on, or taken off it, is no price', () => {
  for (const line of ['Free delivery over £50.00', 'Save £5.00 on your first order', '£5.00 off when you sign up'])
    expect(read(product({ price: `<div class="x">${line}</div>` }))).not.toContain('£5')
})

test.each([
  '12 in stock',
  'In stock',
  'Auf Lager',
  'En stock',
  'Availability: In stock',
  'In-Stock: 1,142',
  'Current Stock: 17',
  'Last items in stock',
  '2 available 7 sold',
])('a product page says whether one can have it: %s', (line) => {
  expect(read(product({ price: `<p class="price">£64.50</p><span class="stock"><i>\ue5ca</i> ${line}</span>` }))).toMatch(
    new RegExp(`^${line}$`, 'm'),
  )
})

test('whether one can have it is said by a column before the title that one buys in', () => {
  const column = '<div class="buy"><p>£64.50</p><p> In Stock </p><button>Add to basket</button></div>'
  expect(read(product({ price: '<p class="price">£64.50</p>', buy: '' }).replace('<h1>', `${column}<h1>`))).toMatch(/^In Stock$/m)
})

test('that it is sold out is believed only where nobody can buy it', () => {
  const price = '<p class="price">£64.50</p><p class="red">Out of stock</p>'
  expect(read(product({ price }))).not.toContain('Out of stock')
  expect(read(product({ price, buy: '', head: SOLD }))).toContain('Out of stock')
})

test('terms of a page that sells one thing are kept, whatever else it looks like', () => {
  const terms = '<dl class="data"><dt>Composition</dt><dd>Steel</dd><dt>Property</dt><dd>Whistles</dd></dl>'
  expect(read(product({ price: '<p class="price">£64.50</p>' }).replace('<section>', `${terms}<section>`))).toContain('Composition')
})

const other = (name: string, sum: string): string => `<li><a href="/p/${name}"><span>${name}</span></a><span>${sum}</span></li>`
const offers = `<div><ul>${['Toaster', 'Grinder', 'Scales', 'Teapot'].map((name, at) => other(name, `£${at + 2}1.50`)).join('')}</ul></div>`

test('a page that sells one thing is that of a product, and other things for sale are left out whatever stands above them', () => {
  const html = product({ price: '<div><p>£64.50</p></div>' }).replace(/<section>[\s\S]*<\/section>/, `<h2>Zobacz też</h2>${offers}`)
  const result = extractPage({ html, url: 'https://quay.example/harbour-kettle' })!
  expect(result.pageKind).toBe('product')
  expect(result.markdown).not.toMatch(/Zobacz|Grinder/)
  expect(result.markdown).toContain('each part of it can be ordered')
})

test('a page with a button to buy for each of many things is no product', () => {
  const cards = Array.from({ length: 12 }, (_, at) => `<h3>Kettle ${at}</h3><p>£6${at}.50</p><button>Add to basket</button>`).join('')
  const html = product({ price: '', buy: '' }).replace(/<section>[\s\S]*<\/section>/, `<div>${cards}</div>`)
  expect(extractPage({ html, url: 'https://quay.example/kettles' })!.pageKind).not.toBe('product')
})

test('a button to buy is no text of a small page, in any language, and one that says the price is', () => {
  const small = (button: string): string =>
    read(
      `<html lang="de"><head><title>Harbour kettle</title></head><body><main><h1>Harbour kettle</h1><p>Der Kessel fasst anderthalb Liter und kocht sie in vier Minuten.</p><div>64,50 €</div>${button}<ul><li>Deckel aus Stahl</li></ul></main></body></html>`,
    )
  expect(small('<button>In den Warenkorb</button>')).not.toContain('Warenkorb')
  expect(small('<button>In den Warenkorb für 64,50 €</button>')).toContain('Warenkorb für 64,50 €')
  expect(small('<p>Legen Sie ihn in den Warenkorb.</p>')).toContain('Warenkorb')
})

test.each(['Car', 'Motorcycle', 'Vehicle', 'IndividualProduct', 'House', 'RealEstateListing', 'WebApplication'])(
  'a thing of another type is for sale where it has an offer: %s',
  (type) => {
    const thing = { '@type': type, name: 'Harbour kettle', offers: { '@type': 'Offer', price: 64.5, priceCurrency: 'GBP' } }
    const sold = { price: '<div class="p"><span>£64.50</span></div>', buy: '' }
    expect(read(product({ ...sold, head: ld(thing) }))).toContain('£64.50')
    expect(read(product({ ...sold, price: '', head: ld(thing) }))).toMatch(/^Price: 64\.50 GBP\n/)
    expect(read(product({ ...sold, price: '', head: ld({ '@graph': [thing, { ...thing, name: 'Quay kettle' }] }) }))).toMatch(
      type === 'Vehicle' || type === 'IndividualProduct' ? /^Price:/ : /^(?!Price:)/,
    )
  },
)

test('a program that costs nothing has no price', () => {
  const head = ld({
    '@type': 'SoftwareApplication',
    name: 'Harbour kettle',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  })
  expect(read(product({ head, buy: '' }))).not.toContain('Price:')
})
