/**
 * Runs that may end unpaid, counted over all processes: taken before the run, given back when it was paid. One statement takes all there is to
 * take, on rows that it locks, so that no burst gets past the limit.
 */
import type { Queryable } from '../../db/index.ts'
import { UNPAID } from './claims.ts'

/** Whose run it is, and how many such runs may be open or spent within the window. */
export type Counted = { who: string; most: number }

const isOver = `known.since < now() - interval '${UNPAID.windowMinutes} minutes'`

/** Takes one run from each. @returns false when one of them had none left; then nothing is taken */
export async function takeRun(db: Queryable, counted: readonly Counted[]): Promise<boolean> {
  const rows = await db.query<{ who: string }>(
    `insert into unpaid_runs as known (who, since, runs, most)
     select who, now(), 1, most from unnest($1::text[], $2::int[]) as wanted (who, most) order by who
     on conflict (who) do update set runs = case when ${isOver} then 1 else known.runs + 1 end,
       since = case when ${isOver} then now() else known.since end, most = excluded.most
     where ${isOver} or known.runs < excluded.most returning who`,
    [counted.map(({ who }) => who), counted.map(({ most }) => most)],
  )
  if (rows.length === counted.length) return true
  if (rows.length > 0)
    await giveRunBack(
      db,
      rows.map(({ who }) => who),
    )
  return false
}

/** The run was paid, or never was one. */
export async function giveRunBack(db: Queryable, who: readonly string[]): Promise<void> {
  await db.run('update unpaid_runs set runs = greatest(0, runs - 1) where who = any($1::text[])', [who])
}

/** Forgets windows that are over. @returns how many */
export const sweepRuns = (db: Queryable): Promise<number> => db.run(`delete from unpaid_runs as known where ${isOver}`)
