import type { Migration } from '../migration.ts'

/** When a notice was last news to a reader of a feed; null: before this was kept, or when nothing had been published yet. */
export const tenderNews: Migration = {
  name: '017-tender-news',
  sql: ['alter table tender_published add column news_at timestamptz'],
}
