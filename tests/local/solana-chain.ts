/**
 * Solana on this machine: litesvm behind a small JSON-RPC server. The USDC mint lies at its canonical address and token accounts are
 * planted as raw account data; the Token, Associated Token, Memo and Compute Budget programs are the real ones.
 */
import { type Address, lamports } from '@solana/kit'
import { startRpcServer } from './json-rpc.ts'
import {
  associatedTokenAccount,
  mintData,
  mintLamports,
  parseTokenAccount,
  tokenAccountData,
  tokenAccountLamports,
  tokenProgram,
} from './solana-accounts.ts'
import { SolanaLedger } from './solana-ledger.ts'
import { solanaMethods } from './solana-methods.ts'

export type SolanaCluster = 'mainnet' | 'devnet'

export type SolanaChain = {
  rpcUrl: string
  /** CAIP-2 id. */
  network: `solana:${string}`
  /** The planted mint. */
  usdc: string
  /** Calls answered so far, by JSON-RPC method. */
  counts: Record<string, number>
  /** Adds USDC (atomic units, six decimals) to an owner's associated token account, made when absent. */
  fund(owner: string, atomic: bigint): Promise<void>
  /** Makes the owner's associated token account, empty, when absent. Returns its address. */
  createTokenAccount(owner: string): Promise<string>
  /** The address of the owner's associated token account, whether it exists or not. */
  tokenAccountOf(owner: string): Promise<string>
  /** Sets an account's lamports, for fees. */
  setLamports(address: string, amount: bigint): void
  /** USDC of an owner's associated token account in atomic units; 0 when there is none. */
  balanceOf(owner: string): Promise<bigint>
  /** From now on, milliseconds between sendTransaction and the chain. */
  setLandingDelay(milliseconds: number): void
  /** Lets everything that was sent land at once. */
  landNow(): void
  /** Lets slots pass at once: blockhashes age, transactions become final. */
  advanceSlots(count: number): void
  /** Makes every blockhash handed out so far invalid, at every commitment. */
  expireBlockhashes(): void
  stop(): Promise<void>
}

export type SolanaChainOptions = {
  cluster?: SolanaCluster
  landingDelayMs?: number
  /** Default 400, as the real chain. */
  slotMs?: number
  /** Default 150 blocks, a minute at 400 ms. */
  blockhashLife?: number
  /** Slots until confirmed becomes finalized. Default 32, as the real chain; 0 makes everything final at once. */
  finalitySlots?: number
}

const clusters = {
  mainnet: {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    usdc: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
  devnet: {
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    usdc: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  },
} as const

const decimals = 6

/** Starts the chain; ready in a few milliseconds. */
export async function startSolanaChain(options: SolanaChainOptions = {}): Promise<SolanaChain> {
  const { network, genesisHash, usdc } = clusters[options.cluster ?? 'mainnet']
  const mint = usdc as Address
  const ledger = new SolanaLedger({
    slotMs: options.slotMs ?? 400,
    blockhashLife: options.blockhashLife ?? 150,
    finalitySlots: options.finalitySlots ?? 32,
    decimals,
  })
  ledger.landingDelayMs = options.landingDelayMs ?? 0

  const write = (address: Address, programAddress: Address, amount: bigint, data: Uint8Array) =>
    ledger.svm.setAccount({
      address,
      programAddress,
      lamports: lamports(amount),
      data,
      executable: false,
      space: BigInt(data.length),
    })
  let supply = 0n
  write(mint, tokenProgram, mintLamports, mintData(supply, decimals))

  const tokenAccountOf = (owner: string) => associatedTokenAccount(owner as Address, mint)
  const amountIn = (account: Address): bigint | undefined => {
    const found = ledger.svm.getAccount(account)
    return found.exists ? parseTokenAccount(found.programAddress, found.data as Uint8Array)?.amount : undefined
  }
  const setAmount = (account: Address, owner: string, amount: bigint) =>
    write(account, tokenProgram, tokenAccountLamports, tokenAccountData(mint, owner as Address, amount))

  const server = await startRpcServer(solanaMethods(ledger, { genesisHash }))
  return {
    rpcUrl: server.url,
    network,
    usdc,
    counts: server.counts,
    async fund(owner, atomic) {
      const account = await tokenAccountOf(owner)
      setAmount(account, owner, (amountIn(account) ?? 0n) + atomic)
      supply += atomic
      write(mint, tokenProgram, mintLamports, mintData(supply, decimals))
    },
    async createTokenAccount(owner) {
      const account = await tokenAccountOf(owner)
      if (amountIn(account) === undefined) setAmount(account, owner, 0n)
      return account
    },
    tokenAccountOf,
    setLamports: (address, amount) => write(address as Address, '11111111111111111111111111111111' as Address, amount, new Uint8Array()),
    balanceOf: async (owner) => amountIn(await tokenAccountOf(owner)) ?? 0n,
    setLandingDelay(milliseconds) {
      ledger.landingDelayMs = milliseconds
    },
    landNow: () => ledger.landNow(),
    advanceSlots: (count) => ledger.advanceSlots(count),
    expireBlockhashes: () => ledger.advanceSlots(ledger.options.blockhashLife + ledger.options.finalitySlots + 1),
    async stop() {
      ledger.close()
      await server.stop()
    },
  }
}
