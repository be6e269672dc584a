/** The header that carries a payment, written and read. */
import type { decodeObject, Offer, Terms } from './offers.ts'

/** As the headers of x402 are: base64 of JSON. */
export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** The header: the seller's offer, resource and extensions unchanged, with the proof of a wallet. */
export function headerOf({ required }: Terms, offer: Offer, payload: Record<string, unknown>): string {
  const { resource, extensions } = required
  return encode({
    x402Version: 2,
    ...(resource === undefined ? {} : { resource }),
    accepted: offer.raw,
    payload,
    ...(extensions === undefined ? {} : { extensions }),
  })
}

/** Clocks of the wallet and of this process are the same; signing takes a moment. */
const SIGNING_SECONDS = 5

/** Whether a payment that another wallet signed pays this offer, no more, and not for longer. */
export function paysExactly(payment: ReturnType<typeof decodeObject>, offer: Offer, now: number): boolean {
  const { network, amount, payTo } = (payment?.accepted ?? {}) as Record<string, unknown>
  if (network !== offer.network || amount !== String(offer.amount) || payTo !== offer.payTo) return false
  const payload = (payment?.payload ?? {}) as { authorization?: Record<string, unknown>; transaction?: unknown }
  if (offer.rail === 'solana') return typeof payload.transaction === 'string'
  const { to, value, validBefore } = payload.authorization ?? {}
  const seconds = Number(validBefore) - now / 1000
  return (
    String(to).toLowerCase() === offer.payTo.toLowerCase() &&
    value === String(offer.amount) &&
    seconds <= offer.validitySeconds + SIGNING_SECONDS
  )
}
