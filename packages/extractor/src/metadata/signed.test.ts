/** Who wrote a page and when, in the forms that papers, makers of documentation and hosts of code have. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const read = (below: string, { head = '', before = '', title = 'Opening the upper gate' } = {}) =>
  extractPage({
    html: `<html lang="en"><head><title>${title} - Canal Post</title>${head}</head><body><main>${before}<article><h1>${title}</h1>${below}<p>${TEXT}</p><p>${TEXT.replace('seven', 'noon')}</p></article></main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

test.each([
  '<div class="type-signature"><span class="modifiers">public final class </span><span class="element-name type-name-label">Duration</span></div>',
  '<div class="tsd-signature"><span class="tsd-kind-interface">Options</span> {<br><a class="tsd-kind-property" href="#jobs">jobs</a>?: number}</div>',
  '<h3>Contributors</h3><details open><summary><span>Assets</span> <span>3</span></summary></details>',
])('a signature of code and a count are no author: %s', (below) => {
  expect(read(below).byline).toBeNull()
})

test('a signature of a text is one', () => {
  expect(read('<div class="article-signature">Ann Harbour</div>').byline).toBe('Ann Harbour')
})

test.each([
  '<aside class="teaser"><a href="/z"><h3>Other</h3></a><span class="byline">By Wrong Man</span><time datetime="2020-01-01">Jan 1, 2020</time></aside>',
  '<aside class="teaser"><a href="/z">Other</a><span class="byline">By Wrong Man</span><time datetime="2020-01-01">Jan 1, 2020</time></aside>',
  '<div class="related-card"><h3><a href="/z">Other</a></h3><span class="byline">By Wrong Man</span><time datetime="2020-01-01">Jan 1, 2020</time></div>',
])('a teaser of something else says nothing of the page: %s', (before) => {
  expect(read('', { before })).toMatchObject({ byline: null, publishedTime: null })
})

test('what stands aside of a title and leads to its author does', () => {
  const before =
    '<aside class="meta"><span class="byline">By <a href="/author/ann">Ann Harbour</a></span><time datetime="2020-01-01">Jan 1, 2020</time></aside>'
  expect(read('', { before })).toMatchObject({ byline: 'Ann Harbour', publishedTime: '2020-01-01' })
})

test.each([
  ['<div class="byline"><span class="author">Ann Harbour</span><span class="role">Senior Reporter</span></div>', 'Ann Harbour'],
  ['<div class="byline"><div><span>Ann Harbour</span><span class="job-title">Senior Reporter</span></div></div>', 'Ann Harbour'],
  ['<p class="byline">Ann Harbour in Leith and Tom Rae in London</p>', 'Ann Harbour and Tom Rae'],
  ['<p class="byline">Ann Harbour in Trinidad and Tobago</p>', 'Ann Harbour'],
  ['<p class="meta">By Ann Last</p>', 'Ann Last'],
])('a name stands without what somebody is and where: %s', (below, name) => {
  expect(read(below).byline).toBe(name)
})

test('behind a name stands when a text was last changed, and behind that when it came out', () => {
  expect(read('<p class="meta">By Ann Harbour<br>Last updated: May 9, 2024 | Published: May 6, 2024</p>')).toMatchObject({
    byline: 'Ann Harbour',
    publishedTime: '2024-05-06',
  })
})

test('data give several names to one author, and names with the entities of HTML', () => {
  const author = (name: unknown): string =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: 'Opening the upper gate', author: { '@type': 'Person', name } })}</script>`
  expect(read('', { head: author(['Ann Harbour', 'Tom Rae']) }).byline).toBe('Ann Harbour, Tom Rae')
  expect(read('', { head: author('S&eacute;an O&#8217;Brien') }).byline).toBe('Séan O’Brien')
})
