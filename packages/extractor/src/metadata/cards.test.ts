import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  '<p>The council voted seven to two on Tuesday night to close the bridge for eighteen months, which sends every barge of the valley through the lower lock.</p>'
const CARD =
  '<ul><li><article><h3><a href="/cats">Why cats prefer boxes</a></h3><span class="byline">By Ines Kroll</span><time datetime="2026-01-01">Jan 1</time></article></li></ul>'
const OWN = '{"@type":"NewsArticle","headline":"Bridge to close","datePublished":"2026-03-03T08:15:00Z"}'
const read = (head: string, { before = '', beside = '', after = '' }) =>
  extractPage({
    html: `<html lang="en"><head><title>Bridge to close</title>${head}</head><body>${before}<main><article><h1>Bridge to close</h1>${beside}${TEXT}${TEXT}</article></main>${after}</body></html>`,
    url: 'https://valley.example/bridge',
  })!

test.each(['before', 'after'])('a card of something else %s the article has no say in who wrote it and when', (place) => {
  expect(read(`<script type="application/ld+json">${OWN}</script>`, { [place]: CARD })).toMatchObject({
    byline: null,
    publishedTime: '2026-03-03T08:15:00Z',
  })
  expect(read('<meta property="article:published_time" content="2026-03-03T08:15:00Z">', { [place]: CARD })).toMatchObject({
    byline: null,
    publishedTime: '2026-03-03T08:15:00Z',
  })
  expect(read('', { [place]: CARD })).toMatchObject({ byline: null, publishedTime: null })
})

test('a card that leads to its author names the author of the page that it stands on', () => {
  const beside = '<article><h5><a href="/blog/author/lock-team"><span>Lock Team</span></a></h5></article><div>March 3, 2026</div>'
  expect(read('', { beside })).toMatchObject({ byline: 'Lock Team', publishedTime: '2026-03-03' })
})

test('a time that is that of publishing and of the last change is read, with its hour', () => {
  const beside =
    '<span class="posted-on"><a href="/bridge"><time class="entry-date published updated" datetime="2026-03-03T15:20:11+00:00">3 March 2026</time></a></span>'
  expect(read('', { beside }).publishedTime).toBe('2026-03-03T15:20:11+00:00')
})

test.each([
  ['links beside each other', '<div class="byline"><a rel="author" href="/a">Faye Orr</a>, <a rel="author" href="/b">Lou Dent</a></div>'],
  ['links in a line', '<div class="author">By <a href="/author/faye">Faye Orr</a> and <a href="/author/lou">Lou Dent</a></div>'],
  ['a line', '<p>By Faye Orr and Lou Dent</p>'],
])('all who wrote it together are named: %s', (_name, beside) => {
  expect(read('', { beside }).byline).toBe('Faye Orr, Lou Dent')
})

test('three in a line are three', () => {
  expect(read('', { beside: '<p>By Faye Orr, Lou Dent and Sam Pike</p>' }).byline).toBe('Faye Orr, Lou Dent, Sam Pike')
})

test('libraries name authors in one list, and days by the year first', () => {
  const head = '<meta name="citation_authors" content="Berg, Anna; Wei, Chen;"><meta name="citation_date" content="2026 Mar 3">'
  expect(read(head, {})).toMatchObject({ byline: 'Anna Berg, Chen Wei', publishedTime: '2026-03-03' })
})

test('who publishes the article is its site, where nothing else says so', () => {
  const node = { '@type': 'NewsArticle', headline: 'Bridge to close', publisher: { '@type': 'Organization', name: 'Valley Star' } }
  expect(read(`<script type="application/ld+json">${JSON.stringify(node)}</script>`, {}).siteName).toBe('Valley Star')
})

test('a share card that calls every page what the site is called does not name the page', () => {
  const head = '<meta property="og:title" content="Valley Star"><meta property="og:site_name" content="Valley Star">'
  expect(read(head, {})).toMatchObject({ title: 'Bridge to close', siteName: 'Valley Star' })
})

test('days of many other articles, one name for all of them, are none of the page', () => {
  const cards = ['2012-06-16', '2012-06-14', '2012-06-12'].map(
    (day) => `<li><a href="/boats">Boats and barges</a><meta itemprop="datePublished" content="${day}"></li>`,
  )
  const html = `<html lang="en"><head><title>The upper gate</title><meta name="dc.date" content="2013-06-06"></head><body><main><h1>The upper gate</h1><p>The lock keeper opens the upper gate at seven, and the first barge of the day is through before the clock strikes the half hour.</p></main><ul>${cards.join('')}</ul></body></html>`
  expect(extractPage({ html, url: 'https://canal.example/gate' })?.publishedTime).toBe('2013-06-06')
})
