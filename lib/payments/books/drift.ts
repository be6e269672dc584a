/**
 * Does the ledger agree with the chains? Over a recent window each USDC transfer to payTo must be in the ledger, and each settled row of the
 * ledger must be on its chain, with its amount. Whatever differs is named, transaction by transaction.
 */
import { z } from 'zod'
import { associatedTokenAccount } from '../../chain/solana-address.ts'
import type { Env } from '../../core.ts'
import type { Queryable } from '../../db/index.ts'
import { nodesOf } from '../chain/index.ts'
import { rpc } from '../chain/rpc.ts'
import { railList } from '../protocol/networks.ts'

/** Micro-dollars by transaction id. */
type Transfers = Map<string, bigint>
/** The same where an amount may cost another request: undefined until asked for. */
type Listed = Map<string, bigint | undefined>

export type Difference = {
  network: string
  transaction: string
  /** `not_in_ledger`: money came that no sale explains. `not_on_chain`: a sale was booked that no transfer explains. `amount`: they differ. */
  kind: 'not_in_ledger' | 'not_on_chain' | 'amount'
  chainMicroUsd: string
  ledgerMicroUsd: string
}

export type DriftReport = {
  /** CAIP-2 ids that were compared; a rail without a node to ask is not. */
  checked: string[]
  transfers: number
  differences: Difference[]
}

export type DriftOptions = {
  /** How far to look back. Default one hour. */
  windowMs?: number
  /** The newest are left out: a transfer is on the chain a little before it is booked. Default three minutes. */
  lagMs?: number
}

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)
const Block = z.object({ number: hex, timestamp: hex })
const Log = z.object({ transactionHash: hex, blockNumber: hex, data: hex })
const Receipt = z.object({ status: hex, logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })) }).nullable()
const Signature = z.object({ signature: z.string(), err: z.unknown(), blockTime: z.number().nullish() })
const Balance = z.object({ mint: z.string(), owner: z.string().optional(), uiTokenAmount: z.object({ amount: z.string() }) })
const Transaction = z
  .object({
    meta: z
      .object({ err: z.unknown(), preTokenBalances: z.array(Balance).nullish(), postTokenBalances: z.array(Balance).nullish() })
      .nullable(),
  })
  .nullable()

/** keccak256("Transfer(address,address,uint256)") */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const BLOCK_SECONDS = 2
const PAGE = 1_000
const MAX_PAGES = 20

const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const add = (transfers: Transfers, id: string, amount: bigint) => transfers.set(id, (transfers.get(id) ?? 0n) + amount)

/** One rail as its chain tells it. */
type Chain = {
  /** Transfers to payTo between two instants (Unix ms). */
  between: (from: number, to: number) => Promise<Listed>
  /** What one transaction brought to payTo; 0n when it failed or is not known. */
  of: (transaction: string) => Promise<bigint>
}

function baseChain(url: string, asset: string, payTo: string): Chain {
  return {
    async between(from, to) {
      const head = await rpc(url, 'eth_getBlockByNumber', ['latest', false], Block)
      const blockAt = (instant: number) => {
        const back = BigInt(Math.max(0, Math.ceil((Number(head.timestamp) * 1000 - instant) / 1000 / BLOCK_SECONDS)))
        return BigInt(head.number) > back ? BigInt(head.number) - back : 0n
      }
      const range = { fromBlock: `0x${blockAt(from).toString(16)}`, toBlock: `0x${blockAt(to).toString(16)}` }
      const logs = await rpc(url, 'eth_getLogs', [{ address: asset, ...range, topics: [TRANSFER, null, word(payTo)] }], z.array(Log))
      const transfers: Transfers = new Map()
      for (const { transactionHash, data } of logs) add(transfers, transactionHash.toLowerCase(), BigInt(data))
      return transfers
    },
    async of(transaction) {
      const receipt = await rpc(url, 'eth_getTransactionReceipt', [transaction], Receipt)
      if (!receipt || BigInt(receipt.status) !== 1n) return 0n
      return receipt.logs
        .filter(({ address, topics }) => {
          const isTransfer = address.toLowerCase() === asset.toLowerCase() && topics[0] === TRANSFER
          return isTransfer && topics[2]?.toLowerCase() === word(payTo)
        })
        .reduce((sum, { data }) => sum + BigInt(data), 0n)
    },
  }
}

function solanaChain(url: string, mint: string, payTo: string): Chain {
  const account = associatedTokenAccount(payTo, mint)
  const of = async (signature: string): Promise<bigint> => {
    const config = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
    const found = await rpc(url, 'getTransaction', [signature, config], Transaction)
    if (!found?.meta || found.meta.err != null) return 0n
    const held = (balances: z.output<typeof Balance>[] | null | undefined) =>
      (balances ?? [])
        .filter((balance) => balance.mint === mint && balance.owner === payTo)
        .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
    return held(found.meta.postTokenBalances) - held(found.meta.preTokenBalances)
  }
  return {
    of,
    async between(from, to) {
      const transfers: Listed = new Map()
      let before: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const config = { limit: PAGE, commitment: 'confirmed', ...(before ? { before } : {}) }
        const listed = await rpc(url, 'getSignaturesForAddress', [account, config], z.array(Signature))
        for (const { signature, err, blockTime } of listed) {
          const at = (blockTime ?? 0) * 1000
          if (blockTime != null && at < from) return transfers
          if (err == null && at <= to) transfers.set(signature, undefined)
        }
        if (listed.length < PAGE) return transfers
        before = listed.at(-1)?.signature
      }
      throw new Error(`more than ${MAX_PAGES * PAGE} transactions in the window`)
    },
  }
}

/** Compares one rail. @throws Error when the node does not answer */
async function compare(db: Queryable, network: string, chain: Chain, from: number, to: number): Promise<Omit<DriftReport, 'checked'>> {
  const transfers = await chain.between(from, to)
  const differences: Difference[] = []
  const note = (transaction: string, onChain: bigint, booked: bigint) => {
    if (onChain === booked) return
    const kind = booked === 0n ? 'not_in_ledger' : onChain === 0n ? 'not_on_chain' : 'amount'
    differences.push({ network, transaction, kind, chainMicroUsd: String(onChain), ledgerMicroUsd: String(booked) })
  }
  const booked = await bookedFor(db, network, [...transfers.keys()])
  const unexplained = [...transfers].filter(([id]) => !booked.has(id))
  // A payment whose end is not known yet is no drift: it has its own alarm.
  const open = unexplained.length > 0 ? await openAmounts(db, network) : []
  for (const [id, listed] of unexplained) {
    const amount = listed ?? (await chain.of(id))
    // What left the account (the operator's own withdrawals) is no sale.
    if (amount <= 0n) continue
    const waiting = open.indexOf(amount)
    if (waiting < 0) note(id, amount, 0n)
    else open.splice(waiting, 1)
  }
  for (const [id, amount] of booked) note(id, transfers.get(id) ?? amount, amount)
  for (const { transaction, amount } of await bookedBetween(db, network, from, to))
    if (!transfers.has(transaction)) note(transaction, await chain.of(transaction), amount)
  return { transfers: transfers.size, differences }
}

/** Compares, each rail by the first of its nodes that answers. @throws Error when none does: nothing was learned then. */
export async function findDrift(db: Queryable, env: Env, options: DriftOptions = {}): Promise<DriftReport> {
  const { windowMs = 3_600_000, lagMs = 180_000 } = options
  const now = Date.now()
  const report: DriftReport = { checked: [], transfers: 0, differences: [] }
  for (const rail of railList) {
    const [network, payTo, nodes] = [rail.network(env), rail.payTo(env), nodesOf(rail, { env })]
    if (payTo === undefined || nodes.length === 0) continue
    const chainAt = rail.name === 'base' ? baseChain : solanaChain
    let failure: unknown
    for (const url of nodes) {
      const chain = chainAt(url, rail.assets[network]!.address, payTo)
      const found = await compare(db, network, chain, now - windowMs, now - lagMs).catch((error: unknown) => {
        failure = error
      })
      if (!found) continue
      report.checked.push(network)
      report.transfers += found.transfers
      report.differences.push(...found.differences)
      break
    }
    if (!report.checked.includes(network)) throw failure
  }
  return report
}

const normal = (network: string, transaction: string) => (network.startsWith('eip155:') ? transaction.toLowerCase() : transaction)

async function bookedFor(db: Queryable, network: string, transactions: string[]): Promise<Transfers> {
  const booked: Transfers = new Map()
  if (transactions.length === 0) return booked
  const rows = await db.query<{ transaction: string; price_micro_usd: string }>(
    `select transaction, price_micro_usd from ledger
     where outcome = 'settled' and network = $1 and (case when network like 'eip155:%' then lower(transaction) else transaction end) = any($2::text[])`,
    [network, transactions],
  )
  for (const { transaction, price_micro_usd } of rows) add(booked, normal(network, transaction), BigInt(price_micro_usd))
  return booked
}

async function bookedBetween(db: Queryable, network: string, from: number, to: number): Promise<{ transaction: string; amount: bigint }[]> {
  const rows = await db.query<{ transaction: string; price_micro_usd: string }>(
    `select transaction, price_micro_usd from ledger where outcome = 'settled' and network = $1 and at between $2 and $3`,
    [network, new Date(from), new Date(to)],
  )
  return rows.map((row) => ({ transaction: normal(network, row.transaction), amount: BigInt(row.price_micro_usd) }))
}

async function openAmounts(db: Queryable, network: string): Promise<bigint[]> {
  const rows = await db.query<{ amount: string }>(`select amount from claims where network = $1 and state in ('settling', 'unknown')`, [
    network,
  ])
  return rows.map(({ amount }) => BigInt(amount))
}
