/** Comma-separated values (RFC 4180, and with other separators) as a table. */
import { gfmTable } from '../writer/grid.ts'
import { writeCell } from '../writer/inline.ts'
import { words } from '../writer/inline-run.ts'
import { fence } from './source.ts'

const SEPARATORS = [',', ';', '\t', '|']
/** Rows by which the separator is found. */
const SAMPLE = 20
/** Share of the rows that have as many cells as the first. */
const EVEN = 0.8

/** So many lines of comments may stand above the rows. */
const COMMENTS = 50
/** What spreadsheets write first for one another. */
const SAID = /^sep=([,;|\t])(?:\n|$)/i

/** The rows of a text from a place on. Linear. */
function rowsOf(text: string, separator: string, from: number, most = Number.POSITIVE_INFINITY): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = from
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

/** A GFM table of separated values, the first row its head, below the comments that stand above them; null where they make none. @param separator null where it is not known */
export function tableOf(source: string, separator: string | null): string | null {
  const whole = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const said = SAID.exec(whole)
  const text = whole.slice(said?.[0].length ?? 0)
  const known = said?.[1] ?? separator
  let from = 0
  const found = (): string | undefined => (known === null ? SEPARATORS : [known]).find((sign) => isEven(rowsOf(text, sign, from, SAMPLE)))
  let sign = found()
  for (let line = 0; sign === undefined && text[from] === '#' && line < COMMENTS; line += 1) {
    from = text.indexOf('\n', from) + 1 || text.length
    sign = found()
  }
  const rows = sign === undefined ? [] : rowsOf(text, sign, from)
  if (!isEven(rows)) return null
  const table = gfmTable(
    rows.map((row) => row.map((value) => writeCell([words(value.replace(/\s+/g, ' '))]))),
    [],
  )
  return from === 0 ? table : `${fence(text.slice(0, from), '')}\n\n${table}`
}
