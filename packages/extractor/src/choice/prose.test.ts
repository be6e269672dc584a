import { expect, test } from 'vitest'
import { segment } from '../page/blocks.ts'
import { parsePage } from '../page/parse.ts'
import { completeDocumentation, completeProse } from './prose.ts'

const SENTENCE =
  'The tide turns twice a day and the ferry with it, as every child in the town can tell you, and nobody there has ever thought otherwise. '
const article = (wrap: (text: string) => string, count = 60): string =>
  `<main>${Array.from({ length: count }, (_, at) => wrap(`<p>${at}. ${SENTENCE.repeat(2)}</p>`)).join('')}</main><div>${`<div><p>${SENTENCE}</p></div>`.repeat(80)}</div>`

/** How many blocks are kept after a choice that kept the first five. */
function keptOf(html: string): number {
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ index }) => (index < 5 ? 1 : 0))
  completeProse(blocks, keep)
  return keep.reduce((sum, one) => sum + one, 0)
}

test('an article of which only the beginning was kept is kept whole, and nothing that stands outside of it', () => {
  expect(keptOf(article((text) => text))).toBe(60)
})

test('sections of one article body are one text', () => {
  const html = article((text) => `<section>${text}</section>`)
  expect(keptOf(html.replace('<main>', '<main><div itemprop="articleBody">').replace('</main>', '</div></main>'))).toBe(60)
})

test('posts and reviews, each wrapped by itself, are not joined to the first ones', () => {
  expect(keptOf(article((text) => `<div class="post">${text}</div>`))).toBe(5)
})

test('a short text stays as it was chosen', () => {
  expect(keptOf(article((text) => text, 18))).toBe(5)
})

/** What is kept of a reference of many entries after a choice that kept these texts. */
function keptOfReference(kept: RegExp): string[] {
  const entry = (at: number) => `<h3>read${at}(key)</h3><ul><li>key: a name</li></ul><p>Reads ${at}.</p><pre>read${at}('a')</pre>`
  const html = `<nav><a href="/">Start</a></nav><main><h1>Store</h1><ul><li><a href="#one">Contents</a></li></ul>
    ${[1, 2, 3, 4].map(entry).join('')}<p>Was this of help?</p></main><div><p>Other products</p><pre>offer()</pre></div>`
  const { blocks } = segment(parsePage(html))
  const keep = Uint8Array.from(blocks, ({ text }) => (kept.test(text) ? 1 : 0))
  completeDocumentation(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('a reference is kept from its heading to the last of its code, without lists of links', () => {
  const entries = [1, 2, 3, 4].flatMap((at) => [`read${at}(key)`, 'key: a name', `Reads ${at}.`, `read${at}('a')`])
  expect(keptOfReference(/^Reads [124]/)).toEqual(['Store', ...entries])
})

test('a choice that keeps nothing of a reference is left to others', () => {
  expect(keptOfReference(/nothing of this/)).toEqual([])
})
