/**
 * What readers see. One transaction turns computed notices into published ones: duplicates judged, closings and changes written down, the
 * data version raised. Until it commits nobody sees anything of an ingest; if it fails nobody ever does.
 */
import { z } from 'zod'
import { isDataError } from '../../db/data-error.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { log } from '../../log.ts'
import { type SourceFacts, sourceFacts } from '../ingest/source-facts.ts'
import { lockTenders } from '../ingest/store.ts'
import { judgedTogether } from '../notices/duplicates.ts'
import { addDays, londonDay } from '../words/london.ts'
import { closeForsaken, recordClock } from './endings.ts'
import { judgeBuyer, Row, sameJson } from './judge.ts'
import { CHANGE, ROWS, STORE } from './statements.ts'

const CHUNK = 500
/** Changes stay readable for 30 days. */
export const CHANGES_DAYS = 30

/** Of a publish. `newsAt`: `now`, or null for the first, before which nobody could have read anything. */
type Moment = { now: number; newsAt: number | null; version: number }

/**
 * Publishes the buyers that have something new, a chunk of buyers at a time: memory stays flat however much is new. A buyer that was renamed
 * has something new under both names. `refused`: buyers whose notices could not be published, for what they say; they stay as they were.
 */
async function publishDirty(tx: Queryable, { now, newsAt, version }: Moment) {
  const total = { rows: 0, changes: 0, refused: [] as string[] }
  for (let after: string | null = null; ; ) {
    const keys: { name_key: string }[] = await tx.query(
      `select name_key from (
         select name_key from tender_notices where dirty
         union select p.name_key from tender_published p join tender_notices n on n.id = p.id where n.dirty
       ) as keys where $1::text is null or name_key > $1 order by name_key limit $2`,
      [after, CHUNK],
    )
    if (keys.length === 0) return total
    const names = keys.map(({ name_key }) => name_key)
    const done = await publishBuyers(tx, names, { now, newsAt, version })
    total.rows += done.rows
    total.changes += done.changes
    total.refused.push(...done.refused)
    after = names.at(-1) ?? null
  }
}

async function publishBuyers(tx: Queryable, names: readonly string[], moment: Moment) {
  const { now, newsAt, version } = moment
  await tx.run('savepoint buyers')
  try {
    const rows = z.array(Row).parse(await tx.query(ROWS, [names, now]))
    const buyers = judgedTogether(rows, ({ name_key, link_key }) => ({ name: name_key, link: link_key }))
    const judged = buyers.map((buyer) => judgeBuyer(buyer, now, newsAt))
    const stored = judged.flatMap((buyer) => buyer.stored)
    const changes = judged.flatMap((buyer) => buyer.changes)
    if (stored.length > 0) await tx.query(STORE, [JSON.stringify(stored), version])
    if (changes.length > 0) await tx.query(CHANGE, [JSON.stringify(changes)])
    await tx.run('release savepoint buyers')
    return { rows: stored.length, changes: changes.length, refused: [] as string[] }
  } catch (error) {
    // One buyer's notices keep nobody else's from being published, for ever.
    if (!isDataError(error)) throw error
    await tx.run('rollback to savepoint buyers')
    if (names.length === 1) {
      log.error({ err: error, buyer: names[0] }, 'notices of a buyer could not be published')
      return { rows: 0, changes: 0, refused: [...names] }
    }
    const total = { rows: 0, changes: 0, refused: [] as string[] }
    for (const half of [names.slice(0, names.length / 2), names.slice(names.length / 2)]) {
      const done = await publishBuyers(tx, half, moment)
      total.rows += done.rows
      total.changes += done.changes
      total.refused.push(...done.refused)
    }
    return total
  }
}

async function isFirst(tx: Queryable): Promise<boolean> {
  const rows = await tx.query('select from tender_published limit 1')
  return rows.length === 0
}

/** `facts`: what it says about each source. */
export type Published = { version: number; changes: number; facts: SourceFacts }

/**
 * Publishes everything new as of `now` (an instant) and returns the new data version and the number of changes a reader can see.
 * Twice in a row changes nothing the second time but the version.
 */
export async function publishNotices(database: Database, now: number): Promise<Published> {
  return database.tx(async (tx) => {
    await lockTenders(tx)
    const [state] = await tx.query<{ version: string; sources: unknown }>('select version, sources from tender_state for update')
    const version = Number(state?.version ?? 0) + 1
    const newsAt = (await isFirst(tx)) ? null : now
    const facts = await sourceFacts(tx)
    const byClock = await recordClock(tx, now, version)
    const dirty = await publishDirty(tx, { now, newsAt, version })
    const forsaken = await closeForsaken(tx, now, version)
    await tx.query(`delete from tender_notices where unlisted = 'superseded'`)
    await tx.query('update tender_notices set dirty = false where dirty and not (name_key = any($1::text[]))', [dirty.refused])
    await tx.query('delete from tender_changes where day < $1::date', [addDays(londonDay(now), -CHANGES_DAYS)])
    await tx.query('delete from tender_published where not live and deadline < to_timestamp($1 / 1000.0) - interval $$7 days$$', [now])
    const isChanged = byClock + dirty.rows + forsaken > 0 || !sameJson(facts, state?.sources)
    await tx.query(
      `update tender_state set version = $1, published_at = to_timestamp($2 / 1000.0), sources = $3::jsonb,
         changed_at = case when $4::boolean then to_timestamp($2 / 1000.0) else changed_at end`,
      [version, now, JSON.stringify(facts), isChanged],
    )
    return { version, changes: byClock + dirty.changes + forsaken, facts }
  })
}
