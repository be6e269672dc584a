/**
 * What a payment gets that came before: its answer, a wait, or a no; never a second run. Only who shows what it is bound to hears anything of
 * it: to everybody else all of them are merely used.
 */
import type { SettleResponse } from '@x402/core/types'
import type { Database } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { span } from '../../observe.ts'
import { type Claim, findClaim, isFree, REPLAY_HOURS, refuseUnclaimed, takeUnknown } from '../books/claims.ts'
import { conclude, settlementOf } from '../books/conclude.ts'
import { recordSettled } from '../books/ledger.ts'
import { closedSeconds } from '../books/lost-moments.ts'
import { settleOnce } from '../facilitator/settle.ts'
import { serviceFor } from '../offer/service.ts'
import { isBound } from './binding.ts'
import { isInHand, workOn } from './in-hand.ts'
import type { Asked, ReadPayment } from './known.ts'
import type { Reservation } from './limits/allowance.ts'
import { countUnmatched, mayResolve } from './limits/budgets.ts'
import {
  booksClosed,
  fail,
  inFlight,
  refusedAtSettlement,
  refusedBefore,
  type Stop,
  settlementUnknown,
  stop,
  storeDown,
  used,
} from './outcome.ts'
import { lookWithin, persist } from './take.ts'
import { openBooks, settleLeaseMs, stored } from './time.ts'

/** What is needed to answer a payment that is in the table. */
export type KnownPayment = Asked & ReadPayment & { place?: Reservation }

/**
 * Answers a payment that is in the table, without starting anything; undefined when it is not, or may be started anew. For calls that cannot
 * start work. A payment whose outcome is open must not get a fresh 402 for that.
 */
export async function answerKnown(known: KnownPayment): Promise<Stop | undefined> {
  try {
    const books = await openBooks(known.core)
    const claim = await stored(findClaim(books, known.facts.key))
    const { bound, isTicketed, request } = known
    if (!claim || isFree(claim, { bound, isTicketed, fingerprint: request.fingerprint })) return undefined
    return await answerTaken(books, claim, known)
  } catch (error) {
    return fail(error instanceof ApiError ? error : storeDown(error))
  }
}

/**
 * A 402 for a payment that pays no offer. It is written down before it is told: its buyer may sign anew on it, and another server, or this one a
 * minute later, may judge a copy otherwise.
 */
export async function refuse(known: KnownPayment, code: string): Promise<Stop> {
  const { core, tool, request, facts, bound, requestId, received } = known
  try {
    const books = await openBooks(core)
    const { network } = received.payload.accepted
    const asked = { key: facts.key, fingerprint: request.fingerprint, bound, tool: tool.id, network, requestId, payer: facts.payer }
    if (await stored(refuseUnclaimed(books, asked, code))) return stop({ kind: 'refused', code })
    const answer = await answerKnown(known)
    if (answer) return answer
    const seconds = await stored(closedSeconds(books))
    return fail(seconds > 0 ? booksClosed(seconds) : inFlight(undefined))
  } catch (error) {
    return fail(error instanceof ApiError ? error : storeDown(error))
  }
}

/** Counts a payment that had no right to an answer. @throws ApiError `rate_limited` */
function countStranger({ core, clientIp, place }: KnownPayment): void {
  if (place) place.spend()
  else countUnmatched(core, clientIp)
}

/** What the claim of this payment, or of another one under its identifier, has for it. @throws ApiError `rate_limited` */
export async function answerTaken(books: Database, claim: Claim, known: KnownPayment): Promise<Stop> {
  if (claim.payment_key !== known.facts.key) return fail(identifierConflict(claim, known))
  if (!isBound(claim, known)) {
    countStranger(known)
    return fail(
      used('This payment was sent before, with another offer. To get what it bought, send it exactly as then; to buy, sign a new one.'),
    )
  }
  if (claim.state === 'refused') {
    // It never verified: as much is limited of its copies as of itself.
    if (claim.settle_calls === 0) countStranger(known)
    return stop(refusedBefore(claim))
  }
  if (claim.fingerprint !== known.request.fingerprint)
    return fail(used('This payment belongs to another request. One payment buys one answer: sign a new one for this request.', claim))
  if (claim.state === 'settled') {
    return claim.replayable && claim.result_body !== null && claim.payment_response
      ? stop({ kind: 'paid', body: claim.result_body, settlement: claim.payment_response, replayed: true })
      : fail(used(`This payment bought its answer more than ${REPLAY_HOURS} hours ago, and the answer is no longer kept.`, claim))
  }
  if (claim.state === 'unknown' || (claim.state === 'settling' && claim.lease_seconds === 0)) return resolveUnknown(books, claim, known)
  return fail(waitFor(claim, known))
}

const waitFor = (claim: Claim, { core }: KnownPayment): ApiError =>
  inFlight(isInHand(core, claim.payment_key) ? undefined : claim.lease_seconds)

/** Another payment has the identifier. Whose it is hears more of it; that takes a signature, since a payer's name is no secret. */
function identifierConflict(claim: Claim, known: KnownPayment): ApiError {
  const isOwn = known.isSigned()
  if (!isOwn) countStranger(known)
  return new ApiError(
    'payment_identifier_conflict',
    'This payment identifier belongs to another payment. Resend that payment to get its answer, or use a new identifier.',
    { extra: isOwn ? { state: claim.state, ...(claim.transaction ? { transaction: claim.transaction } : {}) } : {} },
  )
}

/** A buyer resends a payment whose outcome is unknown: look at the chain, settle the identical payload once more, look again. */
async function resolveUnknown(books: Database, claim: Claim, known: KnownPayment): Promise<Stop> {
  if (!mayResolve(known.core, claim.payment_key)) return fail(settlementUnknown(claim.payment_key))
  const owner = await stored(takeUnknown(books, claim.payment_key, settleLeaseMs(known)))
  const { payment, result_body: body } = claim
  if (owner === undefined || !payment || body === null) return fail(waitFor(claim, known))
  const letGo = workOn(known.core, claim.payment_key)
  try {
    return await resolveOwned(books, { ...claim, payment, result_body: body }, owner, known)
  } finally {
    letGo()
  }
}

type OpenClaim = Claim & { payment: NonNullable<Claim['payment']>; result_body: string }

async function resolveOwned(books: Database, claim: OpenClaim, owner: string, known: KnownPayment): Promise<Stop> {
  const { payer, result_body: body, payment } = claim
  const { payload, requirements } = payment
  const owned = { key: claim.payment_key, owner }
  const paid = (settlement: SettleResponse) => stop({ kind: 'paid', body, settlement, replayed: false })
  const lookFor = { payload, requirements, ageMs: claim.age_ms }
  let look = await span('chain', known, () => lookWithin(known, lookFor))
  if (look.kind === 'unknown' && known.clock.leftMs() > known.core.env.FACILITATOR_SETTLE_TIMEOUT_MS) {
    const facilitator = await serviceFor(known.core, requirements, claim.facilitator)
    const toSettle = { facilitator, payload, requirements, expected: { requirements, payer, env: known.core.env } }
    const again = await span('settle', known, () => settleOnce(toSettle, false))
    if (again.kind === 'settled') {
      const { settlement } = again
      const isRecorded = await persist({ ...known, owned }, () =>
        recordSettled(books, owned, settlement, null, 'facilitator', facilitator.settledBy()),
      )
      if (isRecorded !== false) return paid(settlement)
    }
    look = await span('chain', known, () => lookWithin(known, lookFor))
  }
  const concluded = await span('record', known, () =>
    persist({ ...known, owned }, () => conclude(books, owned, look, { requirements, payer })),
  )
  // What cannot be written down holds all the same: the row stays open, and is looked at again.
  if (look.kind === 'landed') return paid(settlementOf(look, requirements, payer))
  return concluded?.kind === 'refused'
    ? stop(refusedAtSettlement(concluded.reason, requirements, payer))
    : fail(settlementUnknown(owned.key))
}
