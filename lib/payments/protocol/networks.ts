/**
 * The two rails. All that differs between them lives in one entry each: which token, what of a payment the chain de-duplicates on, how
 * long the payment stays valid. A third network is one more entry.
 */
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { isSignedByPayer } from '../../chain/evm-authorization.ts'
import {
  amountMoved,
  hasSigned,
  parseSolanaMessage,
  solanaMessage,
  transferAuthority,
  usesDurableNonce,
} from '../../chain/solana-message.ts'
import type { Env } from '../../core.ts'

export type RailName = 'base' | 'solana'

/** What a decoded payment is to the till, whatever its rail. */
export type PaymentFacts = {
  /** What the chain de-duplicates on, prefixed by the network: the claim's key. */
  key: string
  /** Who says to pay, unproven until verified: on Base the authorization's `from` in lower case, on Solana the transfer's authority. */
  payer: string | null
  /** Unix seconds after which the payment cannot settle; null where only the chain knows (Solana's blockhash). */
  validBefore: number | null
}

/** Why a payment cannot settle as this offer's, as a stable code. */
export type Mismatch =
  | 'recipient_mismatch'
  | 'amount_mismatch'
  | 'authorization_not_yet_valid'
  | 'authorization_expires_too_soon'
  | 'authorization_valid_too_long'

/** Seconds a signed payment stays valid on Base: more than handler cap plus settle time, and it bounds the unknown window. */
export const MAX_TIMEOUT_SECONDS = 120

/**
 * Seconds beyond the offer's `maxTimeoutSeconds` that a payment may stay valid, for clocks that differ. Whatever is valid for longer could be
 * settled long after its buyer went away.
 */
export const VALIDITY_MARGIN_SECONDS = 300

export type Rail = {
  name: RailName
  /** Asset address by CAIP-2 network id, with the EIP-712 domain where the payer signs one. */
  assets: Record<string, { address: string; eip712?: { name: string; version: string } }>
  network: (settings: Env) => string
  payTo: (settings: Env) => string | undefined
  /** The scheme's payload as the v2 specification shapes it; anything else is `invalid_payload`. */
  payload: z.ZodType<Record<string, unknown>>
  /** Of a payload that `payload` has parsed. @throws Error when it, though well-shaped, is no payment (e.g. a transaction without a message). */
  facts: (network: string, payload: Record<string, unknown>) => PaymentFacts
  /** Of a parsed payload: its own terms that differ from the offer, as a stable code; undefined when they agree. Checked before any claim. */
  mismatch: (
    payload: Record<string, unknown>,
    offer: { amount: string; payTo: string; maxTimeoutSeconds: number },
    nowSeconds: number,
    neededSeconds: number,
  ) => Mismatch | undefined
  /**
   * Whether the payer's own key signed it, found out without asking anybody; false too where only the chain can tell (a contract's
   * signature). Costs a millisecond: for payments that are under suspicion.
   */
  isSigned: (payload: Record<string, unknown>, payer: string, offer: { network: string }) => boolean
  /** Whether a text has the form of this chain's addresses. */
  isAddress: (text: string) => boolean
  /** Whether a text has the form of this chain's transaction ids. */
  isTransaction: (id: string) => boolean
  /** Whether what the facilitator says of the network is enough to make an offer that can be paid. */
  payable: (extra: Record<string, unknown>) => boolean
  /**
   * Whether another facilitator may be sent a payload that one was sent already. EIP-3009: the token takes a nonce once, whoever brings it. On
   * Solana only the owner of the fee payer that the buyer signed for can bring it at all.
   */
  anyoneMaySettle: boolean
  explorer: (network: string) => { address: (address: string) => string; transaction: (id: string) => string }
}

const hexBytes = (count: number) => z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${count * 2}}$`))
const seconds = z.string().regex(/^\d{1,78}$/)

const Eip3009 = z.object({
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){64,4096}$/),
  authorization: z.object({
    from: hexBytes(20),
    to: hexBytes(20),
    value: seconds,
    validAfter: seconds,
    validBefore: seconds,
    nonce: hexBytes(32),
  }),
})

const authorizationOf = (payload: Record<string, unknown>) => (payload as z.output<typeof Eip3009>).authorization

const base64 = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)
const SvmTransaction = z.object({ transaction: base64 })

const transactionOf = (payload: Record<string, unknown>) => (payload as z.output<typeof SvmTransaction>).transaction

/** The first byte of a version 0 message; a legacy one begins with how many sign, which are fewer, and later versions with more. */
const VERSION_0 = 0x80

/** What a message says; undefined for a malformed one, of which the facilitator will say so. */
function readable(message: Buffer) {
  try {
    return parseSolanaMessage(message)
  } catch {
    return undefined
  }
}

function authorityOf(message: Buffer): string | null {
  const parsed = readable(message)
  return parsed ? transferAuthority(parsed) : null
}

function isBase58Of(text: string, bytes: number): boolean {
  try {
    return text.length <= 90 && base58.decode(text).length === bytes
  } catch {
    return false
  }
}

export const rails: Record<RailName, Rail> = {
  base: {
    name: 'base',
    assets: {
      'eip155:8453': { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', eip712: { name: 'USD Coin', version: '2' } },
      'eip155:84532': { address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', eip712: { name: 'USDC', version: '2' } },
    },
    network: (settings) => settings.NETWORK_BASE,
    payTo: (settings) => settings.PAYTO_BASE,
    payload: Eip3009,
    facts: (network, payload) => {
      const { from, nonce, validBefore } = authorizationOf(payload)
      return {
        key: `${network}:${from}:${nonce}`.toLowerCase(),
        payer: from.toLowerCase(),
        validBefore: Number(BigInt(validBefore) > 0xffffffffffn ? 0xffffffffffn : BigInt(validBefore)),
      }
    },
    mismatch: (payload, offer, nowSeconds, neededSeconds) => {
      const { to, value, validAfter, validBefore } = authorizationOf(payload)
      if (to.toLowerCase() !== offer.payTo.toLowerCase()) return 'recipient_mismatch'
      if (BigInt(value) !== BigInt(offer.amount)) return 'amount_mismatch'
      if (BigInt(validAfter) > BigInt(nowSeconds)) return 'authorization_not_yet_valid'
      if (BigInt(validBefore) < BigInt(nowSeconds + neededSeconds)) return 'authorization_expires_too_soon'
      if (BigInt(validBefore) > BigInt(nowSeconds + offer.maxTimeoutSeconds + VALIDITY_MARGIN_SECONDS))
        return 'authorization_valid_too_long'
      return undefined
    },
    isSigned: (payload, _payer, { network }) => {
      const { address, eip712 } = rails.base.assets[network]!
      const domain = { ...eip712!, chainId: Number(network.split(':')[1]), verifyingContract: address }
      return isSignedByPayer(domain, authorizationOf(payload), (payload as z.output<typeof Eip3009>).signature)
    },
    isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
    isTransaction: (id) => /^0x[0-9a-fA-F]{64}$/.test(id),
    payable: () => true,
    anyoneMaySettle: true,
    explorer: (network) => {
      const site = network === 'eip155:8453' ? 'https://basescan.org' : 'https://sepolia.basescan.org'
      return { address: (address) => `${site}/address/${address}`, transaction: (id) => `${site}/tx/${id}` }
    },
  },
  solana: {
    name: 'solana',
    assets: {
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' },
    },
    network: (settings) => settings.NETWORK_SOLANA,
    payTo: (settings) => settings.PAYTO_SOLANA,
    payload: SvmTransaction,
    facts: (network, payload) => {
      const message = solanaMessage(transactionOf(payload))
      if (message[0]! > VERSION_0) throw new Error('a version of messages that no look at the chain can read')
      return { key: `${network}:${createHash('sha256').update(message).digest('hex')}`, payer: authorityOf(message), validBefore: null }
    },
    // Mint and recipient, and what a wallet that is a program moves, are the facilitator's to check; nobody's word makes a payment too dear.
    mismatch: (payload, offer) => {
      const message = readable(solanaMessage(transactionOf(payload)))
      if (!message) return undefined
      if (usesDurableNonce(message)) return 'authorization_valid_too_long'
      return (amountMoved(message) ?? BigInt(offer.amount)) === BigInt(offer.amount) ? undefined : 'amount_mismatch'
    },
    isSigned: (payload, payer) => hasSigned(transactionOf(payload), payer),
    isAddress: (text) => isBase58Of(text, 32),
    isTransaction: (id) => isBase58Of(id, 64),
    // Whoever pays the fee is part of the message that the buyer signs.
    payable: ({ feePayer }) => typeof feePayer === 'string' && feePayer !== '',
    anyoneMaySettle: false,
    explorer: (network) => {
      const cluster = network === 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' ? '' : '?cluster=devnet'
      return {
        address: (address) => `https://solscan.io/account/${address}${cluster}`,
        transaction: (id) => `https://solscan.io/tx/${id}${cluster}`,
      }
    },
  },
}

export const railList = Object.values(rails)

/** The rail of a CAIP-2 network id among those configured. */
export const railOf = (network: string, settings: Env): Rail | undefined => railList.find((rail) => rail.network(settings) === network)
