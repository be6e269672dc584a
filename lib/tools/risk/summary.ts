/** From the outcomes of the rules to the summary of an answer. Deterministic, byte for byte; the rule of the verdict is in verdict-rule.ts. */
import { z } from 'zod'
import type { UpstreamReason } from '../../egress/upstream-types.ts'
import { atLeast, type Outcome, type Rule, severities, type Trust, unread } from './rule.ts'
import { summaryText } from './text.ts'
import { MIN_COMPLETENESS, toVerdict, verdicts } from './verdict-rule.ts'

/** What a check came to, besides remarks. `unknown` was the word for `unread` until November 2026. */
const checkStates = ['pass', 'fail', 'accepted', 'not_applicable', 'unread'] as const

export const Summary = z.object({
  verdict: z
    .enum(verdicts)
    .describe(
      'low, medium, high or critical, never below the gravest finding; unknown when a core check could not be read and no danger was found.',
    ),
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
        state: z
          .enum(checkStates)
          .describe(
            'pass: read, and nothing found. fail: makes a finding. accepted: a power of an issuer that a trust list vouches for. not_applicable: the question does not arise. unread: nobody answered it, which is not safety.',
          ),
        reason: z
          .string()
          .nullable()
          .describe('Why it is unread or does not apply, or on whose word it is accepted; null for pass and fail.'),
      }),
    )
    .describe('Every check, and what became of it.'),
})
export type Summary = z.output<typeof Summary>
export type Finding = Summary['findings'][number]

/** Sources that were asked and did not answer usably, with the reason. A source that does not know the token is not among them. */
export type Failures = ReadonlyMap<string, UpstreamReason>

type Judged<Facts> = {
  rule: Rule<Facts>
  outcome: Outcome
  /** Set when a trust list decides the check. */
  accepted: string | null
}

/** What trust makes of an outcome: a finding about an issuer's power is lowered and says why; a power that nobody could read is accepted. */
function withTrust<Facts>(rule: Rule<Facts>, outcome: Outcome, trust: Trust | null): Judged<Facts> {
  if (trust !== null && outcome.state === 'unread' && rule.ownerPower)
    return { rule, outcome, accepted: `Not read; whatever the issuer may do is accepted, because ${trust.by} vouches for it.` }
  if (trust === null || outcome.state !== 'fail' || rule.trusted === undefined) return { rule, outcome, accepted: null }
  const accepted = `${trust.by.charAt(0).toUpperCase()}${trust.by.slice(1)} vouches for the issuer.`
  if (atLeast(rule.trusted, outcome.severity)) return { rule, outcome, accepted }
  const lowered: Outcome = {
    ...outcome,
    severity: rule.trusted,
    detail: `${outcome.detail} Lowered from ${outcome.severity} to ${rule.trusted}, because ${trust.by} vouches for the issuer.`,
    evidence: { ...outcome.evidence, loweredFrom: outcome.severity, trustedBy: trust.source },
  }
  return { rule, outcome: lowered, accepted }
}

/** A silence of those who did not answer is no pass. */
function judgeBy<Facts>(rule: Rule<Facts>, facts: Facts, failures: Failures): Outcome {
  const outcome = rule.judge(facts)
  return outcome.state === 'pass' && rule.everySource && rule.sources.some((source) => failures.has(source)) ? unread() : outcome
}

/** Why nobody answered: the sources that failed, else what the rule says, else that those asked do not say. */
function whyUnread(sources: readonly string[], reason: string | null, failures: Failures): string {
  const failed = sources.flatMap((source) => {
    const failure = failures.get(source)
    return failure === undefined ? [] : [`${source} (${failure})`]
  })
  if (failed.length > 0) return `No answer from ${failed.join(', ')}.`
  return reason ?? `Not stated by ${sources.join(', ')}.`
}

function toCheck<Facts>({ rule, outcome, accepted }: Judged<Facts>, failures: Failures): Summary['checks'] {
  const { code } = rule
  if (rule.note || outcome.state === 'silent') return []
  if (accepted !== null) return [{ code, state: 'accepted', reason: accepted }]
  if (outcome.state === 'unread')
    return [{ code, state: 'unread', reason: whyUnread(outcome.needs ?? rule.sources, outcome.reason, failures) }]
  if (outcome.state === 'not_applicable') return [{ code, state: 'not_applicable', reason: outcome.reason }]
  return [{ code, state: outcome.state, reason: null }]
}

/**
 * Runs the rules on the facts of one token.
 * @param failures what was asked and did not answer: it goes into the reasons of unread checks
 * @returns the summary, and the sources whose failure left an unknown verdict without what it needed: empty when the verdict is decided, or when
 *   it is the token that nobody can know. An answer with such gaps is not for sale.
 */
export function summarise<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  trust: Trust | null,
  failures: Failures = new Map(),
): { summary: Summary; gaps: string[] } {
  const judged = rules.map((rule) => withTrust(rule, judgeBy(rule, facts, failures), trust))
  const findings = judged
    .flatMap(({ rule: { code, title }, outcome }): Finding[] =>
      outcome.state === 'fail' ? [{ code, severity: outcome.severity, title, detail: outcome.detail, evidence: outcome.evidence }] : [],
    )
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || (a.code < b.code ? -1 : 1))
  const checks = judged.flatMap((one) => toCheck(one, failures))
  const unreadCodes = checks.filter(({ state }) => state === 'unread').map(({ code }) => code)
  const completeness = checks.length === 0 ? 0 : Math.round((1 - unreadCodes.length / checks.length) * 100) / 100
  const open = judged.flatMap(({ rule, outcome, accepted }) =>
    outcome.state === 'unread' && accepted === null && !rule.note
      ? [{ code: rule.code, core: rule.core === true || outcome.needs !== undefined, sources: outcome.needs ?? rule.sources }]
      : [],
  )
  const unreadCore = open.filter(({ core }) => core).map(({ code }) => code)
  const { verdict, score } = toVerdict({ findings, unreadCore, completeness })
  const accepted = checks.filter(({ state }) => state === 'accepted').length
  const text = summaryText({ verdict, score, findings, unread: unreadCodes, unreadCore, accepted, trust })
  const needed = verdict === 'unknown' ? open.filter(({ core }) => core || completeness < MIN_COMPLETENESS) : []
  const gaps = [...new Set(needed.flatMap(({ sources }) => sources.filter((source) => failures.has(source))))]
  return { summary: { verdict, score, completeness, text, findings, checks }, gaps }
}
