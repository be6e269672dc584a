import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const SAID = [
  'Warm light and a base that does not tip when you turn the arm.',
  'I wish the cord was a metre longer, otherwise a fine lamp.',
]
const reviews = SAID.map(
  (text, at) =>
    `<li class="review"><p class="meta"><strong class="review__author">Priya${at} S.</strong> <time class="review__published-date" datetime="2024-03-0${at + 1}T10:00:00+00:00">March ${at + 1}, 2024</time></p><div class="description"><p>${text}</p></div></li>`,
).join('')
const shop = (inside: string): string =>
  `<html lang="en"><head><title>Walnut Desk Lamp - Store</title><meta property="og:type" content="product"></head><body><main><div class="product"><h1>Walnut Desk Lamp</h1><p class="price">$129.00</p><p>A desk lamp with a turned walnut base and a linen shade, wired and finished by hand in a small workshop by the river.</p><button>Add to cart</button><h2>Additional information</h2><table><tr><th>Height</th><td>46 cm</td></tr><tr><th>Base</th><td>Solid walnut, oiled</td></tr></table></div>${inside}</main></body></html>`

test.each([
  ['in a list of reviews', `<div id="reviews"><h2>2 reviews for Walnut Desk Lamp</h2><ol class="commentlist">${reviews}</ol></div>`],
  [
    'as microdata',
    `<ul>${SAID.map((text, at) => `<li><article itemprop="review" itemscope itemtype="https://schema.org/Review"><meta itemprop="author" content="Priya${at} S."><h5 itemprop="name">Fine</h5><p itemprop="reviewBody">${text}</p></article></li>`).join('')}</ul>`,
  ],
])('who reviews a product, and when, is nobody and no day of its page: %s', (_, html) => {
  const page = extractPage({ html: shop(html), url: 'https://store.example/product/walnut-desk-lamp/' })
  expect(page?.pageKind).toBe('product')
  expect(page?.byline).toBeNull()
  expect(page?.publishedTime).toBeNull()
})

test('a page that sells something names an author and a day by its data alone, not by a line beside its title', () => {
  const lines = '<p class="author">By Hello Friends</p><p class="date">March 5, 2024</p>'
  const page = extractPage({ html: shop('').replace('</h1>', `</h1>${lines}`), url: 'https://store.example/product/walnut-desk-lamp/' })
  expect(page).toMatchObject({ pageKind: 'product', byline: null, publishedTime: null })
  const head = '<meta name="author" content="Ada Lamp"><meta property="article:published_time" content="2024-03-05">'
  const said = extractPage({ html: shop('').replace('</head>', `${head}</head>`), url: 'https://store.example/product/walnut-desk-lamp/' })
  expect(said).toMatchObject({ pageKind: 'product', byline: 'Ada Lamp', publishedTime: '2024-03-05' })
})
