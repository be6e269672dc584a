/**
 * A buyer who wants one answer and does what our answers say, no less and no more: a 402 lets them sign anew; what may be tried again is tried with
 * the same payment; an identifier that another payment has is given up for a new one, with the same payment; after everything else they stop.
 */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Base } from './base.ts'
import { type Wallet, walletOf } from './keys.ts'
import type { Answer, Offer } from './server.ts'
import { type Solana, transferOf } from './solana.ts'

export type Rail = 'base' | 'solana'
/** `identifier`: as it is sent at present; `formerly`: as it was sent before. */
export type Payment = {
  name: string
  json: object
  identifier: string | undefined
  formerly: object[]
  /** Signed for more than was asked for. */
  isDear: boolean
  /** What the chain shows. */
  isCharged: () => boolean
  /** Whether the chain has shown it ever. */
  wasEverCharged: () => boolean
  answers: Heard[]
  /** Calls whose answer is waited for. */
  calls: Set<object>
}
/** `wasCharged`: by the chain, as the answer came; `under`: the identifier it was sent with. */
export type Heard = Answer & { wasCharged: boolean; under: string | undefined }
export type Purchase = {
  name: string
  rail: Rail
  buyer: string
  /** The buyer's name of the call; undefined where they give none. */
  identifier: string | undefined
  /** Whether their client echoes all of an offer, its ticket too. */
  echoes: boolean
  /** Whose signature only their chain can tell: a contract's (ERC-1271). */
  hasContract: boolean
  /** Whether their program pays twice what is asked for, the first time. */
  overpays: boolean
  /** Whether they have signed anew without leave: then the identifier alone keeps them from paying twice. */
  hasForgotten: boolean
  payments: Payment[]
}

/** What a contract that is a wallet takes for a signature. */
const CONTRACTS_WORD = `0x${'c0de'.repeat(100)}`
/** Payments that a buyer signs for one answer before they lose patience. */
const MOST_PAYMENTS = 4

const bytes = (text: string) => createHash('sha256').update(text).digest()
const wallets = new Map<string, Wallet>()
const walletFor = (buyer: string): Wallet => {
  const wallet = wallets.get(buyer) ?? walletOf(buyer)
  wallets.set(buyer, wallet)
  return wallet
}

/** A payment as it is sent under an identifier, or without one. */
const under = (json: object, identifier: string | undefined): object =>
  identifier === undefined ? json : { ...json, extensions: { 'payment-identifier': { info: { required: false, id: identifier } } } }

/** Signs an offer with the buyer's own key. */
export function sign(purchase: Purchase, offer: Offer, chains: { base: Base; solana: Solana }, nowMs: number): Payment {
  const name = `${purchase.name}.${purchase.payments.length + 1}`
  const { identifier, echoes } = purchase
  const { ticket: _, ...extra } = offer.extra
  const isDear = purchase.overpays && purchase.payments.length === 0
  const amount = isDear ? String(2n * BigInt(offer.amount)) : offer.amount
  const accepted = echoes ? offer : { ...offer, extra }
  const of = (payload: object, charged: Pick<Payment, 'isCharged' | 'wasEverCharged'>): Payment => ({
    name,
    json: under({ x402Version: 2, accepted, payload }, identifier),
    identifier,
    formerly: [],
    answers: [],
    calls: new Set(),
    isDear,
    ...charged,
  })
  const wallet = walletFor(purchase.buyer)
  if (offer.network.startsWith('solana')) {
    const transaction = transferOf({
      buyer: wallet,
      feePayer: String(offer.extra.feePayer),
      payTo: offer.payTo,
      amount,
      blockhash: chains.solana.blockhash(),
      nonce: name,
    })
    const isCharged = () => chains.solana.hasTaken(transaction)
    return of({ transaction }, { isCharged, wasEverCharged: isCharged })
  }
  const seconds = Math.floor(nowMs / 1000)
  const authorization = {
    from: wallet.address,
    to: offer.payTo,
    value: amount,
    validAfter: String(seconds - 600),
    validBefore: String(seconds + offer.maxTimeoutSeconds),
    nonce: `0x${bytes(name).toString('hex')}`,
  }
  return of(
    { signature: purchase.hasContract ? CONTRACTS_WORD : wallet.signAuthorization(authorization), authorization },
    { isCharged: () => chains.base.hasTaken(authorization), wasEverCharged: () => chains.base.hadTaken(authorization) },
  )
}

/** Gives up the identifier that another payment has. */
export function rename(payment: Payment): void {
  payment.formerly.push(payment.json)
  payment.identifier = `${payment.name}-named-anew`.replace(/[^A-Za-z0-9_-]/g, '-')
  payment.json = under(payment.json, payment.identifier)
}

/** What the buyer does next, by the words of the answers. */
export type Next = 'sign' | 'send' | 'rename' | 'stop'

export function nextOf({ payments, hasForgotten }: Purchase): Next {
  const current = payments.at(-1)
  if (!current) return 'sign'
  if (payments.some(({ answers }) => answers.some(({ status }) => status === 200))) return 'stop'
  if (current.answers.some(({ status }) => status === 402)) return payments.length < MOST_PAYMENTS ? 'sign' : 'stop'
  const isConflict = (heard: Heard) => heard.code === 'payment_identifier_conflict'
  if (current.answers.some((heard) => !heard.retryable && (hasForgotten || !isConflict(heard)))) return 'stop'
  return current.answers.some((heard) => isConflict(heard) && heard.under === current.identifier) ? 'rename' : 'send'
}

export const feePayerOf = (name: string): string => base58.encode(bytes(`fee payer ${name}`))
