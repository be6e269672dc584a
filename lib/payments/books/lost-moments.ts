/**
 * Books that were put back to an earlier state do not know what was sold last, and a payment that they do not know could be sold or refused a second
 * time. So nothing new is taken until every payment that may have been made before has run out; then the chain can tell of each.
 */
import type { Queryable } from '../../db/index.ts'
import { log } from '../../log.ts'
import { MAX_TIMEOUT_SECONDS, VALIDITY_MARGIN_SECONDS } from '../protocol/networks.ts'

/** The longest that a payment may be valid, and a minute for the chain to show its end. */
export const CLOSED_SECONDS = MAX_TIMEOUT_SECONDS + VALIDITY_MARGIN_SECONDS + 60

const closed = `at > now() - interval '${CLOSED_SECONDS} seconds'`

/** A condition: whatever the chains may still take, the books hold. Also whether they are still the ones that were written to. */
export const areWhole = `not exists (select 1 from lost_moments where ${closed}) and exists (select 1 from lineages where lineage = books_lineage())`

/** Notes, once, that another server has stepped in, or that the rows were copied to one: neither says what it lacks. */
async function noteLineage(db: Queryable): Promise<void> {
  const noted = await db.run(
    `with other as (insert into lineages select books_lineage() on conflict do nothing returning 1)
     insert into lost_moments select now() from other`,
  )
  if (noted > 0)
    log.warn({ closedSeconds: CLOSED_SECONDS }, 'another database server goes on with the books: until they are whole nothing new is sold')
}

/** Whole seconds until they are whole again; 0 when they are. */
export async function closedSeconds(db: Queryable): Promise<number> {
  await noteLineage(db)
  const [row] = await db.query<{ seconds: number }>(
    `select coalesce(ceil(extract(epoch from max(at) - now()))::int + ${CLOSED_SECONDS}, 0) as seconds from lost_moments where ${closed}`,
  )
  return row?.seconds ?? 0
}

/**
 * What there is to tell the age of a payment by that no row knows: when the books lost some last (Unix seconds), how long ago that was, and how
 * long ago the payment was attempted first. Null where never. Books that another server goes on with have lost some just now.
 */
export type Unbooked = { lostAt: number | null; lostMs: number | null; attemptedMs: number | null }

export async function ageUnbooked(db: Queryable, key: string): Promise<Unbooked> {
  const [row] = await db.query<Unbooked>(
    `select extract(epoch from lost.at)::float8 as "lostAt", (extract(epoch from now() - lost.at) * 1000)::float8 as "lostMs",
       (select extract(epoch from now() - min(at)) * 1000 from ledger where payment_key = $1)::float8 as "attemptedMs"
     from (select case when exists (select 1 from lineages where lineage = books_lineage()) then max(at) else now() end as at from lost_moments) as lost`,
    [key],
  )
  return row!
}

/** Whether they have ever lost any. */
export const haveLost = async (db: Queryable): Promise<boolean> => (await db.query('select 1 from lost_moments limit 1')).length > 0

/** Notes that the books were put back just now. */
export const markLost = (db: Queryable): Promise<number> => db.run('insert into lost_moments default values')
