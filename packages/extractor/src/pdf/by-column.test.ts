import { expect, test } from 'vitest'
import { all, cells, parseGfm } from '../testing/gfm.ts'
import { pdf, type Text } from '../testing/pdf.ts'
import { readPdf } from './read.ts'

const ROWS = [
  ['Port', 'High', 'Fee', 'Remarks'],
  ['Quay', '06:10', '4.00', 'Open'],
  ['Sound', '06:40', '4.50', 'Closed in winter'],
  ['Ness', '07:05', '12.00', 'Ask the pilot'],
]
const byColumn = (rows: readonly (readonly string[])[]): Text[] =>
  rows[0]!.flatMap((_, column) => rows.map((row, at): Text => ({ text: row[column]!, x: 60 + column * 110, y: 650 - at * 16 })))
const LINE: Text = { text: 'The council has set what boats pay for a night.', x: 60, y: 700 }

async function read(texts: readonly Text[]): Promise<string> {
  const result = await readPdf(pdf([texts]), 'https://harbour.example/a.pdf', { budgetMs: Number.POSITIVE_INFINITY })
  if (!result.ok) throw new Error(result.reason)
  return result.document.markdown.replace(/^\[Page 1\].*\n\n/, '')
}

test('a table that is drawn column by column is a table, between what stands above and below it', async () => {
  const markdown = await read([LINE, ...byColumn(ROWS), { ...LINE, y: 540 }])
  expect(all(parseGfm(markdown), 'table').map((table) => cells(table))).toEqual([ROWS])
  expect(markdown.startsWith(LINE.text) && markdown.endsWith(LINE.text)).toBe(true)
})

test('columns without a number are read one after the other', async () => {
  const names = ROWS.map((row) => row.map((text) => text.replace(/\d\S*/, 'none')))
  const markdown = await read([LINE, ...byColumn(names)])
  expect(all(parseGfm(markdown), 'table')).toEqual([])
  expect(markdown.indexOf('Ness')).toBeLessThan(markdown.indexOf('High'))
})
