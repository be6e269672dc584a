import { stringify } from 'csv-stringify/sync'
import { ATTRIBUTION } from '../feed.ts'
import { Notice } from '../notice.ts'
import { stripInvisible } from '../text.ts'
import type { Format } from './format.ts'

const BOM = '\uFEFF'

/** The columns, in the order of the specification's fields. */
export const COLUMNS = Object.keys(Notice.shape) as (keyof Notice)[]

const oneLine = (text: string): string => stripInvisible(text).replace(/[\r\n\u2028\u2029]+/g, ' ')

function toCell(notice: Notice, column: keyof Notice): string {
  if (column === 'also_at') return notice.also_at.map(({ id }) => id).join('; ')
  const value = notice[column]
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return oneLine(value)
  return Array.isArray(value) ? oneLine(value.join('; ')) : String(value)
}

/** RFC 4180 with a byte order mark; formulas are defused by an apostrophe; the last line is the attribution, without a line break. */
export default {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  headers: (feed) => ({ 'Content-Disposition': `inline; filename="${feed.trade?.slug ?? 'feed'}.csv"` }),
  render: ({ items }) => {
    const rows = [COLUMNS, ...items.map(({ notice }) => COLUMNS.map((column) => toCell(notice, column)))]
    return `${BOM}${stringify(rows, { record_delimiter: 'windows', escape_formulas: true })}${ATTRIBUTION}`
  },
} satisfies Format
