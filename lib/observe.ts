/**
 * Spans: how long each step of a call took. `Server-Timing` and the ledger read the durations; listeners (OpenTelemetry, metrics, the
 * fault harness) see each step begin and end. Without listeners a span costs two clock reads.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Core } from './core.ts'
import type { PaidCall } from './listeners.ts'

/** Milliseconds per step of one call, in the order of their ends. */
export type Timings = Map<string, number>

/** Tells the listeners of an answered call. */
export const tellPaidCall = (core: Core, call: PaidCall): void => {
  for (const listener of core.listeners.calls) listener(call)
}

/** From now on calls of sources are seen as steps `upstream <source>` of the call they are made for. */
export const followUpstreams = ({ listeners }: Core): void => {
  listeners.carrier ??= new AsyncLocalStorage()
}

/** Announces a call of a source to the listeners. @returns the function that announces its end */
export function beginUpstream({ listeners }: Core, source: string): (error?: unknown) => void {
  const requestId = listeners.carrier?.getStore()
  if (requestId === undefined) return () => {}
  const ends = [...listeners.spans].map((listener) => listener(`upstream ${source}`, requestId))
  return (error) => {
    for (const end of ends) end?.(error)
  }
}

/** Runs what belongs to a call, so that the sources it asks are seen as its own. */
export const asCall = <Result>({ core, requestId }: { core: Core; requestId: string }, work: () => Result): Result =>
  core.listeners.carrier ? core.listeners.carrier.run(requestId, work) : work()

/** Runs one step, adding its duration to `timings` (steps of the same name add up). */
export async function span<Result>(
  step: string,
  call: { core: Core; requestId: string; timings: Timings },
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const { spans } = call.core.listeners
  const ends = spans.size > 0 ? [...spans].map((listener) => listener(step, call.requestId)) : []
  const start = performance.now()
  let failure: unknown
  try {
    return await asCall(call, work)
  } catch (error) {
    failure = error
    throw error
  } finally {
    call.timings.set(step, (call.timings.get(step) ?? 0) + performance.now() - start)
    for (const end of ends) end?.(failure)
  }
}

/** The `Server-Timing` header of a call (W3C Server Timing): milliseconds with one decimal. */
export const serverTiming = (timings: Timings): string =>
  [...timings].map(([step, ms]) => `${step};dur=${Math.round(ms * 10) / 10}`).join(', ')

/** Whole milliseconds of a step, for the ledger; null when it did not run. */
export const millisecondsOf = (timings: Timings, step: string): number | null => {
  const ms = timings.get(step)
  return ms === undefined ? null : Math.round(ms)
}
