import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { readPageFacts } from '../../features/page.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { trainedModel } from '../scorer/trained.ts'
import { kindsOf } from './said-kind.ts'

const read = (head: string, body: string, path = '/gauges/') =>
  extractPage({
    html: `<!doctype html><html lang="en"><head><title>Gauges</title>${head}</head><body>${body}</body></html>`,
    url: `https://pumps.example${path}`,
  })

const MENU = ['Home', 'Gauges', 'Valves', 'Seals', 'Changes']
  .map((name) => `<li class="nav-item"><a href="/guide/${name.toLowerCase()}/" class="nav-link">${name}</a></li>`)
  .join('')
const TEXT =
  '<p>A gauge is read with one call, which waits for the next turn of the pump.</p><p>Reading is as cheap as waiting, so it may be done in every turn.</p>'
const MANUAL = `<div class="navbar"><div class="container"><a class="navbar-brand" href="/">Pumps</a><ul class="nav navbar-nav">${MENU}</ul></div></div><div class="container"><div class="col-md-9" role="main"><h1 id="gauges">Gauges</h1>${TEXT}</div></div><footer class="col-md-12"><p>Made with care.</p></footer>`

test.each([
  ['the name of its maker', '<meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.7.0">'],
  ['the name of its maker alone', '<meta name="Generator" content="makeinfo">'],
  ['DocBook', '<meta name="generator" content="DocBook XSL Stylesheets V1.79.1">'],
  ['GTK-Doc', '<meta name="generator" content="GTK-Doc V1.33.1 (XML mode)">'],
  ['the maker of specifications', '<meta name="generator" content="ReSpec 12.0.6">'],
  ['one of several makers', '<meta name="generator" content="Astro v5.15.9"><meta name="generator" content="Starlight v0.36.0">'],
  ['what Microsoft writes into its manuals', '<meta name="ms.topic" content="tutorial">'],
  ['the index of its entries', '<link rel="index" title="Index" href="../genindex.html">'],
  ['what it credits', ''],
])('a page of few words is documentation by %s', (_, head) => {
  expect(read('', MANUAL)?.pageKind).not.toBe('documentation')
  const made = head === '' ? MANUAL.replace('Made with care', 'Built with <a href="https://www.mkdocs.org/">MkDocs</a>') : MANUAL
  expect(read(head, made)?.pageKind).toBe('documentation')
})

test('what makes references makes no articles below its first page, however a page reads', () => {
  const told = [
    'The pump of the northern mole ran dry in the second winter, and nobody in town could say for how long it had done so before.',
    'It had been bought from a brewery, whose foreman swore that it had never once failed him, nor his father, in forty years.',
    'What he did not say was that the brewery stood on a spring, so that its pump had never had to lift water at all.',
    'The harbour paid for two new seals, then for a third, and at last for a diver who found a boot in the pipe below the quay.',
    'Since then the boot stands on the desk of the harbour master, and every visitor is asked to guess whose it may have been.',
  ]
  const prose = `<div class="body" role="main"><h1>The pump that ran dry</h1><p>By Ann Harbour, 2 March 2026</p>${told.map((text) => `<p>${text}</p>`).join('')}</div>`
  const kind = (head: string, path?: string) => read(head, prose, path)?.pageKind
  expect(kind('')).toBe('article')
  expect(kind('<link rel="index" title="Index" href="../genindex.html">')).toBe('documentation')
  for (const maker of ['Docutils 0.19', 'DocBook XSL Stylesheets Vsnapshot', 'texi2html 1.82', 'publican v4.3.2'])
    expect(kind(`<meta name="generator" content="${maker}">`)).toBe('documentation')
  expect(kind('<meta name="generator" content="Docutils 0.19">', '/')).not.toBe('documentation')
})

const HEADLINES = [
  'The pump that ran dry',
  'Seals from cork',
  'A valve for the winter',
  'Letters about gauges',
  'Why pipes sing',
  'What the tide leaves',
]
const LINES = HEADLINES.map(
  (title) => `Somebody asked about it last week: ${title.toLowerCase()} is a matter of patience and of a good drawing.`,
)
const posts = (write: (title: string, text: string, at: number) => string): string =>
  HEADLINES.map((title, at) => write(title, LINES[at]!, at)).join('')
const ARTICLES = posts(
  (title, text, at) =>
    `<article class="margin"><header><h2 class="title_x"><a href="/blog/post-${at}">${title}</a></h2><div class="meta"><time datetime="2024-03-0${at + 1}T00:00:00.000Z">March ${at + 1}, 2024</time> · 2 min read</div><div class="avatar"><a href="https://ann.example"><span>Ann Harbour</span></a><small>Keeper of pumps</small></div></header><div class="markdown"><p>${text}</p></div><footer><b>Tags:</b><ul><li><a href="/blog/tags/pumps">pumps</a></li></ul></footer></article>`,
)
const RECENT = `<aside><nav><div>Recent posts</div><ul>${posts((title, _, at) => `<li><a href="/blog/post-${at}">${title}</a></li>`)}</ul></nav></aside>`
const BLOG = `<nav class="navbar"><a href="/">Pumps</a></nav><div class="row">${RECENT}<main>${ARTICLES}</main></div>`

test('the first page of a blog is a list wherever it is made, and each post has its title', () => {
  const page = read('<meta name="generator" content="Docusaurus v3.9.2">', BLOG, '/blog/')
  expect(page?.pageKind).toBe('listing')
  for (const [at, title] of HEADLINES.entries()) expect(page?.markdown).toContain(`[${title}](https://pumps.example/blog/post-${at})`)
  expect(page?.publishedTime).toBeNull()
})

test('posts of a list have their titles in whatever stands for a heading', () => {
  const said = ['水泵空转', '软木密封圈', '过冬的阀门', '关于压力表的来信', '水管为什么会唱歌', '潮水留下了什么', '读旧图纸']
  const cards = said.map(
    (title, at) =>
      `<div class="recent-item"><div class="cover"><a href="/p/${at}/"><img src="/${at}.png" alt="${title}"></a></div><div class="info"><a class="name" href="/p/${at}/" title="${title}">${title}</a><div class="meta">发表于<time datetime="2024-03-0${at + 1}T00:00:00.000Z">2024-03-0${at + 1}</time> | <a href="/categories/x/">工程</a></div><div class="content">上周有人问起${title}的事，其实只要有耐心，再有一张好图纸就够了，其余的交给时间。</div></div></div>`,
  )
  const latest = said
    .map((title, at) => `<div class="content"><a href="/p/${at}/">${title}</a><time>2024-03-0${at + 1}</time></div>`)
    .slice(0, 3)
  const page = read(
    `<style>${'.meta{margin:0}'.repeat(900)}</style>`,
    `<div id="body"><header id="head"><nav><a href="/">水泵</a></nav><h1>水泵</h1></header><main><div class="recent-posts">${cards.join('')}</div><div id="aside-content"><div class="card">${latest.join('')}</div></div></main></div>`,
    '/',
  )
  expect(page?.pageKind).toBe('listing')
  for (const [at, title] of said.entries()) expect(page?.markdown.split(`[${title}](https://pumps.example/p/${at}/)`).length).toBe(2)
})

test('a post is an article by its data, though its maker writes documentation', () => {
  const data =
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"Gauges","datePublished":"2024-03-01"}</script>'
  const post = `<nav class="navbar"><a href="/">Pumps</a></nav><div class="row">${RECENT}<main><article><header><h1>Gauges</h1><time datetime="2024-03-01">March 1, 2024</time></header><div class="markdown">${TEXT}</div></article></main></div>`
  expect(read(`<meta name="generator" content="Docusaurus v3.9.2">${data}`, post, '/docs/gauges')?.pageKind).toBe('article')
})

test('an entry of microformats is an article, with its own title, author and day', () => {
  const entry = `<section id="content"><header><h2 class="entry-title"><a href="/gauges.html" rel="bookmark">Gauges</a></h2></header><footer class="post-info"><time class="published" datetime="2024-03-01T10:20:00+00:00">Fri 01 March 2024</time><address class="vcard author">By <a class="url fn" href="/author/ann-harbour.html">Ann Harbour</a></address></footer><div class="entry-content">${TEXT.repeat(4)}<pre>pump.read()</pre></div></section>`
  const html = `<html><head><title>Pump Notes - Gauges</title></head><body><header id="banner"><h1><a href="/">Pump Notes</a></h1></header><nav><ul><li><a href="/about.html">About these notes</a></li></ul></nav>${entry}<footer><address>Made with care</address></footer></body></html>`
  const page = extractPage({ html, url: 'https://pumps.example/gauges.html' })
  expect(page).toMatchObject({ pageKind: 'article', title: 'Gauges', byline: 'Ann Harbour', publishedTime: '2024-03-01T10:20:00+00:00' })
})

test('a page of nothing but posts is a list, whatever its data call it', () => {
  const cards = posts(
    (title, text, at) =>
      `<div class="card"><article class="card-content article"><div class="article-meta"><span>Posted <time datetime="2024-03-0${at + 1}T10:00:00.000Z">2024-03-0${at + 1}</time></span><a href="/categories/pumps/">Pumps</a></div><p class="title"><a class="link" href="/post-${at}/">${title}</a></p><div class="content"><p>${text}</p><p>${text.toUpperCase()}</p></div><a class="more" href="/post-${at}/#more">Read more</a></article></div>`,
  )
  const data =
    '<meta property="og:type" content="website"><meta name="author" content="Ann Harbour"><script type="application/ld+json">{"@type":"BlogPosting","headline":"Gauges","mainEntityOfPage":{"@id":"https://pumps.example"},"author":{"@type":"Person","name":"Ann Harbour"}}</script>'
  const page = read(
    data,
    `<nav><a href="/">Pumps</a></nav><section class="section"><div class="column">${cards}</div></section>`,
    '/tags/pumps/',
  )
  expect(page?.pageKind).toBe('listing')
  expect(page?.publishedTime).toBeNull()
})

test.each([
  ['class', '<aside class="nextra-sidebar print"><ul><li><a href="/seals">Seals</a></li></ul></aside>'],
  ['id', '<aside id="nd-sidebar"><ul><li><a href="/seals">Seals</a></li></ul></aside>'],
])('a manual is known by what its maker calls the list beside it: %s', (_, sidebar) => {
  expect(read('', `${sidebar}<main><h1>Gauges</h1>${TEXT}</main>`)?.pageKind).toBe('documentation')
})

test('what a maker says makes a page surely documentation where that is what is learned', () => {
  const html = (generator: string) =>
    `<html lang="en"><head><title>Gauges</title><meta name="generator" content="${generator}"></head><body>${MANUAL}</body></html>`
  const likeliest = (generator: string): number => {
    const page = parsePage(html(generator))
    const { blocks } = segment(page)
    const url = 'https://pumps.example/docs/gauges'
    return Math.max(...kindsOf(page, { blocks, groups: [] }, readPageFacts(page, url, blocks), trainedModel()))
  }
  expect(likeliest('Hand')).toBeLessThan(1)
  expect(likeliest('Rspress v2.0.22')).toBe(1)
})

test('a page of a manual is told by its first section, one article by its microdata', () => {
  const manual = (name: string): string =>
    `<h1>${name}</h1><p>gauges - read the gauges of a pump</p><h1>SYNOPSIS</h1><pre>gauges --pump 2</pre><h1>DESCRIPTION</h1>${TEXT}`
  expect(read('', manual('NAME'))?.pageKind).toBe('documentation')
  expect(read('', manual('Gauges of old'))?.pageKind).not.toBe('documentation')
  const article = `<article itemscope itemtype="http://schema.org/Article"><header><h1 itemprop="headline">Seals from cork</h1><p>March 18, 2024</p></header><section itemprop="articleBody">${TEXT}</section></article>`
  expect(read('', article)?.pageKind).toBe('article')
})

test('a specification is documentation though it reads like an article of a day', () => {
  const day = '<p>W3C Recommendation 23 May 2017, by Ann Author</p>'
  const text = `<article><h1>Gauges</h1>${day}${Array.from({ length: 12 }, (_, at) => `<p>In case ${at} the keeper of the gauge shall wait for the next turn of the pump, as the law of 1902 asks.</p>`).join('')}</article>`
  const data = '<meta property="og:type" content="article">'
  expect(read(data, text)?.pageKind).toBe('article')
  expect(read(`${data}<meta name="generator" content="Bikeshed version 4.1">`, text)?.pageKind).toBe('documentation')
})

test('a page of one recipe is an article, whatever surrounds it', () => {
  const data = (count: number): string =>
    Array.from(
      { length: count },
      () => '<script type="application/ld+json">{"@type":"Recipe","name":"Rye","recipeIngredient":["200 g rye","salt"]}</script>',
    ).join('')
  expect(read('', BLOG, '/blog/')?.pageKind).toBe('listing')
  expect(read(data(1), BLOG, '/blog/')?.pageKind).toBe('article')
  expect(read(data(2), BLOG, '/blog/')?.pageKind).toBe('listing')
  expect(read('', `<div itemscope itemtype="https://schema.org/Recipe">${BLOG}</div>`, '/blog/')?.pageKind).toBe('article')
})

test('a page that reads as an article is a thread where its host calls itself a forum and its address holds a number', () => {
  const text = `<p>${'I moored at the north quay for three years and paid by the foot, which nobody in the office could explain to me. '.repeat(3)}</p>`
  const html = `<title>What do you pay?</title><article><h1>What do you pay?</h1>${text.repeat(4)}</article>`
  const kindAt = (url: string): string => extractPage({ html, url })!.pageKind
  expect(kindAt('https://www.quayforum.example/moorings/1488296-what-do-you-pay.html')).toBe('forum')
  expect(kindAt('https://www.quayforum.example/stories/2025/11/what-do-you-pay')).toBe('article')
  expect(kindAt('https://www.quay.example/moorings/1488296-what-do-you-pay.html')).toBe('article')
})

test('a page is an article where it says as a paper does who wrote it and where it came out', () => {
  const cited = ['title" content="Gauges', 'author" content="Lee, Ann', 'doi" content="10.1000/x'].map(
    (meta) => `<meta name="citation_${meta}">`,
  )
  const shop = `<h1>Gauges</h1><section class="pricing"><h2>Plans</h2><p>Starter</p><p>$9 a month</p><a href="/buy">Get started</a></section>${TEXT}`
  expect(read('', shop)!.pageKind).not.toBe('article')
  expect(read(cited.join(''), shop)!.pageKind).toBe('article')
  expect(read(cited.slice(0, 2).join(''), shop)!.pageKind).not.toBe('article')
})
