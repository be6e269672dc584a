/** Signs payments: one transfer of one amount to one address, and nothing else. The heavy parts are loaded with the first signature of a rail. */
import { randomBytes } from 'node:crypto'
import { WalletError } from './errors.ts'
import type { Offer, Rail } from './guard/offers.ts'
import { domainOf } from './money.ts'

export type Keys = {
  /** 0x and 64 hex digits. */
  base?: string
  /** 64 bytes in base58: seed, then public key. */
  solana?: string
  /** Solana RPC that tells a recent blockhash. Default: the public one. */
  solanaRpcUrl?: string
}

/** The part of a payment that proves it. `validUntil` in Unix milliseconds. */
export type Proof = { payload: Record<string, unknown>; validUntil: number }

/** A wallet of your own: signs exactly this offer, valid for `validitySeconds` at most. */
export type Signer = (offer: Offer) => Promise<Proof>

/** A Solana payment is good for 150 slots after its blockhash, some 90 seconds; slow slots and a late clock are allowed for. */
export const SOLANA_VALIDITY_MS = 300_000

const AUTHORIZATION = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

const isHex = (text: string): text is `0x${string}` => /^0x[0-9a-fA-F]{64}$/.test(text)

/** An EIP-3009 authorization. The domain is what the token's contract is known to have, whatever the offer says of it. */
async function signOnBase(offer: Offer, key: string, now: number): Promise<Proof> {
  if (!isHex(key)) throw new WalletError('The key for Base is not 0x and 64 hex digits.')
  const domain = domainOf(offer.network, offer.asset, offer.raw.extra)
  const [{ privateKeyToAccount }, { getAddress }] = await Promise.all([import('viem/accounts'), import('viem')])
  const account = privateKeyToAccount(key)
  const validBefore = Math.floor(now / 1000) + offer.validitySeconds
  const nonce: `0x${string}` = `0x${randomBytes(32).toString('hex')}`
  const to = getAddress(offer.payTo.toLowerCase())
  const signature = await account.signTypedData({
    domain: { ...domain, chainId: Number(offer.network.slice('eip155:'.length)), verifyingContract: getAddress(offer.asset) },
    types: { TransferWithAuthorization: AUTHORIZATION },
    primaryType: 'TransferWithAuthorization',
    message: { from: account.address, to, value: offer.amount, validAfter: 0n, validBefore: BigInt(validBefore), nonce },
  })
  const authorization = { from: account.address, to, value: String(offer.amount), validAfter: '0', validBefore: String(validBefore), nonce }
  return { payload: { signature, authorization }, validUntil: validBefore * 1000 }
}

/** A transfer of SPL tokens whose network fee somebody else pays. */
async function signOnSolana(offer: Offer, { solana = '', solanaRpcUrl }: Keys, now: number): Promise<Proof> {
  const [{ ExactSvmScheme }, { createKeyPairSignerFromBytes, getBase58Encoder }] = await Promise.all([
    import('@x402/svm/exact/client'),
    import('@solana/kit'),
  ])
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(solana)).catch((cause: unknown) => {
    throw new WalletError('The key for Solana is not 64 bytes in base58.', { cause })
  })
  if (offer.feePayer === signer.address) throw new WalletError('The seller wants this wallet to pay the network’s fee as well.')
  const scheme = new ExactSvmScheme(signer, solanaRpcUrl === undefined ? {} : { rpcUrl: solanaRpcUrl })
  const { payload } = await scheme.createPaymentPayload(2, {
    scheme: 'exact',
    network: offer.network,
    asset: offer.asset,
    amount: String(offer.amount),
    payTo: offer.payTo,
    maxTimeoutSeconds: offer.validitySeconds,
    extra: { feePayer: offer.feePayer, ...(offer.memo === undefined ? {} : { memo: offer.memo }) },
  })
  return { payload, validUntil: now + SOLANA_VALIDITY_MS }
}

/** The rails there is a key for. */
export const railsOf = (keys: Keys): Rail[] => (['base', 'solana'] as const).filter((rail) => (keys[rail] ?? '') !== '')

/** A signer from keys. */
export function signerOf(keys: Keys, now: () => number = Date.now): Signer {
  return async (offer) => {
    try {
      return await (offer.rail === 'base' ? signOnBase(offer, keys.base ?? '', now()) : signOnSolana(offer, keys, now()))
    } catch (cause) {
      if (cause instanceof WalletError) throw cause
      throw new WalletError(`The payment could not be signed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  }
}
