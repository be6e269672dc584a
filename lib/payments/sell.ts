/**
 * What every way to buy shares, whatever carries it: who is turned away, what is offered, and the way of a payment to the till. HTTP (`gate.ts`)
 * and MCP only differ in how they read a call and write an answer.
 */
import type { PaymentPayload } from '@x402/core/types'
import { env, missingPaymentSettings } from '../env.ts'
import { ApiError } from '../errors.ts'
import { createRateLimit, type RateLimit } from '../http/rate-limit.ts'
import { count } from '../metrics.ts'
import type { Timings } from '../observe.ts'
import { shared } from '../shared.ts'
import type { Tool } from '../tools/define.ts'
import { requestFingerprint } from '../tools/parse.ts'
import { type Offers, paymentsNotConfigured } from './offers.ts'
import { preparePayment } from './prepare.ts'
import type { Terms } from './terms.ts'
import { answerKnown, type Outcome, purchase } from './till.ts'

export type Sale = {
  tool: Tool
  /** Parsed: `parseInput` or `parseValues` came first. */
  input: Record<string, unknown>
  payload: PaymentPayload
  /** Alias of the `payment-identifier` extension. */
  idempotencyKey: string | undefined
  offers: Offers
  clientIp: string
  requestId: string
  timings: Timings
}

const limits = (): { unpaid: RateLimit; badSignature: RateLimit } =>
  shared('rate-limits', () => {
    const perMinute = env().RATE_LIMIT_PER_MINUTE
    return {
      unpaid: createRateLimit(perMinute),
      badSignature: createRateLimit(perMinute === 0 ? 0 : Math.max(1, Math.ceil(perMinute / 10))),
    }
  })

/** Takes one unpaid call from a client's allowance. @throws ApiError `rate_limited` */
export function limitUnpaid(clientIp: string): void {
  const wait = limits().unpaid.take(clientIp)
  if (wait === undefined) return
  throw new ApiError('rate_limited', 'Too many unpaid calls from this address. Paid calls are not limited by address.', {
    retryAfterSeconds: wait,
  })
}

/** @throws ApiError `payments_not_configured` */
export function requireConfigured(): void {
  const missing = missingPaymentSettings()
  if (missing.length > 0) throw paymentsNotConfigured(missing)
}

/**
 * Lets an unpaid call whose input is good through to the offer. Synchronous and without I/O.
 * @throws ApiError `rate_limited`, `payments_not_configured`, what `tool.ready` throws, in this order
 */
export function admitUnpaid(tool: Tool, clientIp: string): void {
  limitUnpaid(clientIp)
  requireConfigured()
  tool.ready?.()
}

/** The terms for a call that was let through. */
export function termsToOffer(tool: Tool, offers: Offers): Terms {
  count('offered', tool.id)
  return offers.terms.get(tool.id)!
}

/** Why a tool cannot answer now; undefined when it can. */
function notReady(tool: Tool): unknown {
  try {
    tool.ready?.()
    return undefined
  } catch (error) {
    return error
  }
}

/**
 * Sells one answer for a decoded payment: local checks, then the till. A payment that does not fit the offer is `refused` with a stable code,
 * unless it is already in the table: then it gets what it bought.
 * @throws ApiError `invalid_payload`, `rate_limited`, or why the tool cannot answer now; nobody was charged
 */
export async function sell(sale: Sale): Promise<Outcome> {
  const { tool, input, offers, clientIp, requestId, timings } = sale
  const prepared = preparePayment(sale.payload, sale.idempotencyKey, offers.terms.get(tool.id)!, offers, env())
  const wait = limits().badSignature.peek(clientIp)
  if (wait !== undefined)
    throw new ApiError('rate_limited', 'Too many payments from this address did not verify.', { retryAfterSeconds: wait })
  const request = { tool, input, fingerprint: requestFingerprint(tool, input), offers, requestId, timings }
  const refusal = prepared.mismatch === undefined ? notReady(tool) : undefined
  if (prepared.mismatch !== undefined || refusal !== undefined) {
    const known = prepared.facts && (await answerKnown({ ...request, facts: prepared.facts }))
    if (known) return known
    if (prepared.mismatch === undefined) throw refusal
    limits().badSignature.take(clientIp)
    return { kind: 'refused', code: prepared.mismatch }
  }
  count('attempted', tool.id)
  const outcome = await purchase({ ...request, ...prepared })
  if (outcome.kind === 'refused' && outcome.settlement === undefined) limits().badSignature.take(clientIp)
  count(outcome.kind === 'paid' ? (outcome.replayed ? 'replayed' : 'settled') : outcome.kind, tool.id)
  return outcome
}
