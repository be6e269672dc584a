import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { addressOf, canonicalOf, withoutBar } from './address.ts'
import { parsePage } from './parse.ts'

const COPY = 'http://127.0.0.1:8099/2'
const canonical = (href: string): string => `<link rel="canonical" href="${href}">`

test('a copy elsewhere is read as the page is at its own address', () => {
  const sentence =
    'The lock keepers of the upper canal met on Tuesday to hear when the gate opens, which the storms of last winter had put off.'
  const html = (own: string): string =>
    `<html><head><title>Upper gate opens - canalpost</title>${canonical(own)}</head><body><main><h2>Upper gate opens</h2>
<p>${sentence}</p><p>${sentence.replace('Tuesday', 'Friday')}</p><p>${sentence.replace('hear', 'learn')}</p></main></body></html>`
  const own = 'https://www.canalpost.example/news/2024/05/06/upper-gate'
  const there = extractPage({ html: html(own), url: own })
  expect(there).toMatchObject({ title: 'Upper gate opens', publishedTime: '2024-05-06' })
  for (const url of [COPY, '', 'not an address']) expect(extractPage({ html: html(own), url })).toEqual(there)
})

test.each([
  ['The new gate', 'white space is in no address'],
  ['https://upper-gate/', 'a name that no server outside has'],
  ['https:///paths/17', 'a host that is left out'],
  ['javascript:x', 'no address of the web'],
  ['', 'nothing'],
])('a canonical link to `%s` gives way to og:url: %s', (href) => {
  const page = parsePage(`<head>${canonical(href)}<meta property="og:url" content="https://canalpost.example/gate"></head>`)
  expect(canonicalOf(page, COPY)).toBe('https://canalpost.example/gate')
  expect(canonicalOf(parsePage(`<head>${canonical(href)}</head>`), COPY)).toBeNull()
})

test.each([
  ['https://canalpost.example/', 'https://www.canalpost.example/news/gate', 'https://www.canalpost.example/news/gate'],
  ['https://canalpost.example/', 'https://canalpost.example/index.html', 'https://canalpost.example/'],
  ['https://canalpost.example/', COPY, 'https://canalpost.example/'],
  ['https://canalpost.example/news/gate', 'https://canalpost.example/news/gate?from=mail', 'https://canalpost.example/news/gate'],
  ['/news/gate', 'https://canalpost.example/', 'https://canalpost.example/news/gate'],
])('the first page of a site is no address of the others: %s at %s', (href, url, address) => {
  expect(addressOf(parsePage(`<head>${canonical(href)}</head>`), url)).toBe(address)
})

test.each([
  ['the Wayback Machine', 'https://web.archive.org/web/20240708091011/'],
  ['an archive that gives relative links and kinds of files', '/web/20240708091011mp_/'],
  ['an archive of a country', 'https://arquivo.pt/wayback/20240708091011/'],
])('a copy in %s is what the page was there', (_, archive) => {
  const sentence =
    'The lock keepers of the upper canal met on Tuesday to hear when the gate opens, which the storms of last winter had put off.'
  const own = 'https://www.canalpost.example/news/upper-gate'
  const page = (bar: string, at: (url: string) => string): string =>
    `<html><head><title>Upper gate opens - The Post</title>${canonical(at(own))}</head><body class="x">${bar}
<header><a href="${at('https://www.canalpost.example/')}">The Post</a></header><main><h1>Upper gate opens</h1>
<p><a href="${at('https://www.canalpost.example/users/ann')}">Ann Lockwood</a></p>
<p>${sentence}</p><p>${sentence.replace('Tuesday', 'Friday')}</p><p>${sentence.replace('hear', 'learn')}</p></main></body></html>`
  const there = extractPage({ html: page('', (url) => url), url: own })
  expect(there).toMatchObject({
    title: 'Upper gate opens',
    byline: 'Ann Lockwood',
    siteName: 'The Post',
    publishedTime: null,
    canonicalUrl: own,
  })
  const bar = `<!-- BEGIN WAYBACK TOOLBAR INSERT --><div id="wm-ipp-base"><a href="/web/">334 captures</a> COLLECTED BY Common Crawl</div>
<div id="wm-ipp-print">The Wayback Machine - ${archive}${own}</div><!-- END WAYBACK TOOLBAR INSERT -->`
  const url = new URL(archive + own, 'https://archive.example/').href
  const copy = extractPage({ html: page(bar, (address) => archive + address), url })!
  const [member] = there!.links
  const kept = url.replace(own, member!.url)
  expect(copy).toEqual({ ...there, markdown: there!.markdown.replace(member!.url, kept), links: [{ ...member, url: kept }] })
})

test('only the bar itself goes: a page that quotes its marks stays whole', () => {
  expect(withoutBar('<p>a</p><!-- BEGIN WAYBACK TOOLBAR INSERT --><p>b</p>')).toBe('<p>a</p><!-- BEGIN WAYBACK TOOLBAR INSERT --><p>b</p>')
  expect(withoutBar('<!-- END WAYBACK TOOLBAR INSERT --><p>b</p>')).toBe('<!-- END WAYBACK TOOLBAR INSERT --><p>b</p>')
})
