import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const read = (content: string, head = '') =>
  extractPage({
    html: `<html lang="en"><head><title>Opening the upper gate</title>${head}</head><body><main><h1>Opening the upper gate</h1>${content}<p>${TEXT}</p></main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

test.each([
  ['<p class="byline">By Ann Harbour, Science Editor</p>', 'Ann Harbour'],
  ['<p class="byline">Ann Harbour, Canal Post Staff</p>', 'Ann Harbour'],
  ['<p class="byline">By Ann Harbour, Senior Staff Writer and Ben Quay, Editor-in-Chief</p>', 'Ann Harbour and Ben Quay'],
  ['<p class="byline">Von Ann Harbour, dpa</p>', 'Ann Harbour'],
  ['<p class="byline">By Ann Harbour (Reuters)</p>', 'Ann Harbour'],
  [
    '<div class="bio"><p>Written by <strong>Ann Harbour</strong> who lives and works in Whitby building useful things.</p></div>',
    'Ann Harbour',
  ],
  [
    '<div class="td-byline">By <b>Ann Harbour (<a href="https://social.example/ann">@ann</a>)</b> | <time datetime="2024-02-14">Wednesday, February 14, 2024</time></div>',
    'Ann Harbour',
  ],
  ['<p class="byline">By Ann Harbour in Berlin</p>', 'Ann Harbour'],
  ['<div class="author">Ann Harbour | Reuters</div>', 'Ann Harbour'],
  ['<p>Ann Harbour | Reuters</p>', 'Ann Harbour'],
  ['<p>By Ann Harbour<br>BBC News, Paris</p>', 'Ann Harbour'],
  ['<p class="byline">Analysis by Ann Harbour</p>', 'Ann Harbour'],
])('a line names its author without what the author is and for whom: %s', (line, name) => {
  expect(read(line).byline).toBe(name)
})

test('data that say what an author is name the author', () => {
  expect(read('', '<meta name="author" content="Ann Harbour, Science Editor">').byline).toBe('Ann Harbour')
})

test.each(['Martin Luther King, Jr.', 'Ann Harbour, Ph.D.', 'Ann Harbour, RN', 'Reuters', 'Ann Harbour, Ben Quay', 'Ines Inberg'])(
  'what belongs to a name stays: %s',
  (name) => {
    expect(read('', `<meta name="author" content="${name}">`).byline).toBe(name)
  },
)

test.each([
  ['<p class="byline">Edited by Carl Dock</p><p class="byline">By Ann Harbour</p>', 'Ann Harbour'],
  ['<div class="author-name">Medically reviewed by Carl Dock, MD</div><div class="author-name">Ann Harbour, RN</div>', 'Ann Harbour, RN'],
  ['<p class="byline">By Ann Harbour. Edited by Carl Dock</p>', 'Ann Harbour'],
  ['<p class="byline">Edited by Carl Dock</p>', null],
  ['<p class="byline">Editor: Carl Dock</p>', null],
])('who edits, checks or translates is no author: %s', (line, name) => {
  expect(read(line).byline).toBe(name)
})

test.each([
  [
    '<div>Medically reviewed by <a href="/r/1">Carl Dock, MD</a> — Written by <a href="/w/1">Ann Harbour</a> — Updated on May 5, 2024</div>',
  ],
  ['<p><span>Text: Ann Harbour</span> <span>Photos: Carl Dock</span></p>'],
  [
    '<figure><img src="a.jpg" alt="Gate"><figcaption><span class="author">Photo: Carl Dock</span></figcaption></figure><p>By Ann Harbour</p>',
  ],
  ['<p class="byline">Von Ann Harbour, NDR</p>'],
])('of those who did something the one who wrote is the author: %s', (line) => {
  expect(read(line).byline).toBe('Ann Harbour')
})

test('a name above what the person is is that of the author, where data name the site alone, and no heading is', () => {
  const head =
    '<meta property="og:site_name" content="Canal Post"><script type="application/ld+json">{"@type":"NewsArticle","headline":"Opening the upper gate","author":{"name":"Canal Post"}}</script>'
  const lines = '<div><span>Ann Harbour</span><div>Environment correspondent, Kiel</div></div>'
  expect(read(lines, head).byline).toBe('Ann Harbour')
  expect(read('<h2>Ann Harbour</h2><p>Environment correspondent</p>', head).byline).toBe('Canal Post')
  expect(read('<p>Gates And Locks</p><p>Staff of the canal were seen opening them.</p>', head).byline).toBe('Canal Post')
})

test('names that are marked as those of persons are names, without what stands below them', () => {
  const person = (name: string) =>
    `<span class="creator"><span class="ltx_personname">${name}<br>Lock University<br>${name[0]}@lock.example</span></span>`
  expect(read(`<div class="authors">${person('Ann Harbour')} ${person('Ben Quay')}</div>`).byline).toBe('Ann Harbour, Ben Quay')
})

const entry = (day: number) =>
  `<article itemprop="liveBlogUpdate" itemscope><time itemprop="datePublished" datetime="2024-03-${day}T13:00:00Z">13:00</time><h2>Day ${day}</h2><p>${TEXT}</p></article>`
const ENTRIES = [17, 16, 15].map(entry).join('')

test('a page that is written while something happens is as old as it says, not as its newest entry', () => {
  const data = (own: string) =>
    `<script type="application/ld+json">{"@type":"LiveBlogPosting","headline":"Opening the upper gate",${own}"liveBlogUpdate":[{"@type":"BlogPosting","headline":"Day 17","datePublished":"2024-03-17T13:00:00Z","author":{"name":"Late Writer"}}]}</script>`
  const dated = read(ENTRIES, data('"datePublished":"2024-03-14T08:30:00Z",'))
  expect(dated).toMatchObject({ publishedTime: '2024-03-14T08:30:00Z', byline: null })
  expect(read(ENTRIES, data('"coverageStartTime":"2024-03-14T08:00:00Z",'))).toMatchObject({
    publishedTime: '2024-03-14T08:00:00Z',
    byline: null,
  })
  expect(read(`<p>Published <time datetime="2024-03-14T08:30:00Z">14 March 2024</time></p>${ENTRIES}`).publishedTime).toBe(
    '2024-03-14T08:30:00Z',
  )
})
