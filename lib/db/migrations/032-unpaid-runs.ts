import type { Migration } from './migration.ts'

export const unpaidRuns: Migration = {
  name: '032-unpaid-runs',
  sql: [
    // Runs that may end unpaid, of payers who never paid and of addresses (hashed), since a window began. Rows go with the window.
    `create table unpaid_runs (who text primary key, since timestamptz not null, runs integer not null, most integer not null)`,
  ],
}
