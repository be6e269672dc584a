/**
 * Spans: how long each step of a call took. `Server-Timing` and the ledger read the durations; listeners (OpenTelemetry, metrics, the
 * fault harness) see each step begin and end. Without listeners a span costs two clock reads.
 */
import { shared } from './shared.ts'

/** Milliseconds per step of one call, in the order of their ends. */
export type Timings = Map<string, number>

/** Called when a step begins; the returned function is called when it ends, with the error it threw, if any. */
export type SpanListener = (step: string, requestId: string) => ((error?: unknown) => void) | undefined

const listeners = (): Set<SpanListener> => shared('span-listeners', () => new Set())

/** Adds a listener for the life of the process. */
export const onSpan = (listener: SpanListener): void => {
  listeners().add(listener)
}

/** Runs one step, adding its duration to `timings` (steps of the same name add up). */
export async function span<Result>(
  step: string,
  call: { requestId: string; timings: Timings },
  work: () => Promise<Result>,
): Promise<Result> {
  const ends = [...listeners()].map((listener) => listener(step, call.requestId))
  const start = performance.now()
  let failure: unknown
  try {
    return await work()
  } catch (error) {
    failure = error
    throw error
  } finally {
    call.timings.set(step, (call.timings.get(step) ?? 0) + performance.now() - start)
    for (const end of ends) end?.(failure)
  }
}

/** The `Server-Timing` header of a call (W3C Server Timing): milliseconds with one decimal. */
export const serverTiming = (timings: Timings): string => [...timings].map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`).join(', ')

/** Whole milliseconds of a step, for the ledger; null when it did not run. */
export const millisecondsOf = (timings: Timings, step: string): number | null => {
  const ms = timings.get(step)
  return ms === undefined ? null : Math.round(ms)
}
