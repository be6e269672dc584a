/** Signs payments. The heavy parts are loaded with the first signature of a rail. */
import { x402Client } from '@x402/core/client'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'

export type Rail = 'base' | 'solana'

export type Keys = {
  /** 0x and 64 hex digits. */
  base?: string
  /** 64 bytes in base58: seed, then public key. */
  solana?: string
  /** Solana RPC that tells a recent blockhash. Default: the public one. */
  solanaRpcUrl?: string
}

export const railOf = (network: string): Rail | undefined =>
  network.startsWith('eip155:') ? 'base' : network.startsWith('solana:') ? 'solana' : undefined

async function signerOf(rail: Rail, network: `${string}:${string}`, keys: Keys): Promise<x402Client> {
  if (rail === 'base') {
    const [{ ExactEvmScheme }, { privateKeyToAccount }] = await Promise.all([import('@x402/evm/exact/client'), import('viem/accounts')])
    return new x402Client().register(network, new ExactEvmScheme(privateKeyToAccount(keys.base as `0x${string}`)))
  }
  const [{ ExactSvmScheme }, { createKeyPairSignerFromBytes, getBase58Encoder }] = await Promise.all([
    import('@x402/svm/exact/client'),
    import('@solana/kit'),
  ])
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(keys.solana ?? ''))
  const options = keys.solanaRpcUrl === undefined ? {} : { rpcUrl: keys.solanaRpcUrl }
  return new x402Client().register(network, new ExactSvmScheme(signer, options))
}

/** Signs one offer and returns the value of the PAYMENT-SIGNATURE header. */
export async function sign(required: PaymentRequired, offer: PaymentRequirements, keys: Keys): Promise<string> {
  const rail = railOf(offer.network)
  if (rail === undefined) throw new TypeError(`No signer knows ${offer.network}.`)
  const client = await signerOf(rail, offer.network, keys)
  return encodePaymentSignatureHeader(await client.createPaymentPayload({ ...required, accepts: [offer] }))
}
