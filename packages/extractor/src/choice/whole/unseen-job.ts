/** Who offers a job, where, for how much and until when: where the data of its page say so and what is kept of it does not. */
import { placeOf } from '../../metadata/happenings.ts'
import { onlyOne } from '../../metadata/subject.ts'
import { fold } from '../../metadata/text.ts'
import type { Block } from '../../page/blocks.ts'
import type { Page } from '../../page/dom.ts'
import { type Graph, type LdNode, namesOf, nodesIn, textValue, typesOf } from '../../page/json-ld.ts'
import { leadLines } from './lead.ts'

const LONGEST = 200
/** Characters of what a line says beside a value. */
const LABEL = 30

const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string')

/** `FULL_TIME` and `TELECOMMUTE` as words. */
const plainly = (word: string): string => (/^[A-Z_]+$/.test(word) ? word.toLowerCase().replaceAll('_', ' ') : word)

/** The least and the most that a job pays, with what it is paid for. */
function salaryOf(value: unknown): string | null {
  const salary = nodesIn(value)[0]
  const amount = nodesIn(salary?.value)[0] ?? salary
  if (salary === undefined || amount === undefined) return null
  const said = [amount.minValue, amount.maxValue, amount.value].filter((sum) => /^\d[\d.,]{0,14}$/.test(String(sum ?? '')))
  const [sums, unit] = [[...new Set(said)], textValue(amount.unitText)]
  const currency = textValue(salary.currency) ?? ''
  return sums.length === 0 ? null : `${sums.join(' to ')} ${currency}${unit === null ? '' : ` per ${unit.toLowerCase()}`}`
}

const linesOf = (job: LdNode, byId: Graph['byId']): [string, string | null][] => [
  ['Company', namesOf(job.hiringOrganization, byId).join(', ')],
  ['Location', [...new Set(nodesIn(job.jobLocation).flatMap(placeOf)), ...wordsOf(job.jobLocationType).map(plainly)].join(', ')],
  ['Employment', wordsOf(job.employmentType).map(plainly).join(', ')],
  ['Salary', salaryOf(job.baseSalary)],
  ['Closes', textValue(job.validThrough)],
]

/** Lines of Markdown; null where the page is about no job, or shows all of it. */
export function unseenJob(page: Page, blocks: readonly Block[], keep: Uint8Array): string | null {
  const job = onlyOne(page, (node) => typesOf(node).includes('JobPosting'), 'title')
  if (job === null) return null
  const shown = blocks.filter(({ index, text }) => keep[index] === 1 && text.length <= LONGEST).map(({ text }) => fold(text))
  // A text that names a place does not say that it is where the work is.
  const isShown = (line: string): boolean => shown.some((text) => text.includes(fold(line)) && text.length <= fold(line).length + LABEL)
  return leadLines(linesOf(job, page.jsonLd.byId), isShown)
}
