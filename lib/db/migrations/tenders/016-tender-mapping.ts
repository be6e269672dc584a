import type { Migration } from '../migration.ts'

/** By which state of the mapping the stored notices were computed: an upgrade that maps otherwise reaches them too. */
export const tenderMapping: Migration = {
  name: '016-tender-mapping',
  sql: ['alter table tender_state add column mapping integer not null default 0'],
}
