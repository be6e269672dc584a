import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropCopies } from './copies.ts'

function left(html: string): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  dropCopies(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('two things may cost the same, in as many words', () => {
  const card = (name: string): string =>
    `<div><h3>${name}</h3><p>Regular price $499.95</p><p>Sale price $499.95 Regular price $499.95</p></div>`
  expect(left(`${card('Oak bench')}${card('Pine bench')}`)).toHaveLength(6)
})

test('a sentence that a page says twice is one, and so is the line beside it', () => {
  const text = 'A bench of oak with a back of twelve spindles, turned by hand and oiled twice.'
  expect(left(`<p>Oak</p><p>${text}</p><div><p>Oak</p><p>${text}</p></div>`)).toEqual(['Oak', text])
})

test('two terms may mean the same', () => {
  const text = 'Throws an error if the constraints of the bench on its place in the row are violated.'
  const html = `<dl><dt>before</dt><dd>${text}</dd><dt>after</dt><dd><div class="a"><div class="b">${text}</div></div></dd></dl>`
  expect(left(html)).toEqual(['before', text, 'after', text])
})
