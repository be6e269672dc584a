/** The verdict in two or three sentences, from codes and fixed phrases alone: text of strangers never gets here. */
import type { Severity, Trust } from './rule.ts'
import type { Verdict } from './verdict-rule.ts'

type Told = {
  verdict: Verdict
  score: number | null
  findings: readonly { title: string; severity: Severity }[]
  unread: readonly string[]
  unreadCore: readonly string[]
  /** How many powers were accepted on the word of a trust list. */
  accepted: number
  trust: Trust | null
}

const names = new Intl.ListFormat('en-GB')

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

export function summaryText({ verdict, score, findings, unread, unreadCore, accepted, trust }: Told): string {
  const notable = findings.filter(({ severity }) => severity !== 'info')
  const reason =
    verdict !== 'unknown'
      ? `Risk is ${verdict} (score ${score} of 100) from ${count(notable.length, 'finding', 'findings')} above information level.`
      : unreadCore.length > 0
        ? `No verdict: ${names.format(unreadCore)} could not be read, and no high or critical finding was made.`
        : 'No verdict: most checks could not be read, and no high or critical finding was made.'
  const strongest = notable.slice(0, 3).map(({ title, severity }) => `${lowerFirst(title)} (${severity})`)
  const found =
    strongest.length > 0
      ? `Strongest: ${names.format(strongest)}.`
      : trust === null
        ? 'Nothing of weight was found, which is not a promise of safety.'
        : 'The issuer is known, and nothing of weight was found.'
  const powers = accepted > 0 ? `${count(accepted, 'power', 'powers')} accepted on the word of a trust list.` : ''
  const gaps =
    unread.length > 0
      ? `Not read, which is not safety: ${names.format(unread.slice(0, 6))}${unread.length > 6 ? ` and ${unread.length - 6} more` : ''}.`
      : ''
  return [reason, found, powers, gaps].filter(Boolean).join(' ')
}

const lowerFirst = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`)
