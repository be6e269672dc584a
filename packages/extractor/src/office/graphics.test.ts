import { expect, test } from 'vitest'
import { growth } from '../testing/linear.ts'
import { markdownOf, relations } from '../testing/office.ts'
import { chartHtml } from './chart.ts'
import { diagramHtml } from './diagram.ts'
import { parseXml } from './xml.ts'

const texts = (kind: 'str' | 'num', values: readonly string[], format = 'General'): string =>
  `<c:${kind}Ref><c:f>Sheet1!A1</c:f><c:${kind}Cache>${kind === 'num' ? `<c:formatCode>${format}</c:formatCode>` : ''}<c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`
const series = (name: string, categories: string, values: string): string =>
  `<c:ser><c:tx>${texts('str', [name])}</c:tx><c:cat>${categories}</c:cat><c:val>${values}</c:val></c:ser>`
const chart = (title: string, ...plots: readonly string[]): string =>
  `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>${plots.map((plot) => `<c:barChart>${plot}</c:barChart>`).join('')}</c:plotArea></c:chart></c:chartSpace>`
const point = (id: string, text: string, type = 'node'): string =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
const below = (above: string, id: string, order: number): string =>
  `<dgm:cxn modelId="c${id}" srcId="${above}" destId="${id}" srcOrd="${order}"/>`
const diagram = (points: string, connections: string): string =>
  `<dgm:dataModel><dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst></dgm:dataModel>`

const PORTS = texts('str', ['North', 'South'])
const SHARES = chart(
  'Tides &amp; fees',
  series('2025', PORTS, texts('num', ['0.5', '0.25'], '0%')) + series('2026', PORTS, texts('num', ['1', '2'])),
  series('Days', texts('num', ['46086', '46087'], 'yyyy-mm-dd'), texts('num', ['7', '8'])),
)
const TREE = diagram(
  point('0', '', 'doc') + point('3', 'Pilot') + point('1', 'Harbour master') + point('2', 'Clerk') + point('9', 'shape', 'pres'),
  below('0', '1', 0) + below('1', '3', 1) + below('1', '2', 0),
)
const SHOWN =
  '**Tides & fees**\n\n|  | 2025 | 2026 |\n| --- | --- | --- |\n| North | 50% | 1 |\n| South | 25% | 2 |\n\n|  | Days |\n| --- | --- |\n| 2026-03-05 | 7 |\n| 2026-03-06 | 8 |'
const LIST = '- Harbour master\n  - Clerk\n  - Pilot'
const PARTS = relations(['rId1', 'chart', 'charts/chart1.xml'], ['rId2', 'diagramData', 'diagrams/data1.xml'])

test('charts and diagrams of a Word file are their titles, values and texts, and are there once', () => {
  const drawing = (graphic: string): string =>
    `<w:r><w:drawing><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></w:drawing></w:r>`
  const body = `<w:p><w:r><w:t>As shown:</w:t></w:r>${drawing('<c:chart r:id="rId1"/>')}${drawing('<dgm:relIds r:dm="rId2" r:lo="rId9"/>')}${drawing('<c:chart r:id="rId1"/>')}</w:p>`
  const text = markdownOf({
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': PARTS,
    'word/charts/chart1.xml': SHARES,
    'word/diagrams/data1.xml': TREE,
  })
  expect(text).toBe(`As shown:\n\n${SHOWN}\n\n${LIST}`)
})

const parsed = (xml: string) => parseXml(xml).root

test('points of a chart are as many as there are, however far apart', () => {
  const far = parsed(
    '<c:chartSpace><c:chart><c:plotArea><c:lineChart><c:ser><c:val><c:numLit><c:pt idx="1000000000"><c:v>5</c:v></c:pt><c:pt idx="2"><c:v>x</c:v></c:pt></c:numLit></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>',
  )
  expect(chartHtml(far)).toEqual({
    html: '<table><thead></thead><tr><td></td><td></td></tr><tr><td>3</td><td>x</td></tr><tr><td>1000000001</td><td>5</td></tr></table>',
    cut: false,
  })
  const many = Array.from(
    { length: 400 },
    (_, at) => `<c:ser><c:val><c:numLit><c:pt idx="${at}"><c:v>${at}</c:v></c:pt></c:numLit></c:val></c:ser>`,
  )
  expect(chartHtml(parsed(chart('x', many.join('')))).cut).toBe(true)
})

test('a diagram that goes round in circles ends', () => {
  const round = diagram(
    point('0', '', 'doc') + point('1', 'A') + point('2', 'B'),
    below('0', '1', 0) + below('1', '2', 0) + below('2', '1', 0),
  )
  expect(diagramHtml(parsed(round))).toBe('<ul><li>A<ul><li>B</li></ul></li></ul>')
})

test.each([
  [
    'series of a chart',
    (size: number) =>
      chart('x', Array.from({ length: size }, (_, at) => series(`${at}`, texts('str', [`${at}`]), texts('num', ['1']))).join('')),
    (xml: string) => chartHtml(parsed(xml)),
  ],
  [
    'connections of a diagram',
    (size: number) =>
      diagram(point('0', '', 'doc') + point('1', 'A'), Array.from({ length: size }, (_, at) => below('0', '1', at)).join('')),
    (xml: string) => diagramHtml(parsed(xml)),
  ],
])('costs linear time: %s', (_, make, run) => {
  expect(growth(make, run, 500)).toBeLessThan(9)
})

test('charts of kinds that came later are their titles and values, each with the categories that it stands in', () => {
  const points = (values: readonly string[]): string =>
    values.map((value, at) => (value === '' ? '' : `<cx:pt idx="${at}">${value}</cx:pt>`)).join('')
  const data = `<cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl>${points(['Quay', 'Slip', 'Pilot'])}</cx:lvl><cx:lvl>${points(['Works', 'Works', 'Staff'])}</cx:lvl></cx:strDim><cx:numDim type="size"><cx:lvl formatCode="0%">${points(['0.5', '0.25', '0.25'])}</cx:lvl></cx:numDim></cx:data></cx:chartData>`
  const text = (said: string): string => `<cx:tx><cx:txData><cx:v>${said}</cx:v></cx:txData></cx:tx>`
  const chart = `<cx:chart><cx:title>${text('Costs')}</cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="treemap">${text('2026')}<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart>`
  const drawing = '<w:drawing><a:graphicData><cx:chart r:id="rId1"/></a:graphicData></w:drawing>'
  const body = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="cx1">${drawing}</mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`
  const file = {
    'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(['rId1', 'chartEx', 'charts/chartEx1.xml']),
    'word/charts/chartEx1.xml': `<cx:chartSpace>${data}${chart}</cx:chartSpace>`,
  }
  expect(markdownOf(file)).toBe(
    '**Costs**\n\n|  | 2026 |\n| --- | --- |\n| Works / Quay | 50% |\n| Works / Slip | 25% |\n| Staff / Pilot | 25% |',
  )
})
