import { expect, test } from 'vitest'
import { cells } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

const row = (...parts: readonly string[]): string => `<div role="row">${parts.join('')}</div>`
const cell = (text: string, role = 'cell'): string => `<div role="${role}"><span>${text}</span></div>`

test('a table that only roles tell is a table, and whole', () => {
  const { all } = read(
    `<div role="table" aria-label="Fares"><div role="rowgroup">${row(cell('Who', 'columnheader'), cell('Fare', 'columnheader'))}</div><div role="rowgroup">${row(cell('Adult', 'rowheader'), cell('9'))}${row(cell('Child', 'rowheader'), cell('4'))}</div></div>`,
  )
  expect(all('table').map(cells)).toEqual([
    [
      ['Who', 'Fare'],
      ['Adult', '9'],
      ['Child', '4'],
    ],
  ])
})

test('one row, or one column, is no table', () => {
  expect(read(`<div role="table">${row(cell('Adults pay nine.'), cell('Children pay four.'))}</div>`).all('table')).toEqual([])
  expect(read(`<div role="table">${row(cell('Adults pay nine.'))}${row(cell('Children pay four.'))}</div>`).all('table')).toEqual([])
})
