/**
 * What every data answer ends with: how old the data is, who gave it, and what is missing and why.
 * Also the status of an answer whose core datum is missing (section 2.3).
 */
import { z } from 'zod'
import type { Cached } from '../egress/cached.ts'
import type { UpstreamError, UpstreamReason } from '../egress/upstream-types.ts'
import { ApiError } from '../errors.ts'

const reasons = ['timeout', 'rate_limited', 'http_error', 'bad_body', 'not_found', 'disabled'] as const satisfies UpstreamReason[]

/** The common members of every data result, to spread into a tool's output schema. */
export const tailShape = {
  fetchedAt: z.iso.datetime().describe('When the oldest datum used was fetched, ISO 8601 UTC.'),
  ageSeconds: z.int().nonnegative().describe('Age of that datum in seconds.'),
  cached: z.boolean().describe('True when the answer came from our cache alone, without a new upstream call.'),
  sources: z
    .array(
      z.object({
        name: z.string().describe('Name of the source.'),
        ok: z.boolean().describe('Whether it answered usably.'),
        as_of: z.iso
          .datetime()
          .nullable()
          .optional()
          .describe('When its oldest datum used was fetched, ISO 8601 UTC; null when it gave none.'),
      }),
    )
    .describe('Every third-party source asked for this answer.'),
  unavailable: z
    .array(
      z.object({
        field: z.string().describe('The field that is null or incomplete.'),
        source: z.string().describe('The source that should have filled it.'),
        reason: z.enum(reasons).describe('Why it did not.'),
      }),
    )
    .describe('What is missing and why; empty when nothing is.'),
}

const tailSchema = z.object(tailShape)
export type Tail = z.output<typeof tailSchema>

/** What one source contributed to an answer, or failed to. */
export type TailPart = { source: string; fetchedAt: string; cached: boolean } | { source: string; field: string; reason: UpstreamReason }

/** A source that answered. */
export const answered = (source: string, result: Pick<Cached<unknown>, 'fetchedAt' | 'cached'>): TailPart => ({
  source,
  fetchedAt: result.fetchedAt,
  cached: result.cached,
})

/** A source that did not fill `field`; `not_found` means it answered that it does not know. */
export const missing = (field: string, error: Pick<UpstreamError, 'source' | 'reason'>): TailPart => ({
  source: error.source,
  field,
  reason: error.reason,
})

/** The tail of an answer made of these parts. A source counts as ok when every question it was asked was answered. */
export function toTail(parts: readonly TailPart[], now: number): Tail {
  const sources = new Map<string, { ok: boolean; at: number }>()
  const unavailable = new Map<string, Tail['unavailable'][number]>()
  let oldest = Number.POSITIVE_INFINITY
  let cached = false
  let fresh = false
  for (const part of parts) {
    const ok = !('reason' in part) || part.reason === 'not_found'
    const known = sources.get(part.source) ?? { ok: true, at: Number.POSITIVE_INFINITY }
    const at = 'reason' in part ? Number.POSITIVE_INFINITY : Date.parse(part.fetchedAt)
    sources.set(part.source, { ok: known.ok && ok, at: Math.min(known.at, at) })
    if ('reason' in part) {
      const { field, source, reason } = part
      unavailable.set(`${field} ${source} ${reason}`, { field, source, reason })
    } else {
      oldest = Math.min(oldest, at)
      if (part.cached) cached = true
      else fresh = true
    }
  }
  const fetchedAt = Number.isFinite(oldest) ? oldest : now
  return {
    fetchedAt: new Date(fetchedAt).toISOString(),
    ageSeconds: Math.max(0, Math.floor((now - fetchedAt) / 1000)),
    cached: cached && !fresh,
    sources: [...sources].map(([name, { ok, at }]) => ({ name, ok, as_of: Number.isFinite(at) ? new Date(at).toISOString() : null })),
    unavailable: [...unavailable.values()],
  }
}

const DEFAULT_RETRY_SECONDS = 10

/**
 * The failure of a call whose core datum nobody gave: 503 when every source is rate-limited or known to be down, 502 when one answered
 * badly, else 504. Always with Retry-After; names sources and reasons, never their words.
 */
export function toApiError(errors: readonly UpstreamError[]): ApiError {
  const has = (...wanted: UpstreamReason[]) => errors.some((error) => wanted.includes(error.reason))
  const code = has('http_error', 'bad_body', 'not_found') ? 'upstream_failed' : has('timeout') ? 'upstream_timeout' : 'upstream_unavailable'
  const waits = errors.map((error) => error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)
  const retryAfterSeconds = waits.length > 0 ? Math.min(...waits) : DEFAULT_RETRY_SECONDS
  const who = errors.map((error) => `${error.source} (${error.reason})`).join(', ') || 'no source is configured'
  return new ApiError(code, `No source gave a usable answer: ${who}. Nothing was charged; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
    extra: { unavailable: errors.map(({ source, reason }) => ({ source, reason })) },
    cause: errors[0],
  })
}
