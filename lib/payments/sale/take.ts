/** The end of a sale: the settlement, what proves it, and the books. From here on nothing is thrown away: money may have moved. */
import { log } from '../../log.ts'
import { millisecondsOf, span } from '../../observe.ts'
import { findClaim } from '../books/claims.ts'
import { type Conclusion, conclude, settlementOf } from '../books/conclude.ts'
import { recordSettled } from '../books/ledger.ts'
import { lookAtChain } from '../chain/index.ts'
import type { LandedOrNot } from '../chain/look.ts'
import type { SettleOutcome } from '../facilitator/evidence.ts'
import { settleWithRetry } from '../facilitator/settle.ts'
import { keepAnew } from './keep.ts'
import type { Asked, Ready, Settled } from './known.ts'
import { fail, refusedAtSettlement, type Stop, settlementUnknown, stop } from './outcome.ts'
import { END_MS, inTime, LOOK_MS } from './time.ts'

/** A look that never holds a call up for longer than it has. Never throws. */
export function lookWithin(
  { core, clock }: Pick<Asked, 'core' | 'clock'>,
  payment: Parameters<typeof lookAtChain>[1],
): Promise<LandedOrNot> {
  return inTime(Math.min(LOOK_MS, clock.leftMs()), 'the look at the chain', lookAtChain(core, payment)).catch((error: Error) => ({
    kind: 'unknown' as const,
    reason: error.message,
  }))
}

/** Settles. A success that is not this payment's needs proof; whatever is none is looked up on the chain, which outweighs every word. */
export async function settle(known: Ready): Promise<Stop | Settled> {
  const { core, clock, facilitator, payment, requirements, payer, tool, requestId } = known
  const startedAt = performance.now()
  const settleMs = () => Math.round(performance.now() - startedAt)
  const toSettle = { facilitator, payload: payment, requirements, expected: { requirements, payer, env: core.env } }
  const outcome = await settleWithRetry(toSettle, () => clock.leftMs() > core.env.FACILITATOR_SETTLE_TIMEOUT_MS)
  if (outcome.kind === 'settled') return { settlement: outcome.settlement, proof: 'facilitator' }
  log.warn({ requestId, tool: tool.id, reason: outcome.reason }, 'a payment was not settled, or nobody knows')
  return byChain(known, outcome, settleMs())
}

/** What the chain says of a payment whose settlement nobody vouches for. */
async function byChain(
  known: Ready,
  outcome: Exclude<SettleOutcome, { kind: 'settled' }>,
  settleMs: number | null,
): Promise<Stop | Settled> {
  const { books, owned, payment, requirements, payer } = known
  const look = await span('chain', known, () => lookWithin(known, { payload: payment, requirements, ageMs: 0 }))
  if (look.kind === 'landed') return { settlement: settlementOf(look, requirements, payer), proof: 'chain' }
  const claim = { requirements, payer }
  return openOrRefused(known, () =>
    // A code that can only come before a broadcast decides what the chain leaves open.
    outcome.kind === 'refused'
      ? conclude(books, owned, outcome, claim, { settleMs })
      : conclude(books, owned, look, claim, { before: outcome.reason, settleMs }),
  )
}

/** The buyer's answer to a payment that did not land, or not yet. It holds as well when it cannot be written down: the row's lease ends in `unknown`. */
async function openOrRefused(known: Ready, write: () => Promise<Conclusion>): Promise<Stop> {
  const { owned, requirements, payer } = known
  try {
    const concluded = await inTime(END_MS, 'the payment store', write())
    if (concluded.kind === 'refused') return stop(refusedAtSettlement(concluded.reason, requirements, payer))
  } catch (error) {
    log.error({ err: error, paymentKey: owned.key }, 'an unknown settlement could not be recorded; it stays open')
  }
  return fail(settlementUnknown(owned.key))
}

/** A database that restarts is back within seconds; the buyer of a landed payment can wait that long, and not for one that hangs. */
const RECORD_PAUSES_MS = [100, 400, 1_500]

/** Records and answers. Money has moved: if recording fails the buyer still gets the answer, and the reconciler records it later. */
export async function record(known: Ready & Settled): Promise<Stop> {
  const { books, owned, body, settlement, proof, facilitator } = known
  const settleMs = millisecondsOf(known.timings, 'settle')
  const isRecorded = await persist(known, () => recordSettled(books, owned, settlement, settleMs, proof, facilitator.settledBy()))
  if (isRecorded === false) {
    const anew = await persist(known, () => keepAnew(known))
    if (anew) return record({ ...known, owned: anew })
    if (proof === 'facilitator' && !(await isSettledByNow(known))) {
      const told = await byChain(
        known,
        { kind: 'unknown', reason: `transaction ${settlement.transaction} has paid for another claim` },
        settleMs,
      )
      return 'stop' in told ? told : record({ ...known, ...told })
    }
  }
  return stop({ kind: 'paid', body, settlement, replayed: false })
}

/** Whether another process has recorded it first. A store that does not say is no reason to doubt the facilitator. */
const isSettledByNow = ({ books, owned }: Ready): Promise<boolean> =>
  inTime(END_MS, 'the payment store', findClaim(books, owned.key)).then(
    (claim) => claim === undefined || claim.state === 'settled',
    () => true,
  )

/** Writes, again and again for some seconds; undefined when it could not be written. */
export async function persist<Result>({ owned }: Pick<Ready, 'owned'>, write: () => Promise<Result>): Promise<Result | undefined> {
  const until = performance.now() + END_MS
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await inTime(Math.max(1, until - performance.now()), 'the payment store', write())
    } catch (error) {
      const pauseMs = RECORD_PAUSES_MS[attempt]
      if (pauseMs === undefined || performance.now() + pauseMs > until) {
        log.error({ err: error, paymentKey: owned.key }, 'a settled payment could not be recorded; the reconciler will')
        return undefined
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
