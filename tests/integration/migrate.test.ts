/** Migrations beside a program that uses the tables: whoever is served goes before, and a start that cannot have its locks says so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../lib/db/index.ts'
import { migrate } from '../../lib/db/migrate.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

/** It takes a table that every sale writes, and can be applied again. */
const NAME = '033-head-start'
const WAITS = { turnMs: 1_000, tableMs: 500, attempts: 3, pauseMs: 500 }

requires('postgres')('locks that others hold', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  /** A database that lacks one migration, while somebody's transaction holds on to what that needs. */
  async function held(name: string, statement: string) {
    const database = await openDatabase({ databaseUrl: await postgres.createDatabase(name) })
    await database.run('delete from migrations where name = $1', [NAME])
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const holding = database.tx(async (tx) => {
      await tx.query(statement)
      hold()
      await released
    })
    await isHeld
    const letGo = () => {
      release()
      return holding
    }
    return { database, letGo }
  }
  const isApplied = async (database: Database) => (await database.query('select 1 from migrations where name = $1', [NAME])).length === 1

  test.concurrent('a table that is being read is waited for in short turns, which others pass between; then the start fails by name', async () => {
    const { database, letGo } = await held('busy', 'select count(*) from ledger')
    let isOver = false
    const waits = { ...WAITS, attempts: Number.POSITIVE_INFINITY }
    const failed = expect(migrate(database, waits).finally(() => (isOver = true))).rejects.toThrow(
      `Migration ${NAME} found its tables locked`,
    )
    const here = '(select oid from pg_database where datname = current_database())'
    await expect.poll(() => database.query(`select 1 from pg_locks where not granted and database = ${here}`)).toHaveLength(1)
    for (let read = 0; read < 3; read += 1) await database.query('select count(*) from ledger')
    expect(isOver).toBe(false)
    waits.attempts = 1
    await failed
    expect(await database.query(`select 1 from pg_indexes where indexname = 'ledger_unpaid'`)).toHaveLength(1)
    await letGo()
    await migrate(database)
    expect(await isApplied(database)).toBe(true)
    await database.close()
  })

  test.concurrent('another process that is at migrations for longer than anybody waits is named as such', async () => {
    const { database, letGo } = await held('turn', 'select pg_advisory_xact_lock(402402)')
    await expect(migrate(database, WAITS)).rejects.toThrow(/another process that is at migrations/)
    expect(await isApplied(database)).toBe(false)
    await letGo()
    await database.close()
  })
})
