/** Everything a paid call needs, on this machine: two chains, a facilitator, buyers, and the environment that makes the app use them. */
import { randomBytes } from 'node:crypto'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type BaseChain, startBaseChain } from './base-chain.ts'
import { type Buyer, createBuyer, type Rail } from './buyer.ts'
import { type LocalFacilitator, startFacilitator } from './facilitator.ts'
import { type SolanaChain, startSolanaChain } from './solana-chain.ts'

export type LocalWorld = {
  base: BaseChain
  solana: SolanaChain
  facilitator: LocalFacilitator
  /** The first of `buyers`. */
  buyer: Buyer
  buyers: Buyer[]
  /** Receiving accounts: new, empty, with a USDC account on Solana. */
  payTo: Record<Rail, string>
  operatorToken: string
  /** What payTo holds now, atomic units. */
  balances(): Promise<Record<Rail, bigint>>
  /** The environment of the app; `extra` wins. */
  appEnv(extra?: Record<string, string>): Record<string, string>
  stop(): Promise<void>
}

export type LocalWorldOptions = {
  /** Base Sepolia and Solana devnet instead of the main networks. */
  testnet?: boolean
  landingDelayMs?: number
  /** See SolanaChainOptions. */
  finalitySlots?: number
  buyers?: number
  /** Accounts of the facilitator that pay fees on Solana. Default one. */
  feePayers?: number
  fundsAtomic?: bigint
  /** false leaves payTo without a USDC account on Solana. */
  createPayToAccount?: boolean
}

/** Starts it all; ready in about half a second. Whatever was started is stopped again when a part fails. */
export async function startLocalWorld(options: LocalWorldOptions = {}): Promise<LocalWorld> {
  const started: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  const keep = <Part extends { stop(): Promise<unknown> }>(part: Part): Part => {
    started.push(part)
    return part
  }
  try {
    const { landingDelayMs, finalitySlots } = options
    const base = keep(await startBaseChain({ chainId: options.testnet ? 84532 : 8453 }))
    const solana = keep(
      await startSolanaChain({
        cluster: options.testnet ? 'devnet' : 'mainnet',
        ...(landingDelayMs === undefined ? {} : { landingDelayMs }),
        ...(finalitySlots === undefined ? {} : { finalitySlots }),
      }),
    )
    const facilitator = keep(await startFacilitator(base, solana, options.feePayers))
    const funding = options.fundsAtomic === undefined ? {} : { fundsAtomic: options.fundsAtomic }
    const buyers: Buyer[] = []
    for (let count = 0; count < Math.max(1, options.buyers ?? 1); count++) buyers.push(await createBuyer(base, solana, funding))

    const receiver = await createKeyPairSignerFromPrivateKeyBytes(crypto.getRandomValues(new Uint8Array(32)))
    const payTo = { base: privateKeyToAddress(generatePrivateKey()), solana: receiver.address as string }
    if (options.createPayToAccount !== false) await solana.createTokenAccount(payTo.solana)
    const operatorToken = randomBytes(24).toString('hex')

    return {
      base,
      solana,
      facilitator,
      buyer: buyers[0] as Buyer,
      buyers,
      payTo,
      operatorToken,
      async balances() {
        const [onBase, onSolana] = await Promise.all([base.balanceOf(payTo.base), solana.balanceOf(payTo.solana)])
        return { base: onBase, solana: onSolana }
      },
      appEnv: (extra = {}) => ({
        FACILITATOR_URL: facilitator.url,
        PAYTO_BASE: payTo.base,
        PAYTO_SOLANA: payTo.solana,
        NETWORK_BASE: base.network,
        NETWORK_SOLANA: solana.network,
        SETTLE_BASE_RPC_URL: base.rpcUrl,
        SETTLE_SOLANA_RPC_URL: solana.rpcUrl,
        OPERATOR_TOKEN: operatorToken,
        METRICS_TOKEN: operatorToken,
        RATE_LIMIT_PER_MINUTE: '0',
        ...extra,
      }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
