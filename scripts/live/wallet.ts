/** The wallet of a live run: the stock client's signers, and what it holds by the word of a node. Keys are read here and shown nowhere. */
import { base58 } from '@scure/base'
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { privateKeyToAccount } from 'viem/accounts'
import { type RailName, rails } from '../../lib/payments/protocol/networks.ts'

export type Keys = { base?: string; solana?: string; baseRpcUrl: string; solanaRpcUrl: string }

export type Wallet = {
  rails: RailName[]
  /** The PAYMENT-SIGNATURE for the one offer in these terms. */
  sign: (required: PaymentRequired) => Promise<string>
  /** USDC in atomic units on a network. @throws Error when the node does not say */
  balance: (rail: RailName, network: string) => Promise<bigint>
}

async function ask<Result>(url: string, method: string, params: unknown[]): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(20_000),
  })
  const { result, error } = (await response.json()) as { result?: Result; error?: { message?: string } }
  if (result === undefined) throw new Error(`${method}: ${error?.message ?? `HTTP ${response.status}`}`)
  return result
}

type TokenAccounts = { value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[] }

/** Makes it. @throws Error for a key that is none */
export async function openWallet({ base, solana, baseRpcUrl, solanaRpcUrl }: Keys): Promise<Wallet> {
  const account = base === undefined ? undefined : privateKeyToAccount(base as `0x${string}`)
  const signer = solana === undefined ? undefined : await createKeyPairSignerFromBytes(base58.decode(solana))
  const client = new x402Client()
  if (account) client.register('eip155:*', new ExactEvmScheme(account))
  if (signer) client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: solanaRpcUrl }))
  return {
    rails: [...(account ? (['base'] as const) : []), ...(signer ? (['solana'] as const) : [])],
    sign: async (required) => encodePaymentSignatureHeader(await client.createPaymentPayload(required)),
    async balance(rail, network) {
      const asset = rails[rail].assets[network]?.address
      if (rail === 'base') {
        const data = `0x70a08231${account!.address.slice(2).toLowerCase().padStart(64, '0')}`
        return BigInt(await ask<string>(baseRpcUrl, 'eth_call', [{ to: asset, data }, 'latest']))
      }
      const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
      const { value } = await ask<TokenAccounts>(solanaRpcUrl, 'getTokenAccountsByOwner', [signer!.address, { mint: asset }, options])
      return value.reduce((sum, { account: held }) => sum + BigInt(held.data.parsed.info.tokenAmount.amount), 0n)
    },
  }
}
