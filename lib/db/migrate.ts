import type { Database } from './index.ts'
import { migrations } from './migrations/index.ts'

/** Applies the migrations that have not been applied, in order, each with its record in one transaction. Safe from many processes at once. */
export async function migrate(database: Database): Promise<void> {
  const applied = async () => new Set((await database.query<{ name: string }>('select name from migrations')).map((row) => row.name))
  await database
    .query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())')
    .catch((error: Error) => {
      // Two processes creating it at once: the loser gets a unique violation from the catalogue, and the table is there.
      if (!/duplicate key|already exists/.test(error.message)) throw error
    })
  const done = await applied()
  for (const { name, sql } of migrations) {
    if (done.has(name)) continue
    await database.tx(async (tx) => {
      // Another process may be at a long one.
      await tx.query('set local lock_timeout = 0')
      await tx.query('select pg_advisory_xact_lock(402402)')
      const [present] = await tx.query('select 1 from migrations where name = $1', [name])
      if (present) return
      for (const statement of sql) await tx.query(statement)
      await tx.query('insert into migrations (name) values ($1)', [name])
    })
  }
}
