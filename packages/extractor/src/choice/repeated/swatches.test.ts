import { expect, test } from 'vitest'
import { parsePage } from '../../page/parse.ts'
import { segment } from '../../page/segment.ts'
import { findRecords } from '../../records/find.ts'
import { findSwatches } from './swatches.ts'

const COLOURS = ['red', 'green', 'blue']
const card = (pictures: string): string =>
  COLOURS.map(
    (name) => `<div class="card">${pictures}<h3><a href="/${name}">Coat of ${name}</a></h3><p>£${name.length}9.00</p></div>`,
  ).join('')

function found(html: string): number {
  const page = parsePage(`<main>${html}</main>`)
  return findSwatches(page, findRecords(page, segment(page).blocks)).length
}

const SHOWN = '<img src="/coat.jpg" alt="Coat">'
const dots = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_, at) => `<li><button><img src="/${at}.png" alt=""></button></li>`).join('')}</ul>`

test('a row of pictures without words in each record is one of colours to choose from', () => {
  expect(found(card(SHOWN + dots(3)))).toBe(9)
  expect(found(card(SHOWN + dots(12)))).toBe(36)
})

test('two pictures, those with words, the only ones of a record and those with text between them are not', () => {
  expect(found(card(SHOWN + dots(2)))).toBe(0)
  expect(found(card(SHOWN + dots(3).replaceAll('alt=""', 'alt="Red"')))).toBe(0)
  expect(found(card(dots(3)))).toBe(0)
  expect(found(card(`${SHOWN}<p><img src="/1.png"> Warm</p><p><img src="/2.png"> Dry</p><p><img src="/3.png"> Light</p>`))).toBe(0)
})
