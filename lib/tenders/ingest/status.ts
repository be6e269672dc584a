/** What status.json says: read from the database with the snapshot, completed by the clock. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import { sources } from '../sources/sources.ts'

const moment = z.date().nullable()
const SourceRow = z.object({
  last_attempt: moment,
  last_success: moment,
  last_error: z.string().nullable(),
  failed_windows: z.coerce.number(),
  reported_releases: z.coerce.number(),
  missing_numbers: z.coerce.number(),
  releases: z.coerce.number(),
  without_deadline: z.coerce.number(),
  without_title: z.coerce.number(),
  skipped_values: z.coerce.number(),
})

export type StoredStatus = { source: string; row: z.output<typeof SourceRow> }[]

const SOURCE = `
  select (select last_attempt from tender_sources where source = $1) as last_attempt,
    (select last_success from tender_sources where source = $1) as last_success,
    (select last_error from tender_sources where source = $1) as last_error,
    (select count(*) from tender_windows where source = $1 and state = 'failed') as failed_windows,
    (select coalesce(sum(reported), 0) from tender_windows where source = $1) as reported_releases,
    (select count(*) from tender_releases where source = $1 and date > to_timestamp($2 / 1000.0) - interval '120 days') as releases,
    (select coalesce(sum(missing), 0) from tender_days where source = $1) as missing_numbers,
    count(*) filter (where unlisted = 'no-deadline') as without_deadline,
    count(*) filter (where unlisted = 'no-title') as without_title,
    coalesce(sum(unknown_regions), 0) as skipped_values
  from tender_notices where source = $1 and first_published > to_timestamp($2 / 1000.0) - interval '120 days'`

/** Counts per source, over the last 120 days where they would grow without end. */
export async function readStatus(database: Queryable, publishedAt: number): Promise<StoredStatus> {
  const status: StoredStatus = []
  for (const { prefix } of sources) {
    const [row] = await database.query(SOURCE, [prefix, publishedAt])
    status.push({ source: prefix, row: SourceRow.parse(row) })
  }
  return status
}
