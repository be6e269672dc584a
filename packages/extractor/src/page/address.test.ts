import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { addressOf, canonicalOf } from './address.ts'
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
