/** What a risk rule is. Each chain keeps its rules in one file; everything said about a rule, in answers and in the docs, is read from there. */

export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Raw values, thresholds and the source, flat. */
export type Evidence = Record<string, string | number | boolean | null>

/**
 * pass needs positive evidence; unknown means that a source was silent; omit means that the check cannot be judged for this token, and leaves
 * it out of the list. A fail carries its finding.
 */
export type Outcome =
  | { state: 'pass' }
  | { state: 'unknown' }
  | { state: 'omit' }
  | { state: 'fail'; severity: Severity; detail: string; evidence: Evidence }

export const pass: Outcome = { state: 'pass' }
export const unknown: Outcome = { state: 'unknown' }
export const omit: Outcome = { state: 'omit' }
export const fail = (severity: Severity, detail: string, evidence: Evidence): Outcome => ({ state: 'fail', severity, detail, evidence })

export type Rule<Facts> = {
  code: string
  /** Fixed phrase, the title of its finding. */
  title: string
  /** For the docs: the severity and what makes it fail, in words. */
  severity: string
  when: string
  /** Without a decision on a core check there is no verdict, unless danger was found. */
  core?: boolean
  /** A trusted issuer lowers its finding to this severity. */
  trusted?: Severity
  /** It is about a power of the owner: trust settles it when it is undecided. */
  ownerPower?: boolean
  /** A remark rather than a check: makes a finding, but is not listed among the checks. */
  note?: boolean
  judge: (facts: Facts) => Outcome
}

/** Who vouches for the token, in words: the curated list or a third party; null when nobody does. */
export type Trust = { issuer: string | null; by: string; source: string }
