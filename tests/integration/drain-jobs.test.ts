/** The command that measures the queue breaks things on purpose: never in the database of the person who runs it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '../../lib/db/index.ts'
import { startPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

requires('postgres')('draining jobs', () => {
  test('leaves the database of DATABASE_URL alone', async () => {
    const postgres = await startPostgres()
    const own = await openDatabase({ databaseUrl: postgres.url })
    try {
      const tables = () => own.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)
      const before = await tables()
      await promisify(execFile)(process.execPath, ['scripts/drain-jobs.ts', '--jobs', '0'], {
        env: { ...process.env, DATABASE_URL: postgres.url },
      })
      expect(await tables()).toEqual(before)
    } finally {
      await own.close()
      await postgres.stop()
    }
  })
})
