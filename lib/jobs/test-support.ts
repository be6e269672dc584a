/** For the tests of this folder: databases of both engines, and waiting for a state instead of a time. */
import { randomUUID } from 'node:crypto'
import { type Core, createCore } from '../core.ts'
import type { Database } from '../db/index.ts'
import { parseEnv } from '../env.ts'
import type { JobResult } from '../steps.ts'
import { getJob } from './queue/queries.ts'
import { FINAL_STATES, type JobRow } from './queue/rows.ts'

/** A program over this database, with these settings and clock. */
export const coreOver = (database: Database, { now, ...env }: { now?: () => number } & Record<string, unknown> = {}): Core =>
  createCore(parseEnv(env as Record<string, string>), { openDatabase: async () => database, ...(now ? { now } : {}) })

/** Polls until `check` gives something, at most `limitMs`; the limit ends a test that would hang, it is not a promise about time. */
export async function until<Found>(
  what: string,
  check: () => Promise<Found | undefined | false> | Found | undefined | false,
  limitMs = 55_000,
) {
  const end = Date.now() + limitMs
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}.`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The job once it has ended. */
export const ended = (database: Database, id: string, limitMs?: number): Promise<JobRow> =>
  until(
    `job ${id} has ended`,
    async () => {
      const job = await getJob(database, id)
      return job && FINAL_STATES.includes(job.state) ? job : undefined
    },
    limitMs,
  )

export const done = (counts: Record<string, number> = {}): JobResult => ({ outcome: 'succeeded', counts })

/** A table in which tests count effects. */
export async function effectsTable(database: Database): Promise<(name: string) => Promise<number>> {
  await database.query(
    'create table if not exists effects (id uuid primary key, name text not null, at timestamptz not null default now())',
  )
  return async (name) =>
    Number((await database.query<{ count: string }>('select count(*) from effects where name = $1', [name]))[0]?.count ?? 0)
}

export const effect = (database: Database, name: string): Promise<unknown> =>
  database.query('insert into effects (id, name) values ($1, $2)', [randomUUID(), name])
