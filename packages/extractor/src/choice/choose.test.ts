import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { bestCut, cutOf } from './scorer/cut.ts'

const TEXTS: Readonly<Record<string, string>> = {
  bridge: 'The bridge has been rebuilt twice, once after the flood and once after the fire, and both times the town paid for it alone.',
  mill: 'Nobody remembers who owned the mill before the war, though its wheel still turns when the water is high enough in spring.',
  weir: 'Below the weir the salmon wait for rain, and the boys who should be at school wait for the salmon with their fathers\u2019 nets.',
  quay: 'Coal came up to the quay until 1958; since then it has carried nothing heavier than the tables of the summer café.',
  tower: 'From the tower one sees three counties on a clear day, which is to say on about eleven days of an average year.',
  gate: 'The gate was never closed in living memory, until the festival committee found that it could sell tickets beside it.',
}
const sentence = (about: string) => `<p>${TEXTS[about]}</p>`
const story = Object.keys(TEXTS).map(sentence).join('')
const menu = `<nav><ul>${['News', 'Sport', 'Weather', 'Shop', 'Help'].map((name) => `<li><a href="/${name}">${name} of the region</a></li>`).join('')}</ul></nav>`
const footer = '<footer><p>Copyright 2024 River Post. All rights reserved. Privacy policy. Terms of use.</p></footer>'
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Rebuilt twice</title></head><body>${menu}${body}${footer}</body></html>`
const read = (html: string) => extractPage({ html, url: 'https://river.example/rebuilt' })

test('the cut is where expected F1 is best', () => {
  expect(bestCut([10, 10, 10], [0.9, 0.8, 0.1])).toBeCloseTo(0.8)
  expect(bestCut([10, 10, 10], [0.2, 0.2, 0.2])).toBeCloseTo(0.2)
})

test('the cut stays within bounds, and reaches lower on products and lists', () => {
  const blocks = [{ text: 'ten letter' }, { text: 'ten letter' }]
  expect(cutOf(blocks, Float32Array.of(0.9, 0.8), true)).toBe(0.5)
  expect(cutOf(blocks, Float32Array.of(0.2, 0.2), true)).toBe(0.34)
  expect(cutOf(blocks, Float32Array.of(0.2, 0.2), false)).toBe(0.4)
  expect(cutOf(blocks, Float32Array.of(0.4, 0.4), true)).toBeCloseTo(0.4)
})

test('the story is kept, menu and footer are not', () => {
  const result = read(page(`<main><article><h1>Rebuilt twice</h1>${story}</article></main>`))
  expect(result?.extraction).toBe('article')
  expect(result?.markdown).toContain('Below the weir the salmon wait')
  expect(result?.markdown).not.toContain('of the region')
  expect(result?.markdown).not.toContain('All rights reserved')
})

test('a text that a page shows twice is written once', () => {
  const result = read(page(`<main><article><h1>Rebuilt twice</h1>${story}<div class="mobile">${story}</div></article></main>`))
  expect(result?.markdown.match(/Below the weir the salmon wait/g)).toHaveLength(1)
})

test('a reference keeps what it says of every entry in the same words', () => {
  const said = 'allows to stop a reading that has begun and is not at its end yet.'
  const entries = Array.from(
    { length: 12 },
    (_, at) =>
      `<h3 id="m${at}">store.read${at}(key[, options])</h3><ul><li><code>key</code> <a href="/types#s">&lt;string&gt;</a> The name.</li>
      <li><code>signal</code> <a href="/types#a">&lt;AbortSignal&gt;</a> ${said}</li></ul><p>Reads value ${at}.</p>
      <pre><code class="language-js">await store.read${at}('key')</code></pre>`,
  )
  const html = `<!doctype html><html lang="en"><head><title>Store | Module v9.4 Documentation</title></head><body class="apidoc">
    <div id="apicontent"><h2>Store</h2><p>The store module keeps values on disk and gives them back by their names, one at a time.</p>
    ${entries.join('\n')}</div></body></html>`
  const result = extractPage({ html, url: 'https://docs.example.org/api/store.html' })
  expect(result?.pageKind).toBe('documentation')
  expect(result?.markdown.split(said)).toHaveLength(13)
})

test('headings and short lines go with the copy that they stand in', () => {
  const whole = `<h2>The old town</h2>${story}<p>Call us.</p>`
  const result = read(
    page(`<main><div class="desktop"><h1>Rebuilt twice</h1>${whole}</div><div class="mobile"><h1>Rebuilt twice</h1>${whole}</div></main>`),
  )
  for (const once of ['The old town', 'Below the weir the salmon wait', 'Call us.']) expect(result?.markdown.split(once)).toHaveLength(2)
  expect(result?.markdown).not.toContain('Rebuilt twice')
})

test('a heading under which nothing is left does not end the text', () => {
  const result = read(
    page(
      `<main><article><h1>Rebuilt twice</h1>${story}${sentence('gate').replace('closed in living memory', 'closed in living memory, nor painted, nor oiled, nor even looked at')}<h2>The old town again</h2>${story}</article></main>`,
    ),
  )
  expect(result?.markdown).toMatch(/\.$/)
})

test('a page that keeps its text in noscript is read from there', () => {
  const posts = ['bridge', 'mill', 'weir']
    .map((about) => `<div class="topic-body crawler-post"><div class="post" itemprop="text">${sentence(about)}</div></div>`)
    .join('')
  const result = read(
    page(
      `<div id="app"></div><noscript data-path="/t/1"><div id="main-outlet" class="wrap" role="main"><h1>Rebuilt twice</h1>${posts}</div></noscript>`,
    ),
  )
  expect(result?.markdown).toContain('Nobody remembers who owned the mill')
})

test('a small page without any structure is written whole', () => {
  const result = read('<p>Closed on Monday.</p><pre>open = false</pre>')
  expect(result).toMatchObject({ extraction: 'fallback', markdown: 'Closed on Monday.\n\n```\nopen = false\n```' })
})

test('a small page is written without the menu around it', () => {
  const items = ['Home', 'Menu', 'About', 'Documentation', 'Download', 'License', 'Support']
  const html = `<!doctype html><html><head><title>Release 3.5.5</title></head><body><div class="menu mainmenu"><ul>
    ${items.map((name) => `<li><a href="${name}.html">${name}</a></li>`).join('')}</ul></div>
    <h2>Release 3.5.5 On 2008-01-31</h2><ul><li>Convert the underlying virtual machine to be a register-based machine rather than a stack-based
    machine. The only user-visible change is in the output of one command.</li><li>Add the build-in collating sequence.</li></ul></body></html>`
  const { markdown } = extractPage({ html, url: 'https://store.example/releaselog/3_5_5.html' })!
  expect(markdown).toContain('Add the build-in collating sequence.')
  expect(markdown).toContain('register-based machine')
  expect(markdown).not.toMatch(/Home|Download|License/)
})

test('a table is kept whole, with all its short cells', () => {
  const rows = Array.from({ length: 6 }, (_, row) => `<tr><td>${row}</td><td>Pier ${row}</td><td>${row * 3} m</td></tr>`).join('')
  const result = read(
    page(
      `<main><article><h1>Rebuilt twice</h1>${story}<table><tr><th>No.</th><th>Pier</th><th>Depth</th></tr>${rows}</table><p>The depths were taken at low water in March, by a man with a rope, and have not been taken since.</p></article></main>`,
    ),
  )
  expect(result?.markdown).toContain('| No. | Pier | Depth |')
  expect(result?.markdown).toContain('| 5 | Pier 5 | 15 m |')
})

test('parts that React streams to the end of the page go to their place', () => {
  const html = page(
    `<main><article><h1>Rebuilt twice</h1>${sentence('bridge')}<template id="B:0"></template>${sentence('gate')}</article></main><div hidden id="S:0">${sentence('mill')}${sentence('weir')}</div>`,
  )
  const markdown = read(html)?.markdown ?? ''
  expect(markdown.indexOf('owned the mill')).toBeGreaterThan(markdown.indexOf('The bridge'))
  expect(markdown.indexOf('The gate')).toBeGreaterThan(markdown.indexOf('Below the weir'))
})

test('what stands in the place of a part that has come goes, and stays where the part is missing', () => {
  const waiting = (name: string, text: string): string => `<!--$?--><template id="B:${name}"></template><p>${text}</p><!--/$-->`
  const html = page(
    `<main><article><h1>Rebuilt twice</h1>${sentence('bridge')}${waiting('0', 'The story of the mill is being fetched.')}${sentence('gate')}${waiting('1', 'The story of the lock is being fetched.')}</article></main><div hidden id="S:0">${sentence('mill')}${sentence('weir')}</div>`,
  )
  const markdown = read(html)?.markdown ?? ''
  expect(markdown).toContain('owned the mill')
  expect(markdown).not.toContain('story of the mill')
  expect(markdown).toContain('story of the lock')
})

test('a list that the text repeats between its paragraphs comes each time', () => {
  const list = '<ul><li>Monday: rest, or half an hour on foot</li><li>Tuesday: warm up, six hills of ninety seconds, jog home</li></ul>'
  const weeks = Object.keys(TEXTS).map((about, index) => `<h2>Week ${index + 1}</h2>${sentence(about)}${list}`)
  const result = read(page(`<main><article><h1>Six weeks</h1>${weeks.join('')}</article></main>`))
  expect(result?.markdown.match(/six hills/g)).toHaveLength(6)
})

test('a heading is kept with the kept text of its box below it, and not at the end of a small page', () => {
  const frame = `<style>${'.a{margin:0}'.repeat(1_100)}</style>${menu}`
  const rates =
    '<table><tr><th>Length of boat</th><th>Rate</th></tr><tr><th>Up to 12 metres</th><td>£0</td></tr><tr><th>12 to 40 metres</th><td>£412</td></tr></table>'
  const contents = '<nav><h2>Contents</h2><ol><li><a href="#a">Rates from April</a></li><li><a href="#b">Earlier years</a></li></ol></nav>'
  const html = `${frame}<main><h1>Duty of ferries</h1><p>Check the rate that applies to your boat.</p><div>${contents}<div><h2 id="a">Rates from April</h2>${rates}<p>Boats that carry only mail do not pay.</p></div></div></main>${footer}`
  expect(read(html)?.markdown).toContain('## Rates from April\n\n| Length')
  expect(read(`<main><h1>Rebuilt twice</h1><p>${TEXTS.bridge} ${TEXTS.mill}</p><h3>Comments</h3></main>`)?.markdown).not.toContain(
    'Comments',
  )
})

test('an entry of a reference that says one thing is that, and not the menu of all the others', () => {
  const names = Array.from({ length: 60 }, (_, at) => `store.uid.GaugeOfThePortStorage${at}`)
  const menu = `<nav class="wy-nav-side"><div role="navigation"><ul>${names.map((name) => `<li class="toctree-l3"><a class="reference internal" href="${name}.html">${name}</a></li>`).join('')}</ul></div></nav>`
  const entry = `<section class="wy-nav-content-wrap"><div role="main" class="document"><section><h1>${names[7]}</h1><dl class="py data"><dt>store.uid.<span>GaugeOfThePortStorage7</span> = '1.2.840'</dt><dd><p>1.2.840</p></dd></dl></section></div></section>`
  const html = `<html lang="en"><head><title>${names[7]} &mdash; store documentation</title><link rel="index" title="Index" href="../genindex.html"></head><body>${menu}${entry}</body></html>`
  const result = extractPage({ html, url: `https://store.example/en/latest/${names[7]}.html` })
  expect(result?.markdown).toBe("**store.uid.GaugeOfThePortStorage7 = '1.2.840'**\n\n1.2.840")
})

test('a logo or a banner of the frame is no picture of the text', () => {
  const logo = '<div role="navigation"><p><a href="/"><img src="/logo.svg" alt="River Post"></a></p></div>'
  const result = read(page(`<main><article><h1>Rebuilt twice</h1>${story}<img src="/weir.jpg" alt="The weir"></article></main>${logo}`))
  expect(result?.markdown).toContain('![The weir]')
  expect(result?.markdown).not.toContain('logo.svg')
})
