/** How a sale can end, and the words for it. */
import type { SettleResponse } from '@x402/core/types'
import { ApiError } from '../../errors.ts'
import { log } from '../../log.ts'

export type Outcome =
  | { kind: 'paid'; body: string; settlement: SettleResponse; replayed: boolean }
  /** No money moved and none can by this payment: a fresh 402 is right. */
  | { kind: 'refused'; code: string; settlement?: SettleResponse }
  /** Not charged, or not known to be (`ApiError.charged`). */
  | { kind: 'failed'; error: ApiError }

/** A step's word that the sale is over. */
export type Stop = { stop: Outcome }

export const stop = (outcome: Outcome): Stop => ({ stop: outcome })
export const fail = (error: ApiError): Stop => stop({ kind: 'failed', error })

/** A reason as a buyer may see it: a short code; anything else a facilitator says stays in the ledger. */
export const publicReason = (reason: string | undefined, fallback: string): string =>
  reason !== undefined && /^[a-z][a-z0-9_]{2,80}$/.test(reason) ? reason : fallback

/** @param reason as the ledger has it: a code, and perhaps more behind a colon */
export const refusedAtSettlement = (reason: string, requirements: { network: string }, payer: string | null): Outcome => {
  const code = publicReason(reason.split(':')[0], 'settlement_refused')
  return {
    kind: 'refused',
    code,
    settlement: {
      success: false,
      errorReason: code,
      transaction: '',
      network: requirements.network as SettleResponse['network'],
      ...(payer ? { payer } : {}),
    },
  }
}

/** What every copy of a refused payment hears, which is what the first one heard. */
export const refusedBefore = (claim: { reason: string | null; settle_calls: number; network: string; payer: string | null }): Outcome => {
  const reason = claim.reason ?? ''
  return claim.settle_calls > 0
    ? refusedAtSettlement(reason, claim, claim.payer)
    : { kind: 'refused', code: publicReason(reason.split(':')[0], 'payment_invalid') }
}

/** @param claim whose transaction is told */
export const used = (detail: string, claim?: { transaction: string | null; network: string }) =>
  new ApiError('payment_already_used', detail, {
    extra: claim?.transaction ? { transaction: claim.transaction, network: claim.network } : {},
  })

export const storeDown = (cause: unknown): ApiError => {
  log.error({ err: cause }, 'the payment store failed')
  return new ApiError(
    'payment_store_unavailable',
    'Payments cannot be recorded or looked up right now, so this call took none. Resend the same payment later; do not sign again.',
    { retryAfterSeconds: 5, cause },
  )
}

/** The books were put back to an earlier state: only when everything of before has run out can be told what is new. */
export const booksClosed = (seconds: number): ApiError =>
  new ApiError(
    'payment_store_unavailable',
    `The record of payments was put back to an earlier state and may not know this one, so this call took none. Resend the same payment in ${seconds} seconds; do not sign again.`,
    { retryAfterSeconds: seconds },
  )

/** Somebody works on it. `leaseSeconds`: when the work is another process's, until it counts as dead. */
export const inFlight = (leaseSeconds: number | undefined): ApiError =>
  leaseSeconds === undefined
    ? new ApiError('payment_in_flight', 'This payment is being worked on. Resend the same one in a moment to get its answer.', {
        retryAfterSeconds: 2,
      })
    : new ApiError(
        'payment_in_flight',
        `This payment is being worked on elsewhere. Resend the same one to get its answer; should that work have died, it is taken over in ${leaseSeconds} seconds.`,
        { retryAfterSeconds: Math.max(1, leaseSeconds), extra: { leaseEndsInSeconds: leaseSeconds } },
      )

export const settlementUnknown = (key: string): ApiError =>
  new ApiError(
    'settlement_unknown',
    'Whether your payment settled is not known yet. Resend this same payment (over HTTP the same PAYMENT-SIGNATURE header): do not sign again, or you may pay twice. An answer that it bought is kept for you.',
    { retryAfterSeconds: 5, extra: { paymentKey: key } },
  )
