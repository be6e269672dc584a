import { expect, test } from 'vitest'
import { segment } from '../page/blocks.ts'
import { parsePage } from '../page/parse.ts'
import { dropOthers } from './sections.ts'

function left(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropOthers(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const LONG = 'A bench of oak with a back of twelve spindles, turned by hand and oiled twice before it leaves the workshop.'

test.each(['Customer reviews', 'You may also like', 'Similar items', 'Frequently asked questions', 'FAQs', 'Q&A'])(
  'what stands under "%s" is not about the product, what comes after it is',
  (heading) => {
    const html = `<h1>Bench</h1><p>${LONG}</p><h2>${heading}</h2><p>Other.</p><h3>More</h3><p>Words.</p><h2>Delivery</h2><p>In May.</p>`
    expect(left(html)).toEqual(['Bench', LONG, 'Delivery', 'In May.'])
  },
)

test('a title with such a word is a title, and so is a long line', () => {
  expect(left(`<h1>Bench with reviews</h1><p>${LONG}</p>`)).toHaveLength(2)
  expect(
    left(`<h2>${'We answer your questions on how a bench is oiled and by whom it is done. '.repeat(2)}</h2><p>${LONG}</p>`),
  ).toHaveLength(2)
})

test('where such sections are most of the page, they are what it is about', () => {
  expect(left(`<h1>Bench</h1><h2>Reviews</h2><p>${LONG}</p><p>${LONG} Again.</p>`)).toHaveLength(4)
})
