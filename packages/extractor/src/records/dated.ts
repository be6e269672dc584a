/** Records of posts elsewhere: each leads somewhere, and says when that was written. */
import { writtenDate } from '../metadata/date.ts'
import type { Block } from '../page/blocks.ts'
import { FLAG } from '../page/flags.ts'
import type { RecordGroup } from './find.ts'

/** Characters of a line that may be the day of a record. */
const LONGEST_LINE = 80
/** Share of the records that must be posts. */
const MOST = 0.8
const LEAST_TITLE = 4
/** Share of a title that leads somewhere. */
const LINKED = 0.8

const YEAR = /\d{4}/

/** Name, day and time to read may stand side by side without a space. */
export const isDated = ({ text, flags, nodes }: Block): boolean =>
  (flags & FLAG.time) !== 0 ||
  (text.length < LONGEST_LINE &&
    YEAR.test(text) &&
    (writtenDate(text) !== null || nodes.some((node) => YEAR.test(node.text) && writtenDate(node.text.trim()) !== null)))

/** Whether nearly all of a line leads somewhere. */
export const isLinkedLine = ({ text, links, linkLength }: Block): boolean =>
  links > 0 && text.length >= LEAST_TITLE && linkLength >= text.length * LINKED

/** Whether most of these records have a line that leads somewhere, and one with a day. */
export function arePosts(records: RecordGroup['records'], blocks: readonly Block[]): boolean {
  let left = Math.floor(records.length * (1 - MOST))
  return records.every(({ from, to }) => {
    const own = blocks.slice(from, to)
    if (!own.some(isLinkedLine) || !own.some(isDated)) left -= 1
    return left >= 0
  })
}
