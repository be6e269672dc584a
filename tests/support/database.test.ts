import { expect, test } from 'vitest'
import type { Database } from '../../lib/db/index.ts'
import { memoryDatabase } from './database.ts'

/** No two were started in the same microsecond. */
const startOf = async (database: Database) => (await database.query<{ at: string }>('select pg_postmaster_start_time()::text as at'))[0]!.at

test.each([
  ['a table', 'create table effects (n integer)'],
  ['a column', 'alter table jobs add column mood text'],
  ['a constraint', 'alter table jobs add constraint odd check (id is not null)'],
])('a database to which a test has added %s serves no other test', async (_name, change) => {
  const one = await memoryDatabase()
  const at = await startOf(one)
  await one.run(change)
  await one.close()
  const next = await memoryDatabase()
  expect(await startOf(next)).not.toEqual(at)
  await next.close()
})

test('a database that is closed as it was serves the next test, empty', async () => {
  const one = await memoryDatabase()
  await one.run(`insert into jobs (id, type, params, trigger) values (gen_random_uuid(), 'ingest-tenders', '{}', 'api')`)
  const at = await startOf(one)
  await one.close()
  const next = await memoryDatabase()
  expect([await startOf(next), await next.query('select id from jobs')]).toEqual([at, []])
  await next.close()
})
