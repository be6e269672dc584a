/** What the examples of both risk tools share. */
import type { Evidence, Severity } from './rule.ts'
import type { Finding, Summary } from './summary.ts'

type Check = Summary['checks'][number]

/** Why a known issuer's powers are accepted, read and unread. */
export const VOUCHED = 'Our curated list vouches for the issuer.'
export const VOUCHED_UNREAD = 'Not read; whatever the issuer may do is accepted, because our curated list vouches for it.'

/**
 * The checks of an example, in order.
 * @param rows `CODE state`, by commas
 * @param reasons of those that have one, by code
 */
export const checksOf = (rows: string, reasons: Record<string, string>): Check[] =>
  rows.split(',').map((row) => {
    const [code = '', state] = row.trim().split(' ')
    return { code, state: state as Check['state'], reason: reasons[code] ?? null } // the contract sweep checks it against the schema
  })

/** A finding; `before` = its severity until our curated list lowered it. */
export const finding = (
  [code, severity, title]: [string, Severity, string],
  detail: string,
  evidence: Evidence,
  before?: Severity,
): Finding => ({
  ...{ code, severity, title },
  detail: before ? `${detail} Lowered from ${before} to ${severity}, because our curated list vouches for the issuer.` : detail,
  evidence: before ? { ...evidence, loweredFrom: before, trustedBy: 'curated list' } : evidence,
})

/** Sources by name; `failed` after it marks one that gave no usable answer. */
export const sourcesOf = (...names: string[]) =>
  names.map((name) => ({ name: name.replace(/ failed$/, ''), ok: !name.endsWith(' failed') }))
