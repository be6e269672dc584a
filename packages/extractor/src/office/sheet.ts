/** The cells of a sheet that are shown, with what they say (ISO/IEC 29500-1, 18.3.1). */
import { escaped, linkTo, tagged } from '../body/html.ts'
import { type Format, numberText } from './cell-formats.ts'
import type { Package } from './package.ts'
import { type Cell, type Row, tablesHtml } from './regions.ts'
import { at, elementsOf, isSet, isTrue, raisedBy, textIn, within, type Xml } from './xml.ts'

const MOST_CELLS = 100_000
const LAST_COLUMN = 16_384
const LONGEST_FORMULA = 200

/** What all sheets share: texts as HTML, formats by their numbers, and the year that days are counted from. */
export type Shared = { readonly texts: readonly string[]; readonly formats: readonly Format[]; readonly since1904: boolean }

export class SheetReader {
  private readonly file: Package
  private readonly shared: Shared
  private left = MOST_CELLS

  constructor(file: Package, shared: Shared) {
    this.file = file
    this.shared = shared
  }

  /** The tables of a sheet: rows that say something, in the columns that do. */
  tables(part: string, sheet: Xml | undefined): string {
    const [hidden, links, heads] = [hiddenColumns(sheet), this.linksOf(part, sheet), this.headsOf(part, sheet)]
    const rows: Row[] = []
    let [number, folded] = [0, 0]
    for (const row of elementsOf(at(sheet, 'sheetData'), 'row')) {
      number = Number(row.attributes.r ?? number + 1)
      if (isTrue(row.attributes.hidden)) {
        folded += 1
        continue
      }
      const cells = new Map<number, Cell>()
      let next = 0
      for (const cell of elementsOf(row, 'c')) {
        const column = columnOf(cell.attributes.r ?? '') ?? next
        next = column + 1
        const html = hidden.has(column) ? '' : this.textOf(cell)
        if (html === '') continue
        if (this.left > 0)
          cells.set(column, { html: linkTo(links.get(cell.attributes.r ?? '') ?? addressIn(cell), html), isText: isText(cell) })
        else this.file.cut = true
        this.left -= 1
      }
      if (cells.size > 0) rows.push({ place: number - folded, cells, isHead: heads.has(number) })
    }
    return tablesHtml(rows, this.file)
  }

  /** Rows in which the tables begin that the file names. */
  private headsOf(part: string, sheet: Xml | undefined): ReadonlySet<number> {
    const targets = this.file.targets(part)
    return new Set(
      elementsOf(at(sheet, 'tableParts'), 'tablePart').map(({ attributes }) => {
        const table = elementsOf(this.file.once(targets.get(attributes.id ?? '') ?? ''))[0]
        return Number(/\d+/.exec(table?.attributes.ref ?? '')?.[0] ?? 0)
      }),
    )
  }

  /** Addresses by the cells that they begin in. */
  private linksOf(part: string, sheet: Xml | undefined): ReadonlyMap<string, string | undefined> {
    return new Map(
      elementsOf(at(sheet, 'hyperlinks'), 'hyperlink').map(({ attributes: { ref = '', id } }) => [
        ref.split(':', 1)[0]!,
        this.file.link(part, id),
      ]),
    )
  }

  private textOf(cell: Xml): string {
    const { texts, formats, since1904 } = this.shared
    const value = textIn(at(cell, 'v')).trim()
    if (cell.attributes.t === 'inlineStr') return sharedText(at(cell, 'is') ?? cell)
    if (value === '') return uncounted(cell)
    switch (cell.attributes.t) {
      case 's':
        return this.file.again(texts[Number(value)] ?? '')
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE'
      case 'str':
      case 'e':
        return shown(value)
      case 'd':
        return shown(value.replace(/T00:00(?::00(?:\.0{1,9})?)?Z?$/, '').replace('T', ' '))
      default:
        return escaped(numberText(value, formats[Number(cell.attributes.s ?? 0)] ?? { kind: 'other' }, since1904))
    }
  }
}

/** A text of cells as HTML, without what says how to pronounce it. */
export const sharedText = (text: Xml): string =>
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

const isText = ({ attributes }: Xml): boolean => /^(?:s|str|inlineStr)$/.test(attributes.t ?? '')

/** The address in a formula that is a link and says where to, and its words. */
const LINK = /^HYPERLINK\("([^"]+)"(?:[,;]"([^"]*)")?/i
const addressIn = (cell: Xml): string | undefined => LINK.exec(textIn(at(cell, 'f')))?.[1]

/** A formula whose result is not in the file, as those of programs that count nothing. */
function uncounted(cell: Xml): string {
  const formula = textIn(at(cell, 'f')).trim()
  const [, address, words] = LINK.exec(formula) ?? []
  if (formula === '' || formula.length > LONGEST_FORMULA) return ''
  return escaped(words ?? address ?? `=${formula}`)
}

function hiddenColumns(sheet: Xml | undefined): ReadonlySet<number> {
  const hidden = new Set<number>()
  let last = 0
  // They stand in order, and none twice.
  for (const { attributes } of elementsOf(at(sheet, 'cols'), 'col')) {
    const [from, to] = [within(attributes.min, last + 1, LAST_COLUMN), within(attributes.max, last, LAST_COLUMN)]
    for (let column = from; isTrue(attributes.hidden) && column <= to; column += 1) hidden.add(column - 1)
    last = Math.max(last, to)
  }
  return hidden
}

/** The column of a cell from its name, `C5` or `$C$5`, from 0. */
function columnOf(name: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d/.exec(name)?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
