/**
 * PostgreSQL ends connections in the middle of a transaction (a restart, an administrator, a failover): that transaction fails, nothing else.
 * And one that takes no more writes (a standby, a provider's answer to a full disk) is not what can be sold with.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../lib/db/index.ts'
import { readiness } from '../../lib/readiness.ts'
import { testCore } from '../support/core.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

requires('postgres')('connections that are lost', () => {
  let postgres: TestPostgres
  let database: Database
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  beforeAll(async () => {
    process.on('uncaughtException', note)
    postgres = await startPostgres()
    database = await openDatabase({ databaseUrl: postgres.url })
  })
  afterAll(async () => {
    process.off('uncaughtException', note)
    await database?.close()
    await postgres?.stop()
  })
  const backend = async (db: Pick<Database, 'query'>) => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid
  const end = (pid: number) => database.query('select pg_terminate_backend($1)', [pid])

  test('between two of its statements, or during one: the transaction is refused and the process lives', async () => {
    const between = database.tx(async (tx) => {
      await end(await backend(tx))
      await new Promise((resolve) => setTimeout(resolve, 200))
      await tx.query('select 1')
    })
    await expect(between).rejects.toThrow()
    const during = database.tx(async (tx) => {
      const pid = await backend(tx)
      const asleep = () =>
        database.query(`select 1 from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep%'`, [pid])
      void expect
        .poll(asleep)
        .toHaveLength(1)
        .then(() => end(pid))
      await tx.query('select pg_sleep(60)')
    })
    await expect(during).rejects.toThrow(/terminat/)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(unhandled).toEqual([])
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a database that has become read-only is missing, by its name, as long as it is', async () => {
    const core = testCore({ DATABASE_URL: await postgres.createDatabase('full') })
    const setReadOnly = async (setting: 'on' | 'off') => {
      await database.run(`alter database "full" set default_transaction_read_only = ${setting}`)
      return (await database.query<{ at: string }>('select clock_timestamp()::text as at'))[0]!.at
    }
    // Asked anew each time: a backend that is just starting has read the old setting before it can be seen and ended.
    const missingSince = async (at: string) => {
      await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'full' and backend_start < $1`, [at])
      return (await readiness(core)).missing.filter((name) => name.startsWith('database'))
    }
    await core.database()
    expect(await missingSince('-infinity')).toEqual([])
    const full = await setReadOnly('on')
    await expect.poll(() => missingSince(full)).toEqual(['database: it takes no writes'])
    const free = await setReadOnly('off')
    await expect.poll(() => missingSince(free)).toEqual([])
    await core.closeDatabase()
  })
})
