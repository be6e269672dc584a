import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'

function read(body: string, contentType = 'application/xml') {
  const result = readDocument(new TextEncoder().encode(body), 'https://harbour.example/sitemap.xml', { contentType })
  if (!result.ok) throw new Error(result.reason)
  return result.document
}

test.each([
  [
    'of pages',
    `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="s.xsl"?>\n<!-- made by hand -->\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://harbour.example/</loc><lastmod>2026-03-02T10:00:00Z</lastmod></url>
<url><image:image><image:loc>https://harbour.example/a.png</image:loc></image:image><loc> https://harbour.example/a?b=1&amp;copy=2 </loc></url>
<url><loc><![CDATA[https://harbour.example/c?d=1&copy=2]]></loc><lastmod>2026-03-04</lastmod><news:news><news:publication_date>2026-03-03T08:00:00Z</news:publication_date><news:title><![CDATA[Tides & <quays>]]></news:title></news:news></url>
<url><loc>javascript:alert(1)</loc></url><url><priority>1</priority></url></urlset>`,
    '- [https://harbour.example/](https://harbour.example/) 2026-03-02\n- [/a?b=1&copy=2](https://harbour.example/a?b=1&copy=2)\n- [Tides & \\<quays>](https://harbour.example/c?d=1&copy=2) 2026-03-03\n- javascript:alert(1)',
  ],
  [
    'of sitemaps',
    '<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>https://harbour.example/1.xml</sm:loc><sm:lastmod>2026-03-02</sm:lastmod></sm:sitemap></sm:sitemapindex>',
    '- [/1.xml](https://harbour.example/1.xml) 2026-03-02',
  ],
])('a sitemap %s is a list of its addresses', (_name, body, expected) => {
  const { markdown, links, lang } = read(body)
  expect(markdown).toBe(expected)
  expect(links.length).toBe(expected.split('](').length - 1)
  expect(lang).toBeNull()
  expect(read(body, 'text/plain').markdown).toBe(expected)
})

test.each([
  ['addresses', (size: number) => `<urlset>${'<url><loc>https://harbour.example/a</loc></url>'.repeat(size)}`],
  ['ends alone', (size: number) => `<urlset>${'</url>'.repeat(size)}`],
  ['one entry without end', (size: number) => `<urlset>${'<loc><![CDATA['.repeat(size)}`],
])('many of them take linear time: %s', (_name, body) => {
  const run = (source: string) => void readDocument(source, 'https://harbour.example/', { contentType: 'text/xml' })
  expect(growth(body, run, 3_000)).toBeLessThan(8)
})
