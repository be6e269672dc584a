/** Asking many sources at once: each answer or failure is one part of the tail, and none of them stops the others. */
import type { Cached } from '../../egress/cached.ts'
import { UpstreamError } from '../../egress/upstream-types.ts'
import { answered, missing, type TailPart } from '../tail.ts'

export type Gathered<Value> = { value: Value | null; part: TailPart; error: UpstreamError | null }

/**
 * Waits for a source. `value` is null when it failed or does not know the subject; `part` says which.
 * @param field the field of the answer that the source should have filled
 * @throws only what is not an UpstreamError, a bug
 */
export async function gather<Value>(source: string, field: string, asked: Promise<Cached<Value | null>>): Promise<Gathered<Value>> {
  try {
    const result = await asked
    if (result.value === null) return { value: null, part: missing(field, { source, reason: 'not_found' }), error: null }
    return { value: result.value, part: answered(source, result), error: null }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return { value: null, part: missing(field, { source, reason: error.reason }), error: renamed(error, source) }
  }
}

/** Breakers have finer names than sources; answers use the source's. */
export const renamed = (error: UpstreamError, source: string): UpstreamError =>
  new UpstreamError(source, error.reason, error.message, {
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    cause: error,
  })
