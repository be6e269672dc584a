/** Who watches a program at work: tracing, metrics, the fault harness. A value of the core, so that another copy of this module reaches it too. */
import type { AsyncLocalStorage } from 'node:async_hooks'

/** Called when a step begins; the returned function is called when it ends, with the error it threw, if any. */
export type SpanListener = (step: string, requestId: string) => ((error?: unknown) => void) | undefined

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

export type Listeners = {
  spans: Set<SpanListener>
  calls: Set<(call: PaidCall) => void>
  /** Which call a piece of work belongs to; carried only once somebody asks for it, since it costs every step a little. */
  carrier: AsyncLocalStorage<string> | undefined
}

/** Nobody watches yet. */
export const noListeners = (): Listeners => ({ spans: new Set(), calls: new Set(), carrier: undefined })
