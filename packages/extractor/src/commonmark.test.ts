/** The examples of the specification of CommonMark 0.31.2, each by itself. */
import { tests } from 'commonmark-spec'
import { expect, test } from 'vitest'
import { normal, PLACES, toHtml } from './testing/round-trip.ts'

/** What comes back is another tree on purpose. */
const OTHERWISE: Readonly<Record<string, readonly number[]>> = {
  'white space that nobody sees: tabs, hard spaces, the edges of a title, empty lines at the end of code': [13, 25, 40, 196, 318, 333, 353],
  'nothing to be seen: code of spaces, links without text': [334, 484, 487],
  'text without a paragraph around it, as raw HTML is here': [21, 31, 308, 309],
  'a title that says what its link says': [217],
  'two links without a space between them': [570],
  'an address that GitHub makes a link of': [606],
  'a language that is a sign': [144],
}
const otherwise = new Set(Object.values(OTHERWISE).flat())

const examples = tests
  .filter(({ section, number }) => section !== 'HTML blocks' && !otherwise.has(number))
  .map((example) => ({ ...example, markdown: example.markdown.replaceAll('→', '\t') }))
const cases = Object.keys(PLACES).flatMap((place) => examples.map((example) => ({ ...example, place })))

test.each(cases)('example $number of CommonMark comes back $place: $section', ({ place, markdown }) => {
  const html = toHtml(markdown)
  const written = PLACES[place]!(html)
  expect(normal(toHtml(written)), written).toBe(normal(html))
})
