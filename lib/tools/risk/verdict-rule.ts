/**
 * The rule of the verdict, as data: the code that applies it and docs/risk-rules.md both read it from here, so that neither can say
 * something else than the other.
 */
import { type Severity, severities } from './rule.ts'

export const verdicts = ['low', 'medium', 'high', 'critical', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]
type Decided = Exclude<Verdict, 'unknown'>

/** What a finding adds to the score. */
export const weights: Record<Severity, number> = { critical: 60, high: 30, medium: 15, low: 4, info: 0 }

/** First and last score of each verdict. */
export const bands: Record<Decided, readonly [from: number, to: number]> = {
  low: [0, 14],
  medium: [15, 44],
  high: [45, 89],
  critical: [90, 100],
}

/** The verdict that one finding alone earns: the verdict of a token is never below that of its gravest finding. */
export const floors: Record<Severity, Decided> = { critical: 'high', high: 'high', medium: 'medium', low: 'low', info: 'low' }

/** Share of the listed checks that must be decided before a token may be called low or medium. */
export const MIN_COMPLETENESS = 0.5

/** Findings that mean that somebody holds a live power over the token. */
export const AUTHORITY_CODES = ['MINT_AUTHORITY', 'FREEZE_AUTHORITY', 'BLACKLIST', 'CAN_TAKE_TOKENS', 'HIDDEN_CONTROL', 'TAX_CHANGEABLE']

type Found = { code: string; severity: Severity; evidence: { contradicted?: unknown } }

export type Judged = {
  findings: readonly Found[]
  /** Core checks that are unread. */
  unreadCore: readonly string[]
  completeness: number
}

const has = (findings: readonly Found[], code: string, severity: Severity) =>
  findings.some((finding) => finding.code === code && finding.severity === severity)

type Row = { verdict: Verdict; when: string; holds: (judged: Judged) => boolean }

/** From the top: the first row that holds gives the verdict. */
export const verdictRows: readonly Row[] = [
  {
    verdict: 'critical',
    when: '`CANNOT_SELL` fails with severity critical and no other source contradicts it',
    holds: ({ findings }) =>
      findings.some(({ code, severity, evidence }) => code === 'CANNOT_SELL' && severity === 'critical' && evidence.contradicted !== true),
  },
  {
    verdict: 'critical',
    when: 'two findings are critical',
    holds: ({ findings }) => findings.filter(({ severity }) => severity === 'critical').length >= 2,
  },
  {
    verdict: 'critical',
    when: `\`IMPERSONATION\` is critical and somebody holds a live power (${AUTHORITY_CODES.map((code) => `\`${code}\``).join(', ')})`,
    holds: ({ findings }) =>
      has(findings, 'IMPERSONATION', 'critical') &&
      findings.some(({ code, severity }) => AUTHORITY_CODES.includes(code) && severity !== 'info'),
  },
  {
    verdict: 'high',
    when: 'a finding is critical or high, or the sum of the weights reaches the band of high: danger that was found outranks what could not be read',
    holds: ({ findings }) => findings.some(({ severity }) => floors[severity] === 'high') || sumOf(findings) >= bands.high[0],
  },
  {
    verdict: 'unknown',
    when: 'a core check is unread',
    holds: ({ unreadCore }) => unreadCore.length > 0,
  },
  {
    verdict: 'unknown',
    when: `fewer than ${MIN_COMPLETENESS * 100} % of the listed checks are decided`,
    holds: ({ completeness }) => completeness < MIN_COMPLETENESS,
  },
  {
    verdict: 'medium',
    when: 'a finding is medium, or the sum of the weights reaches the band of medium',
    holds: ({ findings }) => findings.some(({ severity }) => severity === 'medium') || sumOf(findings) >= bands.medium[0],
  },
  { verdict: 'low', when: 'none of the above', holds: () => true },
]

const sumOf = (findings: readonly Found[]): number =>
  Math.min(
    100,
    findings.reduce((total, { severity }) => total + weights[severity], 0),
  )

/** Verdict and score. The sum of the weights only orders within the band of the verdict; an unknown verdict has no score. */
export function toVerdict(judged: Judged): { verdict: Verdict; score: number | null } {
  const row = verdictRows.find(({ holds }) => holds(judged))
  const verdict = row?.verdict ?? 'unknown'
  if (verdict === 'unknown') return { verdict, score: null }
  const [from, to] = bands[verdict]
  return { verdict, score: Math.min(to, Math.max(from, sumOf(judged.findings))) }
}

/** In the order in which the docs show them. */
export const gravestFirst: readonly Severity[] = [...severities].reverse()
