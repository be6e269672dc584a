/** From a decoded payment to one the till may claim: matched to our offer, and checked as far as we can alone. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Env } from '../env.ts'
import { ApiError } from '../errors.ts'
import { type PaymentFacts, railOf } from './networks.ts'
import type { Offers } from './offers.ts'
import type { Terms } from './terms.ts'

/** `facts` is null only for a network that is not configured. */
export type PreparedPayment = { payload: PaymentPayload; identifier: string | null } & (
  | { facts: PaymentFacts; requirements: PaymentRequirements; mismatch?: undefined }
  | { facts: PaymentFacts | null; requirements?: undefined; mismatch: string }
)

const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/

/** Reads the `payment-identifier` extension, or `Idempotency-Key` as its alias. @throws ApiError `invalid_payload` when malformed or contradictory. */
function readIdentifier(payload: PaymentPayload, idempotencyKey: string | undefined): string | null {
  const extension = payload.extensions?.['payment-identifier'] as { info?: { id?: unknown } } | undefined
  const id = extension?.info?.id
  const given = [id, idempotencyKey].filter((value) => value !== undefined)
  for (const value of given) {
    if (typeof value !== 'string' || !IDENTIFIER.test(value)) {
      throw new ApiError(
        'invalid_payload',
        'A payment identifier or Idempotency-Key has 16 to 128 characters of letters, digits, _ and -. Nothing was charged.',
      )
    }
  }
  if (given.length === 2 && given[0] !== given[1])
    throw new ApiError('invalid_payload', 'Idempotency-Key and the payment-identifier extension differ. Send one. Nothing was charged.')
  return (given[0] as string | undefined) ?? null
}

/**
 * Checks a payment without any I/O. `requirements` is the offer it pays; without one `mismatch` says why, as a stable code.
 * @throws ApiError `invalid_payload` (400) when it cannot be read at all.
 */
export function preparePayment(
  payload: PaymentPayload,
  idempotencyKey: string | undefined,
  terms: Terms,
  offers: Offers,
  settings: Env,
): PreparedPayment {
  const { network } = payload.accepted
  const rail = railOf(network, settings)
  if (!rail) return { payload, facts: null, identifier: null, mismatch: 'network_not_accepted' }
  const parsed = rail.payload.safeParse(payload.payload)
  if (!parsed.success) throw new ApiError('invalid_payload', `The payload is not the exact scheme's on ${network}. Nothing was charged.`)
  let facts: PaymentFacts
  try {
    facts = rail.facts(network, parsed.data)
  } catch (cause) {
    throw new ApiError('invalid_payload', 'The payload holds no payment that can be read. Nothing was charged.', { cause })
  }
  const prepared = { payload: { ...payload, payload: parsed.data }, facts, identifier: readIdentifier(payload, idempotencyKey) }
  const requirements = offers.server.findMatchingRequirements(terms.accepts, payload)
  if (!requirements)
    return { ...prepared, mismatch: terms.accepts.some((offer) => offer.network === network) ? 'offer_mismatch' : 'network_not_accepted' }
  if (!offers.server.validateExtensions(terms.required, payload).valid) return { ...prepared, mismatch: 'extension_echo_mismatch' }
  const neededSeconds = Math.ceil((terms.tool.handlerCapMs + settings.FACILITATOR_SETTLE_TIMEOUT_MS) / 1000)
  const mismatch = rail.mismatch(parsed.data, requirements, Math.floor(Date.now() / 1000), neededSeconds)
  return mismatch === undefined ? { ...prepared, requirements } : { ...prepared, mismatch }
}
