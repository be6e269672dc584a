/** What the runner promises on every engine: run on PGlite beside the code, on PostgreSQL with the integration tests. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { defineJob, type Job } from '../define.ts'
import { claimForRun, getJob, listJobs, requestCancel, requeue } from '../queue/queries.ts'
import { claimNext, enqueue, finish, renew } from '../queue/store.ts'
import { coreOver, done, effect, effectsTable, ended, until } from '../test-support.ts'
import { type RunnerOptions, type Running, startRunner } from './runner.ts'

const params = z.strictObject({ day: z.string().optional() })
const job = (name: string, run: Job['run'], more: Partial<Job> = {}): Job => ({
  ...defineJob({ name, summary: 'Test.', params, schedule: null, event: 'test/requested', run: async () => done() }),
  run,
  ...more,
})

const running: Running[] = []
/** Its leases a busy machine cannot lose. */
const start = ({ database, now, ...options }: RunnerOptions & { database: Database; now?: () => number }) => {
  const runner = startRunner(coreOver(database, now ? { now } : {}), {
    tickMs: 10,
    pollMs: 20,
    leaseMs: 60_000,
    backoffBaseMs: 5,
    ...options,
  })
  running.push(runner)
  return runner
}

export const runnerSuite = (open: () => Promise<Database>): unknown =>
  describe('the runner', () => {
    let database: Database
    let effects: (name: string) => Promise<number>
    beforeAll(async () => {
      database = await open()
      effects = await effectsTable(database)
    })
    afterEach(async () => {
      await Promise.all(running.splice(0).map((runner) => runner.stop()))
      await database.query('truncate jobs, job_steps, job_schedules, effects')
    })
    afterAll(() => database?.close())

    const ask = async (type: string, more = {}) => (await enqueue(database, { type, params: {}, trigger: 'api', ...more })).job

    test('two runners: each job runs in one of them, and one of a type at a time', async () => {
      let now = 0
      let most = 0
      const work = job('count-things', async () => {
        now += 1
        most = Math.max(most, now)
        await effect(database, 'work')
        await new Promise((resolve) => setTimeout(resolve, 5))
        now -= 1
        return done({ seen: 1 })
      })
      const asked = await Promise.all(Array.from({ length: 12 }, () => ask('count-things')))
      start({ database, jobs: [work] })
      start({ database, jobs: [work] })
      for (const { id } of asked) expect(await ended(database, id)).toMatchObject({ state: 'succeeded', attempt: 1, counts: { seen: 1 } })
      expect(await effects('work')).toBe(12)
      expect(most).toBe(1)
    })

    test('a due schedule fires once over many runners, and a missed daily run is made up for at start', async () => {
      const work = job(
        'do-daily',
        async () => {
          await effect(database, 'daily')
          return done()
        },
        { schedule: { dailyAt: '00:30', timeZone: 'Europe/London' } },
      )
      let clock = Date.parse('2026-03-28T12:00:00Z')
      const now = () => clock
      await database.query('insert into job_schedules (name, next_run_at) values ($1, $2)', ['do-daily', new Date('2026-03-28T00:30:00Z')])
      for (let i = 0; i < 3; i += 1) start({ database, jobs: [work], now })
      await until('the missed run was made up for', async () => (await effects('daily')) === 1)
      const next = async () =>
        (await database.query<{ next_run_at: Date }>('select next_run_at from job_schedules'))[0]?.next_run_at.toISOString()
      expect(await next()).toBe('2026-03-29T00:30:00.000Z')
      clock = Date.parse('2026-03-29T00:30:00Z')
      await until('the day after the clocks changed is planned', async () => (await next()) === '2026-03-29T23:30:00.000Z')
      await until('the second run', async () => (await effects('daily')) === 2)
      await Promise.all(running.splice(0).map((runner) => runner.stop()))
      expect(await effects('daily')).toBe(2)
    })

    test('a job whose process died is taken over, and finished steps are not done again', async () => {
      const { id } = await ask('walk-pages')
      const dead = await claimNext(database, 'dead', 50, ['walk-pages'])
      expect(dead?.id).toBe(id)
      await database.query(`insert into job_steps (job_id, name, result) values ($1, 'page', '{"rows":3}')`, [id])
      const work = job('walk-pages', async (_core, _, { step }) => {
        const first = await step('page', async () => {
          await effect(database, 'first')
          return { rows: 99 }
        })
        const second = await step('page', async () => {
          await effect(database, 'second')
          return { rows: 4 }
        })
        return done({ rows: first.rows + second.rows })
      })
      start({ database, jobs: [work] })
      expect(await ended(database, id)).toMatchObject({ state: 'succeeded', attempt: 2, counts: { rows: 7 } })
      expect(await effects('first')).toBe(0)
      expect(await effects('second')).toBe(1)
      // The dead process comes back to life: its word counts no more.
      expect(await renew(database, id, 'dead', 50)).toBeUndefined()
      expect(await finish(database, id, 'dead', { state: 'failed' })).toBeUndefined()
      expect((await getJob(database, id))?.state).toBe('succeeded')
    })

    test('a run of another driver that went silent is taken over in the end; one that only rests is left alone', async () => {
      const { id } = await ask('rest-now')
      await claimForRun(database, id, 'run:r1', 'r1', 1_000)
      const work = job('rest-now', async () => done())
      const rested = (minutes: number) =>
        database.query(`update jobs set lease_until = now() - $2::int * interval '1 minute' where id = $1`, [id, minutes])
      await rested(50)
      expect(await claimNext(database, 'other', 1_000, ['rest-now'])).toBeUndefined()
      await rested(70)
      start({ database, jobs: [work] })
      expect(await ended(database, id)).toMatchObject({ state: 'succeeded', attempt: 2, run_key: null })
    })

    test('a job that dies every time is marked failed, never lost', async () => {
      const { id } = await ask('die-always')
      await database.query(
        `update jobs set state = 'running', owner = 'dead', lease_until = now() - interval '1 second', attempt = 5 where id = $1`,
        [id],
      )
      start({ database, jobs: [job('die-always', async () => done())] })
      expect(await ended(database, id)).toMatchObject({ state: 'failed', error_code: 'lost', attempt: 5 })
    })

    test('a failure is tried again, keeping the steps before it; at the end of its attempts it is failed with its code', async () => {
      let calls = 0
      const flaky = job('fail-twice', async (_core, _, { step }) => {
        await step('before', async () => {
          await effect(database, 'before')
          return null
        })
        await step('flaky', async () => {
          calls += 1
          if (calls < 3) throw new ApiError('upstream_failed', 'Not now.')
          return null
        })
        return { outcome: 'partial', counts: { calls }, dataThrough: '2026-11-19' }
      })
      const hopeless = job('fail-always', () => Promise.reject(new ApiError('upstream_failed', 'Never.')), { attempts: 2 })
      const wrong = job('fail-wrong', () => Promise.reject(new ApiError('invalid_input', 'Wrong.')))
      start({ database, jobs: [flaky, hopeless, wrong] })
      const [a, b, c] = [await ask('fail-twice'), await ask('fail-always'), await ask('fail-wrong')]
      expect(await ended(database, a.id)).toMatchObject({ state: 'partial', attempt: 3, data_through: '2026-11-19', counts: { calls: 3 } })
      expect(await effects('before')).toBe(1)
      expect(await ended(database, b.id)).toMatchObject({
        state: 'failed',
        attempt: 2,
        error_code: 'upstream_failed',
        error_detail: 'Never.',
      })
      expect(await ended(database, c.id)).toMatchObject({ state: 'failed', attempt: 1, error_code: 'invalid_input' })
    })

    test('what the other side asked for decides when the next attempt is due', async () => {
      const error = new ApiError('upstream_unavailable', 'Later.', { retryAfterSeconds: 600 })
      start({ database, jobs: [job('ask-later', () => Promise.reject(new Error('wrapped', { cause: error })))] })
      const { id } = await ask('ask-later')
      const queued = await until('it waits for its second attempt', async () => {
        const row = await getJob(database, id)
        return row?.error_code ? row : undefined
      })
      expect(queued).toMatchObject({ state: 'queued', attempt: 1 })
      const [{ wait } = { wait: 0 }] = await database.query<{ wait: number }>(
        'select extract(epoch from next_attempt_at - now())::float8 as wait from jobs where id = $1',
        [id],
      )
      expect(wait).toBeGreaterThan(500)
      expect(wait).toBeLessThanOrEqual(600)
    })

    test('a graceful stop gives the job back, uncounted, and the next process goes on with it', async () => {
      const begun = vi.fn()
      const work = job('take-long', async (_core, _, { step, signal }) => {
        await step('first', async () => {
          await effect(database, 'long')
          return null
        })
        begun()
        if (begun.mock.calls.length === 1) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        return done()
      })
      const { id } = await ask('take-long')
      const first = start({ database, jobs: [work] })
      await until('it began', () => begun.mock.calls.length > 0)
      await first.stop()
      expect(await getJob(database, id)).toMatchObject({ state: 'queued', attempt: 0, owner: null })
      start({ database, jobs: [work] })
      expect(await ended(database, id)).toMatchObject({ state: 'succeeded', attempt: 1 })
      expect(await effects('long')).toBe(1)
    })

    test('work that does not listen is given back all the same, and can record nothing afterwards', async () => {
      let release: (() => void) | undefined
      const late: Promise<unknown>[] = []
      const work = job('ignore-abort', (_core, _, { step }) => {
        const run = step('only', () => new Promise<number>((resolve) => (release = () => resolve(1)))).then(() => done())
        late.push(run.catch((error: unknown) => error))
        return run
      })
      const { id } = await ask('ignore-abort')
      const runner = start({ database, jobs: [work], stopMs: 20 })
      await until('its step began', () => release !== undefined)
      await runner.stop()
      expect(await getJob(database, id)).toMatchObject({ state: 'queued' })
      release?.()
      expect(await late[0]).toMatchObject({ name: 'JobStopped', reason: 'lost' })
      expect(await database.query('select 1 from job_steps where job_id = $1', [id])).toEqual([])
    })

    test('cancel: a queued job at once, a running one as soon as its process hears of it, an ended one not at all', async () => {
      const begun = vi.fn()
      const work = job('wait-forever', (_core, _, { signal }) => {
        begun()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      })
      const first = await ask('wait-forever')
      const second = await ask('wait-forever')
      // It hears of a cancel when it renews its lease.
      start({ database, jobs: [work], leaseMs: 6_000 })
      await until('it began', () => begun.mock.calls.length > 0)
      expect(await requestCancel(database, second.id)).toMatchObject({ changed: true, job: { state: 'cancelled' } })
      expect(await requestCancel(database, first.id)).toMatchObject({ changed: true, job: { state: 'running', cancel_requested: true } })
      expect((await ended(database, first.id)).state).toBe('cancelled')
      expect(await requestCancel(database, first.id)).toMatchObject({ changed: false })
      expect(begun).toHaveBeenCalledTimes(1)
    })

    test('a failure drawn from the results of steps does them again', async () => {
      const work = job('judge-results', async (_core, _, { step }) => {
        const tries = await step('try', async () => {
          await effect(database, 'try')
          return effects('try')
        })
        if (tries < 2) throw new ApiError('upstream_unavailable', 'Nobody answered.')
        return done({ tries })
      })
      start({ database, jobs: [work] })
      const { id } = await ask('judge-results')
      expect(await ended(database, id)).toMatchObject({ state: 'succeeded', attempt: 2, counts: { tries: 2 } })
    })

    test('an operator who tries a job again has everything done again', async () => {
      let outcome: 'partial' | 'succeeded' = 'partial'
      const work = job('end-partial', async (_core, _, { step }) => {
        await step('only', () => effect(database, 'only').then(() => null))
        return { outcome, counts: {} }
      })
      start({ database, jobs: [work] })
      const { id } = await ask('end-partial')
      expect((await ended(database, id)).state).toBe('partial')
      outcome = 'succeeded'
      expect(await requeue(database, id, ['partial', 'failed'])).toMatchObject({ changed: true, job: { state: 'queued', steps_done: 0 } })
      expect((await ended(database, id)).state).toBe('succeeded')
      expect(await effects('only')).toBe(2)
      expect(await requeue(database, id, ['partial', 'failed'])).toMatchObject({ changed: false })
    })

    test('an interval job never piles up, and old scheduled runs leave; those asked for by hand stay', async () => {
      await database.query(
        `insert into jobs (id, type, params, trigger, state, finished_at)
         select gen_random_uuid(), 'tick-often', '{}', case when n <= 3 then 'api' else 'schedule' end, 'succeeded', now() from generate_series(1, 150) n`,
      )
      const ran = vi.fn()
      const work = job(
        'tick-often',
        async () => {
          ran()
          return done()
        },
        { schedule: { everyMs: 10 } },
      )
      let clock = Date.now()
      const now = () => {
        clock += 20
        return clock
      }
      start({ database, jobs: [work], now, tickMs: 1, pollMs: 1 })
      await until('it ran a few times', () => ran.mock.calls.length >= 10)
      expect((await listJobs(database, { types: ['tick-often'], state: 'queued', limit: 10 })).length).toBeLessThanOrEqual(1)
      await Promise.all(running.splice(0).map((runner) => runner.stop()))
      const rows = await listJobs(database, { types: ['tick-often'], limit: 500 })
      expect(rows.filter(({ trigger }) => trigger === 'api')).toHaveLength(3)
      expect(rows.length).toBeLessThanOrEqual(105)
    })
  })
