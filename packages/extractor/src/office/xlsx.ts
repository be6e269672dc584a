/** A spreadsheet (ISO/IEC 29500-1, SpreadsheetML) as HTML: a heading and a table for each sheet that is shown. */
import { escaped, tableHtml } from './html.ts'
import type { Package } from './package.ts'
import { at, below, elementsOf, textIn, type Xml } from './xml.ts'

const MOST_CELLS = 100_000
const MOST_COLUMNS = 200
const DAY_MS = 86_400_000
/** Formats of dates that every program knows by number, and what others say that are such. */
const DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 57])
const TIMES: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 46, 47])
const PERCENT: ReadonlySet<number> = new Set([9, 10])

type Format = 'date' | 'time' | 'percent' | 'other'

export function xlsxHtml(file: Package): string | null {
  const main = file.main ?? 'xl/workbook.xml'
  const workbook = at(file.xml(main), 'workbook')
  if (workbook === undefined) return null
  const targets = file.targets(main)
  const beside = (name: string): Xml | undefined => file.xml(main.replace(/[^/]*$/, name))
  const reader = new Reader(
    elementsOf(at(beside('sharedStrings.xml'), 'sst'), 'si').map(sharedText),
    formatsOf(at(beside('styles.xml'), 'styleSheet')),
    /^(?:1|true)$/.test(at(workbook, 'workbookPr')?.attributes.date1904 ?? ''),
  )
  const html = elementsOf(at(workbook, 'sheets'), 'sheet')
    .filter(({ attributes }) => (attributes.state ?? 'visible') === 'visible')
    .map(({ attributes }) => {
      const table = reader.table(at(file.xml(targets.get(attributes.id ?? '') ?? ''), 'worksheet'))
      return table === '' ? '' : `<h2>${escaped(attributes.name ?? '')}</h2>${table}`
    })
    .join('')
  if (reader.cut) file.cut = true
  return html
}

/** A text of cells, without what says how to pronounce it. */
const sharedText = (text: Xml): string =>
  elementsOf(text)
    .filter(({ name }) => name === 't' || name === 'r')
    .map((part) => (part.name === 't' ? textIn(part) : textIn(at(part, 't'))))
    .join('')

function formatsOf(styles: Xml | undefined): Format[] {
  const codes = new Map(
    elementsOf(at(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? '']),
  )
  return elementsOf(at(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    // Texts in quotes and brackets are no part of a format.
    const code = codes.get(id)?.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '') ?? ''
    if (DATES.has(id) || /[yd]/i.test(code)) return 'date'
    if (TIMES.has(id) || /[hs]/i.test(code)) return 'time'
    return PERCENT.has(id) || code.includes('%') ? 'percent' : 'other'
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
      if (/^(?:1|true)$/.test(attributes.hidden ?? ''))
        for (let column = Number(attributes.min); column <= Math.min(MOST_COLUMNS, Number(attributes.max)); column += 1)
          hidden.add(column - 1)
    const rows: Map<number, string>[] = []
    for (const row of elementsOf(at(sheet, 'sheetData'), 'row')) {
      if (/^(?:1|true)$/.test(row.attributes.hidden ?? '')) continue
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
    return tableHtml(rows.map((row) => columns.map((column) => ({ html: escaped(row.get(column) ?? '') }))))
  }

  private textOf(cell: Xml): string {
    const value = textIn(at(cell, 'v')).trim()
    switch (cell.attributes.t) {
      case 's':
        return this.texts[Number(value)]?.trim() ?? ''
      case 'inlineStr':
        return below(cell, 't').map(textIn).join('').trim()
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'str':
      case 'e':
      case 'd':
        return value
      default:
        return value === '' ? '' : this.numberOf(value, this.formats[Number(cell.attributes.s ?? 0)] ?? 'other')
    }
  }

  /** A number as its format shows it, in so far as that says what it is. */
  private numberOf(value: string, format: Format): string {
    const number = Number(value)
    if (!Number.isFinite(number)) return value
    const exact = (one: number): string => String(Number(one.toPrecision(15)))
    if (format === 'percent') return `${exact(number * 100)}%`
    if (format === 'other' || number < 0 || number > 2_958_465) return exact(number)
    // Days are counted as if 1900 had been a leap year.
    const epoch = this.since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30)
    const iso = new Date(Math.round((epoch + number * DAY_MS) / 1000) * 1000).toISOString()
    const time = iso.slice(11, iso.endsWith(':00.000Z') ? 16 : 19)
    if (format === 'time' && number < 1) return time
    return number % 1 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
  }
}

/** The column of a cell from its name, `C5` or `$C$5`, from 0. */
function columnOf(name: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d/.exec(name)?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
