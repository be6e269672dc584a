import type { Migration } from '../migration.ts'

/** What comes before and after a notice: contracts awarded, by the day they end, and procurements planned, by the day they are expected. */
export const tenderOutlook: Migration = {
  name: '014-tender-outlook',
  sql: [
    `create table tender_outlook (
      source text not null,
      ocid text not null,
      id text not null,
      kind text not null check (kind in ('award', 'planned')),
      due date,
      published timestamptz not null,
      item jsonb not null,
      primary key (source, ocid, id)
    )`,
    'create index tender_outlook_due on tender_outlook (kind, due)',
    'create index tender_outlook_published on tender_outlook (kind, published)',
  ],
}
