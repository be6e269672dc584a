/** What a thrown error means for a job: its code for the record, whether another attempt makes sense, and when. */

import { UpstreamError } from '../egress/upstream-types.ts'
import { ApiError, problems } from '../errors.ts'

export type JobFailure = {
  code: string
  /** For operators; may name hosts and files. */
  detail: string
  retryable: boolean
  /** What the other side asked for, if it did; a day at most. */
  retryAfterSeconds: number | undefined
}

const RETRY_AFTER_MAX_SECONDS = 86_400

/** The nearest `retryAfterSeconds` among the error and its causes, a day at most. */
function retryAfterOf(error: unknown): number | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { retryAfterSeconds } = at as { retryAfterSeconds?: unknown }
    if (typeof retryAfterSeconds === 'number' && Number.isFinite(retryAfterSeconds) && retryAfterSeconds >= 0)
      return Math.min(retryAfterSeconds, RETRY_AFTER_MAX_SECONDS)
  }
  return undefined
}

/** Reads a thrown error. Unknown errors may be transient, so they are retried. */
export function toJobFailure(error: unknown): JobFailure {
  const retryAfterSeconds = retryAfterOf(error)
  if (error instanceof ApiError)
    return { code: error.code, detail: error.message, retryable: problems[error.code].retryable, retryAfterSeconds }
  // A NUL, which a message may quote, would keep the failure itself from being recorded.
  const detail = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').toWellFormed()
  if (error instanceof UpstreamError)
    return { code: error.reason === 'timeout' ? 'upstream_timeout' : 'upstream_failed', detail, retryable: true, retryAfterSeconds }
  return { code: 'internal_error', detail, retryable: true, retryAfterSeconds }
}

/** Milliseconds before the next attempt: what the other side asked for (at most a day), else `baseMs` doubling to 10 minutes, with jitter. */
export function backoffMs(attempt: number, retryAfterSeconds: number | undefined, baseMs: number): number {
  if (retryAfterSeconds !== undefined) return Math.min(retryAfterSeconds, RETRY_AFTER_MAX_SECONDS) * 1_000
  return Math.min(baseMs * 2 ** Math.max(0, attempt - 1), 600_000) * (0.8 + 0.4 * Math.random())
}
