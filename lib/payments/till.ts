/**
 * The till: one payment buys one answer. Claim, verify, run, store, settle, record; transport-free, so HTTP, MCP and scripts share it.
 * The rules it keeps are x402.md section 1: settle only a stored 2xx, one payment one run, unknown never becomes a fresh 402, fail closed.
 */
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { type Database, db } from '../db/index.ts'
import { env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { log } from '../log.ts'
import { millisecondsOf, span, type Timings } from '../observe.ts'
import type { Tool } from '../tools/define.ts'
import { lookAtChain } from './chain-look/index.ts'
import { type Claim, findClaim, REPLAY_HOURS, storeResult, takeClaim, takeUnknown } from './claims.ts'
import { recordRefused, recordSettled, recordUnknown, releaseClaim } from './ledger.ts'
import type { PaymentFacts } from './networks.ts'
import type { Offers } from './offers.ts'
import { runTool } from './run-tool.ts'
import { settleOnce, settleWithRetry } from './settle.ts'

/** What is needed to answer a payment that is already in the table. */
export type KnownPayment = Pick<Purchase, 'facts' | 'fingerprint' | 'offers' | 'requestId' | 'timings'>

export type Purchase = {
  tool: Tool
  input: unknown
  /** Binds the payment to one request: method, path and canonical query, hashed. */
  fingerprint: string
  payload: PaymentPayload
  requirements: PaymentRequirements
  facts: PaymentFacts
  /** `payment-identifier` extension or Idempotency-Key; null when the buyer sent none. */
  identifier: string | null
  offers: Offers
  requestId: string
  timings: Timings
}

export type Outcome =
  | { kind: 'paid'; body: string; settlement: SettleResponse; replayed: boolean }
  /** No money moved and none can by this payment: a fresh 402 is right. */
  | { kind: 'refused'; code: string; settlement?: SettleResponse }
  /** Not charged, or not known to be (`settlement_unknown`). */
  | { kind: 'failed'; error: ApiError }

type Owned = { key: string; owner: string }

const MARGIN_MS = 5_000
const claimLeaseMs = (tool: Tool) => env().FACILITATOR_VERIFY_TIMEOUT_MS + tool.handlerCapMs + MARGIN_MS
/** Two settle attempts and one look at the chain. */
const settleLeaseMs = () => 2 * env().FACILITATOR_SETTLE_TIMEOUT_MS + 20_000 + MARGIN_MS

const storeDown = (cause: unknown) => {
  log.error({ err: cause }, 'the payment store failed')
  return new ApiError(
    'payment_store_unavailable',
    'Payments cannot be recorded right now, so none is taken: this call charged nothing. Resend the same payment later; do not sign again.',
    {
      retryAfterSeconds: 5,
      cause,
    },
  )
}

const inFlight = () =>
  new ApiError('payment_in_flight', 'This payment is being worked on. Resend the same one in a moment to get its answer.', {
    retryAfterSeconds: 2,
  })

const settlementUnknown = (key: string) =>
  new ApiError(
    'settlement_unknown',
    'Whether your payment settled is not known yet. Resend this same payment (over HTTP the same PAYMENT-SIGNATURE header): do not sign again, or you may pay twice. The answer is kept for you.',
    { retryAfterSeconds: 5, extra: { paymentKey: key } },
  )

/** A reason as a buyer may see it: a short code; anything else a facilitator says stays in the ledger. */
export const publicReason = (reason: string | undefined, fallback: string): string =>
  reason !== undefined && /^[a-z][a-z0-9_]{2,80}$/.test(reason) ? reason : fallback

/** Buys one answer. Never throws for anything a buyer, a facilitator, a tool or the store can do. */
export async function purchase(request: Purchase): Promise<Outcome> {
  const { tool, facts, fingerprint, identifier, requestId } = request
  let store: Database
  let claim: Awaited<ReturnType<typeof takeClaim>>
  try {
    store = await db()
    const { network, amount } = request.requirements
    claim = await span('claim', request, () =>
      takeClaim(store, {
        key: facts.key,
        fingerprint,
        identifier,
        tool: tool.id,
        network,
        amount,
        requestId,
        payer: facts.payer,
        leaseMs: claimLeaseMs(tool),
      }),
    )
  } catch (error) {
    return { kind: 'failed', error: storeDown(error) }
  }
  if (claim.kind === 'exhausted') return { kind: 'refused', code: 'too_many_attempts' }
  if (claim.kind === 'released') return { kind: 'failed', error: inFlight() }
  try {
    if (claim.kind === 'taken') return await answerTaken(store, claim.claim, request)
    return await serve(store, { key: facts.key, owner: claim.owner }, request)
  } catch (error) {
    return { kind: 'failed', error: error instanceof ApiError ? error : storeDown(error) }
  }
}

/**
 * Answers a payment that is already in the table, without starting anything; undefined when it is not, or may be started anew. For calls
 * that cannot start work: their tool is down, or the payment no longer fits the offer (it ran out, or the fee payer changed meanwhile). A
 * payment whose outcome is open must not get a fresh 402 for that.
 */
export async function answerKnown(request: KnownPayment): Promise<Outcome | undefined> {
  try {
    const store = await db()
    const claim = await findClaim(store, request.facts.key)
    if (!claim || claim.state === 'refused' || (claim.state === 'claimed' && claim.lease_expired)) return undefined
    return await answerTaken(store, claim, request)
  } catch (error) {
    return { kind: 'failed', error: error instanceof ApiError ? error : storeDown(error) }
  }
}

async function serve(store: Database, owned: Owned, request: Purchase): Promise<Outcome> {
  const { tool, payload, requirements, offers, requestId, timings } = request
  const verified = await span('verify', request, () => offers.facilitator.verify(payload, requirements)).catch((error: Error) => error)
  const verifyMs = millisecondsOf(timings, 'verify')
  if (verified instanceof Error) {
    log.warn({ requestId, tool: tool.id, reason: verified.message }, 'the facilitator did not verify')
    await releaseClaim(store, owned, { outcome: 'failed', status: 503, reason: verified.message, verifyMs })
    return {
      kind: 'failed',
      error: new ApiError(
        'facilitator_unavailable',
        'The payment facilitator did not answer, so nothing was run and nothing was charged. Resend the same payment later.',
        { retryAfterSeconds: 5 },
      ),
    }
  }
  const payer = verified.payer ?? null
  if (!verified.isValid) {
    const reason = verified.invalidReason ?? 'no_reason'
    await releaseClaim(store, owned, {
      outcome: 'invalid',
      status: 402,
      reason: [reason, verified.invalidMessage].filter(Boolean).join(': '),
      payer,
      verifyMs,
    })
    return { kind: 'refused', code: publicReason(reason, 'payment_invalid') }
  }
  let body: string
  try {
    body = await span('handler', request, () => runTool(tool, request.input, requestId))
  } catch (error) {
    const failure = error as ApiError
    await releaseClaim(store, owned, {
      outcome: 'failed',
      status: failure.status,
      reason: failure.code,
      payer,
      verifyMs,
      handlerMs: millisecondsOf(timings, 'handler'),
    })
    return { kind: 'failed', error: failure }
  }
  const stored = await span('store', request, () =>
    storeResult(store, owned, {
      body,
      payer,
      payment: { payload, requirements },
      verifyMs: verifyMs ?? 0,
      handlerMs: millisecondsOf(timings, 'handler') ?? 0,
      leaseMs: settleLeaseMs(),
    }),
  )
  if (!stored) return { kind: 'failed', error: inFlight() }
  return settle(store, owned, body, request)
}

async function settle(store: Database, owned: Owned, body: string, request: Purchase): Promise<Outcome> {
  const { payload, requirements, offers, timings } = request
  const claimedAt = new Date()
  const outcome = await span('settle', request, () => settleWithRetry(offers.facilitator, payload, requirements))
  const settleMs = millisecondsOf(timings, 'settle')
  const land = (settlement: SettleResponse) => span('record', request, () => paid(store, owned, body, settlement, settleMs))
  if (outcome.kind === 'settled') return land(outcome.settlement)
  if (outcome.kind === 'refused') {
    await releaseClaim(store, owned, {
      outcome: 'refused',
      status: 402,
      reason: outcome.reason,
      settleMs,
      verifyMs: millisecondsOf(timings, 'verify'),
      handlerMs: millisecondsOf(timings, 'handler'),
    })
    return refused(outcome.code, requirements, outcome.settlement.payer)
  }
  log.warn({ requestId: request.requestId, tool: request.tool.id, reason: outcome.reason }, 'the outcome of a settlement is unknown')
  const look = await span('chain', request, () => lookAtChain({ payload, requirements, claimedAt }))
  if (look.kind === 'landed') return land(landedSettlement(look, requirements))
  return unknown(store, owned, `${outcome.reason}; chain: ${look.reason}`, settleMs)
}

/** Nobody knows. That holds as well when it cannot be written down: the row stays `settling`, and its lease ends in the same state. */
async function unknown(store: Database, owned: Owned, reason: string, settleMs: number | null): Promise<Outcome> {
  await recordUnknown(store, owned, reason, settleMs).catch((error: unknown) =>
    log.error({ err: error, paymentKey: owned.key, reason }, 'an unknown settlement could not be recorded; it stays open'),
  )
  return { kind: 'failed', error: settlementUnknown(owned.key) }
}

/** A database that restarts is back within seconds; the buyer of a landed payment can wait that long. */
const RECORD_PAUSES_MS = [100, 400, 1_500]

/** Records and answers. Money has moved: if recording fails the buyer still gets the answer, and the reconciler records it later. */
async function paid(store: Database, owned: Owned, body: string, settlement: SettleResponse, settleMs: number | null): Promise<Outcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await recordSettled(store, owned, settlement, settleMs)
      break
    } catch (error) {
      const pauseMs = RECORD_PAUSES_MS[attempt]
      if (pauseMs === undefined) {
        log.error(
          { err: error, paymentKey: owned.key, transaction: settlement.transaction },
          'a settled payment could not be recorded; the reconciler will',
        )
        break
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return { kind: 'paid', body, settlement, replayed: false }
}

const refused = (reason: string, requirements: PaymentRequirements, payer?: string): Outcome => {
  const code = publicReason(reason, 'settlement_refused')
  return {
    kind: 'refused',
    code,
    settlement: { success: false, errorReason: code, transaction: '', network: requirements.network, ...(payer ? { payer } : {}) },
  }
}

export const landedSettlement = (
  look: { transaction: string; payer: string | null },
  requirements: PaymentRequirements,
  payer?: string | null,
): SettleResponse => {
  const known = look.payer ?? payer
  return { success: true, transaction: look.transaction, network: requirements.network, ...(known ? { payer: known } : {}) }
}

/** What a payment that is already in the table gets: its answer, a wait, or a no; never a second run. */
async function answerTaken(store: Database, claim: Claim, request: KnownPayment): Promise<Outcome> {
  const { facts, fingerprint } = request
  const failed = (error: ApiError): Outcome => ({ kind: 'failed', error })
  if (claim.payment_key !== facts.key) {
    return failed(
      new ApiError(
        'payment_identifier_conflict',
        'This payment identifier belongs to another payment. Resend that payment to get its answer, or use a new identifier.',
        {
          extra: { state: claim.state, ...(claim.transaction ? { transaction: claim.transaction } : {}) },
        },
      ),
    )
  }
  const used = (detail: string) =>
    new ApiError('payment_already_used', detail, {
      extra: claim.transaction ? { transaction: claim.transaction, network: claim.network } : {},
    })
  if (claim.fingerprint !== fingerprint)
    return failed(used('This payment belongs to another request. One payment buys one answer: sign a new one for this request.'))
  if (claim.state === 'settled') {
    const fresh = claim.settled_at !== null && Date.now() - new Date(claim.settled_at).getTime() < REPLAY_HOURS * 3_600_000
    return fresh && claim.result_body !== null && claim.payment_response
      ? { kind: 'paid', body: claim.result_body, settlement: claim.payment_response, replayed: true }
      : failed(used(`This payment bought its answer more than ${REPLAY_HOURS} hours ago, and the answer is no longer kept.`))
  }
  if (claim.state === 'unknown' || (claim.state === 'settling' && claim.lease_expired)) return resolveUnknown(store, claim, request)
  return failed(inFlight())
}

/** A buyer resends a payment whose outcome is unknown: look at the chain, settle the identical payload once more, look again. */
async function resolveUnknown(store: Database, claim: Claim, request: KnownPayment): Promise<Outcome> {
  const owner = await takeUnknown(store, claim.payment_key, settleLeaseMs())
  if (owner === undefined || !claim.payment || claim.result_body === null) return { kind: 'failed', error: inFlight() }
  const owned = { key: claim.payment_key, owner }
  const { payload, requirements } = claim.payment
  const lookFor = { payload, requirements, claimedAt: new Date(claim.created_at) }
  const body = claim.result_body
  const land = (settlement: SettleResponse) => span('record', request, () => paid(store, owned, body, settlement, null))
  let look = await span('chain', request, () => lookAtChain(lookFor))
  if (look.kind === 'landed') return land(landedSettlement(look, requirements, claim.payer))
  if (look.kind === 'unknown') {
    const again = await span('settle', request, () => settleOnce(request.offers.facilitator, payload, requirements))
    if (again.kind === 'settled') return land(again.settlement)
    look = await span('chain', request, () => lookAtChain(lookFor))
    if (look.kind === 'landed') return land(landedSettlement(look, requirements, claim.payer))
  }
  if (look.kind === 'refused') {
    await recordRefused(store, owned, look.reason)
    return refused(look.reason, requirements, claim.payer ?? undefined)
  }
  return unknown(store, owned, look.reason, null)
}
