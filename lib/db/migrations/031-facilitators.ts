import type { Migration } from './migration.ts'

export const facilitators: Migration = {
  name: '031-facilitators',
  sql: [
    // Who was asked to settle: nobody else may be, where the chain does not take the payload from anybody.
    `alter table claims add column facilitator text`,
    `alter table ledger add column facilitator text`,
  ],
}
