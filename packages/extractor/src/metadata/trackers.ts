/** Who reported what a tracker keeps, and when, as its fields say it: comments of others stand around these. */
import type { Block } from '../page/blocks.ts'
import { closest } from '../page/dom.ts'
import { datetimeOf, isTime } from '../page/tags.ts'
import { toIsoDate, writtenDate } from './date.ts'
import { cleanName } from './names.ts'

const REPORTER = /^report(?:er|ed by):?$/i
/** What Bugzilla writes behind `Reported:`. */
const REPORTED = /^reported:$/i
const DAY_AND_NAME = /^(\d{4}-\d\d-\d\d)[^\p{L}]{0,12}(?:\p{Lu}{2,5} )?by (\S.{0,58}\S)$/u
const CREATED = /^created:?$/i
const LONGEST = 80

const LONGEST_LABEL = 20
const isLabel = ({ text, container }: Block): boolean => (container.tag === 'dt' || container.tag === 'th') && text.length < LONGEST_LABEL

function momentOf({ nodes, text }: Block): string | null {
  const time = nodes.map(({ parent }) => closest(parent, isTime)).find((at) => at !== null) ?? null
  return toIsoDate(time === null ? null : datetimeOf(time)) ?? writtenDate(text)
}

/** Who reported something to a tracker and when; null on pages that have no such fields. */
export function readReport(blocks: readonly Block[]): { readonly by: string | null; readonly on: string | null } | null {
  const labels = blocks.filter(isLabel)
  /** What stands beside the one field that is called so; undefined where there are none or several. */
  const fieldOf = (name: RegExp): Block | undefined => {
    const called = labels.filter(({ text }) => name.test(text))
    const value = called.length === 1 ? blocks[called[0]!.index + 1] : undefined
    return value !== undefined && value.text.length <= LONGEST && /^(?:dd|td)$/.test(value.container.tag) ? value : undefined
  }
  const said = DAY_AND_NAME.exec(fieldOf(REPORTED)?.text ?? '')
  if (said !== null) return { by: cleanName(said[2]!), on: toIsoDate(said[1]) }
  const reporter = fieldOf(REPORTER)
  const created = reporter && fieldOf(CREATED)
  return reporter ? { by: cleanName(reporter.text), on: created ? momentOf(created) : null } : null
}
