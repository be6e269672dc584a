import type { Migration } from './migration.ts'

export const oneTransaction: Migration = {
  name: '034-one-transaction',
  sql: [
    // Of all claims that are settled on a facilitator's word alone, one may name a transaction: also of two that are recorded at once.
    `alter table claims add column by_word boolean not null default false`,
    `create unique index claims_by_word on claims (transaction) where by_word`,
  ],
}
