import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractPage } from './extract.ts'
import { countWords } from './language/plain-text.ts'
import { parseGfm, plainTextOf } from './testing/gfm.ts'

const SIGNS = [
  ...'*_`[]()<>&!~#+-=|.:1aB \\"^{}$/@;,\u00e9漢',
  'amp;',
  '&lt;',
  '[^1]',
  '](',
  '**',
  '~~',
  '```',
  '---',
  '1. ',
  '- ',
  '# ',
  '> ',
  'http://x.y/_a_',
  '| - |',
]
const anyText = fc.array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 24 }).map((parts) => parts.join(''))
const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim()

const read = (html: string) => extractPage({ html, url: 'https://e.example/' })?.markdown ?? ''

test('any text in a paragraph comes back as it was', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(squeezed(text) !== '')
      expect(squeezed(plainTextOf(parseGfm(read(`<p>${escapeHtml(text)}</p>`))))).toBe(squeezed(text))
    }),
    { numRuns: 1_500, seed: 11 },
  )
})

test('any text in marks, links, cells, items and headings comes back as it was', () => {
  const frames: readonly ((text: string) => string)[] = [
    (text) => `<p>a <b>${text}</b> z</p>`,
    (text) => `<p>a <em>${text}</em>z</p>`,
    (text) => `<p>a <a href="https://e.example/">${text}</a> z</p>`,
    (text) => `<h2>a ${text}</h2>`,
    (text) => `<ul><li>${text}</li></ul>`,
    (text) => `<table><tr><th>h</th></tr><tr><td>a ${text}</td></tr></table>`,
    (text) => `<p>a <code>${text}</code> z</p>`,
    (text) => `<p>a<br>${text}</p>`,
  ]
  fc.assert(
    fc.property(anyText, fc.nat(frames.length - 1), (text, frame) => {
      fc.pre(squeezed(text) !== '')
      const html = frames[frame]!(escapeHtml(text))
      const plain = squeezed(
        html
          .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:br|h2|li|t[dhr])/.test(tag) ? ' ' : ''))
          .replaceAll('&lt;', '<')
          .replaceAll('&amp;', '&'),
      )
      expect(squeezed(plainTextOf(parseGfm(read(html))))).toBe(plain)
    }),
    { numRuns: 1_500, seed: 12 },
  )
})

test('words are counted alike in Markdown and in its parsed text', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const markdown =
    '# A *small* page\n\nWith **bold** and [a link](https://e.example/a_b_c?d=e "title"), ![an image](https://e.example/i.png) and `code x`.\n\n- one\n  - [x] two\n\n1. three\n\n> four five\n\n| a | b |\n| --- | --- |\n| six | seven \\| eight |\n\n```js\nlet nine = 10\n```\n\n日本語の文章です。 snake_case stays.\n\nA note[^1].\n\n[^1]: The note itself.'
  const words = [...segmenter.segment(plainTextOf(parseGfm(markdown)))].filter((segment) => segment.isWordLike).length
  expect(countWords(markdown)).toBe(words)
})

test.each([
  ['<code>a</code><code>b.c</code>', '`a` `b.c`'],
  ['<del>one <del>two</del> three</del>', '~~one two three~~'],
  ['<em>gamma</em>_u_ a', '*gamma*\\_u\\_ a'],
  [':: ~<br>` a|b~ end', ':: \\~\\\n\\` a|b\\~ end'],
])('what stands side by side does not run into other syntax: %s', (html, markdown) => {
  expect(read(`<p>${html}</p>`)).toBe(markdown)
})
