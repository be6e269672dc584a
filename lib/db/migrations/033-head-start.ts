import type { Migration } from './migration.ts'

export const headStart: Migration = {
  name: '033-head-start',
  sql: [
    // A run may be begun before its payment is verified: what the facilitator then refuses is a run that ended unpaid too.
    `drop index ledger_unpaid`,
    `create index ledger_unpaid on ledger (payer, at) where outcome in ('failed', 'refused', 'unknown', 'invalid') and handler_ms is not null`,
  ],
}
