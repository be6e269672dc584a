import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from './database.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

const WAITS = {
  /** For another process to be done with its migrations. Nobody waits behind us meanwhile. */
  turnMs: 30_000,
  /** For a table that others use. Whoever comes after us waits behind us, so it is short, and they pass before each new attempt. */
  tableMs: 3_000,
  attempts: 5,
  pauseMs: 2_000,
}
type Waits = typeof WAITS

/** PostgreSQL's `lock_not_available` and `deadlock_detected`: others had what we waited for. */
const isLocked = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/**
 * Applies the migrations that have not been applied, in order, each with its record in one transaction. Safe from many processes at once.
 * @throws Error that names the migration and what it waited for, where others hold its locks for half a minute; it has left no trace then
 */
export async function migrate(database: Database, waits: Waits = WAITS): Promise<void> {
  await database
    .query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
    .catch((error: Error) => {
      // Two processes creating it at once: the loser gets a unique violation from the catalogue, and the table is there.
      if (!/duplicate key|already exists/.test(error.message)) throw error
    })
  const done = new Set((await database.query<{ name: string }>('select name from migrations')).map(({ name }) => name))
  for (const migration of migrations) if (!done.has(migration.name)) await apply(database, migration, waits)
}

async function apply(database: Database, { name, sql }: Migration, waits: Waits): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await database.tx(async (tx) => {
        await takeTurn(tx, name, waits)
        const [present] = await tx.query('select 1 from migrations where name = $1', [name])
        if (present) return
        for (const statement of sql) await tx.query(statement)
        await tx.query('insert into migrations (name) values ($1)', [name])
      })
    } catch (error) {
      if (!isLocked(error)) throw error
      if (attempt >= waits.attempts)
        throw new Error(
          `Migration ${name} found its tables locked by others in ${waits.attempts} attempts of ${waits.tableMs} ms. Nothing of it was applied. pg_locks and pg_stat_activity say who holds them; start again once they are done.`,
          { cause: error },
        )
      await sleep(waits.pauseMs)
    }
}

/** One process migrates at a time. */
async function takeTurn(tx: Queryable, name: string, { turnMs, tableMs }: Waits): Promise<void> {
  await tx.query(`set local lock_timeout = ${turnMs}`)
  await tx.query('select pg_advisory_xact_lock(402402)').catch((error: unknown) => {
    if (!isLocked(error)) throw error
    throw new Error(`Migration ${name} has waited ${turnMs} ms for another process that is at migrations. Start again once that is done.`, {
      cause: error,
    })
  })
  await tx.query(`set local lock_timeout = ${tableMs}`)
}
