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

test.each([
  ['<div class="author"><a href="/author/ann-harbour">View Author Page</a> <span class="byline">Ann Harbour</span></div>', 'Ann Harbour'],
  ['<span class="byLine">By Ann Harbour | <a href="/personalities?id=7">Archive</a></span>', 'Ann Harbour'],
  ['<p class="firma"><a href="/autor/ann-harbour">Ann Harbour</a> | Quayside</p>', 'Ann Harbour'],
  ['<div class="by_line">by Ann Harbour, QUAY.example.com Staff Writer</div>', 'Ann Harbour'],
  [
    '<div class="author"><a href="/ann"><img src="/ann.jpg" alt=""></a><h4><a href="/ann">Ann Harbour</a></h4>Writer, Reporter</div>',
    'Ann Harbour',
  ],
  ['<p>5 May 2024 02:29 PM | Ann Harbour</p>', 'Ann Harbour'],
  ['<p>Canal Post | Ann Harbour | Thursday, June 06, 2024</p>', 'Ann Harbour'],
  ['<div class="username"><span>Profile</span></div><div class="author">News</div><div class="author">Username</div>', null],
  ['<div class="author"><a href="/authors/ann">See more from Ann</a></div>', null],
])('a line names who wrote, and not where its links lead: %s', (line, name) => {
  expect(read(line).byline).toBe(name)
})

test.each([
  ['Ann Harbour, Quay News Service', 'Ann Harbour'],
  ['Ann Harbour, CANAL TODAY Sports', 'Ann Harbour'],
  ['Ann Harbour, The Quay Tribune', 'Ann Harbour'],
  ['Ann Harbour CNN Executive News Editor', 'Ann Harbour'],
  ['ANN HARBOUR AP Sports Writer', 'ANN HARBOUR'],
  ['The Associated Press', 'The Associated Press'],
  ['Ann Harbour and Ben Quay', 'Ann Harbour and Ben Quay'],
  ['Canal Clinic Staff', 'Canal Clinic Staff'],
])('for whom somebody writes is none of the name: %s', (author, name) => {
  expect(read('', `<meta name="author" content="${author}">`).byline).toBe(name)
})

test.each(['canal-post.example', 'Canal Post', 'Quay Press', 'The Quay Times'])(
  'who is named beside the title goes before a site or a paper that data call the author: %s',
  (author) => {
    const head = `<meta name="author" content="${author}"><meta name="dc.publisher" content="Quay Press">`
    expect(read('<p class="byline">By Ann Harbour</p>', head).byline).toBe('Ann Harbour')
    expect(read('', head).byline).toBe(author)
  },
)

test('who wrote a comment did not write the page', () => {
  const comment =
    '<div class="articleComments comments"><div class="one"><a class="author" href="/profile/ferryfan">ferryfan</a> I was there.</div></div>'
  expect(read(`<p>${TEXT}</p>${comment}`).byline).toBeNull()
})
