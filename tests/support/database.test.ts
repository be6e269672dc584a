import { expect, test } from 'vitest'
import { memoryDatabase } from './database.ts'

test.each([
  ['a table', 'create table effects (n integer)'],
  ['a column', 'alter table jobs add column mood text'],
  ['a constraint', 'alter table jobs add constraint odd check (id is not null)'],
])('a database to which a test has added %s serves no other test', async (_name, change) => {
  const one = await memoryDatabase()
  await one.run(change)
  await one.close()
  const next = await memoryDatabase()
  await expect(next.run(change)).resolves.toBeDefined()
  await next.close()
})

test('a database that is closed as it was serves the next test, empty', async () => {
  const one = await memoryDatabase()
  await one.run(`insert into jobs (id, type, params, trigger) values (gen_random_uuid(), 'ingest-tenders', '{}', 'api')`)
  const started = async (database: typeof one) => (await database.query<{ at: Date }>('select pg_postmaster_start_time() as at'))[0]!.at
  const at = await started(one)
  await one.close()
  const next = await memoryDatabase()
  expect([await started(next), await next.query('select id from jobs')]).toEqual([at, []])
  await next.close()
})
