import type { Migration } from '../migration.ts'

/** Region codes and postcode districts that notices state. Null: computed before they were kept, so to be computed again. */
export const tenderPlaces: Migration = {
  name: '011-tender-places',
  sql: [
    'alter table tender_notices add column places jsonb',
    'alter table tender_published add column places jsonb',
    'create index tender_notices_places on tender_notices (source, ocid) where places is null',
  ],
}
