/** The header that carries a payment, written and read. */
import { decodeObject, type Offer, type Terms } from './offers.ts'

/** What became of a payment. Void: its validity is over, and it was never used. */
export type Fate = { kind: 'settled'; transaction: string } | { kind: 'void' } | { kind: 'unknown' }

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

export type Authorization = { from: string; to: string; value: string; nonce: string /** Unix seconds. */; validBefore: number }

/** The authorization in a payment header of an EVM network. */
export function authorizationOf(header: string): Authorization | undefined {
  const payload = decodeObject(header)?.payload as { authorization?: Record<string, unknown> } | undefined
  const { from, to, value, nonce, validBefore } = payload?.authorization ?? {}
  const before = Number(validBefore)
  if (typeof from !== 'string' || typeof to !== 'string' || typeof value !== 'string' || typeof nonce !== 'string') return undefined
  if (!Number.isSafeInteger(before) || !/^0x[0-9a-f]{40}$/i.test(from) || !/^0x[0-9a-f]{64}$/i.test(nonce)) return undefined
  return { from, to, value, nonce, validBefore: before }
}

/** The token that a payment header pays with. */
export function assetOf(header: string): string | undefined {
  const { asset } = (decodeObject(header)?.accepted ?? {}) as { asset?: unknown }
  return typeof asset === 'string' ? asset : undefined
}

/** Who pays by a header: the wallet's address, whatever the seller says of it; null when it cannot be read. */
export async function payerOf(header: string, network: string): Promise<string | null> {
  if (network.startsWith('eip155:')) return authorizationOf(header)?.from ?? null
  const { solanaPaymentOf } = await import('./solana-message.ts')
  try {
    return solanaPaymentOf(header)?.authority ?? null
  } catch {
    return null // a signer of one's own may write payments that are not read here
  }
}

/** Clocks of the wallet and of this process are the same; signing takes a moment. */
const SIGNING_SECONDS = 5

/** Whether a payment that another wallet signed pays this offer, no more, and not for longer. */
export async function paysExactly(header: string, offer: Offer, now: number): Promise<boolean> {
  const { network, amount, payTo } = (decodeObject(header)?.accepted ?? {}) as Record<string, unknown>
  if (network !== offer.network || amount !== String(offer.amount) || payTo !== offer.payTo) return false
  if (offer.rail === 'solana') {
    const { paysOnSolana } = await import('./solana-message.ts')
    return paysOnSolana(header, offer).catch(() => false) // no transaction at all
  }
  const authorization = authorizationOf(header)
  return (
    authorization?.to.toLowerCase() === offer.payTo.toLowerCase() &&
    authorization.value === String(offer.amount) &&
    authorization.validBefore - now / 1000 <= offer.validitySeconds + SIGNING_SECONDS
  )
}

/** The part of a payment that proves it, and no more than that: what else a wallet may have signed stays here. */
export function proofIn(header: string, { rail }: Offer): Record<string, unknown> {
  const { signature, authorization, transaction } = (decodeObject(header)?.payload ?? {}) as Record<string, unknown>
  return rail === 'base' ? { signature, authorization } : { transaction }
}
