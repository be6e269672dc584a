/**
 * A buyer who wants one answer and does what our answers say, no less and no more: a 402 lets them sign anew; what may be tried again is tried with
 * the same payment; after everything else they stop.
 */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Base } from './base.ts'
import type { Answer, Offer } from './server.ts'
import { type Solana, transferOf } from './solana.ts'

export type Rail = 'base' | 'solana'
/** `charged`: what the chain shows. */
export type Payment = { name: string; json: object; isCharged: () => boolean; answers: Heard[] }
/** `wasCharged`: by the chain, as the answer came. */
export type Heard = Answer & { wasCharged: boolean }
export type Purchase = { name: string; rail: Rail; payments: Payment[] }

/** Payments that a buyer signs for one answer before they lose patience. */
const MOST_PAYMENTS = 4

const bytes = (text: string) => createHash('sha256').update(text).digest()

/** Signs an offer. The signature is made up: who checks it is the facilitator. */
export function sign(purchase: Purchase, offer: Offer, chains: { base: Base; solana: Solana }, nowMs: number): Payment {
  const name = `${purchase.name}.${purchase.payments.length + 1}`
  const of = (payload: object, isCharged: () => boolean): Payment => ({
    name,
    json: { x402Version: 2, accepted: offer, payload },
    isCharged,
    answers: [],
  })
  if (offer.network.startsWith('solana')) {
    const transaction = transferOf({
      buyer: bytes(`buyer ${purchase.name}`),
      feePayer: String(offer.extra.feePayer),
      amount: offer.amount,
      blockhash: chains.solana.blockhash(),
      nonce: name,
    })
    return of({ transaction }, () => chains.solana.hasTaken(transaction))
  }
  const seconds = Math.floor(nowMs / 1000)
  const authorization = {
    from: `0x${bytes(`buyer ${purchase.name}`).toString('hex').slice(0, 40)}`,
    to: offer.payTo,
    value: offer.amount,
    validAfter: String(seconds - 600),
    validBefore: String(seconds + offer.maxTimeoutSeconds),
    nonce: `0x${bytes(name).toString('hex')}`,
  }
  return of({ signature: `0x${'1b'.repeat(65)}`, authorization }, () => chains.base.hasTaken(authorization))
}

/** What the buyer does next, by the words of the answers. */
export type Next = 'sign' | 'send' | 'stop'

export function nextOf({ payments }: Purchase): Next {
  const current = payments.at(-1)
  if (!current) return 'sign'
  if (payments.some(({ answers }) => answers.some(({ status }) => status === 200))) return 'stop'
  if (current.answers.some(({ status }) => status === 402)) return payments.length < MOST_PAYMENTS ? 'sign' : 'stop'
  return current.answers.some(({ retryable }) => !retryable) ? 'stop' : 'send'
}

export const feePayerOf = (name: string): string => base58.encode(bytes(`fee payer ${name}`))
