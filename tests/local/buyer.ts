/** Buyers with funded keys on both rails, built from the stock x402 client. */
import { base58 } from '@scure/base'
import { createKeyPairSignerFromBytes, createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { BaseChain } from './base-chain.ts'
import type { SolanaChain } from './solana-chain.ts'

export type Rail = 'base' | 'solana'
export const rails = ['base', 'solana'] as const

export type Buyer = {
  base: { address: `0x${string}`; privateKey: `0x${string}` }
  /** The key is Solana's usual 64 bytes: seed, then public key. */
  solana: { address: string; secretKeyBase58: string }
  /** The stock paying fetch, able to pay on one rail only. */
  payingFetch(rail: Rail, fetch?: typeof globalThis.fetch): typeof globalThis.fetch
  /**
   * Signs one payment for an offer and returns the PAYMENT-SIGNATURE value, to be sent as often as a test likes.
   * @throws Error when the offer has no PAYMENT-REQUIRED or lacks this rail.
   */
  signOnce(offer: Response | string, rail: Rail): Promise<string>
}

export type BuyerOptions = {
  /** USDC on each rail in atomic units. Default 1,000 dollars. */
  fundsAtomic?: bigint
}

/** Makes a buyer with new keys and funds on both chains. */
export async function createBuyer(base: BaseChain, solana: SolanaChain, options: BuyerOptions = {}): Promise<Buyer> {
  const funds = options.fundsAtomic ?? 1_000_000_000n
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)

  const seed = crypto.getRandomValues(new Uint8Array(32))
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed)
  const secretKey = new Uint8Array(64)
  secretKey.set(seed)
  secretKey.set(base58.decode(address), 32)
  const signer = await createKeyPairSignerFromBytes(secretKey)

  if (funds > 0n) await Promise.all([base.fund(account.address, funds), solana.fund(address, funds)])

  const clients: Record<Rail, x402Client> = {
    base: new x402Client().register(base.network, new ExactEvmScheme(account)),
    solana: new x402Client().register(solana.network, new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl })),
  }
  return {
    base: { address: account.address, privateKey },
    solana: { address, secretKeyBase58: base58.encode(secretKey) },
    payingFetch: (rail, fetch = globalThis.fetch) => wrapFetchWithPayment(fetch, clients[rail]) as typeof globalThis.fetch,
    async signOnce(offer, rail) {
      const header = typeof offer === 'string' ? offer : offer.headers.get('PAYMENT-REQUIRED')
      if (!header) throw new Error(`The answer carries no PAYMENT-REQUIRED header: ${typeof offer === 'string' ? '' : offer.status}`)
      return encodePaymentSignatureHeader(await clients[rail].createPaymentPayload(decodePaymentRequiredHeader(header)))
    },
  }
}
