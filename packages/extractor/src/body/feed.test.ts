import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { readFeed } from './feed.ts'

const URL_OF = 'https://harbour.example/feed'
function read(body: string, contentType: string) {
  const result = readDocument(new TextEncoder().encode(body), URL_OF, { contentType })
  if (!result.ok) throw new Error(result.reason)
  return result.document
}

const RSS = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="x" xmlns:dc="y"><channel><title>Harbour News</title><link>https://harbour.example/</link>
<description>All that floats</description><language>en-gb</language><atom:link href="https://harbour.example/feed" rel="self"/>
<item><title>Breakwater &amp; quay</title><link>https://harbour.example/1</link><pubDate>Mon, 02 Mar 2026 09:00:00 +0000</pubDate><dc:creator>Ann Harbour</dc:creator>
<description><![CDATA[<p>Short</p>]]></description><content:encoded><![CDATA[<p>Work <b>resumes</b> in <a href="/april">April</a>.</p><script>alert(1)</script>]]></content:encoded></item>
<item><title>Ferry</title><guid>urn:2</guid><description>Late &lt;em&gt;again&lt;/em&gt;</description></item></channel></rss>`
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Harbour News</title><subtitle>All that floats</subtitle>
<entry><title type="html">Breakwater &amp;amp; quay</title><link rel="edit" href="/e"/><link href="https://harbour.example/1"/><published>2026-03-02T09:00:00Z</published><author><name>Ann Harbour</name></author>
<content type="html">&lt;p&gt;Work &lt;b&gt;resumes&lt;/b&gt; in &lt;a href="/april"&gt;April&lt;/a&gt;.&lt;/p&gt;</content></entry></feed>`
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Harbour News',
  description: 'All that floats',
  items: [
    {
      id: '1',
      url: 'https://harbour.example/1',
      title: 'Breakwater',
      date_published: '2026-03-02T09:00:00Z',
      authors: [{ name: 'Ann Harbour' }],
      content_html: '<p>Work <b>resumes</b> in <a href="/april">April</a>.</p>',
    },
  ],
})

test.each([
  ['RSS', RSS, 'application/rss+xml'],
  ['RSS as XML', RSS, 'text/xml; charset=utf-8'],
  ['Atom', ATOM, 'application/atom+xml'],
  ['a JSON Feed', JSON_FEED, 'application/feed+json'],
  ['a JSON Feed as JSON', JSON_FEED, 'application/json'],
])('%s is a page: each entry with its link, author, day and text', (_, body, type) => {
  const { title, markdown, extraction } = read(body, type)
  expect([title, extraction]).toEqual(['Harbour News', 'source'])
  expect(markdown).toMatch(
    /^All that floats\n\n## \[Breakwater(?: & quay)?\]\(https:\/\/harbour\.example\/1\)\n\n\*\*Ann Harbour\*\* · 2026-03-02\n\nWork \*\*resumes\*\* in \[April\]\(https:\/\/harbour\.example\/april\)\./,
  )
  expect(markdown).not.toContain('alert(1)')
})

test('an entry without a page of its own keeps its title and text', () => {
  expect(read(RSS, 'application/rss+xml').markdown).toContain('## Ferry\n\nLate *again*')
})

test('an episode has its file and its notes, line by line; pictures are no files', () => {
  const episode = `<item><title>Locks</title><enclosure url="/1.mp3?a=1&amp;b=2" type="audio/mpeg"/><itunes:author>Ben</itunes:author><itunes:summary>How locks work.

00:00 Start
01:00 Gates &amp;amp; levels</itunes:summary></item>`
  const picture =
    '<item><title>Tides</title><enclosure url="/2.jpg" type="image/jpeg"/><description>One.\n\nTwo\nthree.</description></item>'
  const { markdown } = read(
    `<rss><channel><title>t</title><itunes:summary>All that floats</itunes:summary>${episode}${picture}</channel></rss>`,
    'text/xml',
  )
  expect(markdown).toBe(
    'All that floats\n\n## Locks\n\n**Ben**\n\nHow locks work.\n\n00:00 Start\\\n01:00 Gates & levels\n\n[1.mp3](https://harbour.example/1.mp3?a=1&b=2)\n\n## Tides\n\nOne.\n\nTwo three.',
  )
})

test('a film of a channel has its description, and the file of an entry in Atom or JSON is there', () => {
  const film = `<entry><title>Locks</title><link rel="alternate" href="/watch"/><media:group><media:title>Locks</media:title><media:content url="/v" type="application/x-shockwave-flash"/><media:description>We show a lock.</media:description></media:group></entry>`
  const file = '<entry><title>Tides</title><link rel="enclosure" href="/2.mp4" type="video/mp4"/></entry>'
  expect(read(`<feed><title>t</title>${film}${file}</feed>`, 'application/atom+xml').markdown).toBe(
    '## [Locks](https://harbour.example/watch)\n\nWe show a lock.\n\n## Tides\n\n[2.mp4](https://harbour.example/2.mp4)',
  )
  const json = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 't',
    items: [{ title: 'Locks', content_text: 'a <b>\nb', attachments: [{ url: 'https://harbour.example/1.mp3' }] }],
  }
  expect(read(JSON.stringify(json), 'application/feed+json').markdown).toBe(
    '## Locks\n\na \\<b>\\\nb\n\n[1.mp3](https://harbour.example/1.mp3)',
  )
})

test('an entry that leaves a comment or a script open does not take the next one along', () => {
  const items = ['&lt;p&gt;one &lt;!-- cut', '&lt;script&gt;cut', '&lt;p&gt;three']
  const feed = `<rss><channel><title>t</title>${items.map((item) => `<item><description>${item}</description></item>`).join('')}</channel></rss>`
  expect(read(feed, 'application/rss+xml').markdown).toBe('one\n\nthree')
})

test('other XML and other JSON are no feeds', () => {
  expect(read('<note><to>You</to></note>', 'application/xml').markdown).toBe('```xml\n<note><to>You</to></note>\n```')
  expect(read('{"items":[],"version":"2"}', 'application/json').markdown).toContain('```json')
})

test('JSON on one long line is laid out in lines, with every number and text as it came', () => {
  const json = `{"name":"tide","big":12345678901234567890,"list":[1,2.50,{"a":[]}],"text":"a { b, \\"c\\": [1] }","more":"${'x'.repeat(80)}"}`
  expect(read(json, 'application/json').markdown).toBe(
    `\`\`\`json\n{\n  "name": "tide",\n  "big": 12345678901234567890,\n  "list": [\n    1,\n    2.50,\n    {\n      "a": []\n    }\n  ],\n  "text": "a { b, \\"c\\": [1] }",\n  "more": "${'x'.repeat(80)}"\n}\n\`\`\``,
  )
})

test('a feed built to take time takes time in proportion to its length', () => {
  const deep = (size: number) => `<rss><channel>${'<item><title>x'.repeat(size)}`
  expect(growth(deep, (xml) => void readFeed(xml), 8_000)).toBeLessThan(9)
})

test('markup that is no text of the feed, relative addresses and several authors stay', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://harbour.example/news/"><title>News</title><entry><title>Tide</title>
<link href="2026/tide"/><updated>2026-03-02T09:00:00Z</updated><author><name>Ann</name></author><author><name>Bob</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It <b>turns</b><br/>twice, says <a href="x">one</a>.</p><pre>a  b</pre></div></content></entry></feed>`
  expect(read(atom, 'application/atom+xml').markdown).toBe(
    '## [Tide](https://harbour.example/news/2026/tide)\n\n**Ann, Bob** · 2026-03-02\n\nIt **turns**\\\ntwice, says [one](https://harbour.example/news/x).\n\n```\na  b\n```',
  )
  const rss = `<rss version="2.0"><channel><title>N</title><description>All &lt;b&gt;news&lt;/b&gt;</description>
<item><link>/one</link><title>One</title><description>a</description></item><item><guid isPermaLink="false">abc</guid><description>b</description></item></channel></rss>`
  expect(read(rss, 'text/xml').markdown).toBe('All news\n\n## [One](https://harbour.example/one)\n\na\n\nb')
})

test('plain text of a JSON Feed keeps its paragraphs, and an id that is no address is no title', () => {
  const body = JSON.stringify({
    version: 'https://jsonfeed.org/version/1',
    title: 'N',
    items: [{ id: '2', content_text: 'one\ntwo\n\nthree <b>' }],
  })
  expect(read(body, 'application/feed+json').markdown).toBe('one\\\ntwo\n\nthree \\<b>')
})

test('what an entry says is relative to its own page, unless it or its feed says otherwise', () => {
  const content = '&lt;a href="../b/"&gt;b&lt;/a&gt; &lt;img src="a.png" alt="a"&gt;'
  const item = (more: string): string => `<item><link>/2026/tide/</link><description ${more}>${content}</description></item>`
  const rss = (attributes: string, more = ''): string =>
    `<rss ${attributes}><channel><title>t</title><link>https://tides.example/</link>${item(more)}</channel></rss>`
  const at = (base: string): string =>
    `## [https://tides.example/2026/tide/](https://tides.example/2026/tide/)\n\n[b](${new URL('../b/', base)}) ![a](${new URL('a.png', base)})`
  expect(read(rss(''), 'text/xml').markdown).toBe(at('https://tides.example/2026/tide/'))
  expect(read(rss('xml:base="https://tides.example/all/"'), 'text/xml').markdown).toBe(at('https://tides.example/all/'))
  expect(read(rss('', 'xml:base="https://own.example/x/y/"'), 'text/xml').markdown).toBe(at('https://own.example/x/y/'))
  const json = {
    version: 'https://jsonfeed.org/version/1',
    title: 't',
    home_page_url: 'https://tides.example/',
    items: [{ url: 'https://tides.example/2026/tide/', content_html: '<a href="../b/">b</a>' }, { content_html: '<a href="b">b</a>' }],
  }
  const { markdown } = read(JSON.stringify(json), 'application/json')
  expect(markdown).toContain('(https://tides.example/2026/b/)')
  expect(markdown).toContain('(https://tides.example/b)')
})

test('who writes a feed writes its entries, unless one says otherwise; an episode has its number and its length', () => {
  const atom =
    '<feed><title>t</title><author><name>Ann</name></author><entry><title>a</title></entry><entry><title>b</title><author><name>Ben</name></author></entry></feed>'
  expect(read(atom, 'application/octet-stream')).toMatchObject({ byline: 'Ann', markdown: '## a\n\n**Ann**\n\n## b\n\n**Ben**' })
  const rss =
    '<rss><channel><title>t</title><textInput><name>q</name></textInput><item><title>Locks</title><itunes:episode>7</itunes:episode><itunes:duration>3723</itunes:duration></item></channel></rss>'
  expect(read(rss, 'text/xml')).toMatchObject({ byline: null, markdown: '## Locks\n\nEpisode 7 · 1:02:03' })
})
