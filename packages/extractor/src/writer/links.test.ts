import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { page, read } from '../testing/read.ts'

const linksOf = (html: string) => extractPage({ html: page(html), url: 'https://harbour.example/' })!.links

test.each([
  [
    'a space that is a link',
    '<p>See the<a href="/a"> </a><a href="/b">map</a> first.</p>',
    [{ text: 'map', url: 'https://harbour.example/b' }],
  ],
  [
    'a link around a link',
    '<div><a href="/a"><div><p><a href="/b">The map</a> of the bay</p></div></a></div>',
    [{ text: 'The map of the bay', url: 'https://harbour.example/a' }],
  ],
  [
    'a picture that leads on',
    '<p>Here <a href="/a" title="The bay [at dusk]"><img src="/a.jpg" alt="The bay [at dusk]"></a> it is.</p>',
    [{ text: 'The bay [at dusk]', url: 'https://harbour.example/a' }],
  ],
])('the links of a page are those of its Markdown, by their words: %s', (_name, html, links) => {
  expect(linksOf(html)).toEqual(links)
  expect(read(html).all('link')).toHaveLength(links.length)
})
