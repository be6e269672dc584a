/** Code whose language or whose lines makers mark in attributes and classes of their own. */
import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'

const codeOf = (content: string) =>
  read(content)
    .all('code')
    .map(({ lang, value }) => ({ lang: lang ?? null, value }))

test.each([
  ['Astro', '<pre class="shiki" language="rust"><code language="rust">let a = 1;</code></pre>', 'rust'],
  [
    'devsite',
    '<devsite-code><pre translate="no" dir="ltr" is-upgraded syntax="Kotlin"><code translate="no">let a = 1;</code></pre></devsite-code>',
    'kotlin',
  ],
  ['DocC', '<div class="code-listing" data-syntax="swift"><pre><code>let a = 1;</code></pre></div>', 'swift'],
  ['GitHub', '<pre lang="mermaid">let a = 1;</pre>', 'mermaid'],
  ['a language of people', '<pre lang="de">let a = 1;</pre>', null],
])('%s says the language', (_, html, lang) => {
  expect(codeOf(html)).toEqual([{ lang, value: 'let a = 1;' }])
})

test('lines that a change took out and put in have their signs', () => {
  const line = (text: string, name = ''): string => `<span class="line${name}"><span>${text}</span></span>`
  const shiki = `<pre class="shiki has-diff"><code>${[line('a {'), line('  one', ' diff remove'), line('  two', ' diff add'), line('}')].join('\n')}</code></pre>`
  expect(codeOf(shiki)[0]!.value).toBe('a {\n-  one\n+  two\n}')
  const row = (text: string, name = ''): string => `<div class="ec-line${name}"><div class="code"><span>${text}</span></div></div>`
  const expressive = `<div class="expressive-code"><figure class="frame"><pre data-language="js"><code>${row('one', ' highlight del')}${row('two', ' highlight ins')}${row('three', ' highlight mark')}</code></pre></figure></div>`
  expect(codeOf(expressive)[0]!.value).toBe('-one\n+two\nthree')
})

test('a box of Notion is code', () => {
  const box =
    '<div class="notion-selectable notion-code-block"><div><div role="button">Python</div><div role="button">Copy</div><div class="line-numbers notion-code-block"><div spellcheck="false" style="white-space:pre"><span>def a():</span>\n    <span>return 1</span></div></div></div></div>'
  expect(codeOf(box)).toEqual([{ lang: null, value: 'def a():\n    return 1' }])
})
