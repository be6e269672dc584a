import type { Migration } from './migration.ts'

export const till: Migration = {
  name: '030-till',
  sql: [
    // What a resend must show to get the answer; null for payments from before there was one, which show what was stored of them.
    `alter table claims add column bound text`,
    // How often settlement was asked for: what a refusal proves depends on it, and a row that was ever asked for stays.
    `alter table claims add column settle_calls integer not null default 0`,
    `update claims set settle_calls = 1 where state in ('settling', 'settled', 'refused', 'unknown')`,
    `update claims set state = 'claimed' where state = 'running'`,
    `alter table claims drop constraint claims_state_check`,
    `alter table claims add constraint claims_state_check check (state in ('claimed', 'settling', 'settled', 'refused', 'unknown'))`,
    `drop index claims_open`,
    `create index claims_open on claims (lease_until) where state in ('claimed', 'settling', 'unknown')`,
    // An identifier is its payer's own.
    `alter table claims drop constraint claims_identifier_key`,
    `create unique index claims_identifier on claims (coalesce(payer, ''), identifier) where identifier is not null`,
    // One transaction does not pay twice on a facilitator's word alone.
    `create index claims_transaction on claims (transaction) where transaction is not null`,
    // A payer's runs that ended unpaid, and whether it ever paid.
    `create index ledger_unpaid on ledger (payer, at) where outcome in ('failed', 'refused', 'unknown') and handler_ms is not null`,
    `create index ledger_paid on ledger (payer) where outcome = 'settled'`,
    // Solana fee payers that a facilitator named, by the time it last did (Unix ms).
    `alter table facilitator_supported add column fee_payers jsonb not null default '{}'`,
  ],
}
