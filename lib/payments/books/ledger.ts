/**
 * The end of every claim, each one statement: the claim's state and the append-only ledger row move together. Money in integer micro-dollars.
 */
import type { SettleResponse } from '@x402/core/types'
import type { Queryable } from '../../db/index.ts'
import { storable } from '../../db/storable.ts'

export type Owned = { key: string; owner: string }
type Timing = { verifyMs?: number | null; handlerMs?: number | null }

const ledgerColumns =
  'request_id, tool, network, payer, payment_key, price_micro_usd, outcome, status, reason, transaction, verify_ms, handler_ms, settle_ms'

/**
 * Records that the payment landed. Where a facilitator's word is all there is, a transaction that has paid for another claim is not taken for
 * this one too: only the chain can tell that it carries both.
 * @param by URL of the facilitator whose word it is, where that is another than the one that was appointed
 * @returns false when nothing was recorded: another process was first, or the transaction is taken
 */
export async function recordSettled(
  db: Queryable,
  owned: Owned,
  settlement: SettleResponse,
  settleMs: number | null,
  proof: 'facilitator' | 'chain' = 'chain',
  by: string | null = null,
): Promise<boolean> {
  const byWord = proof === 'facilitator'
  const unused = byWord ? 'not exists (select 1 from claims other where other.transaction = $3 and other.payment_key <> $1)' : 'true'
  const recording = db.run(
    `with done as (
       update claims set state = 'settled', transaction = $3, by_word = ${byWord}, payment_response = $4::json, payer = coalesce(payer, $5::text), facilitator = coalesce($7::text, facilitator),
         settled_at = now(), updated_at = now()
       where payment_key = $1 and owner = $2::uuid and state in ('settling', 'unknown') and ${unused} returning *
     )
     insert into ledger (${ledgerColumns}, facilitator)
     select request_id, tool, network, payer, payment_key, amount, 'settled', 200, null, transaction, verify_ms, handler_ms, $6::integer, facilitator from done`,
    [owned.key, owned.owner, settlement.transaction, JSON.stringify(settlement), settlement.payer ?? null, settleMs, by],
  )
  // Two that were recorded at once cannot see each other; the index can.
  const recorded = await recording.catch((error: { constraint?: string }) =>
    error.constraint === 'claims_by_word' ? 0 : Promise.reject(error),
  )
  return recorded > 0
}

/**
 * Ends a claim that cost nobody anything; the attempt stays in the ledger. `invalid`: the facilitator says no at verify. `failed`: our handler
 * gave no 2xx, or the facilitator was silent.
 * @param end `isFinal`: its buyer hears a 402 and may sign anew, so it stays as `refused`, for the copies of it that are still to come. Otherwise
 * its row goes, as though it had not come.
 * @returns false when it is no longer this owner's: then its buyer must not hear that nothing was charged
 */
export async function releaseClaim(
  db: Queryable,
  owned: Owned,
  end: { outcome: 'invalid' | 'failed'; status: number; reason: string; payer?: string | null; isFinal: boolean } & Timing,
): Promise<boolean> {
  const own = `payment_key = $1 and owner = $2::uuid and state = 'claimed'`
  const ended = await db.run(
    `with ended as (${
      end.isFinal
        ? `update claims set state = 'refused', reason = $6::text, identifier = null, updated_at = now() where ${own} returning *`
        : `delete from claims where ${own} returning *`
    })
     insert into ledger (${ledgerColumns})
     select request_id, tool, network, coalesce(payer, $3::text), payment_key, amount, $4::text, $5::integer, $6::text, null, $7::integer, $8::integer, null::integer
     from ended`,
    [owned.key, owned.owner, end.payer ?? null, end.outcome, end.status, storable(end.reason), end.verifyMs ?? null, end.handlerMs ?? null],
  )
  return ended > 0
}

/** Lets go of a claim before anything was run, as though it had not come. */
export async function dropClaim(db: Queryable, owned: Owned): Promise<void> {
  await db.run(`delete from claims where payment_key = $1 and owner = $2::uuid and state = 'claimed'`, [owned.key, owned.owner])
}

/** Records that nobody knows whether the payment landed; the claim is free for whoever looks next. */
export async function recordUnknown(db: Queryable, owned: Owned, reason: string, settleMs: number | null): Promise<void> {
  await db.run(
    `with lost as (
       update claims set state = 'unknown', reason = $3::text, lease_until = now(), updated_at = now()
       where payment_key = $1 and owner = $2::uuid and state = 'settling' returning *
     )
     insert into ledger (${ledgerColumns})
     select request_id, tool, network, payer, payment_key, amount, 'unknown', 503, $3::text, null, verify_ms, handler_ms, $4::integer from lost
     where not exists (select 1 from ledger where payment_key = $1 and outcome = 'unknown')`,
    [owned.key, owned.owner, storable(reason), settleMs],
  )
}

/**
 * Records that a payment was refused at settlement, or provably never landed and no longer can. Its row stays, its answer does not.
 * @returns false when nothing was recorded: it is no longer this owner's
 */
export async function recordRefused(db: Queryable, owned: Owned, reason: string, settleMs: number | null = null): Promise<boolean> {
  const recorded = await db.run(
    `with gone as (
       update claims set state = 'refused', reason = $3::text, identifier = null, result_body = null, updated_at = now()
       where payment_key = $1 and owner = $2::uuid and state = 'settling' returning *
     )
     insert into ledger (${ledgerColumns})
     select request_id, tool, network, payer, payment_key, amount, 'refused', 402, $3::text, null, verify_ms, handler_ms, $4::integer from gone`,
    [owned.key, owned.owner, storable(reason), settleMs],
  )
  return recorded > 0
}

export type LedgerRow = {
  id: string
  at: Date
  request_id: string
  tool: string
  network: string
  payer: string | null
  payment_key: string
  price_micro_usd: string
  outcome: 'settled' | 'refused' | 'invalid' | 'failed' | 'unknown'
  status: number
  reason: string | null
  transaction: string | null
  verify_ms: number | null
  handler_ms: number | null
  settle_ms: number | null
  /** URL of the facilitator that settled it; null for what did not settle, and for rows from before it was kept. */
  facilitator: string | null
}

export type LedgerFilter = {
  from?: string | undefined
  to?: string | undefined
  tool?: string | undefined
  network?: string | undefined
  limit?: number | undefined
}

/** The rows of a filter, as `$1` to `$4`. */
export const where = `($1::timestamptz is null or at >= $1) and ($2::timestamptz is null or at < $2) and ($3::text is null or tool = $3) and ($4::text is null or network = $4)`
export const parameters = ({ from, to, tool, network }: LedgerFilter) => [from ?? null, to ?? null, tool ?? null, network ?? null]

/** Ledger rows, oldest first; `from` inclusive and `to` exclusive, as instants. */
export function readLedger(db: Queryable, filter: LedgerFilter): Promise<LedgerRow[]> {
  return db.query<LedgerRow>(`select id, at, ${ledgerColumns}, facilitator from ledger where ${where} order by id limit $5`, [
    ...parameters(filter),
    filter.limit ?? null,
  ])
}

export type LedgerTotals = {
  rows: number
  settled: number
  settled_micro_usd: string
  by_network: Record<string, string>
  by_tool: Record<string, string>
}

/** Totals over the same rows that `readLedger` gives: count of rows, of settled ones, and settled micro-dollars in all, per network and per tool. */
export async function totalLedger(db: Queryable, filter: LedgerFilter): Promise<LedgerTotals> {
  const groups = await db.query<{ tool: string; network: string; rows: string; settled: string; micro: string }>(
    `select tool, network, count(*) as rows, count(*) filter (where outcome = 'settled') as settled,
       coalesce(sum(price_micro_usd) filter (where outcome = 'settled'), 0) as micro
     from (select * from ledger where ${where} order by id limit $5) as chosen group by tool, network order by tool, network`,
    [...parameters(filter), filter.limit ?? null],
  )
  const sumBy = (name: 'tool' | 'network') => {
    const sums: Record<string, bigint> = {}
    for (const group of groups) sums[group[name]] = (sums[group[name]] ?? 0n) + BigInt(group.micro)
    return Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, String(sum)]))
  }
  return {
    rows: groups.reduce((sum, group) => sum + Number(group.rows), 0),
    settled: groups.reduce((sum, group) => sum + Number(group.settled), 0),
    settled_micro_usd: String(groups.reduce((sum, group) => sum + BigInt(group.micro), 0n)),
    by_network: sumBy('network'),
    by_tool: sumBy('tool'),
  }
}
