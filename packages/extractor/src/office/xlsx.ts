/** A spreadsheet (ISO/IEC 29500-1, SpreadsheetML) as HTML: a heading and a table for each sheet that is shown. */
import { escaped, tableHtml, tagged } from '../body/html.ts'
import { type Format, formatOf, numberText } from './cell-formats.ts'
import type { Package } from './package.ts'
import { at, elementsOf, isSet, isTrue, raisedBy, textIn, type Xml } from './xml.ts'

const MOST_CELLS = 100_000
const MOST_COLUMNS = 200

export function xlsxHtml(file: Package, main: string): string | null {
  const workbook = at(file.xml(main), 'workbook')
  if (workbook === undefined) return null
  const reader = new Reader(
    elementsOf(at(file.beside(main, 'sharedStrings'), 'sst'), 'si').map(sharedText),
    formatsOf(at(file.beside(main, 'styles'), 'styleSheet')),
    isTrue(at(workbook, 'workbookPr')?.attributes.date1904),
  )
  const html = elementsOf(at(workbook, 'sheets'), 'sheet')
    .map(({ attributes }, index) => {
      if ((attributes.state ?? 'visible') !== 'visible') return ''
      const part = file.related(main, attributes.id, `worksheets/sheet${index + 1}.xml`)
      const table = reader.table(at(file.once(part), 'worksheet'))
      return table === '' ? '' : `<h2>${escaped(attributes.name ?? '')}</h2>${table}`
    })
    .join('')
  if (reader.cut) file.cut = true
  return html
}

/** A text of cells as HTML, without what says how to pronounce it. */
const sharedText = (text: Xml): string =>
  elementsOf(text)
    .map((part) => (part.name === 't' ? shown(textIn(part)) : part.name === 'r' ? marked(part) : ''))
    .join('')
    .trim()

/** A part of a text with what is raised, lowered or struck in it: `2021¹` is another year than `20211`. */
function marked(run: Xml): string {
  const properties = at(run, 'rPr')
  return tagged(shown(textIn(at(run, 't'))), [...(isSet(properties, 'strike') ? ['del'] : []), ...raisedBy(properties)])
}

/** Signs that XML cannot hold are written by their numbers: line feeds for the most part. */
const shown = (text: string): string => escaped(text.replace(/_x000[aAdD]_/g, ' '))

function formatsOf(styles: Xml | undefined): Format[] {
  const codes = new Map(
    elementsOf(at(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? '']),
  )
  return elementsOf(at(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    return formatOf(codes.get(id) ?? '', id)
  })
}

class Reader {
  private readonly texts: readonly string[]
  private readonly formats: readonly Format[]
  private readonly since1904: boolean
  private left = MOST_CELLS
  cut = false

  constructor(texts: readonly string[], formats: readonly Format[], since1904: boolean) {
    this.texts = texts
    this.formats = formats
    this.since1904 = since1904
  }

  /** The rows of a sheet that say something, in the columns that do. */
  table(sheet: Xml | undefined): string {
    const hidden = new Set<number>()
    for (const { attributes } of elementsOf(at(sheet, 'cols'), 'col'))
      if (isTrue(attributes.hidden))
        for (let column = Number(attributes.min); column <= Math.min(MOST_COLUMNS, Number(attributes.max)); column += 1)
          hidden.add(column - 1)
    const rows: Map<number, string>[] = []
    for (const row of elementsOf(at(sheet, 'sheetData'), 'row')) {
      if (isTrue(row.attributes.hidden)) continue
      const own = new Map<number, string>()
      let next = 0
      for (const cell of elementsOf(row, 'c')) {
        const column = columnOf(cell.attributes.r ?? '') ?? next
        next = column + 1
        const text = this.textOf(cell)
        if (text === '' || hidden.has(column)) continue
        if (column >= MOST_COLUMNS || this.left <= 0) this.cut = true
        else own.set(column, text)
        this.left -= 1
      }
      if (own.size > 0) rows.push(own)
    }
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort((one, other) => one - other)
    return tableHtml(rows.map((row) => columns.map((column) => ({ html: row.get(column) ?? '' }))))
  }

  private textOf(cell: Xml): string {
    const value = textIn(at(cell, 'v')).trim()
    switch (cell.attributes.t) {
      case 's':
        return value === '' ? '' : (this.texts[Number(value)] ?? '')
      case 'inlineStr':
        return sharedText(at(cell, 'is') ?? cell)
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'str':
      case 'e':
      case 'd':
        return shown(value)
      default:
        return value === ''
          ? ''
          : escaped(numberText(value, this.formats[Number(cell.attributes.s ?? 0)] ?? { kind: 'other' }, this.since1904))
    }
  }
}

/** The column of a cell from its name, `C5` or `$C$5`, from 0. */
function columnOf(name: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d/.exec(name)?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
