import type { Migration } from '../migration.ts'

/** Windows of a calendar month: how far the last good answer reached, kept while later readings fail. */
export const tenderMonths: Migration = {
  name: '012-tender-months',
  sql: ['alter table tender_windows add column covers date'],
}
