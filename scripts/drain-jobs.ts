/**
 * `npm run drain-jobs -- [--jobs 10000]`: queues so many jobs that do nothing on a PostgreSQL of its own, whatever DATABASE_URL says, lets two
 * processes drain them, kills one in the middle without a word, and prints what came of it as JSON: jobs a second, lost, doubled. Ends with 1
 * when one was lost or doubled.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createCore } from '../lib/core.ts'
import { parseEnv } from '../lib/env.ts'
import { defineJob } from '../lib/jobs/define.ts'
import { startRunner } from '../lib/jobs/runner/runner.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, {
  options: { jobs: { type: 'string', default: '10000' }, worker: { type: 'boolean' } },
})
const total = Number(values.jobs)
const PROCESSES = 2

const job = defineJob({
  name: 'do-nothing',
  summary: 'Nothing.',
  params: z.strictObject({}),
  schedule: null,
  event: 'test/nothing.requested',
  run: async () => ({ outcome: 'succeeded', counts: {} }),
})

/** One of the processes: works until it is killed. */
function work(): void {
  startRunner(createCore(parseEnv(process.env)), { jobs: [job], schedules: false })
}

async function drain(databaseUrl: string): Promise<{ lost: number; doubled: number }> {
  const core = createCore(parseEnv({ DATABASE_URL: databaseUrl }))
  const database = await core.database()
  // Every ending is counted by the database itself, whoever writes it.
  await database.query('create table endings (job_id uuid not null)')
  await database.query(`create function note_ending() returns trigger language plpgsql as
    $$ begin insert into endings values (new.id); return new; end $$`)
  await database.query(`create trigger endings after update of state on jobs for each row
    when (new.state = 'succeeded') execute function note_ending()`)
  await database.query(
    `insert into jobs (id, type, params, trigger) select gen_random_uuid(), 'do-nothing', '{}', 'api' from generate_series(1, $1::integer)`,
    [total],
  )
  const left = async () =>
    Number((await database.query<{ count: string }>(`select count(*) from jobs where state in ('queued', 'running')`))[0]?.count)

  const startWorker = () =>
    spawn(process.execPath, [import.meta.filename, '--worker'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', BASE_URL: '' },
    })
  const startedAt = performance.now()
  const workers = Array.from({ length: PROCESSES }, startWorker)
  try {
    while ((await left()) > total / 2) await sleep(20)
    // The one that is at work dies; the other has to find that out.
    const [running] = await database.query<{ owner: string }>(`select owner from jobs where state = 'running'`)
    const victim = workers.find(({ pid }) => running?.owner.includes(`:${pid}:`)) ?? workers[0]
    victim?.kill('SIGKILL')
    while ((await left()) > 0) await sleep(20)
  } finally {
    for (const worker of workers)
      if (worker.exitCode === null && worker.signalCode === null) {
        worker.kill('SIGKILL')
        await once(worker, 'exit')
      }
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const [ends] = await database.query<{ jobs: string; endings: string }>(
    'select count(distinct job_id) as jobs, count(*) as endings from endings',
  )
  const [again] = await database.query<{ count: string }>('select count(*) from jobs where attempt > 1')
  await core.closeDatabase()
  const [lost, doubled] = [total - Number(ends?.jobs), Number(ends?.endings) - Number(ends?.jobs)]
  const result = { jobs: total, processes: PROCESSES, killed: 1, begunAgain: Number(again?.count), lost, doubled }
  process.stdout.write(
    `${JSON.stringify({ ...result, seconds: Number(seconds.toFixed(1)), perSecond: Number((total / seconds).toFixed(1)) })}\n`,
  )
  return { lost, doubled }
}

if (values.worker) work()
else {
  const server = await startPostgres()
  try {
    const { lost, doubled } = await drain(server.url)
    if (lost + doubled > 0) process.exitCode = 1
  } finally {
    await server.stop()
  }
}
