import type { Migration } from '../migration.ts'

/** By whom: what a buyer awarded before is looked up for each of its notices. Null until computed again by a program that keeps it. */
export const tenderOutlookBuyers: Migration = {
  name: '015-tender-outlook-buyers',
  sql: [
    'alter table tender_outlook add column name_key text',
    `create index tender_outlook_buyers on tender_outlook (name_key) where kind = 'award'`,
    'create index tender_outlook_unkeyed on tender_outlook (source, ocid) where name_key is null',
  ],
}
