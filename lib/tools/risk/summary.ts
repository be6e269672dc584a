/** From outcomes to a verdict: weights, bands, the rule for "critical", the rule for "unknown". Deterministic, byte for byte. */
import { z } from 'zod'
import { fail, type Outcome, type Rule, type Severity, severities, type Trust } from './rule.ts'
import { summaryText } from './text.ts'

export const weights: Record<Severity, number> = { critical: 60, high: 30, medium: 15, low: 4, info: 0 }

export const verdicts = ['low', 'medium', 'high', 'critical', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]

/** First and last score of each verdict. */
export const bands = { low: [0, 14], medium: [15, 44], high: [45, 89], critical: [90, 100] } as const

export const Summary = z.object({
  verdict: z
    .enum(verdicts)
    .describe('low, medium, high, critical, or unknown when a core check could not be decided and no danger was found.'),
  score: z.int().min(0).max(100).nullable().describe('0 (no risk found) to 100; null when the verdict is unknown.'),
  completeness: z.number().min(0).max(1).describe('Share of the listed checks that could be decided, 0 to 1.'),
  text: z.string().describe('Two or three sentences: why this verdict, the strongest findings, what could not be checked.'),
  findings: z
    .array(
      z.object({
        code: z.string().describe('Stable code of the rule; see the rules page.'),
        severity: z.enum(severities).describe('Weight of the finding.'),
        title: z.string().describe('Fixed phrase of the rule.'),
        detail: z.string().describe('One plain sentence with the number in it.'),
        evidence: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
          .describe('Raw values, threshold and source, flat.'),
      }),
    )
    .describe('What was found, strongest first.'),
  checks: z
    .array(
      z.object({
        code: z.string().describe('Stable code of the rule.'),
        state: z.enum(['pass', 'fail', 'unknown']).describe('fail makes a finding; unknown means that the data was missing.'),
      }),
    )
    .describe('Every check that applies to this token.'),
})
export type Summary = z.output<typeof Summary>
export type Finding = Summary['findings'][number]

/** What trust makes of an outcome: a finding about an owner's power is lowered and says why, an undecided one is settled. */
function withTrust<Facts>(rule: Rule<Facts>, outcome: Outcome, trust: Trust | null): Outcome {
  if (trust === null) return outcome
  if (outcome.state === 'unknown' && rule.ownerPower) return { state: 'pass' }
  if (rule.trusted === undefined || outcome.state !== 'fail' || severities.indexOf(outcome.severity) <= severities.indexOf(rule.trusted))
    return outcome
  const detail = `${outcome.detail} Lowered from ${outcome.severity} to ${rule.trusted}, because ${trust.by} vouches for the issuer.`
  return fail(rule.trusted, detail, { ...outcome.evidence, loweredFrom: outcome.severity, trustedBy: trust.source })
}

const bandOf = (score: number): 'low' | 'medium' | 'high' | 'critical' =>
  score >= bands.critical[0] ? 'critical' : score >= bands.high[0] ? 'high' : score >= bands.medium[0] ? 'medium' : 'low'

/** "Critical" is earned by rule, never by adding up small things (upstreams.md section 5). */
function isCritical(findings: readonly Finding[], authority: readonly string[]): boolean {
  const find = (code: string) => findings.find((finding) => finding.code === code)
  const criticals = findings.filter(({ severity }) => severity === 'critical')
  const sellBlocked = find('CANNOT_SELL')
  if (sellBlocked?.severity === 'critical' && sellBlocked.evidence.contradicted !== true) return true
  if (criticals.length >= 2) return true
  return find('IMPERSONATION')?.severity === 'critical' && authority.some((code) => find(code) !== undefined)
}

/** Findings that mean a live authority. */
const AUTHORITY = ['MINT_AUTHORITY', 'FREEZE_AUTHORITY', 'BLACKLIST', 'CAN_TAKE_TOKENS', 'HIDDEN_CONTROL', 'TAX_CHANGEABLE']

/** Runs the rules on the facts of one token. */
export function summarise<Facts>(rules: readonly Rule<Facts>[], facts: Facts, trust: Trust | null): Summary {
  const judged = rules.map((rule) => ({ rule, outcome: withTrust(rule, rule.judge(facts), trust) }))
  const findings = judged
    .flatMap(({ rule: { code, title }, outcome }): Finding[] =>
      outcome.state === 'fail' ? [{ code, severity: outcome.severity, title, detail: outcome.detail, evidence: outcome.evidence }] : [],
    )
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || (a.code < b.code ? -1 : 1))
  const checks = judged.flatMap(({ rule, outcome }): Summary['checks'] =>
    outcome.state === 'omit' || rule.note ? [] : [{ code: rule.code, state: outcome.state }],
  )
  const undecided = checks.filter(({ state }) => state === 'unknown').map(({ code }) => code)
  const completeness = checks.length === 0 ? 0 : Math.round((1 - undecided.length / checks.length) * 100) / 100

  const core = rules.filter((rule) => rule.core).map(({ code }) => code)
  const danger = findings.some(({ severity }) => severity === 'high' || severity === 'critical')
  const missingCore = undecided.filter((code) => core.includes(code))
  const { verdict, score } =
    !danger && missingCore.length > 0 ? { verdict: 'unknown' as const, score: null } : toVerdict(findings, isCritical(findings, AUTHORITY))
  const text = summaryText({ verdict, score, findings, undecided, missingCore, trust })
  return { verdict, score, completeness, text, findings, checks }
}

function toVerdict(findings: readonly Finding[], critical: boolean): { verdict: Verdict; score: number } {
  const sum = Math.min(
    100,
    findings.reduce((total, { severity }) => total + weights[severity], 0),
  )
  if (critical) return { verdict: 'critical', score: Math.max(sum, bands.critical[0]) }
  const verdict = bandOf(sum)
  return verdict === 'critical' ? { verdict: 'high', score: bands.high[1] } : { verdict, score: sum }
}
