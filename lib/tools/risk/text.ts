/** The verdict in two or three sentences, from codes and fixed phrases alone: text of strangers never gets here. */
import type { Trust } from './rule.ts'
import type { Finding, Verdict } from './summary.ts'

type Told = {
  verdict: Verdict
  score: number | null
  findings: readonly Finding[]
  undecided: readonly string[]
  missingCore: readonly string[]
  trust: Trust | null
}

const list = (items: readonly string[]): string =>
  items.length <= 1 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

export function summaryText({ verdict, score, findings, undecided, missingCore, trust }: Told): string {
  const notable = findings.filter(({ severity }) => severity !== 'info')
  const reason =
    verdict === 'unknown'
      ? `No verdict: ${list(missingCore)} could not be decided, and no high or critical finding was made.`
      : `Risk is ${verdict} (score ${score} of 100) from ${count(notable.length, 'finding', 'findings')} above information level.`
  const strongest = notable.slice(0, 3).map(({ title, severity }) => `${lowerFirst(title)} (${severity})`)
  const found =
    strongest.length > 0
      ? `Strongest: ${list(strongest)}.`
      : trust === null
        ? 'Nothing of weight was found, which is not a promise of safety.'
        : 'The issuer is known, and nothing of weight was found.'
  const gaps =
    undecided.length > 0
      ? `Not checked for want of data: ${list(undecided.slice(0, 6))}${undecided.length > 6 ? ` and ${undecided.length - 6} more` : ''}.`
      : ''
  return [reason, found, gaps].filter(Boolean).join(' ')
}

const lowerFirst = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`)
