import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { dropPaging } from './paging.ts'

function left(html: string): string[] {
  const page = parsePage(html)
  const { blocks } = segment(page)
  const keep = new Uint8Array(blocks.length).fill(1)
  dropPaging(page, blocks, keep)
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

const TEXT = '<h2>Trigger functions</h2><p>See <a href="b.html">the next part</a>.</p>'
const KEPT = ['Trigger functions', 'See the next part.']

test.each([
  // DocBook, Texinfo, WordPress.
  '<div class="navheader"><table><tr><th colspan="3">4.1 Triggers</th></tr><tr><td><a accesskey="p" href="a.html">Prev</a></td><th>Chapter 4</th><td><a accesskey="n" href="b.html">Next</a></td></tr></table><hr></div>',
  '<div class="header"><p>Next: <a href="b.html" accesskey="n" rel="next">Rules</a>, Up: <a href="i.html" accesskey="u" rel="up">Top</a> [<a href="t.html" title="Contents" rel="contents">Contents</a>]</p></div>',
  // GitBook; and the way down to a page.
  '<div><a href="/a"><span>Previous</span><span>Rules</span></a><a href="/b"><div>Next</div><div>Views</div></a></div>',
  '<div itemscope itemtype="https://schema.org/BreadcrumbList"><a href="/">Manual</a><a href="/rules">Rules</a></div>',
  '<ul><li>Before: <a rel="prev" href="/a">Rules</a></li><li>Behind: <a rel="next" href="/b">Views</a></li></ul>',
])('a row of links to the pages around this one is no part of it: %s', (row) => {
  expect(left(row + TEXT)).toEqual(KEPT)
  expect(left(`<div>${TEXT}${row}</div>`)).toEqual(KEPT)
})

test('one such link in a text, a list with other links, and a page of nothing else stay', () => {
  const text = '<p>Read <a rel="next" href="b.html">the next part</a> too.</p>'
  const list =
    '<ul><li><a rel="next" href="b.html">Next</a></li><li><a rel="up" href="i.html">Up</a></li><li><a href="https://other.example">Other</a></li></ul>'
  expect(left(text + list)).toEqual(['Read the next part too.', 'Next', 'Up', 'Other'])
  expect(left('<p><a rel="prev" href="a">Older</a> <a rel="next" href="b">Newer</a></p>')).toEqual(['Older Newer'])
})

test('what leads to the page that the head calls the next is no part of this one', () => {
  const head = '<head><link rel="next" title="Rules" href="b.html"><link rel="prev" title="Views" href="a.html"></head>'
  const area =
    '<div class="area"><a class="left" href="a.html" title="previous page"><i></i><div><p>previous</p><p>Views</p></div></a></div>'
  const chapters = '<ul><li><a href="b.html">Rules</a></li><li><a href="c.html">Types</a></li></ul>'
  expect(left(`${head}<body>${TEXT}${chapters}${area}</body>`)).toEqual([...KEPT, 'Rules', 'Types'])
})

test('pages before and behind one are left out where words in front of the links say so', () => {
  const prose = 'Every dough is a task with a ready time and a patience, which is how long it may wait once it is ready.'
  const { markdown } = extractPage({
    html: `<title>Doughs</title><main><h1>Doughs</h1><p>${prose}</p><p>${prose.replace('dough', 'loaf')}</p><hr><ul><li>Next: <a href="/ovens/">Ovens that cool</a></li><li>Previous: <a href="/mills/">Mills that turn</a></li></ul></main>`,
    url: 'https://mill.example/doughs/',
  })!
  expect(markdown).not.toMatch(/Ovens|Mills/)
})

test('pictures that lead on go with their row; a list of chapters keeps the first, which is the next page', () => {
  const row =
    '<div><table><tr><td><a accesskey="p" href="a.html"><img src="p.png" alt="Prev"></a></td><td><a accesskey="n" href="b.html"><img src="n.png" alt="Next"></a></td></tr></table></div>'
  const chapters = ['b', 'c', 'd', 'e'].map((name) => `<dt><a href="${name}.html">Tides of ${name}</a></dt>`).join('')
  const html = `<html><head><title>Tides</title><meta name="generator" content="DocBook XSL"><link rel="next" href="b.html"></head><body>${row}<h1>Tides</h1><dl>${chapters}</dl>${row}</body></html>`
  expect(extractPage({ html, url: 'https://tide.example/doc/index.html' })?.markdown).toBe(
    ['b', 'c', 'd', 'e'].map((name) => `- [Tides of ${name}](https://tide.example/doc/${name}.html)`).join('\n'),
  )
})

test('a sign with a key of DocBook goes by itself, a picture that leads to the next page does not', () => {
  const read = (link: string) =>
    extractPage({
      html: `<html><head><title>Tides</title></head><body><div>${link}</div><h1>Tides</h1><p>The tide of the northern mole is late by an hour, since the harbour was made deeper.</p></body></html>`,
      url: 'https://tide.example/',
    })?.markdown
  expect(read('<a accesskey="p" href="a.html"><img src="prev.png" alt="Prev"></a>')).toMatch(/^The tide/)
  expect(read('<h1>Tides</h1><a rel="next" href="b.html"><img src="comic.png" alt="The comic"></a>')).toContain('comic.png')
})
