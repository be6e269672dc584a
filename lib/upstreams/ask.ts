import type { Core } from '../core.ts'
import { UpstreamError } from '../egress/upstream-types.ts'

/** On whose behalf a source is asked, how long one question may take, and when its caller gives up. */
export type Ask = { core: Core; signal: AbortSignal; timeoutMs: number }

/** An answer that a caller can do without: null when its source failed. @throws only what is not an UpstreamError, a bug */
export const orNull = <Value>(asked: Promise<Value>): Promise<Value | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof UpstreamError) return null
    throw error
  })
