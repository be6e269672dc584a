/** PostgreSQL ends connections in the middle of a transaction (a restart, an administrator, a failover): that transaction fails, nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../lib/db/index.ts'
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
      setTimeout(() => void end(pid), 50)
      await tx.query('select pg_sleep(5)')
    })
    await expect(during).rejects.toThrow(/terminat/)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(unhandled).toEqual([])
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})
