import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords } from '../../records/find.ts'
import { dropListsBehind } from './lists-behind.ts'

const TEXT =
  '<p>The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.</p>'
const ARTICLE = `<article><h1>The upper gate</h1>${TEXT}<p>The second follows when the chamber has filled again, in summer at least.</p></article>`

/** Short lines that are left of a page all of which was kept, where the scorer likes its text and nothing else as much as `score`. */
function left(html: string, score = 0.5): string[] {
  const page = parsePage(`<body>${html}</body>`)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  const isText = (tag: string, text: string): boolean => tag === 'p' && !text.startsWith('Teaser')
  const scores = Float32Array.from(blocks, ({ container, text }) => (isText(container.tag, text) ? 0.9 : score))
  dropListsBehind(blocks, scores, findRecords(page, blocks), keep)
  return blocks.filter(({ index, container }) => keep[index] === 1 && container.tag !== 'p').map(({ text }) => text)
}

const NAMES = ['Rail', 'Weather', 'Harbour', 'Markets']
const links = NAMES.map((name) => `<li><a href="/${name}">${name} news of today and of the days before</a></li>`).join('')

test('links behind an article, outside of what holds its text, go with the line above them', () => {
  expect(left(`${ARTICLE}<div><h3>Latest</h3><ul>${links}</ul></div>`)).toEqual(['The upper gate'])
})

test('links that the scorer likes stay, and so do those in the box of the text', () => {
  expect(left(`${ARTICLE}<ul>${links}</ul>`, 0.75)).toHaveLength(5)
  expect(left(ARTICLE.replace('</article>', `<h3>Sources</h3><ul>${links}</ul></article>`))).toHaveLength(6)
})

test('cards of other articles are links too, with what they say of them', () => {
  const card = (name: string, more = '') =>
    `<div class="card"><h4><a href="/${name}">${name}</a></h4><div>Teaser of ${name} with some words on what happened there, and why it is worth to be read today.${more}</div></div>`
  expect(left(`${ARTICLE}<section>${NAMES.map((name) => card(name)).join('')}</section>`)).toEqual(['The upper gate'])
  const said = ' Nobody knows what the keeper will say to that.'.repeat(12)
  expect(left(`${ARTICLE}<section>${NAMES.map((name) => card(name, said)).join('')}</section>`)).toHaveLength(9)
})

test('where more than links stands behind it, or there is hardly any text, nothing goes', () => {
  const more =
    '<div>Opening hours of the lock and of its office in the months of winter, when the days are short and the ice is thick.</div>'
  expect(left(`${ARTICLE}<ul>${links}</ul>${more}`)).toHaveLength(6)
  expect(left(`<article><p>The lock opens at seven.</p></article><ul>${links}</ul>`)).toHaveLength(4)
})
