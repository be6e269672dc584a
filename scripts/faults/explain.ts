/** What is known of one payment, for whoever must find out why a run is not clean: its buyer's view, its claim, its rows in the ledger. */
import type { Queryable } from '../../lib/db/index.ts'
import { rails } from '../../lib/payments/protocol/networks.ts'
import { readPayment } from '../../tests/local/payment-variants.ts'
import type { CallRecord } from './one-call.ts'

export type Explanation = Record<string, unknown>

/** One payment of a buyer of the run. */
export async function explainCall(store: Queryable, record: CallRecord, settledTimes: number): Promise<Explanation> {
  const { rail, path, lastStatus, lastCode, answers, header } = record
  const { accepted, payload } = readPayment(header)
  const { key } = rails[rail].facts(String(accepted.network), payload)
  return { rail, path, lastStatus, lastCode, answers, settledTimes, ...(await explainKey(store, key)) }
}

/** What the store knows of one payment; answers and payloads left out. */
export async function explainKey(store: Queryable, key: string): Promise<Explanation> {
  const [claim] = await store.query(
    `select state, settle_calls, reason, transaction, request_id, created_at, updated_at, lease_until, payment->'payload'->'payload' as payload
     from claims where payment_key = $1`,
    [key],
  )
  const ledger = await store.query(
    'select at, outcome, status, reason, transaction, request_id, verify_ms, handler_ms, settle_ms from ledger where payment_key = $1 order by id',
    [key],
  )
  return { key, claim: claim ?? null, ledger }
}
