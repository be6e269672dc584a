/** Nobody pays for our gaps: an unknown verdict is for sale only when it is the token that cannot be known. */
import { ApiError } from '../../errors.ts'
import type { TailPart } from '../tail.ts'
import type { Rule, Trust } from './rule.ts'
import { type Failures, type Summary, summarise } from './summary.ts'

/** The sources among the parts of an answer that were asked and did not answer. One that does not know the token has answered. */
const toFailures = (parts: readonly TailPart[]): Failures =>
  new Map(parts.flatMap((part) => ('reason' in part && part.reason !== 'not_found' ? [[part.source, part.reason] as const] : [])))

const RETRY_SECONDS = 10

/**
 * The summary of a token, as it may be sold.
 * @throws ApiError 503 `upstream_unavailable` when the verdict is unknown because a source failed, was paced by us or ran out of time
 */
export function requireVerdict<Facts>(
  rules: readonly Rule<Facts>[],
  facts: Facts,
  trust: Trust | null,
  parts: readonly TailPart[],
): Summary {
  const failures = toFailures(parts)
  const { summary, gaps } = summarise(rules, facts, trust, failures)
  if (gaps.length === 0) return summary
  const who = gaps.map((source) => `${source} (${failures.get(source)})`).join(', ')
  throw new ApiError(
    'upstream_unavailable',
    `No verdict is possible without ${who}. Nothing was charged; try again in ${RETRY_SECONDS} s.`,
    {
      retryAfterSeconds: RETRY_SECONDS,
      extra: { unavailable: gaps.map((source) => ({ source, reason: failures.get(source) })) },
    },
  )
}
