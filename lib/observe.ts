/**
 * Spans: how long each step of a call took. `Server-Timing` and the ledger read the durations; listeners (OpenTelemetry, metrics, the
 * fault harness) see each step begin and end. Without listeners a span costs two clock reads.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { shared } from './shared.ts'

/** Milliseconds per step of one call, in the order of their ends. */
export type Timings = Map<string, number>

/** Called when a step begins; the returned function is called when it ends, with the error it threw, if any. */
export type SpanListener = (step: string, requestId: string) => ((error?: unknown) => void) | undefined

const listeners = shared('span-listeners', () => new Set<SpanListener>())

/** Adds a listener for the life of the process. */
export const onSpan = (listener: SpanListener): void => {
  listeners.add(listener)
}

/** What is known of a paid call once it is answered. No query and no header: a query may be private, a payment header is money. */
export type PaidCall = {
  requestId: string
  tool: string
  status: number
  /** `settled`, `replayed` (its stored answer), `refused` (a fresh 402), or the code of the problem. */
  outcome: string
  /** The code behind `refused`. */
  reason?: string
  /** Unix milliseconds. */
  startedAt: number
  ms: number
  /** W3C Trace Context of the caller, unchecked. */
  traceparent: string | undefined
}

export type PaidCallListener = (call: PaidCall) => void

const callListeners = shared('paid-call-listeners', () => new Set<PaidCallListener>())

/** Adds a listener for the life of the process. */
export const onPaidCall = (listener: PaidCallListener): void => {
  callListeners.add(listener)
}

/** Tells the listeners of an answered call. */
export const tellPaidCall = (call: PaidCall): void => {
  for (const listener of callListeners) listener(call)
}

/** Which call a piece of work belongs to; carried only once somebody asks for it, since it costs every step a little. */
const carrier = shared<{ storage: AsyncLocalStorage<string> | undefined }>('span-context', () => ({ storage: undefined }))

/** From now on calls of sources are seen as steps `upstream <source>` of the call they are made for. */
export const followUpstreams = (): void => {
  carrier.storage ??= new AsyncLocalStorage()
}

/** Announces a call of a source to the listeners. @returns the function that announces its end */
export function beginUpstream(source: string): (error?: unknown) => void {
  const requestId = carrier.storage?.getStore()
  if (requestId === undefined) return () => {}
  const ends = [...listeners].map((listener) => listener(`upstream ${source}`, requestId))
  return (error) => {
    for (const end of ends) end?.(error)
  }
}

/** Runs one step, adding its duration to `timings` (steps of the same name add up). */
export async function span<Result>(
  step: string,
  call: { requestId: string; timings: Timings },
  work: () => Promise<Result>,
): Promise<Result> {
  const ends = listeners.size > 0 ? [...listeners].map((listener) => listener(step, call.requestId)) : []
  const start = performance.now()
  let failure: unknown
  const { storage } = carrier
  try {
    return await (storage ? storage.run(call.requestId, work) : work())
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
