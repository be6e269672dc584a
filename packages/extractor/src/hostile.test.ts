import { expect, test } from 'vitest'
import { extractPage } from './extract.ts'
import { activeIn } from './testing/active.ts'
import { HONEST, HOSTILE } from './testing/hostile.ts'
import { LEAKS, MARK, SHOWN } from './testing/leaks.ts'
import { growth } from './testing/linear.ts'

test.each(HOSTILE)('a hostile page gives its text: %s', (_name, build) => {
  const result = extractPage({ html: build(), url: 'https://tide.example/' })
  expect(result?.markdown).toContain(HONEST)
})

/** Runs that a pattern could go through again and again. */
const doc = (body: string): string => `<h1>Tide</h1><p>${`${HONEST} and the ferry with it. `.repeat(12)}</p>${body}`
test.each([
  ['numbers of lines with gaps', `<pre>0\n${'\n\n0\n'.repeat(30_000)}x</pre>`],
  ['tabs behind the number of a line', `<pre><span class="lno">0${'\t'.repeat(400_000)}0</span>a</pre>`],
  ['a picture whose words are signs', `<p>a <img src="/e.png" alt="#${'\u{1f9b0}'.repeat(900)}x"> b</p>`],
  ['signs with slashes at the end of bold words', `<p>${`<b>b${'\\!'.repeat(18)}a!</b>x `.repeat(500)}</p>`],
  ['a line of dashes', `<p>a<br>${'-'.repeat(1_000_000)}x</p>`],
  ['a sum in tabs', `<p aria-label="$ 1">${'\t'.repeat(100_000)},${'\t'.repeat(100_000)}$</p>`],
])('a page with one long run gives its text: %s', (_name, html) => {
  expect(extractPage({ html: doc(html), url: 'https://tide.example/' })?.markdown).toContain(HONEST)
})

test('a heading of digits is no number of a section that takes ages to read', () => {
  const html = `<title>Manual: Tide</title><h2>${'1'.repeat(60)}x</h2><p>${`${HONEST} and the ferry with it. `.repeat(12)}</p>`
  expect(extractPage({ html, url: 'https://tide.example/' })?.markdown).toContain(HONEST)
})

test.each([
  '',
  ' ',
  '<!doctype html>',
  '<html><body></body></html>',
  '<p></p>',
  '<script>x</script>',
  '\0\0\0',
  '<p style="display:none">hidden</p>',
])('a page with nothing to read is null: %j', (html) => {
  expect(extractPage({ html, url: 'https://tide.example/' })).toBeNull()
})

test.each(LEAKS)('what is no text of a page, or what nobody sees, does not come out: %s', (_name, html) => {
  const markdown = extractPage({ html, url: 'https://tide.example/' })?.markdown ?? ''
  expect(markdown).toContain(HONEST)
  expect(markdown).not.toContain(MARK)
  expect(activeIn(markdown)).toEqual([])
})

test.each(SHOWN)('tags and addresses that a page shows as text stay text: %s', (_name, html) => {
  expect(activeIn(extractPage({ html, url: 'https://tide.example/' })?.markdown ?? '')).toEqual([])
})

test.each([
  ['references in one raised run', (size: number) => `<p>x<sup>${'<a href="#fn1">1</a>'.repeat(size)}</sup></p><p id="fn1">Note</p>`],
  [
    'references to one part of the page that leads back to each',
    (size: number) =>
      `<p>${Array.from({ length: size }, (_, at) => `<sup><a href="#n" id="r${at}">1</a></sup>`).join('')}</p><div id="n"><h2>N</h2>${Array.from({ length: size }, (_, at) => `<a href="#r${at}">1</a> a b`).join('')}</div>`,
  ],
  [
    'hidden answers in one box',
    (size: number) => `<h3>Q</h3>${'<div aria-hidden="true"><p>What is told here is longer than a line of text.</div>'.repeat(size)}`,
  ],
  [
    'hidden answers in boxes of their own',
    (size: number) =>
      Array.from(
        { length: size },
        (_, at) => `<div><h3>Q</h3><div hidden id="a${at}" class="c">${'An answer of some length. '.repeat(3 + (at % 9))}</div></div>`,
      ).join(''),
  ],
  [
    'scripts that are off, and what they leave open',
    (size: number) => '<noscript><iframe src="/x" /></noscript><noscript><a b="\'></noscript>'.repeat(size),
  ],
  ['scripts that are off and never end', (size: number) => '<noscript><p>x '.repeat(size)],
  ['breaks in links that are cards', (size: number) => `<p>${`<a href="/x">${'<br>'.repeat(size)}Title of a card</a> `.repeat(3)}</p>`],
  ['pictures in one link', (size: number) => `<p>x <a href="/x">text ${'<img src="/x.png" alt="a"> y'.repeat(size)}</a></p>`],
  ['drawings between the words of a line', (size: number) => `<p>${'word<svg><path d="M0 0"/></svg>'.repeat(size * 5)}</p>`],
  ['drawings without anything between words', (size: number) => `<p>${'word<svg/>'.repeat(size * 8)}</p>`],
  ['rules in one item', (size: number) => `<ul><li>${'<hr>'.repeat(size)}x</li></ul>`],
  [
    'faces behind a text, deep in the page',
    (size: number) =>
      `<p>${`${HONEST} and the ferry with it. `.repeat(12)}</p>${'<div>'.repeat(60)}${'<div class="author"><img src="/a.jpg"></div>'.repeat(size)}<p>by`,
  ],
])('costs linear time: %s', (_name, html) => {
  const read = (page: string) => extractPage({ html: page, url: 'https://tide.example/', images: false })
  expect(growth(html, read, 3_000)).toBeLessThan(9)
})
