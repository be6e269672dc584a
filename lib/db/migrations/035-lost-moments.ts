import type { Migration } from './migration.ts'

export const lostMoments: Migration = {
  name: '035-lost-moments',
  sql: [
    // The books were put back: what was sold shortly before these moments they may not hold (docs/payments-safety.md).
    `create table lost_moments (at timestamptz not null default now())`,
  ],
}
