/** A spreadsheet (ISO/IEC 29500-1, SpreadsheetML) as HTML: a heading for each sheet that is shown, and its tables. */
import { escaped } from '../body/html.ts'
import { type Format, formatOf } from './cell-formats.ts'
import { GRAPHIC, graphicHtml } from './graphics.ts'
import type { Package } from './package.ts'
import { SheetReader, sharedText } from './sheet.ts'
import { at, below, elementsOf, isTrue, paragraphText, type Xml } from './xml.ts'

export function xlsxHtml(file: Package, main: string): string | null {
  const workbook = at(file.xml(main), 'workbook')
  if (workbook === undefined) return null
  const reader = new SheetReader(file, {
    texts: elementsOf(at(file.beside(main, 'sharedStrings'), 'sst'), 'si').map(sharedText),
    formats: formatsOf(at(file.beside(main, 'styles'), 'styleSheet')),
    since1904: isTrue(at(workbook, 'workbookPr')?.attributes.date1904),
  })
  return elementsOf(at(workbook, 'sheets'), 'sheet')
    .map(({ attributes }, index) => {
      if ((attributes.state ?? 'visible') !== 'visible') return ''
      const part = file.related(main, attributes.id, `worksheets/sheet${index + 1}.xml`)
      const sheet = elementsOf(file.once(part))[0]
      const drawing = file.targets(part).get(at(sheet, 'drawing')?.attributes.id ?? '')
      const drawn = drawing === undefined ? undefined : file.once(drawing)
      // Charts show what stands in cells, so they are read where there are none.
      const cells = reader.tables(part, sheet) || charts(file, drawing, drawn)
      const html = [cells, ...textsIn(drawn).map((text) => `<p>${escaped(text)}</p>`)].join('')
      return html === '' ? '' : `<h2>${escaped(attributes.name ?? '')}</h2>${html}`
    })
    .join('')
}

function formatsOf(styles: Xml | undefined): Format[] {
  const codes = new Map(
    elementsOf(at(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? '']),
  )
  return elementsOf(at(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    return formatOf(codes.get(id) ?? '', id)
  })
}

/** The charts on a sheet, which stand in a part for its drawings. */
const charts = (file: Package, part: string | undefined, drawn: Xml | undefined): string =>
  part === undefined
    ? ''
    : below(drawn, 'graphicData')
        .flatMap((data) => elementsOf(data).filter(({ name }) => GRAPHIC.test(name)))
        .map((graphic) => graphicHtml(file, part, graphic))
        .join('')

/** What boxes laid over a sheet say, by paragraphs. */
const textsIn = (drawn: Xml | undefined): string[] =>
  elementsOf(drawn).flatMap((child) => {
    if (child.name === 'Fallback') return []
    if (child.name !== 'txBody') return textsIn(child)
    return elementsOf(child, 'p')
      .map((paragraph) => paragraphText(paragraph).trim())
      .filter((text) => text !== '')
  })
