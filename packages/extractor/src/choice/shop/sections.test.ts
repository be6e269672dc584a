import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropEmptyOthers, dropFields, dropMarked, dropOthers, dropReviews } from './sections.ts'

function left(html: string, drop = dropOthers): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  drop(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const LONG = 'A bench of oak with a back of twelve spindles, turned by hand and oiled twice before it leaves the workshop.'

test.each([
  'Customer reviews',
  'You may also like',
  'Similar items',
  '2 avis pour ce banc',
  'Kundenbewertungen',
  'Productos relacionados',
  '4 other products in the same category',
])('what stands under "%s" is not about the product, what comes after it is', (heading) => {
  const html = `<h1>Bench</h1><p>${LONG}</p><h2>${heading}</h2><p>Other.</p><h3>More</h3><p>Words.</p><h2>Delivery</h2><p>In May.</p>`
  expect(left(html)).toEqual(['Bench', LONG, 'Delivery', 'In May.'])
})

test.each(['Frequently asked questions', 'FAQs', 'Q&A'])('what stands under "%s" is what its maker says of the product', (heading) => {
  expect(left(`<h1>Bench</h1><p>${LONG}</p><h2>${heading}</h2><h3>Is it oiled?</h3><p>Twice.</p>`)).toHaveLength(5)
})

test('what is recommended besides what is required is of the product itself', () => {
  const needs = (least: string) => `<h1>Bench</h1><p>${LONG}</p><h2>${least}</h2><p>2 GB</p><h2>RECOMMENDED:</h2><p>4 GB</p>`
  for (const least of ['Minimum', 'REQUIRED', 'Minimum requirements']) expect(left(needs(least))).toHaveLength(6)
  expect(left(needs('Delivery'))).toHaveLength(4)
})

test('a title with such a word is a title, and so is a long line', () => {
  expect(left(`<h1>Bench with reviews</h1><p>${LONG}</p>`)).toHaveLength(2)
  expect(
    left(`<h2>${'We read the reviews that say how a bench is oiled and by whom it is done. '.repeat(2)}</h2><p>${LONG}</p>`),
  ).toHaveLength(2)
})

test('where such sections are most of the page, they are what it is about', () => {
  expect(left(`<h1>Bench</h1><h2>Reviews</h2><p>${LONG}</p><p>${LONG} Again.</p>`)).toHaveLength(4)
})

test.each([
  'class="product-review__text"',
  'class="seo-reviews"',
  'id="testimonials"',
  'class="related-products"',
  'itemprop="review"',
  'class="cross-sells"',
])('what stands in an element with %s is not about the product, wherever it stands', (attribute) => {
  const html = `<h1>Bench</h1><p>${LONG}</p><p>${LONG} Twice.</p><div ${attribute}><p>Other.</p></div><p>In May.</p>`
  expect(left(html, dropMarked)).toEqual(['Bench', LONG, `${LONG} Twice.`, 'In May.'])
})

test('names of the whole page, of buttons to preview and of the part with the title mark nothing, and a page with nothing else keeps them', () => {
  const own = `<p>${LONG}</p><p>${LONG} Twice.</p>`
  expect(left(`<body class="reviews"><h1>Bench</h1>${own}<p class="preview">Other.</p></body>`, dropMarked)).toHaveLength(4)
  expect(left(`<div class="recommended"><h1>Bench</h1>${own}</div>`, dropMarked)).toHaveLength(3)
  expect(left(`<h1>Bench</h1><div class="reviews">${own}</div>`, dropMarked)).toHaveLength(3)
})

test('terms that are names of a shop’s own fields go with what they hold', () => {
  const terms =
    '<dl><dt>Wood:</dt><dd>Oak</dd><dt>cat_thumb_Bone:</dt><dd>https://quay.example/bone.jpg</dd><dt>product-high-res-img:</dt><dd>3</dd><dt>care_chunk-1:</dt><dd>Oil it twice.</dd><dt>cert_UV50+:</dt><dd>yes</dd><dt>Seats_two</dt><dd>2</dd></dl>'
  expect(left(`<h1>Bench</h1>${terms}<p>${LONG}</p>`, dropFields)).toEqual(['Bench', 'Wood:', 'Oak', 'Seats_two', '2', LONG])
})

test('a term of nothing but joints is read at once', () => {
  const term = `a${'_'.repeat(60)}!`
  expect(left(`<dl><dt>${term}</dt><dd>Oak</dd></dl>`, dropFields)).toEqual([term, 'Oak'])
})

test.each([
  ['class="customer_review"', ''],
  ['class="product-review js-open"', 'class="product-review__text"'],
  ['itemprop="review"', ''],
  ['itemscope itemtype="https://schema.org/Review"', ''],
])('what buyers wrote, each in an element with %s, is not about what is sold', (attribute, inner) => {
  const review = (text: string): string => `<div ${attribute}><p ${inner}>${text}</p></div>`
  const html = `<h1>Benches</h1><p>${LONG}</p><p>${LONG} Twice.</p>${review(`${LONG} It creaks.`)}${review(`${LONG} It does not.`)}<p>In May.</p>`
  expect(left(html, dropReviews)).toEqual(['Benches', LONG, `${LONG} Twice.`, 'In May.'])
})

test('one review, marks of stars on cards, and a page of nothing but reviews stay', () => {
  const card = '<div class="card"><div class="review">4.5</div><p>Bench</p></div>'
  expect(left(`<h1>Benches</h1><p>${LONG}</p><div class="review"><p>${LONG} It creaks.</p></div>`, dropReviews)).toHaveLength(3)
  expect(left(`<h1>Benches</h1><p>${LONG}</p>${card}${card}`, dropReviews)).toHaveLength(6)
  expect(left(`<h1>Benches</h1>${`<div class="review"><p>${LONG}</p></div>`.repeat(2)}`, dropReviews)).toHaveLength(3)
})

test('a heading of what else is sold goes with all that stood below it', () => {
  const gone = [
    '<h2>Das könnte dir auch gefallen</h2>',
    '<p><b>この商品を買った人はこんな商品も買っています</b></p>',
    '<strong role="heading" aria-level="2">Recently viewed</strong>',
  ]
  for (const heading of gone) expect(left(`<h1>Bench</h1><p>${LONG}</p>${heading}`, dropEmptyOthers)).toEqual(['Bench', LONG])
  expect(left(`<h1>Bench</h1><h2>Related</h2><h2>Care</h2><p>${LONG}</p>`, dropEmptyOthers)).toEqual(['Bench', 'Care', LONG])
})

test('a heading with something below it stays, as does a line that is none', () => {
  const filled = `<h1>Bench</h1><h2>Reviews</h2><h3>It creaks</h3><p>${LONG}</p>`
  expect(left(filled, dropEmptyOthers)).toHaveLength(4)
  expect(left(`<h1>Bench</h1><p>${LONG}</p><p>Oak, and similar woods.</p>`, dropEmptyOthers)).toHaveLength(3)
})

test('a small page of one thing is without what else is sold', () => {
  const card = (at: number): string => `<article><a href="/p/${at}"><h3>Drill bit set ${at}</h3></a><strong>£1${at}.00</strong></article>`
  const html = `<html><head><title>Cordless hammer drill | Quay Tools</title><meta property="og:type" content="product"></head><body><main><h1>Cordless hammer drill</h1><p>£89.99</p><button>Add to trolley</button><h2>About this product</h2><p>${LONG}</p><ul><li>Two gears</li><li>One battery of 18 volts</li></ul><section><h2>Customers also bought</h2><div>${[0, 1, 2, 3].map(card).join('')}</div></section></main></body></html>`
  const { markdown } = extractPage({ html, url: 'https://tools.example/product/6219055' })!
  expect(markdown).toContain('Two gears')
  expect(markdown).not.toMatch(/Drill bit|also bought/)
})
