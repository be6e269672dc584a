import { expect, test } from 'vitest'
import { asLearned, FLAG } from './flags.ts'
import { parsePage } from './parse.ts'
import { segment } from './segment.ts'

/** Texts that stand in a header or a footer of the page. */
const framed = (html: string): string[] =>
  segment(parsePage(html))
    .blocks.filter(({ flags }) => (flags & (FLAG.header | FLAG.footer)) !== 0)
    .map(({ text }) => text)

test('headers and footers of items are no frame of the page', () => {
  const card = (name: string, post: number): string =>
    `<article class="post post-${post}"><header><h2>${name}</h2></header><p>About ${name}.</p><footer>May 2026</footer></article>`
  expect(framed(card('Ceilidh', 1) + card('Wreaths', 2))).toEqual([])
  expect(framed('<ul><li><header>Ceilidh</header></li></ul>')).toEqual([])
})

test('those of the page and of its one article are', () => {
  expect(framed('<header>River Post</header><article><header>Flood</header><p>Text.</p></article><footer>Imprint</footer>')).toEqual([
    'River Post',
    'Flood',
    'Imprint',
  ])
  expect(framed('<header><ul><li><header>Menu</header></li></ul></header>')).toEqual(['Menu'])
})

test('the scorer knows headers of items for what it learned them as', () => {
  const { blocks } = segment(parsePage('<ul><li><header>Ceilidh</header><footer>May</footer></li></ul>'))
  expect(blocks.map(({ flags }) => asLearned(flags) & (FLAG.header | FLAG.footer))).toEqual([FLAG.header, FLAG.footer])
})
