/** What a seller asks, read as what it is: text of a stranger. Only what passes here is ever shown to a wallet. */
import { NoOfferError, type Rejected } from '../errors.ts'
import { domainOf, parseAmount, USDC } from '../money.ts'
import { clean } from '../text.ts'

export type Rail = 'base' | 'solana'

export const railOf = (network: string): Rail | undefined =>
  network.startsWith('eip155:') ? 'base' : network.startsWith('solana:') ? 'solana' : undefined

/** An offer that may be paid. `raw` is what the seller wrote and gets back unchanged; the rest is checked and what is signed. */
export type Offer = {
  rail: Rail
  network: `${string}:${string}`
  asset: string
  amount: bigint
  payTo: string
  /** Seconds the payment stays valid, clamped. */
  validitySeconds: number
  /** Solana: who pays the network's fee. */
  feePayer?: string
  memo?: string
  raw: Record<string, unknown>
}

export type Terms = {
  offers: Offer[]
  rejected: Rejected[]
  /** The seller's own reason, e.g. `insufficient_funds`. */
  error: string | undefined
  /** The whole of what the seller sent. */
  required: Record<string, unknown>
}

export type OfferRules = {
  /** CAIP-2 networks that may be paid on. */
  networks: readonly string[]
  /** The tokens that may be paid with, by network. Default: USDC. */
  assets: Readonly<Record<string, readonly string[]>>
  maxValiditySeconds: number
}

/** Node takes 16 kB of headers in all. A body may be longer; nobody needs more to say a price. */
const MAX_TERMS_CHARS = 256 * 1024
/** What goes back to the seller with a payment, and into the store: more than any server takes as headers. */
const MAX_ECHOED_CHARS = 64 * 1024
const MAX_LEVELS = 64
const MAX_OFFERS = 50
const MAX_MEMO_BYTES = 256

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Whether text is 32 bytes in base58, as every address of Solana is. */
function isSolanaAddress(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  let value = 0n
  for (const digit of text) value = value * 58n + BigInt(BASE58.indexOf(digit))
  const leading = /^1*/.exec(text)![0].length
  return leading + Math.ceil(value.toString(16).replace(/^0$/, '').length / 2) === 32
}

const isEvmAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0{40}$/.test(text)

const isAddress = (rail: Rail, value: unknown): value is string =>
  typeof value === 'string' && (rail === 'base' ? isEvmAddress(value) : isSolanaAddress(value))

const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

/** A stranger's text, fit to be shown in an error. */
const shown = (value: unknown): string => clean(JSON.stringify(value), 60) || 'nothing'

const sameAsset = (rail: Rail, one: string, other: string): boolean =>
  rail === 'base' ? one.toLowerCase() === other.toLowerCase() : one === other

/** Checks one offer. A text is the reason why it is passed over. */
function readOffer(value: unknown, rules: OfferRules): Offer | Rejected {
  const raw = objectOf(value)
  if (!raw) return { network: 'unknown', reason: 'no offer at all' }
  const { scheme, network } = raw
  const name = clean(network, 80) || 'unknown'
  const no = (reason: string): Rejected => ({ network: name, reason })
  const rail = typeof network === 'string' ? railOf(network) : undefined
  if (typeof network !== 'string' || rail === undefined || !rules.networks.includes(network)) return no('this wallet does not pay there')
  if (scheme !== 'exact') return no(`the scheme ${shown(scheme)} is not the exact one`)
  const asset = (rules.assets[network] ?? []).find((allowed) => typeof raw.asset === 'string' && sameAsset(rail, allowed, raw.asset))
  if (asset === undefined) return no(`the token ${shown(raw.asset)} is not allowed`)
  const amount = parseAmount(raw.amount)
  if (amount === undefined) return no(`${shown(raw.amount)} is no amount: a positive whole number, as text`)
  if (!isAddress(rail, raw.payTo)) return no(`${shown(raw.payTo)} is no address to pay to`)
  const seconds = raw.maxTimeoutSeconds
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 1) return no(`${shown(seconds)} is no validity in seconds`)
  const extra = objectOf(raw.extra) ?? {}
  const offer = {
    rail,
    network: network as Offer['network'],
    asset,
    amount,
    payTo: raw.payTo,
    validitySeconds: Math.min(Math.floor(seconds), rules.maxValiditySeconds),
    raw,
  }
  if (rail === 'base') {
    const method = extra.assetTransferMethod ?? 'eip3009'
    return method === 'eip3009' ? offer : no(`the transfer method ${shown(method)} would sign more than this payment`)
  }
  if (!isAddress(rail, extra.feePayer)) return no(`${shown(extra.feePayer)} is no fee payer`)
  if (extra.memo === undefined) return { ...offer, feePayer: extra.feePayer }
  if (typeof extra.memo !== 'string' || Buffer.byteLength(extra.memo) > MAX_MEMO_BYTES) return no('the memo is too long')
  return { ...offer, feePayer: extra.feePayer, memo: extra.memo }
}

/** Whether a value of a stranger's can be written again: JSON may be parsed at any depth, and written only as deep as the stack. */
export const isShallow = (value: unknown, levels = MAX_LEVELS): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((held) => isShallow(held, levels - 1)))

/** Base64 of JSON, or JSON itself, to an object; undefined for anything else, and for what is nested beyond reason. */
export function decodeObject(text: string): Record<string, unknown> | undefined {
  if (text.length > MAX_TERMS_CHARS) return undefined
  try {
    const value: unknown = JSON.parse(/^\s*\{/.test(text) ? text : Buffer.from(text, 'base64').toString('utf8'))
    return isShallow(value) ? objectOf(value) : undefined
  } catch {
    return undefined
  }
}

/** Reads the terms of a 402. @throws NoOfferError when they are no terms of x402 version 2 */
export function readTerms(text: string, rules: OfferRules): Terms {
  const required = decodeObject(text)
  if (!required) throw new NoOfferError('The seller answered 402 with terms that cannot be read.')
  if (required.x402Version !== 2 || !Array.isArray(required.accepts))
    throw new NoOfferError(`The seller’s terms are not those of x402 version 2 but ${shown(required.x402Version)}.`)
  const { resource, extensions } = required
  if (JSON.stringify([resource, extensions]).length > MAX_ECHOED_CHARS)
    throw new NoOfferError('The seller’s terms are too long to be sent back with a payment.')
  const read = required.accepts.slice(0, MAX_OFFERS).map((offer) => readOffer(offer, rules))
  const error = clean(required.error, 200) || undefined
  return {
    offers: read.filter((offer): offer is Offer => 'raw' in offer),
    rejected: read.filter((offer): offer is Rejected => 'reason' in offer),
    error,
    required,
  }
}

/**
 * An offer as a client around this one may see it. Only what was checked: its libraries read more of `extra` than a payment needs, a blockhash of
 * the seller's choice among it.
 */
export const shownOffer = ({ rail, network, asset, amount, payTo, validitySeconds, feePayer, memo, raw }: Offer) => ({
  scheme: 'exact',
  network,
  asset,
  amount: String(amount),
  payTo,
  maxTimeoutSeconds: validitySeconds,
  extra: rail === 'base' ? domainOf(network, asset, raw.extra) : { feePayer, ...(memo === undefined ? {} : { memo }) },
})

/** USDC on every network it is known on, as the default of what may be paid. */
export const usdcOnly = (): Record<string, string[]> =>
  Object.fromEntries(Object.entries(USDC).map(([network, { address }]) => [network, [address]]))
