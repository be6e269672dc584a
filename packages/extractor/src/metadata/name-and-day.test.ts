import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const read = (content: string, above = '') =>
  extractPage({
    html: `<html lang="en"><head><title>Opening the upper gate</title></head><body><main>${above}<h1>Opening the upper gate</h1>${content}<p>${TEXT}</p><p>${TEXT} It never waits.</p></main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

test.each([
  [
    '<div class="c7"><span class="c1">A</span><div><div class="c2">Ann Harbour</div><div class="c3">May 14, 2024</div></div></div>',
    'Ann Harbour',
  ],
  [
    '<div><img src="/a.jpg" alt="" width="40" height="40"><div>Ann van der Quay</div><div>14 May 2024 · 4 min read</div></div>',
    'Ann van der Quay',
  ],
  ['<div><div>Jürgen Äppelmann</div><div>14. Mai 2024</div></div>', 'Jürgen Äppelmann'],
  ['<div><div>水野 晴香</div><div>2024年5月14日</div></div>', '水野 晴香'],
  ['<div><span class="c2">Ann Harbour</span><span class="c3">May 14, 2024</span></div>', 'Ann Harbour'],
  ['<p><span>Ann Harbour</span> · <time>May 14, 2024</time></p>', 'Ann Harbour'],
  ['<div><h6 class="c2">Ann Harbour</h6><span class="c3">May 14, 2024</span></div>', 'Ann Harbour'],
  ['<div><div><a href="/people/ann">Ann Harbour</a></div><div>May 14, 2024</div></div>', 'Ann Harbour'],
])('a name below the title and above the day is the author: %s', (line, name) => {
  expect(read(line).byline).toBe(name)
  expect(read(line).publishedTime).toBe('2024-05-14')
})

test.each([
  [
    '<div><span>2024-05-14</span> · <a title="Ann Harbour"><img src="/a.png" alt="Ann Harbour" width="16" height="16"><div>Ann Harbour</div></a></div>',
  ],
  ['<div><span class="c2">May 14, 2024</span><span class="c2">Ann Harbour</span></div>'],
])('and so is one behind the day, beside it in an element of its own: %s', (line) => {
  expect(read(line).byline).toBe('Ann Harbour')
})

test.each([
  ['a section behind the day', '<p><time>May 14, 2024</time> · <a href="/topics/harbour">Harbour News</a></p>'],
  ['one of several labels behind it', '<p><time>May 14, 2024</time> <span>Harbour News</span> <span>Canal Gates</span></p>'],
  ['a section that it leads to', '<div><div><a href="/topics/harbour">Harbour News</a></div><div>May 14, 2024</div></div>'],
  ['several labels', '<ul><li><span>Harbour Gates</span><span>News</span></li><li>May 14, 2024</li></ul>'],
  ['what a link to elsewhere says', '<p><a href="/blog/harbour-news">Harbour News</a> · <time>May 14, 2024</time></p>'],
  ['what somebody is', '<div><div>Marketing Editor</div><div>May 14, 2024</div></div>'],
  ['a heading', '<div><h2>Ann Harbour</h2><div>May 14, 2024</div></div>'],
  ['a button', '<div><button>Get Started</button><div>May 14, 2024</div></div>'],
  ['no day below it', '<div><div>Ann Harbour</div><div>The Gate 14</div></div>'],
])('no author is %s', (_, line) => {
  expect(read(line).byline).toBeNull()
})

test('what stands above the title names its section', () => {
  expect(read('', '<div><div>Harbour News</div><div>May 14, 2024</div></div>').byline).toBeNull()
})

test.each([
  ['Posted on May 14, 2024 by Ann Harbour', 'Ann Harbour'],
  ['Veröffentlicht am 14. Mai 2024 von Jürgen Äppelmann', 'Jürgen Äppelmann'],
  ['Publicado el 14 de mayo de 2024 por Ana Puerto', 'Ana Puerto'],
  ['May 14, 2024 | by Ann Harbour | 4 min read', 'Ann Harbour'],
  ['Verfasst von Jürgen Äppelmann am 14. Mai 2024', 'Jürgen Äppelmann'],
  ['Écrit par Ana Puerto le 14 mai 2024', 'Ana Puerto'],
  ['Von Lüneburg am 14. Mai 2024', null],
  ['On May 14, 2024 the gate was opened by Ann Harbour', null],
])('a line may say the day before the name: %s', (line, name) => {
  expect(read(`<div>${line}</div>`).byline).toBe(name)
})

test('a day that only style sets apart from a name is read', () => {
  expect(read('<div class="sub"><a href="Ann%20Harbour.html">Ann Harbour</a>14th May 2024 at 10:00am</div>').publishedTime).toBe(
    '2024-05-14',
  )
})
