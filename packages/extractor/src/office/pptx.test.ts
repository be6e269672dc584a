import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'
import { growth } from '../testing/linear.ts'
import { markdownOf, relations } from '../testing/office.ts'
import { zip } from '../testing/zip.ts'
import { shapesIn } from './slide-shapes.ts'
import { parseXml } from './xml.ts'

const place = (left: number, top: number): string =>
  `<a:xfrm><a:off x="${left * 1000}" y="${top * 1000}"/><a:ext cx="9000" cy="900"/></a:xfrm>`
const text = (said: string): string => `<p:txBody><a:p><a:r><a:t>${said}</a:t></a:r></a:p></p:txBody>`
const shape = (said: string, at = '', kind = '', more = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr ${more}/><p:nvPr>${kind === '' ? '' : `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:spPr>${at}</p:spPr>${text(said)}</p:sp>`
const group = (at: string, ...shapes: readonly string[]): string => `<p:grpSp><p:grpSpPr>${at}</p:grpSpPr>${shapes.join('')}</p:grpSp>`
const graphic = (data: string): string => `<p:graphicFrame><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`
const slide = (tree: string, more = ''): string => `<p:sld ${more}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`

function show(slides: readonly string[], parts: Readonly<Record<string, string>> = {}): string {
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')
  return markdownOf({
    'ppt/presentation.xml': `<p:presentation xmlns:r="x"><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at): [string, string, string] => [`rId${at + 1}`, 'slide', `slides/slide${at + 1}.xml`]),
    ),
    ...Object.fromEntries(slides.map((own, at) => [`ppt/slides/slide${at + 1}.xml`, own])),
    ...parts,
  })
}

test('shapes that are laid upon each other are read from top to bottom, and those of a group together', () => {
  const tree = [
    shape('Foot', place(0, 9)),
    shape('Right', place(10, 4)),
    shape('Left', place(0, 4)),
    group(place(0, 2), shape('second', place(5, 50)), shape('first', place(5, 40))),
    shape('Head', place(0, 1)),
    shape('Why tides', '', 'title'),
    shape('Council', '', 'ftr'),
  ]
  expect(show([slide(tree.join(''))])).toBe('## Why tides\n\nHead\n\nfirst\n\nsecond\n\nLeft\n\nRight\n\nFoot')
})

test('the order of the file stands where shapes are in columns, or have their place from a layout', () => {
  const columns = [shape('Left', place(0, 1)), shape('below', place(0, 5)), shape('Right', place(10, 1)), shape('under', place(10, 5))]
  const laid = [shape('Body', '', 'body'), shape('Low', place(0, 5)), shape('High', place(0, 1))]
  expect(show([slide(columns.join('')), slide(laid.join(''))])).toBe(
    '## Slide 1\n\nLeft\n\nbelow\n\nRight\n\nunder\n\n## Slide 2\n\nBody\n\nLow\n\nHigh',
  )
})

test('slides and shapes that are hidden are not shown, nor are notes, and a slide is there once', () => {
  const notes = { 'ppt/notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${shape('secret')}</p:spTree></p:cSld></p:notes>` }
  const slides = [
    slide(shape('seen') + shape('secret', '', '', 'hidden="1"')),
    slide(shape('secret'), 'show="0"'),
    slide(shape('x'), 'show="false"'),
  ]
  expect(show(slides, notes)).toBe('## Slide 1\n\nseen')
  const twice = relations(
    ['rId1', 'slide', 'slides/slide1.xml'],
    ['rId2', 'slide', 'slides/slide1.xml'],
    ['rId3', 'slide', 'slides/slide1.xml'],
  )
  expect(show(slides, { 'ppt/_rels/presentation.xml.rels': twice })).toBe('## Slide 1\n\nseen')
})

test('a slide has its charts, diagrams, tables with merged cells, formulas, and lists that begin anywhere', () => {
  const cell = (said: string, more = ''): string => `<a:tc ${more}><a:txBody><a:p><a:r><a:t>${said}</a:t></a:r></a:p></a:txBody></a:tc>`
  const table = `<a:tbl><a:tr>${cell('Fees', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('Quay')}${cell('4')}</a:tr></a:tbl>`
  const line = (said: string): string =>
    `<a:p><a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr><a:r><a:t>${said}</a:t></a:r></a:p>`
  const formula =
    '<a:p><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>old</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>'
  const tree = [
    graphic('<c:chart r:id="rId1"/>'),
    graphic('<dgm:relIds r:dm="rId2"/>'),
    graphic(table),
    `<p:sp><p:txBody>${line('Read')}${line('Pay')}</p:txBody></p:sp>`,
    `<p:sp><p:txBody>${formula}</p:txBody></p:sp>`,
  ]
  const parts = {
    'ppt/slides/_rels/slide1.xml.rels': relations(
      ['rId1', 'chart', '../charts/chart1.xml'],
      ['rId2', 'diagramData', '../diagrams/data1.xml'],
    ),
    'ppt/charts/chart1.xml':
      '<c:chartSpace><c:chart><c:plotArea><c:lineChart><c:ser><c:tx><c:v>Fee</c:v></c:tx><c:val><c:numLit><c:pt idx="0"><c:v>4</c:v></c:pt></c:numLit></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>',
    'ppt/diagrams/data1.xml':
      '<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Pilot</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>',
  }
  expect(show([slide(tree.join(''))], parts)).toBe(
    [
      '## Slide 1',
      '|  | Fee |\n| --- | --- |\n| 1 | 4 |',
      '- Pilot',
      '| Fees |  |\n| --- | --- |\n| Quay | 4 |',
      '3. Read\n4. Pay',
      '$x^2$',
    ].join('\n\n'),
  )
})

test('shapes cost linear time, however they lie', () => {
  const make = (size: number) => parseXml(Array.from({ length: size }, (_, at) => shape('x', place(0, size - at))).join('')).root
  expect(growth(make, shapesIn, 2_000)).toBeLessThan(9)
})

test('the one line in the largest letters above all others is the title of a slide that has no place for one', () => {
  const sized = (said: string, size: number): string =>
    `<p:sp><p:nvSpPr><p:cNvPr/><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:rPr sz="${size}" b="1"/><a:t>${said}</a:t></a:r></a:p></p:txBody></p:sp>`
  const slides = [
    [sized('Traffic', 2800), sized('Vessels', 1800)],
    [sized('Left', 2800), sized('Right', 2800)],
    [sized('Small', 1800), shape('Plain')],
  ].map((shapes) => slide(shapes.join('')))
  expect(show(slides).match(/^## .*$/gm)).toEqual(['## Traffic', '## Slide 2', '## Slide 3'])
})

test('shapes that stand where their layout or its master says are read in that order', () => {
  const held = (said: string, ph: string, at = ''): string =>
    `<p:sp><p:nvSpPr><p:cNvPr/><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr>${at}</p:spPr>${text(said)}</p:sp>`
  const own = slide(shape('Foot', place(0, 9)) + held('Left', 'type="body"') + held('Right', 'idx="2"'))
  const sheet = (kind: string, tree: string): string => `<p:${kind}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:${kind}>`
  const parts = {
    'ppt/slides/_rels/slide1.xml.rels': relations(['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml']),
    'ppt/slideLayouts/slideLayout1.xml': sheet('sldLayout', held('', 'idx="2"', place(10, 4)).replace('idx', 'type="pic" idx')),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations(['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml']),
    'ppt/slideMasters/slideMaster1.xml': sheet('sldMaster', held('', 'type="body" idx="1"', place(0, 4))),
  }
  expect(show([own], parts)).toBe('## Slide 1\n\nLeft\n\nRight\n\nFoot')
})

test.each([
  ['', 'Why tides & boats'],
  ['PowerPoint-Präsentation', 'Why tides & boats'],
  ['Tides of the bay', 'Tides of the bay'],
])('a presentation that nobody has named is called what its first slide is: %j', (name, title) => {
  const parts = {
    '_rels/.rels': relations(['rId1', 'officeDocument', 'ppt/presentation.xml'], ['rId2', 'core-properties', 'docProps/core.xml']),
    'docProps/core.xml': `<cp:coreProperties><dc:title>${name}</dc:title></cp:coreProperties>`,
    'ppt/presentation.xml': '<p:presentation xmlns:r="x"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations(['rId1', 'slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': slide(shape('Why tides &amp; boats', '', 'title') + shape('They turn')),
  }
  expect(readDocument(zip(parts), 'https://harbour.example/file')).toMatchObject({ document: { title } })
})
