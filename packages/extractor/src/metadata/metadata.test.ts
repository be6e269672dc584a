import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { toIsoDate, urlDate, writtenDate } from './date.ts'
import { siteOf, withoutSite } from './title.ts'

const BODY =
  '<p>The lock keeper opens the upper gate at seven, and the first barge of the day is through before the church clock strikes the half hour.</p>'
const read = (
  head: string,
  body = `<article><h1>Opening the upper gate</h1>${BODY}</article>`,
  url = 'https://www.canal-post.example/news/gate',
) => {
  const result = extractPage({ html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`, url })
  expect(result).not.toBeNull()
  return result!
}
const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('JSON-LD comes first, @graph and @id are followed', () => {
  const graph = {
    '@graph': [
      { '@type': 'WebSite', name: 'Canal Post' },
      { '@type': 'NewsArticle', headline: 'Opening the upper gate', datePublished: '2024-03-05T07:00:00+01:00', author: { '@id': '#ann' } },
      { '@type': 'Person', '@id': '#ann', name: 'Ann Lockwood' },
    ],
  }
  expect(
    read(`${ld(graph)}<meta name="author" content="Somebody Else"><meta property="article:published_time" content="2020-01-01">`),
  ).toMatchObject({
    title: 'Opening the upper gate',
    byline: 'Ann Lockwood',
    siteName: 'Canal Post',
    publishedTime: '2024-03-05T07:00:00+01:00',
  })
})

test('several authors are named once each', () => {
  expect(
    read(ld({ '@type': 'Article', headline: 'x', author: [{ name: 'Ann Lockwood' }, { name: 'Bo Tow' }, { name: 'ann lockwood' }] }))
      .byline,
  ).toBe('Ann Lockwood, Bo Tow')
})

test('meta tags answer where JSON-LD is silent or broken', () => {
  const head =
    '<script type="application/ld+json">{"@type": "Article", broken</script><meta property="og:title" content="Opening the upper gate | Canal Post"><meta property="og:site_name" content="Canal Post"><meta name="author" content="By Ann Lockwood"><meta name="citation_publication_date" content="2024/03/05"><meta name="description" content="How a lock wakes up.">'
  expect(read(head)).toMatchObject({
    title: 'Opening the upper gate',
    byline: 'Ann Lockwood',
    publishedTime: '2024-03-05',
    excerpt: 'How a lock wakes up.',
  })
})

test('a byline and a date beside the title are read, a bare page has neither', () => {
  const body = `<article><h1>Opening the upper gate</h1><p>By Ann Lockwood</p><p>Published 5 March 2024</p>${BODY}</article>`
  expect(read('<title>Opening the upper gate</title>', body)).toMatchObject({ byline: 'Ann Lockwood', publishedTime: '2024-03-05' })
  expect(read('<title>Opening the upper gate</title>')).toMatchObject({
    byline: null,
    publishedTime: null,
    siteName: null,
    canonicalUrl: null,
  })
})

test("a date far from the title is not the page's", () => {
  const far = `<article><h1>Opening the upper gate</h1>${BODY.repeat(20)}<p>The canal was dug by hand and opened on 12 May 1990.</p></article>`
  expect(read('', far).publishedTime).toBeNull()
})

test("the site's name leaves the title only as a part of its own", () => {
  const url = 'https://www.canal-post.example/x'
  expect(withoutSite('Opening the gate - Canal Post', siteOf('Canal Post', url))).toBe('Opening the gate')
  expect(withoutSite('Canal Post: a history', siteOf('Canal Post', url))).toBe('Canal Post: a history')
  expect(withoutSite('Locks and Gates – and why they leak', siteOf('Canal Post', url))).toBe('Locks and Gates – and why they leak')
})

test.each([
  ['2024-03-05', '2024-03-05'],
  ['2024-03-05T07:00:00Z', '2024-03-05T07:00:00Z'],
  ['2024-03-05 07:00:00 +0100', '2024-03-05T07:00:00+01:00'],
  ['2024-03-05T07:00:00', '2024-03-05T07:00:00'],
  ['20240305', '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
  ['5th of March 2024', '2024-03-05'],
  ['25.03.2024', '2024-03-25'],
  ['03/25/2024', '2024-03-25'],
  ['03/04/2024', null],
  ['2024-02-31', null],
  ['yesterday', null],
  ['', null],
  ['1890-01-01', null],
])('the date %j is %j', (raw, date) => {
  expect(toIsoDate(raw)).toBe(date)
})

test('dates stand in addresses and in sentences', () => {
  expect(urlDate('https://e.example/2024/03/05/gate')).toBe('2024-03-05')
  expect(urlDate('https://e.example/2024/gate')).toBeNull()
  expect(writtenDate('Posted on Mar. 5, 2024 at noon')).toBe('2024-03-05')
})

test('the canonical address is absolute and of the web', () => {
  expect(read('<link rel="canonical" href="/news/gate?x=1">').canonicalUrl).toBe('https://www.canal-post.example/news/gate?x=1')
  expect(read('<link rel="canonical" href="javascript:x">').canonicalUrl).toBeNull()
})

test('control and bidi characters leave every field', () => {
  const head = `<meta property="og:title" content="Open\u202eing the\u200b upper gate"><meta name="author" content="Ann\u0007 Lock\u2066wood">`
  expect(read(head, BODY)).toMatchObject({ byline: 'Ann Lockwood', title: 'Opening the upper gate' })
})

test.each([
  ['Ann Lockwood 2024-03-05T08:10+02:00', 'Ann Lockwood'],
  ['Ann LockwoodMarch 5, 2024', 'Ann Lockwood'],
  ['Ann Lockwood | Author', 'Ann Lockwood'],
  ['Articles by Ann Lockwood', 'Ann Lockwood'],
  ['locky 15911 silver badge66 bronze badges', 'locky'],
  ['locky 1,430 posts · Joined 2022', 'locky'],
  ['Ann Lockwood » Tue', 'Ann Lockwood'],
  ['Sign up', null],
  ['YouTube', null],
  ['Recipe by Ann Lockwood', 'Ann Lockwood'],
  ['Recette de: © Ann Lockwood', 'Ann Lockwood'],
  ['Chi siamo', null],
  ['wp', null],
  ['<span>Author</span>Ann Lockwood', 'Ann Lockwood'],
  ['facebook.example/lockwood', null],
])('what stands around a name is no part of it: %s', (written, name) => {
  const body = `<article><h1>Opening the upper gate</h1><p class="byline">${written}</p>${BODY}</article>`
  expect(read('<title>Opening the upper gate</title>', body).byline).toBe(name)
})

const titled = (lines: string): string | null =>
  read('<title>Opening the upper gate</title>', `<article><h1>Opening the upper gate</h1>${lines}${BODY}</article>`).byline

test.each([
  ['<p>Written by</p><p>Ann Lockwood</p>', 'Ann Lockwood'],
  ['<p>Contributors: Ann Lockwood</p>', 'Ann Lockwood'],
  ['<ul><li>Thread starter <a href="/members/locky.7/">locky</a></li></ul><a href="/members/tow.8/" class="username">tow</a>', 'locky'],
  ['<p><span>By</span><span>Ann Lockwood</span></p>', 'Ann Lockwood'],
  ['<p>By Ann Lockwood March 5, 2024</p>', 'Ann Lockwood'],
  ['<p>By 3i Global</p>', '3i Global'],
  ['<div itemprop="author"><meta itemprop="name" content="locky"> L Offline locky</div>', 'locky'],
  [`${BODY.repeat(20)}<h3>Written by Ann Lockwood</h3>`, 'Ann Lockwood'],
  [`${BODY.repeat(20)}<h3>Written by Ann Lockwood</h3><h3>Written by Bo Tow</h3>`, null],
  ['<p class="author-meta">August 28, 2025 • 5 min read</p>', null],
  ['<div class="author"><a href="/about">Learn more</a></div>', null],
  ['<p>See how we did our <a href="/staff/research">research methodology</a> here.</p>', null],
  ['<nav><a href="https://social.example/profile/ann">bluesky</a></nav>', null],
])('who wrote it stands in %s', (lines, name) => {
  expect(titled(lines)).toBe(name)
})

test.each([
  ['<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lockwood">', 'Ann Lockwood'],
  ['<meta name="twitter:label1" content="Time to read"><meta name="twitter:data1" content="Two minutes">', null],
  ['<meta property="og:site_name" content="Ann Lockwood"><meta name="author" content="Ann Lockwood">', 'Ann Lockwood'],
  ['<meta name="citation_author" content="Lockwood, Ann"><meta name="citation_author" content="Tow, Bo">', 'Ann Lockwood, Bo Tow'],
  ['<meta name="author" content="Ann Lockwood and Bo Tow"><meta name="article:author" content="Bo Tow">', 'Ann Lockwood and Bo Tow'],
  ['<meta name="author" content="page.head.extra.author">', null],
])('what meta tags say of the author: %s', (head, name) => {
  expect(read(head).byline).toBe(name)
})

const dated = (date: string, body: string, url?: string): string | null =>
  read(
    ld({ '@type': 'Article', headline: 'Opening the upper gate', datePublished: date }),
    `<article><h1>Opening the upper gate</h1>${body}${BODY}</article>`,
    url,
  ).publishedTime

test('a page that shows an earlier day than its data came out on that day; an update or a day of somebody’s joining is no such day', () => {
  expect(dated('2024-08-07T12:00:00Z', '<p>Published Dec 30, 2013</p>')).toBe('2013-12-30')
  expect(dated('2024-08-07T12:00:00Z', '<p>Updated Dec 30, 2013</p>')).toBe('2024-08-07T12:00:00Z')
  expect(dated('2024-08-07T12:00:00Z', '<p>Joined Dec 30, 2013</p>')).toBe('2024-08-07T12:00:00Z')
  expect(dated('2024-08-07T12:00:00Z', '<p>Published Aug 9, 2024</p>')).toBe('2024-08-07T12:00:00Z')
})

test('the day in the address is the day where the page was written', () => {
  expect(dated('2025-12-19T02:41:41+00:00', '', 'https://canal-post.example/2025/12/18/gate/')).toBe('2025-12-18')
  expect(dated('2025-12-24T02:41:41+00:00', '', 'https://canal-post.example/2025/12/18/gate/')).toBe('2025-12-24T02:41:41+00:00')
})

test.each(['published', 'ms.date', 'published-date', 'x-publish-date', 'release_date', 'PublicationDate'])(
  'the meta tag %s is a date of publishing',
  (name) => {
    expect(read(`<meta name="${name}" content="July 17, 2025">`).publishedTime).toBe('2025-07-17')
  },
)

test('a time without a moment of its own gives that of its title', () => {
  const line = '<p>posted <time title="2024-03-05 07:00:00">a year ago</time></p>'
  expect(read('', `<article><h1>Opening the upper gate</h1>${line}${BODY}</article>`).publishedTime).toMatch(/^2024-03-05/)
})

test('a meta tag of a change is none', () => {
  for (const name of ['article:publisher', 'last-modified', 'updated-date', 'publisher'])
    expect(read(`<meta name="${name}" content="July 17, 2025">`).publishedTime).toBeNull()
})

test('words that touch a year do not hide the date', () => {
  expect(writtenDate('Dec 17, 2025by Julian')).toBe('2025-12-17')
  expect(writtenDate('DECEMBER 22, 2022Updated: JANUARY 02, 2026')).toBe('2022-12-22')
  expect(writtenDate('May 1, 20251')).toBeNull()
})

test('a line that says so dates a page from anywhere, once; a date in prose beside the title does not', () => {
  const page = (line: string) => `<article><h1>Opening the upper gate</h1>${BODY.repeat(20)}<p>${line}</p></article>`
  expect(read('', page('Posted on the 25/12/2025 at 19:00 by @ann')).publishedTime).toBe('2025-12-25')
  expect(read('', page('Posted on May 2, 2024</p><p>Posted on May 3, 2024')).publishedTime).toBeNull()
  expect(dated('2025-03-01', '<p>On 2 Dec 2024, I received this message from the harbour master about the gate and its keeper.</p>')).toBe(
    '2025-03-01',
  )
})

test('dates run into words, and stand in addresses with their month’s name', () => {
  expect(writtenDate('Mental HealthDecember 22, 2022')).toBe('2022-12-22')
  expect(writtenDate('Essay - Published: 2025.12.17 | gates')).toBe('2025-12-17')
  expect(urlDate('https://e.example/blog/2023/october/03/gate/')).toBe('2023-10-03')
})

test.each([
  ['Opening the upper gate - The Lock Book', '<h1>The Lock Book</h1><h2>Opening the Gate</h2>', 'Opening the upper gate'],
  ['Canal-Post - The heart of the canal', '<h1>Which oil for a gate?</h1>', 'Which oil for a gate?'],
  ['Which oil? / Gates / Canal Folk Forums', '<h1>Canal Folk Forums</h1>', 'Which oil?'],
])('the title tag %s with %s gives %s', (tag, headings, title) => {
  expect(read(`<title>${tag}</title>`, `<main>${headings}${BODY}</main>`).title).toBe(title)
})

test.each([
  ['Opening the upper gate | News | Canal Post', 'Opening the upper gate'],
  ['Opening the upper gate|Boats', 'Opening the upper gate'],
  ['The <br> tag at thirty', 'The <br> tag at thirty'],
])('the heading %s is the title %s', (heading, title) => {
  const escaped = heading.replace('<', '&lt;').replace('>', '&gt;')
  expect(read(`<title>${escaped}</title>`, `<article><h1>${escaped}</h1>${BODY}</article>`).title).toBe(title)
})

test('a page that sells a service is called what its title tag says first, and its heading stays text', () => {
  const body = `<main><h1>Cargo that never waits</h1><p>We carry your goods by barge.</p>${BODY.repeat(3)}<h2>Why barges</h2>${BODY}<a href="/contact">Contact us</a></main>`
  const result = read('<title>Freight Services for Canals | Canal Post Ltd</title>', body, 'https://canal-post.example/services/freight')
  expect(result).toMatchObject({ pageKind: 'service', title: 'Freight Services for Canals' })
  expect(result.markdown).toContain('Cargo that never waits')
})

test('the heading that is the whole of what the page is called goes before an earlier one that is a word of it', () => {
  const body = `<h1>Canal</h1><article><h1>The upper gate opens</h1>${BODY}</article>`
  const head = '<title>The upper gate opens - Canal MagazineCanal Magazine</title><meta property="og:title" content="The upper gate opens">'
  expect(read(head, body).title).toBe('The upper gate opens')
})

test.each(['if', 'Up', '道'])('a page may be called by one sign or two: %s', (name) => {
  const result = read(`<title>${name} — Canal 3.2 Documentation</title>`, `<main><h1>${name}</h1>${BODY.repeat(3)}</main>`)
  expect(result.title).toBe(name)
  expect(result.markdown).not.toContain(`# ${name}`)
})

test.each([
  ['5. Februar 2024', '2024-02-05'],
  ['le 1er f\u00e9vrier 2024', '2024-02-01'],
  ['5 de fevereiro de 2024', '2024-02-05'],
  ['5 \u0444\u0435\u0432\u0440\u0430\u043b\u044f 2024', '2024-02-05'],
  ['5 \u015eubat 2024', '2024-02-05'],
  ['2024\u5e742\u67085\u65e5', '2024-02-05'],
  ['2024\ub144 2\uc6d4 5\uc77c', '2024-02-05'],
  ['31 Februar 2024', null],
  ['5 Harbours 2024', null],
  ['2024-02-05T10:00:99Z', '2024-02-05'],
  ['2024-02-05T10:00:00+99:99', '2024-02-05'],
  ['2024-02-05T10:00:00+0530', '2024-02-05T10:00:00+05:30'],
])('%s is the date %s', (written, expected) => {
  expect(toIsoDate(written)).toBe(expected)
})

test('a canonical address holds no password', () => {
  const html =
    '<title>T</title><link rel="canonical" href="https://user:secret@harbour.example/c"><main><p>Some words to read here.</p></main>'
  expect(extractPage({ html, url: 'https://harbour.example/' })?.canonicalUrl).toBe('https://harbour.example/c')
})

test.each([
  'Forgot Password?',
  'Email address *',
  'Register now',
  'Log in to go on',
  'My Account',
  'My Account"',
  'Cancel',
  'Hej!',
  'RSS',
  'Feb',
  '{{firstName}}',
])('what a page’s controls say is no author: %s', (words) => {
  const link = (name: string) =>
    `<article><h1>Opening the upper gate</h1><a class="author" href="/author/x1">${name}</a>${BODY.repeat(3)}</article>`
  expect(read('', link(words)).byline).toBeNull()
  expect(read('', link('My Nguyen')).byline).toBe('My Nguyen')
})

test('a licence is no author', () => {
  const footer =
    '<p>The content of this page is licensed under the <a href="https://creativecommons.org/licenses/by/4.0/">Creative Commons Attribution 4.0 License</a>.</p>'
  expect(read('', `<article><h1>Opening the upper gate</h1>${BODY}${footer}</article>`).byline).toBeNull()
  expect(
    read('', `<article><h1>Opening the upper gate</h1><p><a href="/by/ann-lockwood">Ann Lockwood</a></p>${BODY}</article>`).byline,
  ).toBe('Ann Lockwood')
})

test.each([
  ['<title>Windows</title>', '<h2>Windows</h2>'],
  ['<title>Hashing Functions (GNU Octave (version 7.3.0))</title>', '<h3>36.12 Hashing Functions</h3>'],
  ['<title>GUnixOutputStream: GIO Reference Manual</title>', '<h2><span>GUnixOutputStream</span></h2>'],
  ['<title>Chapter 4. Packaged Modules</title>', '<h2>Chapter 4. Packaged Modules</h2>'],
])('the Markdown never begins with what the page is called, whatever its heading: %s %s', (head, heading) => {
  const read = (first: string) =>
    extractPage({
      html: `${head}<div>${first}<p>It is often necessary to find out whether two of them are the same, and to do so without looking at each sign.</p><p>Another use is to tell whether one of them has changed since somebody last looked at it.</p></div>`,
      url: 'https://docs.example/a.html',
    })!.markdown
  expect(read(heading)).toBe(read(''))
  expect(read('<h2>Windows and doors</h2>')).toContain('## Windows and doors')
})
