/** Comma-separated values (RFC 4180, and with other separators) as a table. */
import { gfmTable } from '../writer/grid.ts'
import { writeInline } from '../writer/inline.ts'

const SEPARATORS = [',', ';', '\t', '|']
/** Rows by which the separator is found. */
const SAMPLE = 20
/** Share of the rows that have as many cells as the first. */
const EVEN = 0.8

/** The rows of a text. Linear. */
function rowsOf(text: string, separator: string, most = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length && rows.length < most) {
    let cell = ''
    if (text[at] === '"') {
      let end = at + 1
      for (;;) {
        const quote = text.indexOf('"', end)
        cell += text.slice(end, quote === -1 ? text.length : quote)
        end = quote === -1 ? text.length : quote + 1
        if (text[end] !== '"') break
        cell += '"'
        end += 1
      }
      at = end
    }
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1
    row.push((cell + text.slice(start, at)).trim())
    if (text[at] !== separator) {
      if (row.some((value) => value !== '')) rows.push(row)
      row = []
    } else if (at + 1 === text.length) row.push('')
    at += 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

const isEven = (rows: readonly string[][]): boolean =>
  rows.length > 1 && rows[0]!.length > 1 && rows.filter((row) => row.length === rows[0]!.length).length >= rows.length * EVEN

/** A GFM table of separated values, the first row its head; null where they make none. @param separator null where it is not known */
export function tableOf(source: string, separator: string | null): string | null {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const found = separator ?? SEPARATORS.find((sign) => isEven(rowsOf(text, sign, SAMPLE)))
  if (found === undefined) return null
  const rows = rowsOf(text, found)
  if (!isEven(rows)) return null
  return gfmTable(
    rows.map((row) => row.map((value) => writeInline([{ type: 'text', value: value.replace(/\s+/g, ' ') }], { table: true }))),
    [],
  )
}
