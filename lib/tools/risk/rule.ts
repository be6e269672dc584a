/** What a risk rule is. Each chain keeps its rules in one folder; everything said about a rule, in answers and in the docs, is read from there. */

export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** True when `one` weighs at least as much as `other`. */
export const atLeast = (one: Severity, other: Severity): boolean => severities.indexOf(one) >= severities.indexOf(other)

/** Raw values, thresholds and the source, flat. */
export type Evidence = Record<string, string | number | boolean | null>

/**
 * pass needs positive evidence. unread means that nobody answered what the check asks; `reason` says so where the sources' failures do not.
 * not_applicable means that the question does not arise for this token. silent is for remarks, which are not listed among the checks.
 * A fail carries its finding. An unread outcome with `needs` names the sources that would settle a danger that is half seen (a flag is set, and
 * who could use it was not to be read): it keeps the verdict open as a core check does.
 */
export type Outcome =
  | { state: 'pass' }
  | { state: 'unread'; reason: string | null; needs?: readonly string[] }
  | { state: 'not_applicable'; reason: string }
  | { state: 'silent' }
  | { state: 'fail'; severity: Severity; detail: string; evidence: Evidence }

export const pass: Outcome = { state: 'pass' }
export const silent: Outcome = { state: 'silent' }
export const unread = (reason: string | null = null): Outcome => ({ state: 'unread', reason })
export const halfSeen = (reason: string, needs: readonly string[]): Outcome => ({ state: 'unread', reason, needs })
export const notApplicable = (reason: string): Outcome => ({ state: 'not_applicable', reason })
export const fail = (severity: Severity, detail: string, evidence: Evidence): Outcome => ({ state: 'fail', severity, detail, evidence })

export type Rule<Facts> = {
  code: string
  /** Fixed phrase, the title of its finding. */
  title: string
  /** For the docs: the severity and what makes it fail, in words. */
  severity: string
  when: string
  /** Who can answer it, as sources are named in answers. When one of them failed, an unread check is our gap and not the token's. */
  sources: readonly string[]
  /** It passes because nobody warns: without the answer of one of its sources, which might have, it is unread. */
  everySource?: boolean
  /** Without a decision on a core check there is no verdict, unless danger was found. */
  core?: boolean
  /** A trusted issuer lowers its finding to this severity. */
  trusted?: Severity
  /** It is about a power of the issuer: trust accepts it when nobody could read it. */
  ownerPower?: boolean
  /** A remark rather than a check: makes a finding, but is not listed among the checks. */
  note?: boolean
  judge: (facts: Facts) => Outcome
}

/** Who vouches for the token, in words: the curated list or a third party; null when nobody does. */
export type Trust = { issuer: string | null; by: string; source: string }
