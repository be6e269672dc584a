import { stringify } from 'csv-stringify/sync'
import { Notice } from '../../notices/notice.ts'
import { stripInvisible } from '../../words/text.ts'
import { ATTRIBUTION, type Feed } from '../feed.ts'
import { type Format, inOne, type Pieces } from './format.ts'

const BOM = '\uFEFF'
/** Characters of a cell, in Excel and LibreOffice; what is longer spills into the next lines. */
const CELL_MAX = 32_767

/** The columns, in the order of the specification's fields. */
export const COLUMNS = Object.keys(Notice.shape) as (keyof Notice)[]

const oneLine = (text: string): string => stripInvisible(text).replace(/[\r\n\u2028\u2029]+/g, ' ')

function toCell(notice: Notice, column: keyof Notice): string {
  if (column === 'also_at') return notice.also_at.map(({ id }) => id).join('; ')
  const value = notice[column]
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return oneLine(value)
  if (!Array.isArray(value)) return String(value)
  return listed<unknown>(value, (items) =>
    oneLine(items.some((item) => typeof item === 'object') ? JSON.stringify(items) : items.join('; ')),
  )
}

/** A list in one cell, lists of things with parts as JSON: as many of them as a spreadsheet takes in one. */
function listed<Item>(items: readonly Item[], write: (items: readonly Item[]) => string): string {
  const whole = write(items)
  if (whole.length <= CELL_MAX) return whole
  return listed(items.slice(0, Math.min(items.length - 1, Math.floor((items.length * CELL_MAX) / whole.length))), write)
}

const line = (cells: readonly string[]): string => stringify([[...cells]], { record_delimiter: 'windows', escape_formulas: true })

const pieces = (): Pieces => ({
  head: `${BOM}${line(COLUMNS)}`,
  item: ({ notice }) => line(COLUMNS.map((column) => toCell(notice, column))),
  tail: ATTRIBUTION,
})

/** RFC 4180 with a byte order mark; formulas are defused by an apostrophe; the last line is the attribution, without a line break. */
export default {
  name: 'csv',
  label: 'CSV',
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  about: 'For spreadsheets: a line a notice.',
  headers: (feed: Feed) => ({ 'Content-Disposition': `inline; filename="${feed.trade?.slug ?? 'all'}.csv"` }),
  render: (feed) => inOne(feed, pieces()),
  pieces,
} satisfies Format
