import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { readPlaces } from '../../page/places.ts'
import { segment } from '../../page/segment.ts'
import { keepReferences } from './references.ts'

const NUMBERS = [1, 2, 3, 4]
const PROSE = 'Salt intake is higher in towns where herring is cured, but what this does to those who live there was not known before'
/** Text of a page of which the paragraphs are kept, and what else is kept with them. */
function read(body: string, cite = (number: number) => `<a href="#B${number}">${number}</a>`): string {
  const page = parsePage(`<main>${NUMBERS.map((number) => `<p>${PROSE} [${cite(number)}]</p>`).join('')}${body}</main>`)
  const { blocks } = segment(page)
  const keep = Uint8Array.from(blocks, ({ text }) => (text.startsWith(PROSE) ? 1 : 0))
  keepReferences(readPlaces(page.having), blocks, keep)
  return blocks.flatMap(({ index, text }) => (keep[index] === 1 && !text.startsWith(PROSE) ? [text] : [])).join(' | ')
}
const works = (item: (number: number) => string): string => `<h2>References</h2>${NUMBERS.map(item).join('')}`

test.each([
  ['items', works((n) => `<li id="B${n}">Roe, J. Curing ${n}. <a href="https://s.example/${n}">Scholar</a></li>`)],
  ['terms', works((n) => `<dt id="B${n}">[R${n}]</dt><dd>Roe, J. Curing ${n}.</dd>`)],
  ['places in items', works((n) => `<li><a name="B${n}"></a><div>Roe, J.</div><div>Curing ${n}.</div></li>`)],
])('works that kept text refers to are kept whole, below their heading: %s', (_name, list) => {
  expect(read(`<ol>${list}</ol>`)).toMatch(/^References \| .*Curing 1\..*Curing 4\./)
})

test('works that lead back to where the text refers to them are those that it refers to', () => {
  const list = works((n) => `<li><a href="#r${n}">Roe</a>, Curing ${n}.</li>`)
  expect(read(`<ol>${list}</ol>`, (n) => `<a name="r${n}" href="#work-${n}">Roe</a>`)).toContain('Curing 4.')
})

test.each([
  ['leads to once', `<p><a href="#S1">1</a></p><ul>${works((n) => `<li id="S${n}">Gauge ${n}</li>`)}</ul>`],
  ['leads to, of parts of the page', `<ul>${works((n) => `<li id="B${n}"><h3>Gauge ${n}</h3><p>A gauge.</p></li>`)}</ul>`],
  ['leads to, and longer than itself', `<ul>${works((n) => `<li id="B${n}">Gauge ${n}: ${PROSE}</li>`)}</ul>`],
  ['leads to, in a menu', `<nav><ul>${works((n) => `<li id="B${n}">Gauge ${n}</li>`)}</ul></nav>`],
])('a list is no list of references that the text %s', (_name, body) => {
  expect(read(body)).toBe('')
})

test('a work that is the only one is a list of references too', () => {
  expect(read('<h2>References</h2><ul><li id="B1">Roe, J. Curing 1.</li></ul>')).toBe('References | Roe, J. Curing 1.')
})
