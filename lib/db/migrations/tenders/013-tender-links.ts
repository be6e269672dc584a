import type { Migration } from '../migration.ts'

/** What joins notices of two portals, and what a notice says beside its main fields: open ones are computed again for it. */
export const tenderLinks: Migration = {
  name: '013-tender-links',
  sql: [
    'alter table tender_notices add column link_key text',
    'create index tender_notices_link_key on tender_notices (link_key) where link_key is not null',
    'create index tender_notices_linked on tender_notices (name_key) where link_key is not null',
    'update tender_notices set places = null where deadline > now()',
  ],
}
