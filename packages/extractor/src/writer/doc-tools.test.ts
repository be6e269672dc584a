import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT = 'Opens the lock when the levels on both sides are equal, and waits for the keeper to say so before the gates begin to move.'
const read = (body: string): string =>
  extractPage({
    html: `<html><head><title>Lock</title></head><body><main><h1>Lock</h1><p>${TEXT}</p>${body}<p>Closes. ${TEXT}</p></main></body></html>`,
    url: 'https://locks.example/docs/lock/',
  })!.markdown

test.each([
  [
    'rustdoc',
    '<h4>pub fn open() -&gt; Level</h4><span><span class="since">1.2.0</span> · <a class="src" href="../src/lock.rs.html#12">Source</a></span>',
  ],
  ['Haddock', '<h4>open :: Level</h4><p>1.2.0 <a href="src/Lock.html#open" class="link">Source</a></p>'],
  [
    'gi-docgen',
    '<h4>Declaration <a class="srclink" href="https://git.example/-/blob/main/lock.c#L9" title="go to source">[<span>src</span>]</a></h4><p>1.2.0</p>',
  ],
  [
    'Sphinx',
    '<h4>Lock.open()<a href="../_modules/lock.html#open"><span class="viewcode-link"><span class="pre">[source]</span></span></a></h4><p>1.2.0</p>',
  ],
  ['a link to a repository', '<h4>open()<a href="https://git.example/lock/blob/v1.2/lock.py#L61">[source]</a></h4><p>1.2.0</p>'],
])('links to the source of an entry are no part of it: %s', (_name, entry) => {
  const markdown = read(`${entry}<p>${TEXT.toUpperCase()}</p>`)
  expect(markdown).toContain('\n1.2.0\n')
  expect(markdown).not.toMatch(/sourc|src|·/i)
})

test.each([
  '<details open><summary class="hideme"><span>Expand description</span></summary><p>Kept here.</p></details>',
  '<h3>Methods <small><a href="#" class="summary_toggle">collapse</a></small></h3><p>Kept here.</p>',
  '<p>Kept here. <span class="method-click-advice">click to toggle source</span></p>',
  '<p>Kept here.</p><p><a href="#">Show all</a></p>',
])('words that say nothing but what a click does are left out: %s', (entry) => {
  const markdown = read(entry)
  expect(markdown).toContain('Kept here.')
  expect(markdown).not.toMatch(/expand|collapse|toggle|show all/i)
})

test.each([
  ['<p>Read the <a href="https://news.example/source">source</a> of this story first.</p>', '[source]'],
  ['<p>Read the <a href="/src/lock.c">source code of the lock</a> first.</p>', '[source code of the lock]'],
  ['<details><summary>Show me a lock</summary><p>Here it is.</p></details>', 'Show me a lock'],
  ['<p>Left · <b>Right</b></p>', '·'],
])('what only sounds alike stays: %s', (entry, expected) => {
  expect(read(entry)).toContain(expected)
})

test('what a page opens over its code is none of it', () => {
  const markdown = read(
    '<pre><code>trait Lock {\n<summary class="hideme"><span>Show 2 methods</span></summary>    fn open(self) -&gt; Gate<span class="notable"><span class="notable-traits-tooltip">ⓘ<div class="notable-traits-tooltiptext">Notable traits for Gate</div></span></span>;\n}</code></pre>',
  )
  expect(markdown).toContain('```\ntrait Lock {\n    fn open(self) -> Gate;\n}\n```')
})

test('blocks in a heading are parted by spaces', () => {
  expect(read('<h4>fn open() -&gt; bool<div class="where">where Lock: Gate</div></h4>')).toContain(
    '#### fn open() -> bool where Lock: Gate\n',
  )
})

test('what a heading holds below its first line is text', () => {
  expect(read(`<h4>Cup style<div><p>${TEXT}</p><p>It stays open.</p></div></h4>`)).toContain(`#### Cup style\n\n${TEXT}\n\nIt stays open.`)
})

test('what a term is stands behind it and a colon, as docutils draws it', () => {
  const html =
    '<dl class="field-list"><dt>Parameters<span class="colon">:</span></dt><dd><dl><dt><strong>axis</strong><span class="classifier">int, optional</span></dt><dd><p>Axis along which the tide is summed, which is the last one where none is given.</p></dd></dl></dd></dl>'
  expect(read(html)).toContain('**axis : int, optional**')
})
