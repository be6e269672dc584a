import type { Migration } from './migration.ts'

/** What the status page remembers longer than the ledger keeps its failures: a row per tool and UTC day, and outages of sources. */
export const status: Migration = {
  name: '040-status',
  sql: [
    `create table tool_days (
      day date not null,
      tool text not null,
      settled integer not null,
      failed integer not null,
      declined integer not null,
      p50_ms integer,
      p95_ms integer,
      primary key (day, tool)
    )`,
    // An outage goes on as long as somebody sees it.
    `create table source_outages (
      id bigint generated always as identity primary key,
      source text not null,
      reason text,
      started_at timestamptz not null,
      seen_at timestamptz not null
    )`,
    `create index source_outages_seen on source_outages (source, seen_at)`,
  ],
}
