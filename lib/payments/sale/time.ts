/**
 * Time of one call. All steps of a sale share one budget, shorter than what any route allows, so that the buyer hears how it ended and a lease
 * outlives the work that it covers.
 */

import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { within } from '../../wait.ts'

/** What a paid call may take beside its handler: verify, settlement, a look at the chain, the end. With the slowest handler a route's 120 seconds hold it. */
export const BESIDE_HANDLER_MS = 43_000
/** One statement of the store. */
const STORE_MS = 10_000
/** Opening it, the first time: the embedded one starts a whole PostgreSQL. */
const OPEN_MS = 30_000
/** What the end of a call keeps for recording and answering. */
export const END_MS = 5_000
/** A look at the chain. */
export const LOOK_MS = 15_000
/** What leases and limits keep beside the work itself. */
export const MARGIN_MS = 5_000

export type Clock = {
  /** Whole milliseconds left for work, the end's share kept back; never below zero. */
  leftMs: () => number
  /** Whole milliseconds since the call came, rounded down. */
  goneMs: () => number
}

/** @param handlerCapMs what the tool's own work may take */
export const startClock = (handlerCapMs: number): Clock => {
  const start = performance.now()
  const until = start + handlerCapMs + BESIDE_HANDLER_MS - END_MS
  return {
    leftMs: () => Math.max(0, Math.floor(until - performance.now())),
    goneMs: () => Math.floor(performance.now() - start),
  }
}

/** Whether what is left is enough to ask for a settlement: whoever begins one must hear how it ends. */
export const mayStillSettle = ({ core, clock }: { core: Core; clock: Clock }): boolean =>
  clock.leftMs() >= Math.min(core.env.FACILITATOR_SETTLE_TIMEOUT_MS, BESIDE_HANDLER_MS / 2)

/** Milliseconds in which two settlements and a look at the chain must be over, within what the call has left. */
export const settleLeaseMs = ({ core, clock }: { core: Core; clock: Clock }): number =>
  Math.min(clock.leftMs(), 2 * core.env.FACILITATOR_SETTLE_TIMEOUT_MS + LOOK_MS) + 2 * MARGIN_MS

/** The work, or a throw that says what took too long. The work itself goes on. @throws Error */
export const inTime = <Result>(limitMs: number, what: string, work: Promise<Result>): Promise<Result> =>
  within(limitMs, work, () => new Error(`${what} took longer than ${Math.round(limitMs)} ms`))

/** The books, opened. @throws Error */
export const openBooks = (core: Core): Promise<Database> => inTime(OPEN_MS, 'opening the payment store', core.database())

/** A statement of the store, which must not hang a call. @throws Error */
export const stored = <Result>(work: Promise<Result>): Promise<Result> => inTime(STORE_MS, 'the payment store', work)
