/** Turns at a fixed rate, for a source that punishes bursts. */
import type { Core } from '../core.ts'

/** Waits for a turn; false, at once, when the wait would be longer than `maxWaitMs`. Rejects with the signal's reason on abort. */
type Pace = (maxWaitMs: number, signal: AbortSignal) => Promise<boolean>

/** `burst` turns are free at first; from then on one comes back every `everyMs`. */
export function createPace({ burst, everyMs }: { burst: number; everyMs: number }, { uptime, wait }: Pick<Core, 'uptime' | 'wait'>): Pace {
  /** When the bucket will be full again: each turn taken pushes it on by one interval. */
  let fullAt = 0
  return async (maxWaitMs, signal) => {
    signal.throwIfAborted()
    // In whole milliseconds, whose sums are exact: by a rounding error a free turn would have to wait.
    const at = Math.floor(uptime())
    const waitMs = Math.max(fullAt, at) + everyMs - burst * everyMs - at
    if (waitMs > maxWaitMs) return false
    fullAt = Math.max(fullAt, at) + everyMs
    if (waitMs > 0) await wait(waitMs, signal)
    return true
  }
}
