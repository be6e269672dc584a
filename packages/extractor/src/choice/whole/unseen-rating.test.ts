import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'

const TEXT = `<p>The kettle holds one and a half litres and boils them in under four minutes, with a handle that stays cool and a spout that does not drip.</p>
<p>Every kettle is tested with water from three cities before it leaves the works, and each part of it can be ordered for ten years from the day of sale.</p>`
const shop = (rating: unknown, more = '', type = 'Product'): string => {
  const data = { '@context': 'https://schema.org', '@type': type, name: 'Harbour kettle', aggregateRating: rating }
  const page = `<!doctype html><html lang="en"><head><title>Harbour kettle | Quay Kitchen</title><meta property="og:type" content="product">
<script type="application/ld+json">${JSON.stringify(data)}</script></head><body><main><h1>Harbour kettle</h1><p class="price">£64.50</p>${more}<h2>Description</h2>${TEXT}</main></body></html>`
  return extractPage({ html: page, url: 'https://quay.example/products/harbour-kettle' })!.markdown
}

test('how the one thing of a page is rated is said where only its data say so', () => {
  expect(shop({ ratingValue: '4.713', reviewCount: 63 })).toMatch(/^Rating: 4\.7\/5 \(63 reviews\)\n/)
  expect(shop({ ratingValue: 8.9, bestRating: 10, ratingCount: '1412' }, '', 'Hotel')).toContain('Rating: 8.9/10 (1412 ratings)')
})

test('a rating that the page shows is not said again', () => {
  const said = shop(
    { ratingValue: '4.50', reviewCount: 1284 },
    `<p>Rated 4.50 out of 5 based on 1,284 reviews</p>${TEXT.replaceAll('kettle', 'lid')}`,
  )
  expect(said).not.toContain('Rating:')
})

test.each([
  ['above the best', { ratingValue: 87, reviewCount: 3 }],
  ['of nobody', { ratingValue: 5, reviewCount: 0 }],
  ['of part of somebody', { ratingValue: 5, reviewCount: 2.5 }],
  ['in words', { ratingValue: '5 [stars](https://example.com)', reviewCount: 3 }],
  ['without an end', { ratingValue: Number.MAX_VALUE, bestRating: Number.MAX_VALUE, reviewCount: 3 }],
])('what can be no rating is none: %s', (_, rating) => {
  expect(shop(rating)).not.toContain('Rating:')
})
