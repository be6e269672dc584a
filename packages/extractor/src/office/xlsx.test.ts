import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { markdownOf, relations } from '../testing/office.ts'
import { zip } from '../testing/zip.ts'

const text = (name: string, value: string): string => `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`
const number = (name: string, value: number | string, format = 0): string => `<c r="${name}" s="${format}"><v>${value}</v></c>`
/** Rows by their cells, `A1` and what it says. */
function rows(cells: Readonly<Record<string, string | number>>): string {
  const rowOf = (name: string): string => name.replace(/\D/g, '')
  return [...new Set(Object.keys(cells).map(rowOf))]
    .map((row) => {
      const own = Object.entries(cells).filter(([name]) => rowOf(name) === row)
      return `<row r="${row}">${own.map(([name, value]) => (typeof value === 'string' ? text : number)(name, `${value}`)).join('')}</row>`
    })
    .join('')
}
const workbook = (sheets: string, more = ''): Record<string, string> => ({
  'xl/workbook.xml': `<workbook xmlns:r="x">${more}<sheets>${sheets}</sheets></workbook>`,
})
const sheet = (data: string, more = '', before = ''): string => `<worksheet>${before}<sheetData>${data}</sheetData>${more}</worksheet>`
const parts = (data: string, more = '', before = ''): Record<string, string> => ({
  ...workbook('<sheet name="S" r:id="rId1"/>'),
  'xl/worksheets/sheet1.xml': sheet(data, more, before),
})
const body = (file: Readonly<Record<string, string>>): string => markdownOf(file).replace(/^## S\n\n/, '')
const table = (...lines: readonly (readonly (string | number)[])[]): string =>
  lines.flatMap((line, at) => [`| ${line.join(' | ')} |`, ...(at === 0 ? [`| ${line.map(() => '---').join(' | ')} |`] : [])]).join('\n')

test('links of cells lead to the web and to mail alone', () => {
  const links =
    '<hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="B1:B2" r:id="rId2"/><hyperlink ref="C1" r:id="rId3"/><hyperlink ref="D1" location="S!A1"/></hyperlinks>'
  const cells = text('A1', 'Law') + text('B1', 'Ann') + text('C1', 'Run') + text('D1', 'Top')
  const formula = '<c r="E1" t="str"><f>HYPERLINK("https://gov.example/x","Plan")</f><v>Plan</v></c>'
  const targets = relations(
    ['rId1', 'hyperlink', 'https://gov.example/law'],
    ['rId2', 'hyperlink', 'mailto:ann@gov.example'],
    ['rId3', 'hyperlink', 'javascript:alert(1)'],
  )
  const file = { ...parts(`<row r="1">${cells}${formula}</row>`, links), 'xl/worksheets/_rels/sheet1.xml.rels': targets }
  expect(body(file)).toContain(
    '| [Law](https://gov.example/law) | [Ann](mailto:ann@gov.example) | Run | Top | [Plan](https://gov.example/x) |',
  )
})

test('cells say what they are: yes and no, errors, days since 1904, spans of time, fractions, shares and what is nothing', () => {
  const formats = ['General', 'yyyy-mm-dd', '[h]:mm:ss', '# ?/?', '0.0%', 'h:mm AM/PM']
  const styles = `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`
  const cells = [
    '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="b"/><c r="D1" t="e"><v>#N/A</v></c>',
    number('E1', 44_624, 1),
    number('F1', 1.25, 2),
    number('G1', 0.5, 3),
    number('H1', -0.125, 4),
    number('I1', 0.75, 5),
    '<c r="J1" t="d"><v>2026-03-05T00:00:00.000</v></c><c r="K1" t="d"><v>2026-03-05T06:30:00</v></c>',
    '<c r="L1" t="s"><v>99</v></c><c r="M1"><f>1+1</f></c>',
  ]
  const file = {
    ...parts(`<row r="1">${cells.join('')}</row>`),
    ...workbook('<sheet name="S" r:id="rId1"/>', '<workbookPr date1904="1"/>'),
    'xl/styles.xml': styles,
  }
  expect(body(file)).toContain('| TRUE | FALSE | #N/A | 2026-03-05 | 30:00 | 0.5 | -12.5% | 18:00 | 2026-03-05 | 2026-03-05 06:30:00 |')
})

test('a table may begin far from the first cell, and merged cells say what they say once', () => {
  const merged = '<mergeCells count="1"><mergeCell ref="ZY100:ZZ100"/></mergeCells>'
  const cells = rows({ ZX100: 'Port', ZY100: 'Fee', ZX101: 'Quay', ZY101: 4, ZZ101: 5 })
  expect(body(parts(cells, merged))).toBe(table(['Port', 'Fee', ''], ['Quay', 4, 5]))
})

test('tables apart are tables of their own, and titles and remarks are text', () => {
  const cells = rows({
    ...{ A1: 'Fees of the harbour' },
    ...{ A3: 'Port', B3: 'Fee', A4: 'Quay', B4: 4 },
    ...{ A6: 'Bay', B6: 5 },
    ...{ A8: 'Ship', B8: 'Length', A9: 'Ann', B9: 12 },
    ...{ A11: 'Source: the council' },
  })
  expect(body(parts(cells))).toBe(
    [
      'Fees of the harbour',
      table(['Port', 'Fee'], ['Quay', 4], ['Bay', 5]),
      table(['Ship', 'Length'], ['Ann', 12]),
      'Source: the council',
    ].join('\n\n'),
  )
})

test('rows for the look of it and names of groups part no table, nor do hidden rows and empty columns', () => {
  const grouped = rows({ A1: 'Port', C1: '2025', D1: '2026', A3: 'North', A4: 'Quay', C4: 4, D4: 5, A6: 'South', A7: 'Bay', C7: 6, D7: 7 })
  expect(body(parts(grouped))).toBe(table(['Port', '2025', '2026'], ['North', '', ''], ['Quay', 4, 5], ['South', '', ''], ['Bay', 6, 7]))
  const folded = `${rows({ A1: 'Port', B1: 'Note' })}<row r="2" hidden="1">${text('A2', 'Ship')}</row>${rows({ A3: 'Fee', B3: 'none', A4: 'x', B4: 5 })}`
  expect(body(parts(folded))).toBe(table(['Port', 'Note'], ['Fee', 'none'], ['x', 5]))
})

test('numbers that are alone are numbers of their own, and heads may stand above more columns than they have', () => {
  expect(body(parts(rows({ A1: 4, C3: 5, E5: 6 })))).toBe('4\n\n5\n\n6')
  const cells = rows({ B1: '2025', C1: '2026', A3: 'Quay', B3: 4, C3: 5, A5: 'Bay', B5: 6, C5: 7 })
  expect(body(parts(cells))).toBe(table(['', '2025', '2026'], ['Quay', 4, 5], ['Bay', 6, 7]))
})

test('tables side by side are parted where each has names and rows of its own', () => {
  const cells = rows({
    ...{ A1: 'Port', B1: 'Fee', D1: 'Ship', E1: 'Length' },
    ...{ A2: 'Quay', B2: 4, D2: 'Ann', E2: 12 },
    ...{ D3: 'Bob', E3: 13 },
  })
  expect(body(parts(cells))).toBe([table(['Port', 'Fee'], ['Quay', 4]), table(['Ship', 'Length'], ['Ann', 12], ['Bob', 13])].join('\n\n'))
})

test('sheets that are hidden, however much so, are not read, nor comments; charts are where there are no cells', () => {
  const chart =
    '<c:chartSpace><c:chart><c:plotArea><c:pieChart><c:ser><c:tx><c:v>Fee</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>Quay</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:pt idx="0"><c:v>4</c:v></c:pt></c:numLit></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>'
  const drawing =
    '<xdr:wsDr><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:wsDr>'
  const names = ['S', 'Fees', 'Secret', 'Deep']
  const states = ['visible', 'visible', 'hidden', 'veryHidden']
  const file = {
    ...workbook(names.map((name, at) => `<sheet name="${name}" state="${states[at]}" r:id="rId${at + 1}"/>`).join('')),
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'chartsheet', 'chartsheets/sheet1.xml'],
      ['rId3', 'worksheet', 'worksheets/sheet3.xml'],
      ['rId4', 'worksheet', 'worksheets/sheet3.xml'],
    ),
    'xl/worksheets/sheet1.xml': sheet(rows({ A1: 'Port', B1: 'Fee' }), '<drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>'),
    'xl/worksheets/_rels/sheet1.xml.rels': relations(
      ['rId1', 'drawing', '../drawings/drawing2.xml'],
      ['rId2', 'comments', '../comments1.xml'],
    ),
    'xl/drawings/drawing2.xml': drawing,
    'xl/drawings/_rels/drawing2.xml.rels': relations(['rId1', 'chart', '../charts/chart1.xml']),
    'xl/comments1.xml': '<comments><commentList><comment ref="A1"><text><t>secret</t></text></comment></commentList></comments>',
    'xl/chartsheets/sheet1.xml': '<chartsheet><drawing r:id="rId1"/></chartsheet>',
    'xl/chartsheets/_rels/sheet1.xml.rels': relations(['rId1', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': drawing,
    'xl/drawings/_rels/drawing1.xml.rels': relations(['rId1', 'chart', '../charts/chart1.xml']),
    'xl/charts/chart1.xml': chart,
    'xl/worksheets/sheet3.xml': sheet(rows({ A1: 'secret', B1: 'x' })),
  }
  expect(markdownOf(file)).toBe(`## S\n\n${table(['Port', 'Fee'])}\n\n## Fees\n\n${table(['', 'Fee'], ['Quay', 4])}`)
})

test('what boxes over a sheet say stands below its tables', () => {
  const said = (text: string): string => `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p><a:p/></xdr:txBody></xdr:sp>`
  const box = `<xdr:wsDr><xdr:twoCellAnchor>${said('Fees &lt;b&gt; are per day')}</xdr:twoCellAnchor><mc:AlternateContent><mc:Choice>${said('Since May')}</mc:Choice><mc:Fallback>${said('Since May')}</mc:Fallback></mc:AlternateContent></xdr:wsDr>`
  const file = {
    ...parts(rows({ A1: 'Port', B1: 'Fee' })),
    'xl/worksheets/sheet1.xml': sheet(rows({ A1: 'Port', B1: 'Fee' }), '<drawing r:id="rId1"/>'),
    'xl/worksheets/_rels/sheet1.xml.rels': relations(['rId1', 'drawing', '../drawings/drawing1.xml']),
    'xl/drawings/drawing1.xml': box,
  }
  expect(body(file)).toBe(`${table(['Port', 'Fee'])}\n\nFees \\<b> are per day\n\nSince May`)
})

/** What a file gives, and that it is not all of it. */
function cutShort(file: Readonly<Record<string, string>>): boolean {
  const result = readDocument(zip(file), 'https://harbour.example/file')
  return result.ok && result.document.truncated && result.document.markdown.length <= 1_000_000
}

test.each([
  [
    'a long text in each cell',
    {
      ...parts(`<row r="1">${'<c t="s"><v>0</v></c>'.repeat(150)}</row>`.repeat(500)),
      'xl/sharedStrings.xml': `<sst><si><t>${'tide '.repeat(100_000)}</t></si></sst>`,
    },
  ],
  [
    'a sheet that is there a thousand times',
    { ...parts(`<row>${'<c><v>1</v></c>'.repeat(150)}</row>`.repeat(600)), ...workbook('<sheet name="S" r:id="rId1"/>'.repeat(1_000)) },
  ],
  [
    'cells along a diagonal',
    parts(Array.from({ length: 60_000 }, (_, at) => `<row>${'<c/>'.repeat(at % 4)}<c><v>${at}</v></c></row>`).join('')),
  ],
  ['more rows than a page may have', parts('<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>'.repeat(30_000))],
  [
    'hidden columns without end',
    parts(
      '<row><c><v>1</v></c></row>'.repeat(70_000),
      '',
      `<cols>${'<col min="-1000000000" max="1000000000" hidden="0"/>'.repeat(1_000)}</cols>`,
    ),
  ],
])('what is repeated without end is cut, and said to be: %s', (_, file) => {
  expect(cutShort(file)).toBe(true)
})

test('a formula that nothing has counted is shown, and a link by its words', () => {
  const formula = (name: string, said: string): string => `<c r="${name}"><f>${said}</f></c>`
  const file = parts(
    `<row r="1">${text('A1', 'Sum')}${formula('B1', 'SUM(B2:B9)')}${formula('C1', 'HYPERLINK("https://gov.example/x","Plan")')}</row>`,
  )
  expect(body(file)).toContain('| Sum | =SUM(B2:B9) | [Plan](https://gov.example/x) |')
})

test('a table that the file names is one of its own, whatever stands above it', () => {
  const file = parts(
    rows({ A1: 'Berth', B1: 'Fee', A2: 'B0', B2: 4, A4: 'Name', B4: 'Role', A5: 'Anna', B5: 'Chair' }),
    '<tableParts><tablePart r:id="rId1"/></tableParts>',
  )
  const named = {
    ...file,
    'xl/worksheets/_rels/sheet1.xml.rels': relations(['rId1', 'table', '../tables/table1.xml']),
    'xl/tables/table1.xml': '<table ref="A4:B5"/>',
  }
  expect(body(named)).toBe(`${table(['Berth', 'Fee'], ['B0', 4])}\n\n${table(['Name', 'Role'], ['Anna', 'Chair'])}`)
})

test('numbers have the currency or the unit that their formats write beside them', () => {
  const formats = [
    '&quot;€&quot;#,##0.00',
    '#,##0.00 &quot;kr&quot;',
    '[$€-407] #,##0.00;[Red]-[$€-407] #,##0.00',
    '_-* #,##0.00\\ [$USD]_-',
    '0.0,,&quot;M&quot;',
    '$#,##0',
    '[$CHF] 0',
  ]
  const styles = `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`
  const cells = [2.35, 1234.5, -99.9, 7, 1_200_000, 5, 3].map((value, at) => number(`${'ABCDEFG'[at]}1`, value, at))
  const file = { ...parts(`<row r="1">${cells.join('')}</row>`), 'xl/styles.xml': styles }
  expect(body(file)).toContain('| €2.35 | 1234.50 kr | -€99.90 | 7.00 USD | 1200000 | $5 | CHF 3 |')
})
