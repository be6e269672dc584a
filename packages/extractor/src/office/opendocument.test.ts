import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { zip } from '../testing/zip.ts'

type Kind = 'text' | 'spreadsheet' | 'presentation'

const file = (kind: Kind, body: string, styles = '', parts: Readonly<Record<string, string>> = {}): Uint8Array =>
  zip(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      ...parts,
    },
    { stored: true },
  )
function read(bytes: Uint8Array) {
  const result = readDocument(bytes, 'https://harbour.example/file')
  if (!result.ok) throw new Error(result.reason)
  return result.document
}
const p = (inner: string): string => `<text:p>${inner}</text:p>`
const cell = (inner: string, more = ''): string => `<table:table-cell office:value-type="string" ${more}>${p(inner)}</table:table-cell>`
const number = (value: number): string =>
  `<table:table-cell office:value-type="float" office:value="${value}">${p(`${value}`)}</table:table-cell>`
const row = (inner: string, more = ''): string => `<table:table-row ${more}>${inner}</table:table-row>`
const empty = (columns: number): string => `<table:table-cell table:number-columns-repeated="${columns}"/>`
const sheet = (name: string, inner: string): string => `<table:table table:name="${name}">${inner}</table:table>`
const chart = (name: string): string =>
  `<draw:frame><draw:object xlink:href="./${name}"/><draw:image xlink:href="./ObjectReplacements/${name}"/></draw:frame>`
const CHART = {
  'Object 1/content.xml': `<office:document-content><office:body><office:chart><chart:chart><chart:title>${p('Fees')}</chart:title><table:table table:name="local-table"><table:table-header-rows>${row(cell('') + cell('2026'))}</table:table-header-rows><table:table-rows>${row(cell('Quay') + number(4))}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`,
}
const SHOWN = '**Fees**\n\n|  | 2026 |\n| --- | --- |\n| Quay | 4 |'

test('paragraphs that are headings or code by their style alone are such, with the blanks of code', () => {
  const styled = (style: string, inner: string): string => `<text:p text:style-name="${style}">${inner}</text:p>`
  const styles = '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>'
  const code = ['while True:', '<text:s text:c="4"/>read() &lt; 2', '', 'done()'].map((line) => styled('P1', line)).join('')
  const { markdown } = read(file('text', `${styled('Heading_20_2', 'Tides')}${p('Twice a day:')}${code}${p('And so on.')}`, styles))
  expect(markdown).toBe('## Tides\n\nTwice a day:\n\n```\nwhile True:\n    read() < 2\n\ndone()\n```\n\nAnd so on.')
})

test('all paragraphs of a note are read', () => {
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('First.')}${p('Second.')}</text:note-body></text:note>`
  expect(read(file('text', p(`The tide${note} turns.`))).markdown).toBe('The tide (First. Second.) turns.')
})

test('boxes of text, shapes, charts and words for pictures of a text are read once, and choices as they are', () => {
  const body = [
    p(
      `The tide <draw:frame><draw:text-box>${p('Box')}${p('of two lines')}</draw:text-box></draw:frame><draw:custom-shape>${p('Shape')}</draw:custom-shape><draw:frame><draw:image/><svg:desc>Map of the bay</svg:desc></draw:frame>turns.`,
    ),
    p(`As shown: ${chart('Object%201')}${chart('Object 1')}`),
    p(
      'Port: <text:drop-down><text:label text:value="Quay"/><text:label text:value="Bay" text:current-selected="true"/>Bay</text:drop-down>',
    ),
    p(`<loext:content-control>☒</loext:content-control> Agreed<office:annotation>${p('secret')}</office:annotation>`),
    `<text:list><text:list-item>${p(`Item<draw:frame><draw:text-box>${p('Aside')}</draw:text-box></draw:frame>`)}</text:list-item></text:list>`,
  ]
  expect(read(file('text', body.join(''), '', CHART)).markdown).toBe(
    [
      'The tide [Map of the bay] turns.',
      'Box',
      'of two lines',
      'Shape',
      'As shown:',
      SHOWN,
      'Port: Bay',
      '☒ Agreed',
      '- Item',
      'Aside',
    ].join('\n\n'),
  )
})

test('formulas stand in their line', () => {
  const formula =
    '<math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><mi>y</mi></mrow><annotation encoding="StarMath 5.0">secret</annotation></semantics></math>'
  const body = p('If <draw:frame><draw:object xlink:href="./Formula-1"/></draw:frame> it turns.')
  expect(read(file('text', body, '', { 'Formula-1/content.xml': formula })).markdown).toBe('If $x^2< y$ it turns.')
})

test('sheets have links, days, and tables that are apart or far off; what cells cover and charts beside cells are not read', () => {
  const day = `<table:table-cell office:value-type="date" office:date-value="2026-03-05">${p('05/03/26')}</table:table-cell>`
  const link = cell('<text:a xlink:href="https://gov.example/">Law</text:a>')
  const body = [
    sheet(
      'Fees',
      `<table:shapes>${chart('Object 1')}</table:shapes>` +
        row(
          empty(700) +
            cell('Fees of the harbour', 'table:number-columns-spanned="2"') +
            `<table:covered-table-cell>${p('secret')}</table:covered-table-cell>`,
        ) +
        row(empty(16_384), 'table:number-rows-repeated="900000"') +
        row(empty(700) + cell('Day') + cell('See') + empty(15_682)) +
        row(empty(700) + day + link + empty(15_682)),
    ),
    sheet('Chart', `<table:shapes>${chart('Object 1')}</table:shapes>${row('<table:table-cell/>')}`),
  ]
  expect(read(file('spreadsheet', body.join(''), '', CHART)).markdown).toBe(
    `## Fees\n\nFees of the harbour\n\n| Day | See |\n| --- | --- |\n| 2026-03-05 | [Law](https://gov.example/) |\n\n## Chart\n\n${SHOWN}`,
  )
})

test('empty cells up to the edge of a sheet leave room for rows', () => {
  const body = sheet('Fees', Array.from({ length: 3_000 }, (_, at) => row(number(at) + cell('x') + empty(16_382))).join(''))
  const { markdown, truncated } = read(file('spreadsheet', body))
  expect([markdown.includes('| 2999 | x |'), truncated]).toEqual([true, false])
})

test('a slide has its title, its shapes and its charts, and is left out where it is hidden', () => {
  const frame = (inner: string, more = ''): string => `<draw:frame ${more}><draw:text-box>${inner}</draw:text-box></draw:frame>`
  const styles =
    '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const body = [
    `<draw:page draw:name="page1">${frame(p('They turn'))}${frame(p('Why tides'), 'presentation:class="title"')}<draw:g><draw:custom-shape>${p('Shape')}</draw:custom-shape></draw:g>${chart('Object 1')}${frame(p('secret'), 'presentation:class="outline" presentation:placeholder="true"')}<presentation:notes>${p('secret')}</presentation:notes></draw:page>`,
    `<draw:page draw:name="page2" draw:style-name="dp2">${frame(p('secret'))}</draw:page>`,
    `<draw:page draw:name="page3">${frame(p('End'))}</draw:page>`,
  ]
  expect(read(file('presentation', body.join(''), styles, CHART)).markdown).toBe(
    `## Why tides\n\nThey turn\n\nShape\n\n${SHOWN}\n\n## page3\n\nEnd`,
  )
})

test.each([
  [
    'a long cell over and over',
    sheet('S', row(cell('tide '.repeat(50_000), 'table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048576"')),
  ],
  [
    'cells over and over',
    sheet('S', row(cell('x', 'table:number-columns-repeated="16384"').repeat(100), 'table:number-rows-repeated="1048576"').repeat(100)),
  ],
  ['cells along a diagonal', sheet('S', Array.from({ length: 16_000 }, (_, at) => row(empty(at + 1) + cell('x'))).join(''))],
  [
    'folded columns',
    sheet('T', row(cell('x')).repeat(70_000)) +
      sheet(
        'S',
        '<table:table-column table:visibility="collapse" table:number-columns-repeated="16384"/>'.repeat(100) +
          row(cell('x', 'table:number-columns-repeated="16384"')).repeat(100) +
          row(empty(16_384)),
      ),
  ],
])('what is repeated without end is cut, and said to be: %s', (_, body) => {
  const { markdown, truncated } = read(file('spreadsheet', body))
  expect([truncated, markdown.length <= 1_000_000]).toEqual([true, true])
})

test('tables of a text that are as long cost linear time', () => {
  const make = (size: number) =>
    file('text', sheet('S', Array.from({ length: size }, (_, at) => row(empty((at % 90) + 1) + cell('x'))).join('')))
  expect(growth(make, read, 600)).toBeLessThan(9)
})
