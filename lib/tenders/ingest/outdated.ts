/** After an upgrade: processes computed by a program that mapped otherwise are computed again, from the releases stored. */

import type { Database } from '../../db/index.ts'
import { log } from '../../log.ts'
import type { Source } from '../sources/source.ts'
import { MAPPING } from './computed.ts'
import { isOfData, lockTenders, storeAgain } from './store.ts'

/** So many at a time: what serves meanwhile waits no longer. */
const CHUNK = 25

// Marked in the rows themselves, so that a recomputation may be cut off anywhere and goes on with what is left. Of notices those that are or may come to be open.
const MARK_NOTICES = `update tender_notices set places = null, digest = '' where deadline is null or deadline > to_timestamp($1 / 1000.0)`
const MARK_OUTLOOK = 'update tender_outlook set name_key = null'

async function markOutdated(database: Database, now: number): Promise<void> {
  await database.tx(async (tx) => {
    await lockTenders(tx)
    const raised = await tx.run('update tender_state set mapping = $1 where mapping < $1', [MAPPING])
    if (raised === 0) return
    await tx.run(MARK_NOTICES, [now])
    await tx.run(MARK_OUTLOOK)
  })
}

const OUTDATED = `
  select ocid from tender_notices where source = $1 and places is null and ocid > $2 and (deadline is null or deadline > to_timestamp($3 / 1000.0))
  union select ocid from tender_outlook where source = $1 and name_key is null and ocid > $2 order by ocid limit $4`

/** Computes again what an earlier program has computed. Returns how many notices; the second time none. */
export async function recomputeOutdated(database: Database, sources: readonly Source[], now: number): Promise<number> {
  await markOutdated(database, now)
  let count = 0
  for (const source of sources)
    for (let after = ''; ; ) {
      const rows = await database.query<{ ocid: string }>(OUTDATED, [source.prefix, after, now, CHUNK])
      const ocids = rows.map(({ ocid }) => ocid)
      if (ocids.length > 0) count += await recompute(database, source, ocids)
      if (ocids.length < CHUNK) break
      after = ocids.at(-1) ?? ''
    }
  return count
}

/** One that cannot be computed stays as it is. */
async function recompute(database: Database, source: Source, ocids: readonly string[]): Promise<number> {
  try {
    return await database.tx(async (tx) => {
      await lockTenders(tx)
      return storeAgain(tx, source, ocids)
    })
  } catch (error) {
    if (!isOfData(error)) throw error
    if (ocids.length === 1) {
      log.error({ err: error, source: source.prefix, ocid: ocids[0] }, 'a process could not be computed again')
      return 0
    }
    let count = 0
    for (const ocid of ocids) count += await recompute(database, source, [ocid])
    return count
  }
}
