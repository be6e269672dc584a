import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../lib/db/index.ts'
import { runnerSuite } from '../../lib/jobs/runner/runner.suite.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

requires('postgres')('jobs on PostgreSQL', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())

  runnerSuite(() => openDatabase({ databaseUrl: server.url }))
})
