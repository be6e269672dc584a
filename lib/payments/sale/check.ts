/** The first steps of a sale, which cost nobody anything: what the payment says, which offer it pays, and whether there is room for it. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { ApiError } from '../../errors.ts'
import { countBadInput, isBadCall } from '../../http/admission.ts'
import { refuseAfterSunset } from '../../http/deprecation.ts'
import { count } from '../../metrics.ts'
import { haveLost } from '../books/lost-moments.ts'
import { chainTime } from '../chain/index.ts'
import { ableTo } from '../facilitator/facilitators.ts'
import { findSecondsAhead } from '../facilitator/skew.ts'
import { type Offers, offersOrThrow } from '../offer/offers.ts'
import { serviceFor } from '../offer/service.ts'
import type { Terms } from '../offer/terms.ts'
import { type PaymentFacts, railOf } from '../protocol/networks.ts'
import { bindingOf } from './binding.ts'
import type { Asked, Matched, ReadPayment } from './known.ts'
import type { Reservation } from './limits/allowance.ts'
import { admitUnverified, countUnmatched } from './limits/budgets.ts'
import { fail, type Outcome, type Stop, stop } from './outcome.ts'
import { answerKnown, refuse } from './recover.ts'
import { openBooks, stored } from './time.ts'
import { takenUnbooked } from './unbooked.ts'

const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/

/** Reads the `payment-identifier` extension, or `Idempotency-Key` as its alias. @throws ApiError `invalid_payload` when malformed or contradictory */
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

/** @throws ApiError `invalid_payload` (400) when the payment cannot be read at all */
export function readPayment({ core, received, idempotencyKey, clientIp }: Asked): Stop | ReadPayment {
  const { network } = received.payload.accepted
  const rail = railOf(network, core.env)
  if (!rail) {
    // Nothing was ever sold there.
    countUnmatched(core, clientIp)
    return stop({ kind: 'refused', code: 'network_not_accepted' })
  }
  const parsed = rail.payload.safeParse(received.payload.payload)
  if (!parsed.success) throw new ApiError('invalid_payload', `The payload is not the exact scheme's on ${network}. Nothing was charged.`)
  let facts: PaymentFacts
  try {
    facts = rail.facts(network, parsed.data)
  } catch (cause) {
    throw new ApiError('invalid_payload', 'The payload holds no payment that can be read. Nothing was charged.', { cause })
  }
  const identifier = readIdentifier(received.payload, idempotencyKey)
  return {
    rail,
    facts,
    payload: parsed.data,
    identifier,
    ...bindingOf(received, identifier),
    isSigned: () => facts.payer !== null && rail.isSigned(parsed.data, facts.payer, { network }),
  }
}

/**
 * Finds the offer. What pays none (it ran out, the tool is down or gone, there is no offer at all) may still be a payment that bought its
 * answer before, so that is looked up before anything is refused.
 */
export async function match(known: Asked & ReadPayment): Promise<Stop | Matched> {
  let refusal: Exclude<Outcome, { kind: 'paid' }>
  let late: PaymentRequirements | undefined
  try {
    const found = await findOffer(known)
    if (!('code' in found)) {
      count(known.core, 'attempted', known.tool.id)
      return found
    }
    refusal = { kind: 'refused', code: found.code }
    late = found.late
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refusal = { kind: 'failed', error }
  }
  const answer = await answerKnown(known)
  if (answer) return answer
  if (refusal.kind === 'refused') countUnmatched(known.core, known.clientIp)
  // Nothing was paid, and nobody asked to verify: an outage must not count against the payments that come after it.
  else if (!isBadCall(refusal.error)) countBadInput(known.core, known.clientIp)
  const paid = late ?? (refusal.kind === 'refused' ? await asItWasOffered(known) : undefined)
  const taken = paid && (await takenUnbooked(known, known.received.payload, paid))
  if (taken) return fail(taken)
  return refusal.kind === 'refused' ? refuse(known, refusal.code) : stop(refusal)
}

/** What a payment of no present offer says that it paid, where the books may have lost its sale: prices and wallets change, and the chain can tell. */
async function asItWasOffered({ core, rail, received }: Asked & ReadPayment): Promise<PaymentRequirements | undefined> {
  const { accepted } = received.payload
  if (!(await stored(haveLost(await openBooks(core))))) return undefined
  return { ...accepted, asset: rail.assets[accepted.network]!.address }
}

/** `late`: what it would have paid in time. @throws ApiError why nothing can be sold now: the tool is gone or down, there are no offers, or our clock is wrong */
async function findOffer(known: Asked & ReadPayment): Promise<Matched | { code: string; late?: PaymentRequirements }> {
  const { core, tool, rail, payload, received } = known
  if (tool.retirement) refuseAfterSunset(tool.retirement)
  const offers = await offersOrThrow(core)
  const terms = offers.terms.get(tool.id)!
  const requirements = await findRequirements(known, offers, terms)
  const { network } = received.payload.accepted
  if (!requirements) return { code: terms.accepts.some((offer) => offer.network === network) ? 'offer_mismatch' : 'network_not_accepted' }
  if (!offers.server.validateExtensions(terms.required, received.payload).valid) return { code: 'extension_echo_mismatch' }
  const neededSeconds = Math.ceil((tool.handlerCapMs + core.env.FACILITATOR_SETTLE_TIMEOUT_MS) / 1000)
  const nowSeconds = Math.floor(core.now() / 1000)
  const mismatch = rail.mismatch(payload, requirements, nowSeconds, neededSeconds)
  if (mismatch !== undefined) {
    // Mistimed by our clock alone: the buyer could sign again for ever.
    const ahead = mismatch.startsWith('authorization_') ? await findSecondsAhead(core, () => chainTime(core, rail)) : 0
    if (ahead !== 0 && rail.mismatch(payload, requirements, nowSeconds - ahead, neededSeconds) === undefined) throw clockSkewed(ahead)
    return mismatch === 'authorization_expires_too_soon' ? { code: mismatch, late: requirements } : { code: mismatch }
  }
  tool.ready?.(core)
  return {
    facilitator: await serviceFor(core, requirements),
    requirements,
    payment: {
      x402Version: 2,
      resource: terms.required.resource,
      accepted: requirements,
      payload,
      ...(received.payload.extensions?.bazaar ? { extensions: terms.discovery } : {}),
    },
  }
}

/** Our entry of `accepts` that the payment names, with the fee payer that it was signed for. */
async function findRequirements(
  { core, received, rail }: Asked & ReadPayment,
  offers: Offers,
  terms: Terms,
): Promise<PaymentRequirements | undefined> {
  const exact = offers.server.findMatchingRequirements(terms.accepts, received.payload)
  if (exact) return exact
  const { accepted } = received.payload
  const offered = terms.accepts.find(({ network }) => network === accepted.network)
  const feePayer = accepted.extra?.feePayer
  if (!offered || offered.extra.feePayer === undefined || typeof feePayer !== 'string') return undefined
  const theirs = { ...offered, extra: { ...offered.extra, feePayer } }
  if ((await ableTo(core, theirs, rail)).length === 0) return undefined
  return offers.server.findMatchingRequirements([theirs], received.payload)
}

const clockSkewed = (ahead: number) =>
  new ApiError(
    'clock_skewed',
    `The clock of this server is wrong by about ${Math.abs(ahead)} seconds, so it cannot tell whether your payment is in time. Nothing was charged; do not sign again, send the same payment later.`,
    { retryAfterSeconds: 30 },
  )

/** Room for a payment that may not verify; without it, what was paid before is still answered. */
export async function admit(known: Asked & ReadPayment & Matched): Promise<Stop | { place: Reservation }> {
  const { core, clientIp, facts, isSigned } = known
  try {
    return { place: await admitUnverified(core, clientIp, facts.payer, isSigned) }
  } catch (error) {
    const answer = await answerKnown(known)
    if (answer) return answer
    throw error
  }
}
