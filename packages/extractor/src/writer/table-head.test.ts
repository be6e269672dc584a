import { expect, test } from 'vitest'
import { cells } from '../testing/gfm.ts'
import { read } from '../testing/read.ts'

const rows = (html: string) => cells(read(html).all('table')[0])

test('two rows of heads are one, the name of each column behind what stands above it', () => {
  const head =
    '<tr><th rowspan="2">Depth</th><th colspan="2">Stock</th><th rowspan="2"><i>P</i></th></tr><tr><th>No-till</th><th>Ploughed</th></tr>'
  const body = '<tr><td>0–30</td><td>62.3</td><td>58.0</td><td>0.9</td></tr>'
  const expected = [
    ['Depth', 'Stock – No-till', 'Stock – Ploughed', 'P'],
    ['0–30', '62.3', '58.0', '0.9'],
  ]
  expect(rows(`<table><thead>${head}</thead><tbody>${body}</tbody></table>`)).toEqual(expected)
  expect(rows(`<table>${head}${body}</table>`)).toEqual(expected)
})

test('heads without tags are told by the empty corner above the names of the rows', () => {
  const html =
    '<table><tr><td>&nbsp;</td><td colspan="2"><b>Three months</b></td><td colspan="2"><b>Nine months</b></td></tr><tr><td></td><td><b>2008</b></td><td><b>2007</b></td><td><b>2008</b></td><td><b>2007</b></td></tr><tr><td>Net sales</td><td>118</td><td>109</td><td>350</td><td>322</td></tr><tr><td>Cost</td><td>81</td><td>74</td><td>240</td><td>219</td></tr></table>'
  expect(rows(html)[0]).toEqual(['', 'Three months – 2008', 'Three months – 2007', 'Nine months – 2008', 'Nine months – 2007'])
  expect(rows(html)).toHaveLength(3)
})

test('the name of a group of rows and a title over all columns name no column', () => {
  const group =
    '<table><tr><th>Service</th><th colspan="2">Fee</th></tr><tr><th colspan="3">Payments</th></tr><tr><td>Abroad</td><td>Euro</td><td>No fee</td></tr></table>'
  expect(rows(group)[1]).toEqual(['Payments', '', ''])
  const title = '<table><tr><th colspan="2">Climate</th></tr><tr><th>Month</th><th>Rain</th></tr><tr><td>May</td><td>4</td></tr></table>'
  expect(rows(title)[0]).toEqual(['Climate', ''])
})

test('a value that stands for several rows is said in each of them', () => {
  const html =
    '<table><tr><th>County</th><th>Year</th><th>People</th></tr><tr><td rowspan="2"><a href="/h">Harju</a></td><td>2021</td><td>610</td></tr><tr><td>2025</td><td>648</td></tr><tr><td>Tartu</td><td>2021</td><td>153</td></tr></table>'
  expect(rows(html).map(([first]) => first)).toEqual(['County', 'Harju', 'Harju', 'Tartu'])
})

test.each([
  ['all rows', '<td rowspan="3">Harju</td>'],
  ['a long text', `<td rowspan="2">${'Harju lies on the northern coast. '.repeat(3)}</td>`],
  ['a picture', '<td rowspan="2"><img src="/a.png" alt="Harju"></td>'],
])('but not %s', (_, cell) => {
  const last = cell.includes('"3"') ? '<tr><td>153</td></tr>' : '<tr><td>Tartu</td><td>153</td></tr>'
  const html = `<table><tr><th>County</th><th>People</th></tr><tr>${cell}<td>610</td></tr><tr><td>648</td></tr>${last}</table>`
  expect(rows(html)[2]).toEqual(['', '648'])
})

test.each([
  '<tfoot><tr><td colspan="2"><sup>1</sup> Hours may be fewer.</td></tr></tfoot>',
  '<tr><td colspan="2"><sup>1</sup> Hours may be fewer.</td></tr>',
])('a note over all columns stands below its table: %s', (note) => {
  const html = `<table><tr><th>Group</th><th>Hours</th></tr><tr><td>I</td><td>15</td></tr><tr><td>II</td><td>25</td></tr>${note}</table>`
  expect(read(html).markdown).toContain('| II | 25 |\n\n¹ Hours may be fewer.')
})

test('the name of a group that is the last row stays in the table', () => {
  const html = '<table><tr><th>Group</th><th>Hours</th></tr><tr><td>I</td><td>15</td></tr><tr><td colspan="2">Group II</td></tr></table>'
  expect(rows(html).at(-1)).toEqual(['Group II', ''])
})

test('values in lines of one cell are parted', () => {
  const html = (cell: string) => `<table><tr><th>Name</th><th>Rate</th></tr><tr><td>A</td><td>${cell}</td></tr></table>`
  expect(rows(html('£242 per week<br>£1,048 per month'))[1]).toEqual(['A', '£242 per week; £1,048 per month'])
  expect(rows(html('−0.7<br>(30.7)'))[1]).toEqual(['A', '−0.7 (30.7)'])
  expect(rows(html('Fixed rate<br>tenders'))[1]).toEqual(['A', 'Fixed rate tenders'])
})

test('a table that is nothing but signs of items and texts is a list, and a box and what it is for is a line', () => {
  expect(read('<table><tr><td>&nbsp;</td><td>•</td><td></td><td>Prices rose by a tenth in the year.</td></tr></table>').markdown).toContain(
    '\n- Prices rose by a tenth in the year.',
  )
  expect(read('<table><tr><td>x</td><td><b>QUARTERLY REPORT</b></td></tr></table>').markdown).toContain('\nx **QUARTERLY REPORT**')
})
