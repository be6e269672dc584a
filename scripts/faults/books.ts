/** The end of a run with faults: every buyer resends what is open, the servers stop, and ledger and chains are compared. */
import { associatedTokenAccount } from '../../lib/chain/solana-address.ts'
import { openDatabase } from '../../lib/db/index.ts'
import { unpaidBudget } from '../../lib/payments/books/claims.ts'
import { type LedgerTotals, totalLedger } from '../../lib/payments/books/ledger.ts'
import { rails } from '../../lib/payments/protocol/networks.ts'
import type { LocalWorld } from '../../tests/local/index.ts'
import type { Exit } from '../../tests/support/tied-process.ts'
import { type ChainTruth, readChains } from './chain-truth.ts'
import { type Explanation, explainCall, explainKey } from './explain.ts'
import { type CallRecord, isOpen, resend } from './one-call.ts'
import type { ServerProcess } from './server-process.ts'

type ChainTotals = ChainTruth['totals']
const railNames = ['base', 'solana'] as const

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
  /** A buyer was told that a settlement was refused, and the chain has it. */
  falseRefusals: number
  /** Runs beyond its budget that a wallet without means got. */
  unboundedRuns: number
  /** Claims that have no end although nothing of theirs can land any more. */
  stuckRows: number
}

/** `explained`: what is known of each payment that keeps the run from being clean, a few of them. */
export type Books = { verdict: Verdict; exits: Exit[]; chainTotal: bigint; explained: Explanation[] }

const MAX_EXPLAINED = 12

export type BooksOptions = {
  world: LocalWorld
  records: CallRecord[]
  servers: ServerProcess[]
  databaseUrl: string | undefined
  dataDir: string
  patienceMs?: number
  /** Payers who can pay for next to nothing. */
  poor?: string[]
  /** Called when nothing moves any more, before the servers stop. */
  beforeStop?: (chainTotal: bigint) => Promise<void>
}

/** Nobody lost or gained a cent. */
export const isClean = (verdict: Verdict): boolean =>
  verdict.settledUnrecoverable + verdict.servedUnsettled + verdict.doubleGrants + Math.abs(verdict.ledgerDriftMicroUsd) === 0 &&
  verdict.falseRefusals + verdict.unboundedRuns + verdict.stuckRows === 0

/** Settled micro-dollars per network, as the server's ledger has them. */
async function bookedBy(server: string, token: string): Promise<Record<string, string>> {
  const answer = await fetch(`${server}/api/ledger?format=json`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`The ledger was answered ${answer.status}.`)
  return ((await answer.json()) as { totals: LedgerTotals }).totals.by_network
}

/**
 * A settlement whose recording met a database that was away is recorded by reconciliation, once its lease is over: asks for that job until the
 * ledger has what the chains have, or patience ends.
 */
async function reconcile(world: LocalWorld, server: string, totals: ChainTotals, patienceMs: number): Promise<void> {
  const headers = { authorization: `Bearer ${world.operatorToken}`, 'content-type': 'application/json' }
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 3_000))) {
    const booked = await bookedBy(server, world.operatorToken)
    const missing = railNames.some((name) => BigInt(booked[world[name].network] ?? '0') !== totals[name])
    if (!missing) return
    await fetch(`${server}/api/jobs`, { method: 'POST', headers, body: JSON.stringify({ type: 'reconcile-payments' }) })
  }
}

/** Lets all validity end on both chains, and reconciliation find that out: then no claim may be without an end. */
async function endValidity(world: LocalWorld, server: string, databaseUrl: string | undefined, patienceMs: number): Promise<void> {
  if (!databaseUrl) return
  await world.base.advanceSeconds(900)
  world.solana.expireBlockhashes()
  const store = await openDatabase({ databaseUrl })
  try {
    const headers = { authorization: `Bearer ${world.operatorToken}`, 'content-type': 'application/json' }
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 2_000))) {
      await store.query(`update claims set created_at = created_at - interval '10 minutes', lease_until = lease_until - interval '2 minutes'
        where state in ('claimed', 'settling', 'unknown') and created_at > now() - interval '10 minutes'`)
      await store.query(
        `update claims set lease_until = lease_until - interval '15 minutes' where state = 'claimed' and lease_until < now()`,
      )
      const [row] = await store.query<{ open: string }>(
        `select count(*) as open from claims where state in ('claimed', 'settling', 'unknown')`,
      )
      if (Number(row?.open) === 0) return
      await fetch(`${server}/api/jobs`, { method: 'POST', headers, body: JSON.stringify({ type: 'reconcile-payments' }) })
    }
  } finally {
    await store.close()
  }
}

/** How long a buyer goes on sending: longer than a dead server's claim is held. */
const PATIENCE_MS = 90_000

/** Every buyer without an answer or a clear no sends again, also after being told to wait, until there is none or patience ends. */
export async function resendOpen(records: readonly CallRecord[], server: string, patienceMs = PATIENCE_MS): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 1_000))) {
    const open = records.filter(isOpen)
    if (open.length === 0) return
    for (const record of open) await resend(record, server)
  }
}

/** Heals the facilitator, lets buyers resend, asks the chains, stops the servers and reads the ledger. */
export async function closeBooks(options: BooksOptions): Promise<Books> {
  const { world, records, servers, databaseUrl, dataDir, patienceMs = PATIENCE_MS, poor = [], beforeStop } = options
  const { url } = servers[0]!
  world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok', settleSays: null, landingDelayMs: 0 })
  await Promise.all(servers.map((server) => server.ready()))
  await resendOpen(records, url, patienceMs)
  const usdc = rails.base.assets[world.base.network]!.address as `0x${string}`
  const mint = rails.solana.assets[world.solana.network]!.address
  const truth = await readChains(world, usdc, associatedTokenAccount(world.payTo.solana, mint))
  // Money that landed must be recoverable by resending, even where the last answer was a refusal.
  for (const record of records) if (truth.settledTimes(record.header) > 0 && record.bodies.size === 0) await resend(record, url)
  await endValidity(world, url, databaseUrl, patienceMs)
  await resendOpen(records, url, patienceMs)
  const chainTotal = truth.totals.base + truth.totals.solana
  await reconcile(world, url, truth.totals, patienceMs)
  await beforeStop?.(chainTotal)
  const exits: Exit[] = []
  for (const server of servers) exits.push(await server.stop())

  const store = await openDatabase({ databaseUrl, dataDir })
  const ledger = await totalLedger(store, {})
  const stuck = await store.query<{ payment_key: string }>(
    `select payment_key from claims where state in ('claimed', 'settling', 'unknown') order by created_at`,
  )
  const runs = await store.query<{ runs: string }>(
    `select count(distinct (payment_key, request_id)) as runs from ledger where payer = any($1::text[]) and handler_ms is not null and outcome <> 'settled' group by payer`,
    [poor],
  )
  const isFalseRefusal = (record: CallRecord) => record.refusedAtSettlement && truth.settledTimes(record.header) > 0
  const times = (record: CallRecord) => truth.settledTimes(record.header)
  const odd = records.filter(
    (record) =>
      isOpen(record) ||
      isFalseRefusal(record) ||
      record.bodies.size > 1 ||
      times(record) > 1 ||
      times(record) > 0 !== record.bodies.size > 0,
  )
  const explained: Explanation[] = []
  for (const record of odd.slice(0, MAX_EXPLAINED)) explained.push(await explainCall(store, record, times(record)))
  for (const { payment_key } of stuck.slice(0, MAX_EXPLAINED)) explained.push(await explainKey(store, payment_key))
  await store.close()
  const booked = (network: string) => BigInt(ledger.by_network[network] ?? '0')
  const drifts = [booked(world.base.network) - truth.totals.base, booked(world.solana.network) - truth.totals.solana]
  const settled = records.filter((record) => truth.settledTimes(record.header) > 0)
  return {
    exits,
    chainTotal,
    explained,
    verdict: {
      calls: records.length,
      settled: settled.length,
      settledUnrecoverable: settled.filter((record) => record.bodies.size === 0).length,
      servedUnsettled: records.filter((record) => record.bodies.size > 0 && truth.settledTimes(record.header) === 0).length,
      doubleGrants: records.filter((record) => record.bodies.size > 1 || truth.settledTimes(record.header) > 1).length,
      // Drifts of the two rails must not hide each other.
      ledgerDriftMicroUsd: Number(drifts.reduce((sum, drift) => sum + (drift < 0n ? -drift : drift), 0n)),
      stillOpen: records.filter(isOpen).length,
      falseRefusals: records.filter(isFalseRefusal).length,
      unboundedRuns: runs.reduce((sum, row) => sum + Math.max(0, Number(row.runs) - unpaidBudget(1)), 0),
      // Without a database that another process may open nothing can be aged, so nothing can be said to be stuck.
      stuckRows: databaseUrl ? stuck.length : 0,
    },
  }
}
