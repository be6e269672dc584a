import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const read = (content: string, head = '', title = 'Opening the upper gate') =>
  extractPage({
    html: `<html lang="en"><head><title>Opening the upper gate - Canal Post</title>${head}</head><body><main><h1>${title}</h1>${content}<p>${TEXT}</p></main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

const DATA =
  '<script type="application/ld+json">{"@type":"BlogPosting","headline":"Opening the upper gate","author":{"@type":"Organization","name":"Canal Post Ltd"}}</script>'

test('a person whom the page names goes before an organisation that its data name', () => {
  expect(read('<div class="post-author-name">Ann Harbour</div>', DATA).byline).toBe('Ann Harbour')
  expect(read('', DATA).byline).toBe('Canal Post Ltd')
})

test.each([
  [
    '<section class="byline"><time datetime="2024-05-14">May 14, 2024</time> | <span class="byline__category"><a href="/wellness">Wellness &amp; Health</a></span></section>',
  ],
  ['<div class="post__byline"><ul><li><a class="tag tag--linked" href="/blog/tag/finance">Personal finance</a></li></ul></div>'],
  ['<div class="author-description">Licensed Pilot, M.A. Journalism</div>'],
])('what a text belongs to and what somebody is are no author: %s', (line) => {
  expect(read(line).byline).toBeNull()
})

test('the first line of a box about the author is the name of whom it says more', () => {
  const box = (name: string, more: string) => `<div class="blog-author"><div><h4>${name}</h4><p>${more}</p></div></div>`
  const bio = 'Ann is a lock keeper who has written about canals, barges and gates for more than twenty years now.'
  expect(read(box('Ann Harbour', bio)).byline).toBe('Ann Harbour')
  expect(read(box('Written By', bio)).byline).toBeNull()
})

test('where a story is from and how much was said of it stand behind its title', () => {
  expect(
    read(
      '',
      '',
      '<span><a href="/gate">Opening the upper gate</a> <span><a href="https://times.example/x">(times.example)</a></span></span> <span><a href="#c">87</a></span>',
    ).title,
  ).toBe('Opening the upper gate')
})

const FAR_BELOW = '<p><b>Gate</b></p>'.repeat(220)

test('whoever says something of a thing far below its name is not who made the page, nor is a word that all cards have', () => {
  const review = `${FAR_BELOW}<div><a href="/user/ur1/">lockfan</a><p>${TEXT}</p></div>`
  expect(read(review).byline).toBeNull()
  expect(read(`<p><a href="/user/ur1/">lockfan</a></p><p>${TEXT}</p>`).byline).toBe('lockfan')
  const card = (name: string): string => `<div><span class="card-author">${name}</span><p>Gates of the canal</p></div>`
  expect(read(`${FAR_BELOW}${['Ann Harbour', 'Ben Weir', 'Cleo Lock'].map(card).join('')}`).byline).toBeNull()
  expect(read(`${FAR_BELOW}${card('Ann Harbour')}`).byline).toBe('Ann Harbour')
})

test('a field to fill in and an entry of a menu name nobody', () => {
  expect(read('<div class="author">First name</div>').byline).toBeNull()
  const menu = '<div><div>Columns</div><div>Contributors</div></div><h2>Search for prices</h2>'
  expect(read(`<p>${TEXT}</p>${FAR_BELOW}${menu}`).byline).toBeNull()
})
