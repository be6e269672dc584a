/** Which notices are asked for again, and what is kept of the answers. */
import { z } from 'zod'
import type { Database, Queryable } from '../../db/index.ts'
import type { Source, SourcePrefix } from '../sources/source.ts'
import { lockTenders, storeAgain } from './store.ts'

/** The latest release of a notice: its id and its date, an instant. */
const Asked = z.object({ id: z.string(), date: z.coerce.number() })
export type Asked = z.infer<typeof Asked>

/** So long what vanished is asked for first: most faults of a source are over by then. After that it takes its turn with the others. */
const DOUBTED_DAYS = 6

/** Notices of a source that are open, or would be had they not vanished, and were not asked for again for the longest time. */
export async function leastRecentlyChecked(database: Queryable, source: SourcePrefix, now: number, limit: number): Promise<Asked[]> {
  const rows = await database.query(
    `select r.id, extract(epoch from r.date) * 1000 as date
     from tender_notices n join tender_releases r on r.source = n.source and r.id = n.latest_release
     where n.source = $1 and (n.closed_at is null or n.closed_reason = 'vanished') and n.unlisted is null and n.deadline > to_timestamp($2 / 1000.0)
     order by n.closed_at is not null and n.closed_at > to_timestamp($2 / 1000.0) - $4 * interval '1 day' desc,
       n.checked_at nulls first, n.first_published, n.id limit $3`,
    [source, now, limit, DOUBTED_DAYS],
  )
  return rows.map((row) => Asked.parse(row))
}

/** Notes that a notice was asked for again, whatever the answer: others come first next time. True when it is thought to be gone. */
export async function storeChecked(database: Queryable, source: SourcePrefix, releaseId: string, at: number): Promise<boolean> {
  const gone = await database.query(
    `with checked as (update tender_notices set checked_at = to_timestamp($3 / 1000.0) where source = $1 and latest_release = $2)
     select from tender_releases where source = $1 and id = $2 and gone_at is not null`,
    [source, releaseId, at],
  )
  return gone.length > 0
}

/** Notes that the notice of a release was gone (404 or 410) when asked for again, and closes it. False when that was known. */
export const storeVanished = (database: Database, source: Source, releaseId: string, at: number): Promise<boolean> =>
  storePresence(database, source, releaseId, at)

/** Notes that the notice of a release is there, and opens it again if it was thought to be gone. False when it was not. */
export const storeFound = (database: Database, source: Source, releaseId: string): Promise<boolean> =>
  storePresence(database, source, releaseId, null)

async function storePresence(database: Database, source: Source, releaseId: string, goneAt: number | null): Promise<boolean> {
  return database.tx(async (tx) => {
    await lockTenders(tx)
    const [changed] = await tx.query<{ ocid: string }>(
      `update tender_releases set gone_at = to_timestamp($3::float8 / 1000.0)
       where source = $1 and id = $2 and (gone_at is null) <> ($3::float8 is null) returning ocid`,
      [source.prefix, releaseId, goneAt],
    )
    if (changed) await storeAgain(tx, source, [changed.ocid])
    return changed !== undefined
  })
}
