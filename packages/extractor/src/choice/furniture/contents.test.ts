import { expect, test } from 'vitest'
import { extractPage } from '../../extract.ts'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { growth } from '../../testing/linear.ts'
import { dropColumns, dropContents, dropMenu } from './contents.ts'

/** Texts that are left of a page. */
function left(html: string, drop: typeof dropContents): string[] {
  const { blocks } = segment(parsePage(html))
  const keep = new Uint8Array(blocks.length).fill(1)
  drop(blocks, keep, 'https://tide.example/ch4.html')
  return blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)
}

test('a list of the page’s own sections goes with the line that calls it so; lists of other pages stay', () => {
  const contents = (html: string) => left(html, dropContents)
  expect(contents('<h4>On this page</h4><ul><li><a href="#a">Tides</a></li><li><a href="#b">Ferries</a></li></ul><h2>Tides</h2>')).toEqual([
    'Tides',
  ])
  expect(contents('<b>Table of Contents</b><p><a href="ch4.html#a">4.1 Tides</a></p><p><a href="ch4.html#b">4.2 Ferries</a></p>')).toEqual(
    [],
  )
  for (const name of ['Table des matières', 'Índice', 'Inhoudsopgave', 'Содержание', 'İçindekiler', '目录', '차례'])
    expect(contents(`<p><b>${name}</b></p><dl><dt><a href="#a">4.1</a></dt><dt><a href="#b">4.2</a></dt></dl><p>Tides.</p>`)).toEqual([
      'Tides.',
    ])
  expect(contents('<h4>On this page</h4><ul><li><a href="/a">Tides</a></li><li><a href="/b">Ferries</a></li></ul>')).toHaveLength(3)
  expect(contents('<h4>Options</h4><ul><li><a href="#a">Tides</a></li><li><a href="#b">Ferries</a></li></ul>')).toHaveLength(3)
})

test('a heading that leads to its own place is none of the list before it', () => {
  const contents = '<h2>Table of Contents</h2><ul><li><a href="#scope">1. Scope</a></li><li><a href="#terms">2. Terms</a></li></ul>'
  const scope = '<section id="s1"><h2 id="scope"><a href="#s1">1. </a><a href="#scope">Scope</a></h2><p>Text</p></section>'
  expect(left(contents + scope, dropContents)).toEqual(['1. Scope', 'Text'])
})

const PROSE = 'Opens the gate of the lock and waits until the levels on both sides are equal, which takes four minutes at most.'
const entries = Array.from({ length: 12 }, (_, at) => `openGate${at}`)
const list = `<ul>${entries.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>`
const text = entries.map((name) => `<h3 id="${name}">${name}(lock)</h3><p>${PROSE}</p>`).join('')

test('a list of every entry beside the text goes with its box', () => {
  const columns = `<div class="three"><p>Search:</p>${list}</div><div class="nine"><h1>Locks</h1>${text}</div>`
  expect(left(`<div>${columns}</div>`, dropColumns)).toEqual(left(`<h1>Locks</h1>${text}`, dropColumns))
})

test.each([
  ['in the text', `<h1>Locks</h1><p>${PROSE}</p><div>${list}</div>${text}`],
  ['that is the text of its box', `<div>${text}</div><div>${list}<p>${PROSE.repeat(4)}</p></div>`],
  ['of other pages', `<div>${list.replaceAll('#', 'ch5.html#')}</div><div>${text}</div>`],
  [
    'that is a table',
    `<div>${text}</div><div><table>${entries.map((name) => `<tr><td><a href="#${name}">${name}</a></td></tr>`).join('')}</table></div>`,
  ],
  ['that is all there is', `<h1>Index</h1><div><div>${list}</div></div>`],
])('a list of entries stays %s', (_name, body) => {
  expect(left(body, dropColumns)).toContain('openGate11')
})

test('on a page of few words too', () => {
  const html = `<title>Schleusen</title><div id="content"><h1 class="title">Schleusen</h1><div role="doc-toc"><h2>Inhaltsverzeichnis</h2><ul><li><a href="#o1">1. Tore</a></li><li><a href="#o2">2. Wasser</a></li></ul></div><p>Eine Schleuse hat zwei Tore und eine Kammer.</p><h2 id="o1">1. Tore</h2><p>Das obere Tor wird um sieben Uhr geöffnet.</p><h2 id="o2">2. Wasser</h2><p>Die Kammer füllt sich in vier Minuten.</p></div>`
  const markdown = extractPage({ html, url: 'https://locks.example/de.html' })!.markdown
  expect(markdown).not.toContain('Inhaltsverzeichnis')
  expect(markdown).toContain('## 1. Tore')
})

test('a list of all pages of a manual goes where it names the page itself, whatever else of it is kept; an index stays', () => {
  const pages = Array.from({ length: 12 }, (_, at) => `<li><a href="ch${at}.html">Chapter ${at}</a></li>`).join('')
  const menu = `<div class="toc"><h4><a href="index.html">The manual of tides</a></h4><div><ul>${pages}</ul></div></div>`
  const tide = `<div><h3>Chapter 4</h3><p>${PROSE}</p></div>`
  expect(left(tide + menu, dropMenu)).toEqual(['Chapter 4', PROSE])
  expect(left(menu + tide, dropMenu)).toEqual(['Chapter 4', PROSE])
  expect(left(tide + menu.replace('ch4.html', '#'), dropMenu)).toEqual(['Chapter 4', PROSE])
  const others = menu.replace('ch4.html', 'ch40.html')
  expect(left(tide + others, dropMenu)).toContain('Chapter 11')
  expect(left(`<h1>Chapters</h1>${menu}`, dropMenu)).toContain('Chapter 11')
  expect(left(`${tide}<div><p>${PROSE}</p><ul>${pages.slice(0, 190)}</ul></div>`, dropMenu)).toContain('Chapter 3')
})

test('where nothing but such a list was kept, the page is what it says besides', () => {
  const pages = Array.from({ length: 12 }, (_, at) => `<tr><td><a href="ch${at}.html">Chapter ${at}</a></td></tr>`).join('')
  const { blocks } = segment(
    parsePage(`<table>${pages}</table><div><h3>Chapter 4</h3><p>(require tides/4)</p></div><nav><p>The tides</p></nav>`),
  )
  const keep = Uint8Array.from(blocks, ({ container }) => Number(container.tag === 'td'))
  dropMenu(blocks, keep, 'https://tide.example/ch4.html')
  expect(blocks.filter(({ index }) => keep[index] === 1).map(({ text }) => text)).toEqual(['(require tides/4)'])
})

test.each([
  ['in one list', (size: number) => `<div><ul>${'<li><a href="#">Chapter</a></li>'.repeat(size)}</ul></div><p>${PROSE}</p>`],
  ['with text between', (size: number) => `<ul><li><a href="#">Chapter</a></li></ul><p>${PROSE}</p>`.repeat(size)],
  [
    'deep down',
    (size: number) =>
      `${'<div>'.repeat(200)}${'<ul><li><a href="#">Chapter</a></li></ul>'.repeat(size)}${'</div>'.repeat(200)}<p>${PROSE}</p>`,
  ],
])('many links to the page itself take linear time: %s', (_name, body) => {
  const run = (html: string): void => {
    const { blocks } = segment(parsePage(html))
    dropMenu(blocks, new Uint8Array(blocks.length).fill(1), 'https://tide.example/ch4.html')
  }
  expect(growth(body, run, 800)).toBeLessThan(8)
})
