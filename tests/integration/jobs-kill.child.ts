/** Run by jobs-kill.test.ts: a runner on an embedded database, with one job of many steps, in one of which it dies. */
import { z } from 'zod'
import { openDatabase } from '../../lib/db/index.ts'
import { defineJob } from '../../lib/jobs/define.ts'
import { enqueue } from '../../lib/jobs/queue/store.ts'
import { startRunner } from '../../lib/jobs/runner/runner.ts'
import { coreOver, effect, effectsTable, ended } from '../../lib/jobs/test-support.ts'

const [dataDir = '', steps = '0', killAt = ''] = process.argv.slice(2)
let begun = 0
const database = await openDatabase({ dataDir })
await effectsTable(database)
await database.query('create table if not exists pages (page integer primary key, times integer not null)')

const job = defineJob({
  name: 'walk-pages',
  summary: 'Test.',
  params: z.strictObject({}),
  schedule: null,
  event: 'test/requested',
  attempts: 50,
  async run(_core, _, { step }) {
    let rows = 0
    for (let page = 0; page < Number(steps); page += 1)
      rows += await step('page', async () => {
        await effect(database, `page-${page}`)
        await database.query('insert into pages values ($1, 1) on conflict (page) do update set times = pages.times + 1', [page])
        begun += 1
        if (begun === Number(killAt)) process.kill(process.pid, 'SIGKILL')
        return page
      })
    return { outcome: 'succeeded', counts: { rows } }
  },
})
const { job: row } = await enqueue(database, { type: job.name, params: {}, trigger: 'api', idempotencyKey: 'the one' })
// A lease that no machine is too busy to renew: at its start a program knows those of its dead ones over, and waits for none.
const runner = startRunner(coreOver(database), { jobs: [job], tickMs: 10, pollMs: 20, leaseMs: 600_000 })
const end = await ended(database, row.id)
const pages = await database.query<{ page: number; times: number }>('select page, times from pages order by page')
process.stdout.write(JSON.stringify({ state: end.state, counts: end.counts, attempt: end.attempt, pages }))
await runner.stop()
await database.close()
