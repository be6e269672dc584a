/** Solana as far as a payment needs it: messages that land once and only while their blockhash lives, and a node that shows them. */
import { createHash, hash } from 'node:crypto'
import { base58 } from '@scure/base'
import { associatedTokenAccount, TOKEN_PROGRAM } from '../../lib/chain/solana-address.ts'
import { messageBlockhash, parseSolanaMessage, solanaMessage, transferOf as transferIn } from '../../lib/chain/solana-message.ts'
import type { Wallet } from './keys.ts'
import type { Node } from './node.ts'

export const SOLANA = {
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  /** The seller's wallets, one after the other. */
  payTo: [base58.encode(Buffer.alloc(32, 7)), base58.encode(Buffer.alloc(32, 8))],
} as const
/** A slot of 0.4 seconds; a blockhash lives for 150, and a block is final after 32. */
const SLOT_MS = 400
const LIFE_SLOTS = 150
const FINAL_SLOTS = 32
const FIRST = 250_000_000

/** Token accounts of the seller's wallets, which take long to find. */
const accounts = new Map(SOLANA.payTo.map((wallet) => [wallet, associatedTokenAccount(wallet, SOLANA.asset)]))
const movedBy = (transaction: string) => transferIn(parseSolanaMessage(solanaMessage(transaction)))!
const digestOf = (transaction: string) => createHash('sha256').update(solanaMessage(transaction)).digest('hex')

/** A transfer to us that a buyer signs for a fee payer; `nonce` makes it one of its own. @returns base64 */
export function transferOf(options: {
  buyer: Wallet
  feePayer: string
  payTo: string
  amount: string
  blockhash: string
  nonce: string
}): string {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(BigInt(options.amount))
  const keys = [
    Buffer.from(base58.decode(options.feePayer)),
    options.buyer.publicKey,
    Buffer.alloc(32, 1),
    Buffer.from(base58.decode(accounts.get(options.payTo)!)),
    Buffer.from(base58.decode(SOLANA.asset)),
    Buffer.from(base58.decode(TOKEN_PROGRAM)),
    Buffer.alloc(32, 2),
  ]
  const memo = Buffer.from(options.nonce)
  const message = Buffer.concat([
    Buffer.of(2, 1, 3, keys.length),
    ...keys,
    Buffer.from(base58.decode(options.blockhash)),
    Buffer.of(2, 5, 4, 2, 4, 3, 1, 10, 12),
    amount,
    Buffer.of(6, 6, 0, memo.length),
    memo,
  ])
  // The fee payer signs as it settles.
  return Buffer.concat([Buffer.of(2), Buffer.alloc(64), options.buyer.signMessage(message), message]).toString('base64')
}

export type Solana = ReturnType<typeof startSolana>

/** @param now Unix ms */
export function startSolana(startMs: number, now: () => number) {
  const landed = new Map<string, { signature: string; slot: number; transaction: string }>()
  const issued = new Map<string, number>()
  const slot = () => FIRST + Math.floor((now() - startMs) / SLOT_MS)
  const secondsOf = (of: number) => Math.floor((startMs + (of - FIRST) * SLOT_MS) / 1000)
  /** Whether a bank at that slot would take a message of this blockhash. */
  const isAlive = (blockhash: string, at: number) => {
    const since = issued.get(blockhash)
    return since !== undefined && since <= at && at <= since + LIFE_SLOTS
  }

  function take(transaction: string): string | undefined {
    const digest = digestOf(transaction)
    if (landed.has(digest) || !isAlive(messageBlockhash(solanaMessage(transaction)), slot())) return undefined
    const signature = base58.encode(createHash('sha512').update(`solana ${digest}`).digest())
    landed.set(digest, { signature, slot: slot() + 1, transaction })
    return signature
  }

  const node: Node = (method, params, { behindSeconds, keptSeconds }) => {
    const top = slot() - Math.ceil((behindSeconds * 1000) / SLOT_MS)
    const oldest = keptSeconds === undefined ? 0 : top - Math.ceil((keptSeconds * 1000) / SLOT_MS)
    const shown = [...landed.values()].filter((one) => one.slot <= top && one.slot >= oldest)
    switch (method) {
      case 'getGenesisHash':
        return SOLANA.genesis
      case 'getFirstAvailableBlock':
        return oldest
      case 'getBlockTime':
        if (Number(params[0]) < oldest) throw new Error('Block cleaned up, does not exist on node')
        return secondsOf(Number(params[0]))
      case 'isBlockhashValid': {
        const bank = (params[1] as { commitment: string }).commitment === 'finalized' ? top - FINAL_SLOTS : top
        return { context: { slot: bank }, value: isAlive(String(params[0]), bank) }
      }
      case 'getSignaturesForAddress': {
        const { minContextSlot = 0 } = params[1] as { minContextSlot?: number }
        if (top < minContextSlot) throw new Error('Minimum context slot has not been reached')
        return shown
          .filter((one) => movedBy(one.transaction).destination === params[0])
          .sort((a, b) => b.slot - a.slot)
          .map((one) => ({ signature: one.signature, err: null, memo: null, blockTime: secondsOf(one.slot) }))
      }
      case 'getTransaction': {
        const found = shown.find(({ signature }) => signature === params[0])
        if (!found) return null
        const { amount, destination } = movedBy(found.transaction)
        const owner = SOLANA.payTo.find((wallet) => accounts.get(wallet) === destination)
        const balance = (held: bigint) => [{ mint: SOLANA.asset, owner, uiTokenAmount: { amount: String(held) } }]
        const meta = { err: null, preTokenBalances: balance(0n), postTokenBalances: balance(amount) }
        return { transaction: [found.transaction, 'base64'], meta }
      }
      case 'simulateTransaction': {
        const transaction = String(params[0])
        const isGood = isAlive(messageBlockhash(solanaMessage(transaction)), top) && !shown.some((one) => one.transaction === transaction)
        return { value: { err: isGood ? null : 'BlockhashNotFound' } }
      }
      default:
        throw new Error(`Method not found: ${method}`)
    }
  }

  return {
    take,
    node,
    send: (transaction: string) => () => void take(transaction),
    hasTaken: (transaction: string): boolean => landed.has(digestOf(transaction)),
    transactionOf: (transaction: string): string | undefined => landed.get(digestOf(transaction))?.signature,
    isAlive: (transaction: string): boolean => isAlive(messageBlockhash(solanaMessage(transaction)), slot()),
    /** The newest, as buyers get it. */
    blockhash(): string {
      const made = base58.encode(hash('sha256', `blockhash ${slot()}`, 'buffer'))
      issued.set(made, slot())
      return made
    },
  }
}
