import { expect, test } from 'vitest'
import { read } from '../testing/read.ts'
import { joinNumbers, withoutNumbers } from './provisions.ts'

const GATE = 'The gates of a lock shall be closed before the water within it is let out.'
const KEEPER = 'The keeper shall say so to those who wait on either side of the lock.'

test.each([
  ['of a span', `<section><span class="number">1.</span><p>${GATE}</p></section><section><span>2.</span><p>${KEEPER}</p></section>`],
  ['of a term', `<dl><dt>1.</dt><dd><div>${GATE}</div></dd><dt>2.</dt><dd><div>${KEEPER}</div></dd></dl>`],
  [
    'of a table that only sets in',
    `<table><tr><td valign="top"><p>1.</p></td><td><p>${GATE}</p></td></tr></table><table><tr><td><p>2.</p></td><td><p>${KEEPER}</p></td></tr></table>`,
  ],
])('the number %s stands in the paragraph that it numbers', (_name, html) => {
  expect(read(html).markdown.replace(/\*\*|\\/g, '')).toContain(`1. ${GATE}\n\n2. ${KEEPER}`)
})

test('the number of a part stands before that of its first part', () => {
  expect(joinNumbers(['2\\.', '(a)', GATE, '(ii)', KEEPER])).toEqual([`2\\. (a) ${GATE}`, `(ii) ${KEEPER}`])
})

test.each(['(new)', 'a', '(513)', '2024', '12 comments', '**Note**'])('a line that is no number stays one: %s', (line) => {
  expect(joinNumbers([line, GATE])).toEqual([line, GATE])
})

test.each(['## Gates', '- Gates', '| Gates |', '```\ngates\n```', '> Gates'])('a number before no paragraph stays a line: %s', (next) => {
  expect(joinNumbers(['(1)', next])).toEqual(['(1)', next])
})

test('a number in brackets is parted from the words that only style sets apart from it', () => {
  const html = `<p><span class="no">(1)</span><span class="text">“Gate” means a gate of a lock.</span></p><p><span class="no">(a)</span>${GATE}</p>`
  expect(read(html).markdown).toContain(`(1) “Gate” means a gate of a lock.\n\n(a) ${GATE}`)
})

test('an item says the number of its list once', () => {
  const item = (number: number, text: string): string => `<li><span class="order">${number}. </span>${text}</li>`
  expect(read(`<ol>${item(1, GATE)}${item(2, KEEPER)}</ol>`).markdown).toContain(`1. ${GATE}\n2. ${KEEPER}`)
  expect(withoutNumbers(['1\\. Gates', '1\\. Keepers'], [1, 2])).toEqual(['1\\. Gates', '1\\. Keepers'])
  expect(withoutNumbers(['1.5 m', '2.5 m'], [1, 2])).toEqual(['1.5 m', '2.5 m'])
})

test('no more than a few numbers stand before a text, however many there are', () => {
  const numbers = Array.from({ length: 9 }, () => '(1)')
  expect(joinNumbers([...numbers, GATE])).toEqual(['(1) (1) (1) (1) (1)', `(1) (1) (1) (1) ${GATE}`])
})
