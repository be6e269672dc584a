/** A spreadsheet (ISO/IEC 29500-1, SpreadsheetML) as HTML: a heading and a table for each sheet that is shown. */
import { escaped, tableHtml, tagged } from '../body/html.ts'
import type { Package } from './package.ts'
import { at, elementsOf, isSet, isTrue, raisedBy, textIn, type Xml } from './xml.ts'

const MOST_CELLS = 100_000
const MOST_COLUMNS = 200
const DAY_MS = 86_400_000
const LAST_DAY = 2_958_465
/** Formats of dates that every program knows by number, and what others say that are such. */
const DATES: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 57])
const TIMES: ReadonlySet<number> = new Set([18, 19, 20, 21, 45, 47])
const ELAPSED = 46
const PERCENT: ReadonlySet<number> = new Set([9, 10])

type Format =
  | { readonly kind: 'date' | 'time' | 'elapsed' | 'percent' | 'hidden' | 'other' }
  | { readonly kind: 'padded'; readonly digits: number }

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
      const table = reader.table(at(file.xml(part), 'worksheet'))
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
  return elementsOf(at(styles, 'cellXfs'), 'xf').map(({ attributes }) => formatOf(Number(attributes.numFmtId ?? 0), codes))
}

function formatOf(id: number, codes: ReadonlyMap<number, string>): Format {
  const said = codes.get(id) ?? ''
  // Texts, widths and colours are no part of what a number is.
  const code = said.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
  if (id === ELAPSED || /\[[hms]+\]/i.test(said)) return { kind: 'elapsed' }
  if (/^;;;?$/.test(said)) return { kind: 'hidden' }
  const isNumber = /[0#?]/.test(code)
  if (DATES.has(id) || (!isNumber && (/[yd]/i.test(code) || /^m+$/i.test(code)))) return { kind: 'date' }
  if (TIMES.has(id) || (!isNumber && /[hs]/i.test(code))) return { kind: 'time' }
  if (PERCENT.has(id) || code.includes('%')) return { kind: 'percent' }
  return /^0{2,}$/.test(code) ? { kind: 'padded', digits: code.length } : { kind: 'other' }
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
        return value === '' ? '' : this.numberOf(value, this.formats[Number(cell.attributes.s ?? 0)] ?? { kind: 'other' })
    }
  }

  /** A number as its format shows it, in so far as that says what it is. */
  private numberOf(value: string, format: Format): string {
    const number = Number(value)
    if (!Number.isFinite(number)) return escaped(value)
    const exact = (one: number): string => String(Number(one.toPrecision(15)))
    switch (format.kind) {
      case 'hidden':
        return ''
      case 'percent':
        return `${exact(number * 100)}%`
      case 'padded':
        return exact(number).padStart(format.digits, '0')
      case 'elapsed':
        return elapsed(number)
      case 'other':
        return exact(number)
      default:
        return number < 0 || number > LAST_DAY ? exact(number) : this.dayOf(number, format.kind === 'time')
    }
  }

  private dayOf(number: number, isTime: boolean): string {
    // Days are counted as if 1900 had been a leap year.
    const epoch = this.since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30)
    const iso = new Date(Math.round((epoch + number * DAY_MS) / 1000) * 1000).toISOString()
    const time = iso.slice(11, iso.endsWith(':00.000Z') ? 16 : 19)
    if (isTime && number < 1) return time
    return number % 1 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
  }
}

/** Days as hours, minutes and, where there are any, seconds. */
function elapsed(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])]
  return `${days < 0 ? '-' : ''}${parts.map((part, at) => (at === 0 ? part : String(part).padStart(2, '0'))).join(':')}`
}

/** The column of a cell from its name, `C5` or `$C$5`, from 0. */
function columnOf(name: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d/.exec(name)?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
