/** The end of a run with faults: every buyer resends what is open, the servers stop, and ledger and chains are compared. */
import { associatedTokenAccount } from '../../lib/chain/solana-address.ts'
import { openDatabase } from '../../lib/db/index.ts'
import { totalLedger } from '../../lib/payments/ledger.ts'
import { rails } from '../../lib/payments/networks.ts'
import type { LocalWorld } from '../../tests/local/index.ts'
import { readChains } from './chain-truth.ts'
import { type CallRecord, isOpen, send } from './one-call.ts'
import type { Exit, ServerProcess } from './server-process.ts'

export type Verdict = {
  calls: number
  settled: number
  /** Paid, and no answer however often it is asked for. */
  settledUnrecoverable: number
  /** An answer without a payment. */
  servedUnsettled: number
  /** Two answers, or two settlements, for one payment. */
  doubleGrants: number
  ledgerDriftMicroUsd: number
  /** Payments whose buyer has neither an answer nor a clear no. */
  stillOpen: number
}

export type Books = { verdict: Verdict; unrecoverable: CallRecord[]; exits: Exit[]; chainTotal: bigint }

export type BooksOptions = {
  world: LocalWorld
  records: CallRecord[]
  servers: ServerProcess[]
  databaseUrl: string | undefined
  dataDir: string
  patienceMs?: number
  /** Called when nothing moves any more, before the servers stop. */
  beforeStop?: (chainTotal: bigint) => Promise<void>
}

/** Nobody lost or gained a cent. */
export const isClean = (verdict: Verdict): boolean =>
  verdict.settledUnrecoverable + verdict.servedUnsettled + verdict.doubleGrants + Math.abs(verdict.ledgerDriftMicroUsd) === 0

/** Heals the facilitator, lets buyers resend, asks the chains, stops the servers and reads the ledger. */
export async function closeBooks(options: BooksOptions): Promise<Books> {
  const { world, records, servers, databaseUrl, dataDir, patienceMs = 90_000, beforeStop } = options
  const { url } = servers[0]!
  world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok', landingDelayMs: 0 })
  await Promise.all(servers.map((server) => server.ready()))
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const open = records.filter(isOpen)
    if (open.length === 0) break
    for (const record of open) await send(record, url)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  const usdc = rails.base.assets[world.base.network]!.address as `0x${string}`
  const mint = rails.solana.assets[world.solana.network]!.address
  const truth = await readChains(world, usdc, associatedTokenAccount(world.payTo.solana, mint))
  // Money that landed must be recoverable by resending, even where the last answer was a refusal.
  for (const record of records) if (truth.settledTimes(record.header) > 0 && record.bodies.size === 0) await send(record, url)
  const chainTotal = truth.totals.base + truth.totals.solana
  await beforeStop?.(chainTotal)
  const exits: Exit[] = []
  for (const server of servers) exits.push(await server.stop(70_000))

  const store = await openDatabase({ databaseUrl, dataDir })
  const ledger = await totalLedger(store, {})
  await store.close()
  const booked = (network: string) => BigInt(ledger.by_network[network] ?? '0')
  const drifts = [booked(world.base.network) - truth.totals.base, booked(world.solana.network) - truth.totals.solana]
  const settled = records.filter((record) => truth.settledTimes(record.header) > 0)
  const unrecoverable = settled.filter((record) => record.bodies.size === 0)
  return {
    unrecoverable,
    exits,
    chainTotal,
    verdict: {
      calls: records.length,
      settled: settled.length,
      settledUnrecoverable: unrecoverable.length,
      servedUnsettled: records.filter((record) => record.bodies.size > 0 && truth.settledTimes(record.header) === 0).length,
      doubleGrants: records.filter((record) => record.bodies.size > 1 || truth.settledTimes(record.header) > 1).length,
      // Drifts of the two rails must not hide each other.
      ledgerDriftMicroUsd: Number(drifts.reduce((sum, drift) => sum + (drift < 0n ? -drift : drift), 0n)),
      stillOpen: records.filter(isOpen).length,
    },
  }
}
