import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const SAID = [
  'The pump loses its prime after an hour and I have no idea why this happens.',
  'Check the foot valve first, mine had a small stone stuck in it for weeks.',
  'Did you look at the gasket? It shrinks in the cold and lets air in.',
  'Thanks both, it was the gasket. A new one cost two euros and now it runs.',
]
const kindOf = (head: string, body: string, url = 'https://boats.example/x/812') =>
  extractPage({ html: `<html lang="en"><head><title>Pump loses prime</title>${head}</head><body>${body}</body></html>`, url })?.pageKind
const each = (write: (text: string, at: number) => string): string => SAID.map(write).join('')
const TABLES = each(
  (text, at) =>
    `<tr id="5${at}"><td><table><tr><td></td><td><span class="comhead"><a class="hnuser" href="user?id=u${at}">user${at}</a> <span class="age"><a href="item?id=5${at}">${at + 1} hours ago</a></span></span><div class="comment"><div class="commtext">${text}</div><a href="reply?id=5${at}">reply</a></div></td></tr></table></td></tr>`,
)
const COMMENTS = each(
  (text, at) =>
    `<div class="timeline-comment" id="issuecomment-${at}"><h3><strong><a class="author" href="/user${at}">user${at}</a></strong> commented <a href="#issuecomment-${at}"><relative-time datetime="2024-03-0${at + 1}T10:00:00Z">Mar ${at + 1}, 2024</relative-time></a></h3><div><p>${text}</p></div></div>`,
)
const DIVS = each((text, at) => `<div class="x"><b>user${at}</b> <p>${text}</p></div>`)

test.each([
  ['comments in tables', '', `<table><tr><td><a href="https://a.example/">Why pumps lose prime</a></td></tr>${TABLES}</table>`],
  ['comments below headings that say who wrote them', '', `<main><h1>Pump loses prime</h1>${COMMENTS}</main>`],
  ['what its maker is for', '<meta name="generator" content="SMF 2.1.4">', DIVS],
  ['its data', '<script type="application/ld+json">{"@type":"DiscussionForumPosting","headline":"Pump loses prime"}</script>', DIVS],
  ['its markup', '', `<div itemscope itemtype="https://schema.org/QAPage">${DIVS}</div>`],
])('a thread is known by %s', (_, head, body) => {
  expect(kindOf(head, body)).toBe('forum')
})

test('an article with comments below it stays an article', () => {
  const text = each((said) => `<p>${said} The harbour master said on Tuesday that the pumps of the old quay would be looked at again.</p>`)
  const article = `<article><h1>Pump loses prime</h1><p>By Ann Harbour</p><time datetime="2024-03-01">March 1, 2024</time>${text}${text}</article>`
  expect(kindOf('<meta property="og:type" content="article">', `${article}<section><h2>Comments</h2>${COMMENTS}</section>`)).toBe('article')
})

test('the first text of a project is documentation', () => {
  const steps = each((_, at) => `<p>Step ${at + 1}: the library reads the gauge of a pump and answers with its pressure in bar.</p>`)
  const files = '<table><tr><td><a href="/src">src</a></td><td>Add gauge</td><td>2 years ago</td></tr></table>'
  const readme = `<h1>pump</h1><p>Reads the gauges of pumps.</p><h2>Install</h2><pre>npm install pump</pre><h2>Use</h2>${steps}${steps}`
  expect(kindOf('', `<main>${files}<div id="readme"><article>${readme}</article></div></main>`)).toBe('documentation')
  expect(kindOf('', `<main>${files}<article class="markdown-body entry-content" itemprop="text">${readme}</article></main>`)).toBe(
    'documentation',
  )
})

test('a page of no learned kind is an article where it came out on a day', () => {
  const text = each((said) => `<p>${said}</p>`)
  const page = (line: string): string =>
    `<header><a href="/">Boats</a></header><main><h1>Pump loses prime</h1>${line}${text}<pre><code>prime()</code></pre>${text}</main><footer><p>© Boats</p></footer>`
  expect(kindOf('', page('<p>By Ann Harbour</p><p>March 1, 2024</p>'))).toBe('article')
  expect(kindOf('', page('<p>March 1, 2024</p>'))).toBe('article')
  expect(kindOf('', page(''))).toBe('other')
})

test('a page of no learned kind is an article where its data call it one', () => {
  const text = each((said) => `<p>${said}</p>`)
  const body = `<header><a href="/">Boats</a></header><main><h1>Pump loses prime</h1>${text}<pre><code>prime()</code></pre>${text}</main><footer><p>© Boats</p></footer>`
  expect(kindOf('', body)).toBe('other')
  expect(kindOf('<meta property="article:published_time" content="2024-03-01">', body)).toBe('article')
  expect(kindOf('<script type="application/ld+json">{"@type":"BlogPosting","headline":"Pump loses prime"}</script>', body)).toBe('article')
})

test.each([
  ['forum', 'mediawiki ltr ns-1 ns-talk'],
  ['listing', 'skin-vector mediawiki ltr ns-14 ns-subject'],
])('pages of a wiki where it talks, or lists others, are no documentation: %s', (kind, classes) => {
  const list = ['Rye', 'Brioche', 'Baguette', 'Spelt'].map((name) => `<li><a href="/wiki/${name}">${name}</a></li>`).join('')
  const html = `<html lang="en"><head><title>Baking - Mill Wiki</title><meta name="generator" content="MediaWiki 1.43"></head><body class="${classes}"><main><h1>Baking</h1><p>${SAID[0]}</p><p>${SAID[1]}</p><h2>Pages</h2><ul>${list}</ul></main></body></html>`
  expect(extractPage({ html, url: 'https://mill.example/wiki/Baking' })?.pageKind).toBe(kind)
})
