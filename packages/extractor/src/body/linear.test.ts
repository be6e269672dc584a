import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { rewriteMarkdown } from './source.ts'

const URL = 'https://docs.example/a'
const many = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length))
const within = (tag: string, piece: string) => (size: number) => `<${tag}>${many(piece)(size)}`
const numbered = (piece: (number: number) => string) => (size: number) =>
  Array.from({ length: Math.ceil(size / piece(99).length) }, (_, number) => piece(number)).join('')

const BODIES: readonly (readonly [string, (size: number) => string])[] = [
  ['an open tag and equal signs', (size) => `<a ${'='.repeat(size)}`],
  ['wide spaces in an open tag', (size) => `x <a\t:\u00a0${many('=\u00a0\u00a0:\u00a0:\u00a0')(size)}'>">`],
  ['wide spaces in a tag that begins a line', (size) => `<a\t:\u00a0${many('=\u00a0\u00a0:\u00a0:\u00a0')(size)}'>">`],
  ['wide spaces behind a tag', (size) => `<b>x</b> <a b='>' :\u3000${many('=\u3000\u3000:\u3000:\u3000')(size)}'>">`],
  ['open tags', many('<b>')],
  ['angle brackets', many('<')],
  ['attributes without end', (size) => `<a ${'b="'.repeat(size / 3)}`],
  ['open brackets', many('[')],
  ['pictures without end', many('![')],
  ['links without end', many('[a](')],
  ['references', (size) => `${many('[a] ')(size)}\n\n[a]: /u`],
  ['definitions', numbered((number) => `[a${number}]: /u\n`)],
  ['stars', many('*a ')],
  ['stars inside words', many('a**b')],
  ['marks side by side', many('***a**b*')],
  ['marks that meet', many('*a***b**')],
  ['marks in HTML side by side', many('<b>a</b>')],
  ['marks in marks in HTML', many('<b>a<i>b</i></b>')],
  ['marks in HTML with spaces', many('<b> a </b> ')],
  ['underscores', many('_a __b ')],
  ['tildes', many('~~a ')],
  ['back ticks of growing length', (size) => Array.from({ length: Math.sqrt(size * 2) }, (_, at) => '`'.repeat(at)).join(' ')],
  ['quotes in quotes', many('>')],
  ['lists in lists', many('- ')],
  ['nested items', (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n')],
  ['items', many('- item\n')],
  ['tasks', many('- [ ] item\n')],
  ['drawings in cells', (size) => `<table>${many('<tr><td>a</td><td><svg><path d="M3 13l6 6L21 5"/></svg></td></tr>')(size)}</table>`],
  [
    'icons that link, in a row of words',
    (size) => `<table><tr><td>${many('word ')(size)}</td>${many('<td><a href="/a.pdf"><i></i></a></td>')(size)}</tr></table>`,
  ],
  ['ticks before a text', (size) => `<p>${many('<b><img src="/check.svg"></b>')(size)}<i>${many('word ')(size)}</i></p>`],
  ['ratings', many('<div class="rating"><i class="fa fa-star"></i><i class="fa fa-star"></i></div>')],
  ['table rows', (size) => `|a|b|\n|-|-|\n${many('|x|y|\n')(size)}`],
  ['wide tables', (size) => `${many('|a')(size)}\n${many('|-')(size)}\n`],
  ['underlined headings', many('a\n-\n')],
  ['formulas without end', many('$$ a\n')],
  ['formulas in quotes', many('> $$ a\n')],
  ['environments without end', many('\\begin{align}\n')],
  ['comments of TeX', (size) => `$$a${'%'.repeat(size)}\nb$$`],
  ['comments of TeX that do not end', (size) => `$$a\n${many('%\\')(size)}$$`],
  ['dollars', many('$x ')],
  ['dollars behind back slashes', (size) => `$x${many('\\$')(size)}`],
  ['fences', many('```\n')],
  ['entities', many('&amp;')],
  ['backslashes', many('\\')],
  ['notes', numbered((number) => `a[^${number}]\n\n[^${number}]: b\n\n`)],
  ['notes in notes', many('^[')],
  ['a note that is cited often', (size) => `${many('[^1] ')(size)}\n\n[^1]: a`],
  ['addresses', many('<http://a.b> http://a.b ')],
  ['comments', many('<!--')],
  ['processing instructions', many('<?')],
  ['declarations', many('<![CDATA[')],
  ['one long line', many('a line of words ')],
  ['short lines', many('a line of words\n')],
  ['columns', many('a   b\n')],
  ['dollars', many('$')],
]

test.each(BODIES)('four times as much takes about four times as long: %s', (_name, make) => {
  expect(growth(make, (body) => rewriteMarkdown(body, URL), 10_000)).toBeLessThan(9)
})

const HTML_BODIES: readonly (readonly [string, (size: number) => string])[] = [
  ['raised in raised text', many('a<sub>')],
  ['lowered and raised in turn', many('``<sub>a<sup>')],
  ['marks in marks', many('<b>a<i>b')],
  ['code in code', many('<code>a')],
  ['quotes in quotes', many('<q>a')],
  ['quoted blocks in quoted blocks', many('<blockquote>a')],
  ['lists in lists', many('<ul><li>a')],
  ['tables in tables', many('<table><tr><td>a')],
  ['terms', many('<dl><dt>a<dd>b')],
  ['readings', many('<ruby>a<rt>b')],
  ['links in headings', many('<h1><a href=#a>b</a>')],
  ['details', many('<details><summary>a')],
  ['powers of powers', within('math', '<msup><mi>x</mi>')],
  ['rows of a formula', within('math', '<mtr><mtd>x')],
  ['tables in cells', within('table', '<tr><th>a<td><table><tr><th>x</table>')],
  ['tools beside code', within('div', '<span class=lang>js</span><pre class=lang-js>a</pre>')],
  ['code with breaks', many('<code>a<br>b</code> t ')],
  ['marks within words', many('a<b>b</b>')],
  ['empty items', within('ul', '<li></li>')],
  ['numbered items', within('ol reversed', '<li value=3>a')],
  ['feet of a table', within('table', '<tfoot><tr><td>x')],
  ['back ticks in an item', (size) => `<li><code>${'`'.repeat(size)}</code> x<p>y`],
]

const readHtml = (body: string) => readDocument(new TextEncoder().encode(body), URL, { contentType: 'text/html' })

test.each(HTML_BODIES)('and as a page: %s', (_name, make) => {
  expect(growth(make, readHtml, 6_000)).toBeLessThan(9)
})

const readText = (body: string) => readDocument(new TextEncoder().encode(body), URL, { contentType: 'text/plain' })

test.each([
  ['one line of many columns', many('a   b ')],
  ['a line of many columns over words', (size: number) => `${many('a   b ')(size)}\n${many('a b ')(size)}`],
])('and as plain text: %s', (_name, make) => {
  expect(growth(make, readText, 20_000)).toBeLessThan(9)
})

test('and as JSON: a text that never ends', () => {
  const readJson = (body: string) => readDocument(new TextEncoder().encode(body), URL, { contentType: 'application/json' })
  expect(growth((size) => `{"a":${many('"1\\')(size)}}`, readJson, 20_000)).toBeLessThan(9)
})

test.each([
  ['a formula of many letters', within('math', '<mi>x</mi>')],
  ['accents side by side', within('math', '<mover><mi>x</mi><mo>^</mo></mover>')],
  ['quotes side by side', within('p', '<q>some words of it</q>')],
  ['formulas and what is drawn of them', within('p', '<span class="MathJax">x</span><script type="math/tex">x</script>')],
])('and as a long page: %s', (_name, make) => {
  expect(growth(make, readHtml, 100_000)).toBeLessThan(9)
})
