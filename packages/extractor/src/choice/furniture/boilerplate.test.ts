import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropBoilerplate } from './boilerplate.ts'

function left(html: string): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropBoilerplate(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const TEXT = 'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the clock strikes.'

test.each([
  '<x-tip class="tip nocontent"><span>Save pages to read them later</span></x-tip>',
  '<p><a href="#end">Skip to the end of the list</a></p>',
])('what a page marks as no content is left out: %s', (part) => {
  expect(left(`${part}<h1>Gates</h1><p>${TEXT}</p>`)).toEqual(['Gates', TEXT])
})

test('all of a page that is marked so, and links to elsewhere, stay', () => {
  expect(left(`<div class="nocontent"><h1>Gates</h1><p>${TEXT}</p></div>`)).toEqual(['Gates', TEXT])
  expect(left(`<p>${TEXT}</p><p><a href="/skip">Skip to the next lock</a></p>`)).toEqual([TEXT, 'Skip to the next lock'])
})
