import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { kindOf, likely } from './kind.ts'

const kindAt = (url: string, html: string) =>
  extractPage({ html: `<!doctype html><html lang="en"><head><title>Oak bench</title></head><body>${html}</body></html>`, url })?.pageKind
const PROSE =
  '<p>The bench was made in the winter of the great frost, when no barge could pass and the carpenter had nothing else to do for weeks.</p>'
const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('pages say what they are by data, address and structure', () => {
  const offer = ld({ '@type': 'Product', name: 'Oak bench', offers: { price: 249, priceCurrency: 'GBP' } })
  const buy = '<div class="price">£249.00</div><button>Add to basket</button>'
  expect(
    kindAt(
      'https://wood.example/products/oak-bench',
      `<meta property="og:type" content="product">${offer}<h1>Oak bench</h1>${buy}${PROSE}`,
    ),
  ).toBe('product')
  const article = ld({ '@type': 'NewsArticle', headline: 'Oak bench', datePublished: '2024-03-05', author: { name: 'Ann Lockwood' } })
  expect(
    kindAt(
      'https://post.example/2024/03/05/the-story-of-an-oak-bench',
      `${article}<article><h1>Oak bench</h1>${PROSE.repeat(9)}</article>`,
    ),
  ).toBe('article')
  const posts = ['ann', 'bo', 'cy', 'di']
    .map(
      (name) =>
        `<div class="post"><a class="username" href="/members/${name}">${name}</a><time datetime="2024-03-05">5 March 2024</time>${PROSE}</div>`,
    )
    .join('')
  expect(kindAt('https://forum.wood.example/threads/oak-bench.1234/', `<h1>Oak bench</h1>${posts}`)).toBe('forum')
  const cards = 'oak ash elm fir yew box bay fig sal teak larch pine alder rowan hazel birch maple beech lime plum'
    .split(' ')
    .map(
      (name, at) =>
        `<div class="card"><a href="/products/${name}"><img src="/${at}.jpg"></a><h3><a href="/products/${name}">${name} bench</a></h3><div class="price">£${at}9.00</div><button>Add to cart</button></div>`,
    )
    .join('')
  expect(kindAt('https://wood.example/collections/benches', `<main><h1>Benches</h1><div class="grid">${cards}</div></main>`)).toBe(
    'collection',
  )
})

test('the likeliest kind is the kind, and none where none is likely', () => {
  expect(kindOf(Float32Array.from([0.1, 0.6, 0.5, 0, 0, 0, 0]))).toBe('product')
  expect(kindOf(new Float32Array(7).fill(0.1))).toBe('other')
  expect(likely(Float32Array.from([0, 0, 0.25, 0.5, 0, 0, 0]), 'collection', 'listing')).toBe(0.75)
})
