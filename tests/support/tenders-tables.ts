/** What an ingest leaves in the database, so that two can be compared. */
import type { Database } from '../../lib/db/index.ts'

/** Every row, without the moments at which they were written. */
export async function tendersTables(database: Database) {
  return {
    releases: await database.query('select source, id, ocid, date, release, digest from tender_releases order by source, id'),
    notices: await database.query(
      `select source, ocid, buyer_key, id, latest_release, deadline, closed_reason, closed_at, unlisted, name_key, notice, description, history, digest, dirty
       from tender_notices order by source, ocid, buyer_key`,
    ),
    published: await database.query('select id, deadline, hidden_until, live, notice from tender_published order by id'),
    windows: await database.query('select source, day::text as day, part, state from tender_windows order by source, day, part'),
    changes: await database.query('select id, before, after, reason from tender_changes order by id, seq'),
    outlook: await database.query(
      'select source, ocid, id, kind, due, published, name_key, item from tender_outlook order by source, ocid, id',
    ),
  }
}
