import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropReadOn } from './read-on.ts'

const TEXT = Array.from(
  { length: 8 },
  (_, at) =>
    `In year ${at} the lock keeper opened the upper gate at seven, and the first barge of the day was through before the clock struck.`,
)
const ARTICLE = `<article><h1>The upper gate</h1>${TEXT.map((text) => `<p>${text}</p>`).join('')}</article>`
const CARDS = ['Barges of oak', 'Chains of the lower gate', 'Of boats and bridges']
  .map((name) => `<div><h4><a href="/${name.length}">${name}</a></h4><p>What became of it since then is told here.</p></div>`)
  .join('')

/** Texts behind the article that are left of a page, all of which but such blocks was kept. */
function left(below: string, isOut: (text: string) => boolean = () => false): string[] {
  const { blocks } = segment(parsePage(`<body><main>${ARTICLE}${below}</main></body>`))
  const keep = Uint8Array.from(blocks, ({ text }) => Number(!isOut(text)))
  dropReadOn(blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1 && index > TEXT.length).map(({ text }) => text)
}

test.each([
  'You might also like...',
  'Related articles',
  'More from the quay',
  'Similar recipes',
  'Up next',
  'Explore more',
  'Related articles from the quay',
  'Recent posts',
  'More Japan travel guides',
  'Das könnte Sie auch interessieren',
  'À lire aussi',
  'También te puede interesar',
  'Ricette simili',
  'Lignende opskrifter',
  '関連記事',
  '相关阅读',
])('cards below such a line are others: %s', (title) => {
  const section = `<section><h3>${title}</h3>${CARDS}</section>`
  expect(left(section)).toEqual([])
  expect(left(section, (text) => text === title || text.startsWith('Barges'))).toEqual([])
})

test.each(['<h2>Read Next</h2>', '<p><b>More about lost boats:</b></p>', '<h2>Comments</h2>'])(
  'a line that announces nothing goes: %s',
  (line) => {
    expect(left(line)).toEqual([])
    expect(left(`${line}<p>The gate is of larch.</p>`)).toHaveLength(2)
  },
)

test('a plain line right above links that are left out goes, and a sentence does not', () => {
  const links = '<ul><li><a href="/oak">Barges of oak</a></li><li><a href="/chains">Chains of the lower gate</a></li></ul>'
  const isLink = (text: string): boolean => /Barges|Chains/.test(text)
  expect(left(`<p>YOU MIGHT ALSO LIKE</p>${links}`, isLink)).toEqual([])
  expect(left(`<p>You may also want to look at gates of larch.</p>${links}`, isLink)).toHaveLength(1)
  expect(left('<p>More about it is said by the keeper</p>')).toHaveLength(1)
})

test('what says more of the same thing stays', () => {
  const list = '<ul><li>A gate of oak costs about forty pounds.</li><li>A gate of larch costs about thirty.</li></ul>'
  expect(left(`<section><h3>More about the cost of gates:</h3>${list}</section>`)).toHaveLength(3)
  expect(left('<h2>Sources</h2>')).toEqual(['Sources'])
})

test('a section that holds the article stays', () => {
  const { blocks } = segment(
    parsePage(`<body><main><div>${ARTICLE.replace('</article>', `<h3>Related stories</h3>${CARDS}</article>`)}</div></main></body>`),
  )
  const keep = new Uint8Array(blocks.length).fill(1)
  dropReadOn(blocks, keep)
  expect(keep.includes(0)).toBe(false)
})

test('links behind such a line are others in the box of the article too, and text among them makes them a part of it', () => {
  const links = (more = '') =>
    `<h3>Related posts</h3><ul><li><a href="/oak">Barges of oak</a></li><li><a href="/chains">Chains of the lower gate</a></li></ul>${more}`
  const leftOf = (below: string): string[] => {
    const { blocks } = segment(parsePage(`<body><main>${ARTICLE.replace('</article>', `${below}</article>`)}</main></body>`))
    const keep = new Uint8Array(blocks.length).fill(1)
    dropReadOn(blocks, keep)
    return blocks.filter(({ index }) => keep[index] === 1 && index > TEXT.length).map(({ text }) => text)
  }
  expect(leftOf(links())).toEqual([])
  expect(leftOf(links('<h3>Sources</h3><p>The book of the lock.</p>'))).toEqual(['Sources', 'The book of the lock.'])
  expect(leftOf(links('<p>Both gates are of larch.</p>'))).toHaveLength(4)
})
