import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const PROSE =
  '<p>The broker keeps every record in an append-only ledger on local disk, and it starts in well under a second.</p><pre>quill serve</pre>'
const read = (html: string) => extractPage({ html, url: 'https://docs.example/install.html' })!

test('a title has no sign of a font of icons behind it', () => {
  const html = `<title>Installation — Quill documentation</title><div role="main"><h1>Installation<a class="headerlink" href="#installation">\u{f0c1}</a></h1>${PROSE}</div>`
  expect(read(html).title).toBe('Installation')
})

test('a title that stands above the text and again as its first heading is not part of the text', () => {
  const twice = `<title>Installation · Quill</title><div class="header"><h1><a href=".">Installation</a></h1></div><section class="body"><h1 id="installation">Installation</h1>${PROSE}<h2>Requirements</h2>${PROSE.replace('broker', 'host')}</section>`
  expect(read(twice)).toMatchObject({ title: 'Installation', markdown: expect.not.stringMatching(/^# /m) })
})

test('a line of the contents of a page announces no author', () => {
  const html = `<title>Ledger - ledgers on local disk</title><ul id="index"><li><a href="#NAME">NAME</a></li><li><a href="#AUTHOR">AUTHOR</a></li></ul><h1 id="NAME">NAME</h1><p>Ledger - ledgers on local disk</p><h1 id="SYNOPSIS">SYNOPSIS</h1>${PROSE}`
  expect(read(html).byline).toBeNull()
})

test('the day of a version is none of the list of changes', () => {
  const list = (line: string, day = ''): string =>
    `<nav><a href="/">Store</a></nav><main><h1>Changes</h1>${day}<ul><li><a href="#one">${line}</a></li></ul><h2 id="one">${line}</h2><ul><li>The option for dropped buckets was added, which is called with their count.</li></ul><h2>1.0 (2024-03-18)</h2><p>First version.</p></main>`
  const published = (body: string): string | null | undefined =>
    extractPage({
      html: `<html lang="en"><head><title>Changes</title></head><body>${body}</body></html>`,
      url: 'https://store.example/changes',
    })?.publishedTime
  for (const line of ['2.1.0 (2024-09-02)', 'v2.1.0 - September 2, 2024', '[2.1.0] 2024-09-02']) expect(published(list(line))).toBeNull()
  expect(published(list('2.1.0 (2024-09-02)', '<p>02.10.2024</p>'))).toBe('2024-10-02')
})

test('a title has no sign before it that links to its heading', () => {
  const html = `<title>Installation - Quill</title><main><h1 id="installation"><a href="#installation" class="anchor" aria-hidden="true">#</a>Installation</h1>${PROSE}</main>`
  expect(read(html).title).toBe('Installation')
})

test.each([
  ['a wiki', 'guides:set_up [Quill Wiki]', 'https://wiki.example/doku.php?id=guides:set_up'],
  ['a file', 'set_up', 'https://docs.example/notebooks/set_up.html'],
])('a page whose title is its place in %s is called what its heading says', (_name, title, url) => {
  const html = `<title>${title}</title><header><h1><a href="/">Quill Wiki</a></h1></header><main><h1>Installing the broker</h1>${PROSE}${PROSE.replace('broker', 'host')}</main>`
  expect(extractPage({ html, url })?.title).toBe('Installing the broker')
})

test('the book in brackets behind the heading of a chapter is none of its title', () => {
  const chapter = (heading: string): string | null | undefined =>
    extractPage({
      html: `<title>Invoking tide (Tide Manual 3.2)</title><div class="chapter"><div class="header"><p>Next: <a href="p.html" rel="next">Programs</a></p></div><hr>${heading}<p>The program is called with one command and any number of options.</p><pre>$ tide --port north\nlow</pre><p>Exit status is 0 when the tide is known, and 2 if the almanac could not be read.</p></div>`,
      url: 'https://manual.example/Invoking-tide.html',
    })?.title
  expect(chapter('<h2 class="chapter">2 Invoking <code>tide</code></h2>')).toBe('Invoking tide')
  expect(chapter('<h2 class="chapter">Something else</h2>')).toBe('Invoking tide (Tide Manual 3.2)')
})

test('the project before what a page calls its title is none of it', () => {
  const title = (own: string): string | null | undefined =>
    extractPage({
      html: `<title>Ferry Desk: sea::Desk Class Reference</title><div id="projectname">Ferry Desk</div><div class="headertitle">${own}</div><div class="contents"><p>A desk sells tickets for four harbours, and was written for islands on which the network fails with every storm.</p><h2>Description</h2><p>It holds as many tickets as the ferry has places, and never more than that.</p></div>`,
      url: 'https://api.example/desk.html',
    })?.title
  expect(title('<div class="title">sea::Desk Class Reference<div class="ingroups">Desks</div></div>')).toBe('sea::Desk Class Reference')
  expect(title('<div class="title">Harbours</div>')).toBe('Ferry Desk: sea::Desk Class Reference')
})

test('a subtitle in the heading, and a language before it, are none of the title', () => {
  const text = '<p>The organ had not been tuned since the roof was mended, and this note keeps what we learned of it.</p>'
  const title = (tag: string, heading: string): string | null | undefined =>
    extractPage({
      html: `<title>${tag}</title><div id="content">${heading}${text}<h2>Before</h2>${text}</div>`,
      url: 'https://organ.example/g.html',
    })?.title
  expect(title('Tuning an Organ', '<h1 class="title">Tuning an Organ<br><span class="subtitle">Notes of three churches</span></h1>')).toBe(
    'Tuning an Organ',
  )
  expect(title('R: Read the Counts', '<h2>Read the Counts</h2>')).toBe('Read the Counts')
})
