import type { Migration } from './migration.ts'

export const payments: Migration = {
  name: '001-payments',
  sql: [
    // payment_response is json, not jsonb: a replayed PAYMENT-RESPONSE is the first one byte for byte, so the order of members must stay.
    // One row per payment that was ever let past the local checks and not released again. The key is what the chain de-duplicates on.
    `create table claims (
      payment_key text primary key,
      fingerprint text not null,
      identifier text unique,
      tool text not null,
      network text not null,
      amount bigint not null,
      state text not null check (state in ('claimed', 'running', 'settling', 'settled', 'refused', 'unknown')),
      owner uuid not null,
      lease_until timestamptz not null,
      request_id text not null,
      payer text,
      payment jsonb,
      verify_ms integer,
      handler_ms integer,
      result_body text,
      payment_response json,
      transaction text,
      reason text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      settled_at timestamptz
    )`,
    `create index claims_open on claims (lease_until) where state in ('claimed', 'running', 'settling', 'unknown')`,
    // Append-only. Money is in integer micro-dollars, which are USDC's atomic units.
    `create table ledger (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      request_id text not null,
      tool text not null,
      network text not null,
      payer text,
      payment_key text not null,
      price_micro_usd bigint not null,
      outcome text not null check (outcome in ('settled', 'refused', 'invalid', 'failed', 'unknown')),
      status integer not null,
      reason text,
      transaction text,
      verify_ms integer,
      handler_ms integer,
      settle_ms integer
    )`,
    `create unique index ledger_settled_once on ledger (payment_key) where outcome = 'settled'`,
    `create index ledger_attempts on ledger (payment_key)`,
    `create index ledger_at on ledger (at)`,
    // Last good answer of GET /supported, so that a restart during a facilitator outage still has offers.
    `create table facilitator_supported (url text primary key, supported jsonb not null, seen_at timestamptz not null)`,
  ],
}
