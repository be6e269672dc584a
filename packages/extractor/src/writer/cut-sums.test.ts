import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT = '<p>The table shows what the locks of the canal took in, by kind of boat, and what of it was owed at the end of the year.</p>'

/** The table that is written of these rows, each a text of cells. */
const table = (...rows: string[]): string[] =>
  extractPage({
    html: `${TEXT}<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>${TEXT}`,
    url: 'https://canal.example/report',
  })!
    .markdown.split('\n')
    .filter((line) => line.startsWith('|'))

test('a sum that a table of a filing spreads over several columns is in one, also where others span them', () => {
  const cells = (...texts: string[]): string => texts.map((text) => `<td style="text-align:right">${text}</td>`).join('')
  expect(
    table(
      '<td></td><td colspan="3">2025</td><td></td><td colspan="3">2024</td><td colspan="2">Change</td>',
      `<td>Barges</td>${cells('$', '209,586', '&nbsp;')}<td></td>${cells('$', '201,183', '', '4', '%')}`,
      `<td>Ferries</td><td colspan="2">28,023</td><td></td><td></td><td colspan="2">26,694</td><td></td>${cells('5', '%')}`,
      `<td>Loss</td>${cells('$', '(1,204', ')')}<td></td>${cells('$', '(987', ')', '—', '%')}`,
      `<td><b>All</b></td>${cells('<b>$</b>', '<b>236,405</b>', '')}<td></td>${cells('<b>$</b>', '<b>226,890</b>', '', '4', '%')}`,
    ),
  ).toEqual([
    '|  | 2025 | 2024 | Change |',
    '| --- | ---: | ---: | ---: |',
    '| Barges | $209,586 | $201,183 | 4% |',
    '| Ferries | 28,023 | 26,694 | 5% |',
    '| Loss | $(1,204) | $(987) | —% |',
    '| **All** | **$236,405** | **$226,890** | 4% |',
  ])
})

test('columns that say something of their own stay', () => {
  const rows = (...rows: string[][]): string[] => table(...rows.map((row) => row.map((text) => `<td>${text}</td>`).join('')))
  expect(rows(['Sign', 'Sum'], ['$', '12'], ['€', '14'])).toContain('| $ | 12 |')
  expect(rows(['Weight', 'Unit'], ['4', '%'], ['5', 'kg'])).toContain('| 4 | % |')
  expect(rows(['2024', '2025'], ['12', '14'], ['$15', '$16'])).toContain('| $15 | $16 |')
})
