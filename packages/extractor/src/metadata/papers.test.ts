/** Bylines, days and titles as papers and magazines have them. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT =
  'The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.'
const TITLE = 'Opening the upper gate at seven'
const read = (below: string, { head = '', above = '', behind = '', title = `${TITLE} - Canal Post`, heading = `<h1>${TITLE}</h1>` } = {}) =>
  extractPage({
    html: `<html lang="en"><head><title>${title}</title>${head}</head><body>${above}<main>${heading}${below}<p>${TEXT}</p><p>${TEXT} It never waits.</p>${behind}</main></body></html>`,
    url: 'https://www.canal-post.example/gate',
  })!

test.each([
  '<div class="article-byline"><span class="article-byline-date">Dec 1st 2016 1:01PM</span></div>',
  '<div id="byline"><a href="javascript:window.print();">Print</a> <a href="mailto:?subject=Gate">Mail</a></div>',
  '<div class="byline"><a href="#">Tweet</a></div>',
  '<p class="byline"><a href="#">9:39AM BST</a></p>',
  '<div class="byline"><a href="/staff/ann">View Staff Page</a></div>',
])('a day and what a link does with the page name nobody: %s', (line) => {
  expect(read(line).byline).toBeNull()
})

test('the name in such a line is found behind what it does', () => {
  const line =
    '<div id="byline"><a href="javascript:print()">Print this</a> <a href="/user/ann">Ann Harbour | Quay Media for quay.example</a> By <a href="/user/ann/posts">Ann Harbour</a></div>'
  expect(read(line).byline).toBe('Ann Harbour')
})

test.each([
  ['the path of a profile is no name', '<meta property="article:author" content="/@ann"><meta name="author" content="Ann Harbour">'],
  ['a name stands before a mailbox', '<meta name="article_author" content="Ann Harbour | ann@quay.example">'],
  ['and before a place', '<meta name="author" content="Ann Harbour | Madrid">'],
  ['and before a role in brackets', '<meta name="author" content="Ann Harbour (STAFF WRITER)">'],
  ['and before a handle', '<meta name="author" content="Ann Harbour @annh">'],
  ['an author by any key', '<meta name="cXenseParse:author" content="Ann Harbour">'],
])('%s', (_, head) => {
  expect(read('', { head }).byline).toBe('Ann Harbour')
})

test('a name that data turn round is said as the page says it', () => {
  const head = '<meta name="dcterms.creator" content="Harbour, Ann">'
  expect(read('<div>by Ann Harbour</div>', { head }).byline).toBe('Ann Harbour')
  expect(read('', { head }).byline).toBe('Harbour, Ann')
})

test('the handle of an account and the maker of an app are no authors', () => {
  expect(read('', { head: '<meta name="ms.author" content="annh"><meta name="smartbanner:author" content="Quay Apps">' }).byline).toBeNull()
})

test('whom the line below the title names goes before the authors of other things', () => {
  const staff = '<div><div><a href="/author/ben-weir/">Ben Weir</a></div><div>Editorial director</div></div>'
  expect(read('<div>by Ann Harbour / May 14, 2024 / <a href="#c">Comment</a></div>', { behind: staff }).byline).toBe('Ann Harbour')
  expect(
    read('<div class="byline">Tuesday May 14, 2024 11:44 am PST by <a class="author-url" href="/author/ann/">Ann Harbour</a></div>', {
      behind: staff,
    }).byline,
  ).toBe('Ann Harbour')
  expect(read('', { behind: staff }).byline).toBe('Ben Weir')
})

test('a word below a name is what the person is', () => {
  expect(read('<div><span>by </span><a href="/p/ann">Ann Harbour</a></div><div>Contributor</div><ul><li>Electronic</li></ul>').byline).toBe(
    'Ann Harbour',
  )
  expect(read('<div>Contributor</div><div>Ann Harbour</div>').byline).toBe('Ann Harbour')
})

test('microdata name an author in a menu and in an item with a small heading of its topic', () => {
  const name = '<span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann Harbour</span></span>'
  expect(read(`<nav><span>Edited by <a href="/topic/ann">${name}</a></span></nav>`).byline).toBe('Ann Harbour')
  expect(read('<nav><a class="author" href="/ann">Ann Harbour</a></nav>').byline).toBeNull()
  const item = read(
    `<ul><li><h6><a href="/topics/gates">Gates</a></h6>${name}<time itemprop="datePublished" content="2024-05-14">14 May</time></li></ul>`,
    {
      head: '<meta property="og:type" content="article"><meta property="article:section" content="Canals">',
      behind: `<p>${TEXT} So it goes.</p><p>${TEXT.repeat(4)}</p>`,
    },
  )
  expect([item.byline, item.publishedTime]).toEqual(['Ann Harbour', '2024-05-14'])
})

test.each([
  ['the month first where the second number is no month', '<time class="publish-date">09.30.2016 07:00 AM</time>', '2016-09-30'],
  ['the day first where both may be', '<time class="publish-date">09.10.2016 07:00</time>', '2016-10-09'],
  [
    'the only time of an entry',
    '<time class="meta updated" datetime="2024-05-14T12:34:00Z">Tuesday 12:34pm</time>',
    '2024-05-14T12:34:00Z',
  ],
  [
    'the day it came out, where an entry has both',
    '<time class="updated" datetime="2024-06-01">June 1</time><time class="published" datetime="2024-05-14">May 14</time>',
    '2024-05-14',
  ],
])('a page is of %s', (_, line, day) => {
  expect(read(line).publishedTime).toBe(day)
})

/** A page that is taken for that of a service: no word of news in its address or its data. */
const bland = (body: string) =>
  extractPage({
    html: `<html lang="en"><head><title>${TITLE}</title></head><body><ul>${'<li><a href="/s">Our services</a></li>'.repeat(9)}</ul><main><h1>${TITLE}</h1>${body}<p>${TEXT}</p></main></body></html>`,
    url: 'https://www.canal-post.example/services',
  })!

test('what is said by whom or at which minute right below the title is of the page, whatever kind of page it is taken for', () => {
  expect(bland('<div>Written by <a href="/p">Ann Harbour</a> in <a href="/g">Gates</a> on 14 May 2024 at 08:34</div>').publishedTime).toBe(
    '2024-05-14',
  )
  const signed = bland('<div>By Ann Harbour</div><div>May 14, 2024</div>')
  expect([signed.byline, signed.publishedTime]).toEqual(['Ann Harbour', '2024-05-14'])
})

test('the day stands in a line with the author, and not in a point of the story below it', () => {
  const line =
    '<div><span itemprop="author"><span itemprop="name">Ann Harbour</span></span> 3:15 p.m. July 18, 2013</div><ul><li>Keeper since Oct. 8, 2008</li></ul>'
  const head = '<meta itemprop="datePublished" content="2013-07-18T14:18:47">'
  expect(read(line, { head }).publishedTime).toBe('2013-07-18T14:18:47')
  expect(read('<p>By Ann Harbour , Ben Weir</p>', { head: '<meta name="author" content="Ann Harbour , Ben Weir">' }).byline).toBe(
    'Ann Harbour, Ben Weir',
  )
})

test('a title that its heading says twice is said once', () => {
  const heading = `<h1><span class="wide">${TITLE}</span> <span class="small">${TITLE}</span></h1>`
  expect(read('', { heading, title: `${TITLE} ${TITLE} | Canal Post` }).title).toBe(TITLE)
  expect(read('', { title: 'Tick tick', heading: '<h1>Tick tick</h1>' }).title).toBe('Tick tick')
})

test('a time that says of itself that it is of a change is none of an entry', () => {
  expect(
    read('<span>Updated <time class="updated" datetime="2024-06-01">June 1</time></span>', { behind: '<p>Posted May 14, 2024</p>' })
      .publishedTime,
  ).toBe('2024-05-14')
})

test.each([
  ['is the whole title tag', TITLE, TITLE],
  ['begins it', TITLE, `${TITLE} : Canal Post`],
  ['begins it without a space', '午前七時に上の水門を開ける', '午前七時に上の水門を開ける_運河新聞'],
])('where the heading of level 1 is the site, one of level 2 that %s is the title', (_, heading, title) => {
  const site = title.split(/ : |_/).at(1) ?? 'Canal Post'
  expect(read('', { title, heading: `<h1>${site}</h1><h2>${heading}</h2>` }).title).toBe(heading)
})

test('a heading that has only such words of the title as any text has is not the title', () => {
  const title = 'Tides: what they are and how you read them'
  expect(read('', { title, heading: '<h1>Information and resources</h1>' }).title).toBe(title)
})

test('a heading of level 2 takes nothing from one of level 1 that says what the page is called', () => {
  const section = '<h2>Guides</h2><h1>Opening the upper gate</h1>'
  expect(read('', { title: 'Guides: Opening the upper gate', heading: section }).title).toBe('Opening the upper gate')
  expect(
    read('<h2>Opening the gate</h2>', { title: 'Opening the gate | Canal Post', heading: '<h1>Opening the upper gate</h1>' }).title,
  ).toBe('Opening the upper gate')
})
