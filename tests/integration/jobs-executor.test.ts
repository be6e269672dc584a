import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { client } from '../../inngest/client.ts'
import { dispatch } from '../../inngest/dispatch.ts'
import { mountAll } from '../../inngest/mount.ts'
import { createServe } from '../../inngest/serve.ts'
import { type Core, createCore } from '../../lib/core.ts'
import type { Database } from '../../lib/db/index.ts'
import { parseEnv } from '../../lib/env.ts'
import { ApiError } from '../../lib/errors.ts'
import { jobRows } from '../../lib/jobs/api/api.ts'
import { canonicalJson } from '../../lib/jobs/canonical-json.ts'
import { APP_ID, defineJob, type Job } from '../../lib/jobs/define.ts'
import { getJob, requestCancel } from '../../lib/jobs/queue/queries.ts'
import { enqueue } from '../../lib/jobs/queue/store.ts'
import { done, effect, effectsTable, ended, until } from '../../lib/jobs/test-support.ts'
import { memoryDatabase } from '../support/database.ts'
import { webOf } from '../support/endpoint.ts'
import { listen } from '../support/inngest/listen.ts'
import { type Service, type ServiceOptions, startInngest } from '../support/inngest/service.ts'
import { sign } from '../support/inngest/sign.ts'

// The token is read from the environment.
vi.stubEnv('OPERATOR_TOKEN', 'operator-token-of-tests')
const KEY = `signkey-test-${'ab'.repeat(32)}`
const alerts: { kind: string; subject: string; code?: string }[] = []
const webhook = await listen(async (request) => {
  alerts.push((await request.json()) as (typeof alerts)[number])
  return new Response(null, { status: 204 })
})

const params = z.strictObject({ day: z.string().optional() })
const make = (name: string, run: Job['run'], more: Partial<Job> = {}): Job => ({
  ...defineJob({
    name,
    summary: 'Test.',
    params,
    schedule: null,
    event: `test/${name}.requested`,
    attempts: 3,
    run: async () => done(),
  }),
  run,
  ...more,
})

let database: Database
let effects: (name: string) => Promise<number>
const open: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await memoryDatabase()
  effects = await effectsTable(database)
})
beforeEach(async () => {
  alerts.length = 0
  await database.query('truncate jobs, job_steps, job_schedules, effects')
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})
afterAll(async () => {
  await database.close()
  await webhook.close()
})

const coreWith = (more: Record<string, string>): Core =>
  createCore(
    parseEnv({
      JOBS_DRIVER: 'inngest',
      OPERATOR_TOKEN: 'operator-token-of-tests',
      ALERT_WEBHOOK_URL: webhook.url,
      INNGEST_SIGNING_KEY: KEY,
      INNGEST_EVENT_KEY: 'event-key',
      ...more,
    }),
    { openDatabase: async () => database },
  )
const serve = async (core: Core, functions: Parameters<typeof createServe>[1]) => {
  const server = await listen(createServe(core, functions))
  open.push(server.close)
  return `${server.url}/api/inngest`
}
type Running = { service: Service; core: Core; ask: (job: Job) => Promise<string>; send: (job: Job, id: string, data?: object) => number }
/** The service in front of these jobs' functions, or of others made over the same core. */
async function execute(jobs: Job[], options: Partial<ServiceOptions> = {}, make = (core: Core) => mountAll(core, jobs)): Promise<Running> {
  const service = await startInngest({ key: KEY, ...options })
  open.push(service.stop)
  const core = coreWith({ INNGEST_BASE_URL: service.url })
  await service.sync(await serve(core, make(core)))
  return {
    service,
    core,
    ask: async (job) => {
      const { job: row } = await enqueue(database, { type: job.name, params: {}, trigger: 'api' })
      await dispatch(core, row, jobs)
      return row.id
    },
    send: (job, id, data = {}) => service.send({ id, name: job.event, data: { ...data } }).length,
  }
}

describe('through the real endpoint, signed', () => {
  test('a job asked for over the API runs step by step and is recorded', async () => {
    const job = make('ingest-tenders', async (_core, _, { step, progress }) => {
      const pages = await step('plan', async () => [1, 2, 3])
      for (const page of pages)
        await step('page', async () => {
          await effect(database, `page-${page}`)
          progress({ pages: page })
          return null
        })
      return { outcome: 'partial', counts: { total: pages.length }, dataThrough: '2026-11-19' }
    })
    const { core, service } = await execute([job])
    const request = new Request('http://localhost/api/jobs', {
      method: 'POST',
      headers: { authorization: 'Bearer operator-token-of-tests' },
      body: '{"type":"ingest-tenders"}',
    })
    const response = await webOf(jobRows({ jobs: [job], dispatch: (at, row) => dispatch(at, row, [job]) })[0]!.answer, core)(request)
    expect(response.status).toBe(202)
    const { id } = (await response.json()) as { id: string }
    expect(await ended(database, id)).toMatchObject({
      state: 'partial',
      counts: { pages: 3, total: 3 },
      data_through: '2026-11-19',
      attempt: 1,
    })
    for (const page of [1, 2, 3]) expect(await effects(`page-${page}`)).toBe(1)
    expect(service.events).toHaveLength(1)
  })

  test('steps that are called again and again, also at the same time, take effect once', async () => {
    const job = make('repeat-steps', async (_core, _, { step }) => {
      let sum = 0
      for (let n = 1; n <= 12; n += 1)
        sum += await step(`add-${n}`, async () => {
          await effect(database, 'add')
          return n
        })
      const both = await Promise.all(['a', 'b', 'c'].map((name) => step(name, () => effect(database, 'parallel').then(() => 1))))
      return done({ sum, both: both.length })
    })
    let seed = 7
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const { ask } = await execute([job], {
      makeCall: async (_run, _step, send) => {
        const kind = random()
        if (kind < 0.3) await send()
        if (kind > 0.7) await Promise.all([send(), send()])
        return send()
      },
    })
    const id = await ask(job)
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded', counts: { sum: 78, both: 3 } })
    expect(await effects('add')).toBe(12)
    expect(await effects('parallel')).toBe(3)
  })

  test('a flaky step is tried again without repeating the others; one that never works fails the job, once, with an alert', async () => {
    let tries = 0
    const flaky = make('try-thrice', async (_core, _, { step }) => {
      await step('before', () => effect(database, 'before').then(() => null))
      const count = await step('flaky', async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
        return tries
      })
      return done({ count })
    })
    const hopeless = make('fail-always', (_core, _, { step }) =>
      step('hopeless', () => Promise.reject(new ApiError('upstream_failed', 'The source is gone.'))),
    )
    const wrong = make('fail-wrong', (_core, _, { step }) =>
      step('wrong', () => Promise.reject(new ApiError('invalid_input', 'Never right.'))),
    )
    const { ask } = await execute([flaky, hopeless, wrong])
    const [a, b, c] = [await ask(flaky), await ask(hopeless), await ask(wrong)]
    expect(await ended(database, a)).toMatchObject({ state: 'succeeded', counts: { count: 3 }, error_code: null })
    expect(await effects('before')).toBe(1)
    expect(await ended(database, b)).toMatchObject({
      state: 'failed',
      error_code: 'upstream_failed',
      error_detail: 'The source is gone.',
      attempt: 3,
    })
    expect(await ended(database, c)).toMatchObject({ state: 'failed', error_code: 'invalid_input', attempt: 2 })
    await until('both alerts arrived', () => alerts.length === 2)
    expect(alerts.map(({ subject }) => subject).sort()).toEqual(['fail-always', 'fail-wrong'])
  })

  test('Retry-After of the other side decides when a step is called again, and the job is not given up for dead meanwhile', async () => {
    const job = make('ask-later', (_core, _, { step }) =>
      step('ask', () => Promise.reject(new ApiError('upstream_unavailable', 'Later.', { retryAfterSeconds: 86_400 }))),
    )
    const { ask, service } = await execute([job], { waits: (ms) => ms })
    const id = await ask(job)
    await until('it waits', async () => (await getJob(database, id))?.error_code === 'upstream_unavailable')
    const waitMs = await until('its next call is due in a day', () => service.runs[0]?.waitMs)
    expect(waitMs).toBeGreaterThan(86_000_000)
    expect(waitMs).toBeLessThanOrEqual(86_400_000)
    const [{ lease } = { lease: 0 }] = await database.query<{ lease: number }>(
      'select extract(epoch from lease_until - now())::float8 as lease from jobs',
    )
    expect(lease).toBeGreaterThan(86_000)
  })

  test('duplicate events give one run, by the service and by the record', async () => {
    const job = make('run-once', async (_core, _, { step }) => {
      await step('work', () => effect(database, 'once').then(() => null))
      return done()
    })
    const { service, send } = await execute([job])
    expect(Array.from({ length: 5 }, () => send(job, 'evt-1', { day: '2026-11-19' })).filter(Boolean)).toEqual([1])
    const [first] = service.runs
    await until('it ran', () => first?.state === 'succeeded')
    // A queue that lets the same event through under another run id.
    service.seen.clear()
    const [again] = service.send({ id: 'evt-1', name: job.event, data: { day: '2026-11-19' } })
    await until('the second run ended', () => again?.state === 'succeeded')
    expect(again?.result).toMatchObject({ skipped: 'duplicate_event' })
    expect(await effects('once')).toBe(1)
    expect(await database.query('select 1 from jobs')).toHaveLength(1)
  })

  test('an event whose data are no parameters fails loudly', async () => {
    const job = make('check-event', async () => done())
    const { service, send } = await execute([job])
    send(job, 'evt-2', { day: 5 })
    await until('an alert says so', () => alerts.some(({ subject }) => subject === 'check-event'))
    expect(service.runs.map(({ state }) => state)).toContain('failed')
  })

  test('a call that was cut off is made again, and its step is neither lost nor done twice', async () => {
    const gate: { open: () => void } = { open: () => {} }
    const job = make('walk-on', async (_core, _, { step }) => {
      await step('first', () => effect(database, 'first').then(() => null))
      const blocked = new Promise<void>((resolve) => (gate.open = resolve))
      await step('second', async () => {
        await effect(database, 'second')
        await blocked
        return null
      })
      return done()
    })
    const { service, ask } = await execute([job])
    const id = await ask(job)
    await until('the second step is being worked on', async () => (await effects('second')) === 1)
    await service.stop()
    expect((await getJob(database, id))?.state).toBe('running')
    gate.open()
    await until('the step that was cut off is recorded', async () => (await getJob(database, id))?.steps_done === 2)
    service.resume()
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded' })
    expect(await effects('first')).toBe(1)
    expect(await effects('second')).toBe(1)
  })

  test('cron beside a running job is dropped; what somebody asked for beside one is run when that has ended', async () => {
    const gate: { open: () => void } = { open: () => {} }
    const blocked = new Promise<void>((resolve) => (gate.open = resolve))
    const job = make(
      'take-turns',
      async (_core, _, { step }) => {
        await step('work', async () => {
          await effect(database, 'turn')
          await blocked
          return null
        })
        return done()
      },
      { schedule: { everyMs: 60_000 } },
    )
    const other = make('come-by', async () => done())
    const { service, ask, send } = await execute([job, other])
    service.tick(`${APP_ID}-take-turns`)
    await until('it works', async () => (await effects('turn')) === 1)
    expect(service.tick(`${APP_ID}-take-turns`)).toEqual([])
    const id = await ask(job)
    await database.query(`update jobs set created_at = now() - interval '15 seconds' where id = $1`, [id])
    send(other, 'evt-too-soon')
    await until('the other run has ended', () => service.runs[1]?.state === 'succeeded')
    expect(service.events.filter(({ name }) => name === job.event)).toHaveLength(1)
    gate.open()
    await until('the first has ended', () => service.runs[0]?.state === 'succeeded')
    send(other, 'evt-after')
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded', trigger: 'api' })
    expect(await effects('turn')).toBe(2)
  })

  test.each(['ends well', 'fails for good'])('a queued job whose event was lost is sent when another run %s', async (how) => {
    const lost = make('wait-unheard', async () => done())
    const other = make('come-by', async () => {
      if (how === 'fails for good') throw new ApiError('invalid_input', 'Never right.')
      return done()
    })
    const { send } = await execute([lost, other])
    const { job: row } = await enqueue(database, { type: lost.name, params: {}, trigger: 'api' })
    await database.query(`update jobs set created_at = now() - interval '2 minutes' where id = $1`, [row.id])
    send(other, 'evt-come')
    expect(await ended(database, row.id)).toMatchObject({ state: 'succeeded' })
  })

  test('a job of more steps than one run may have is handed from run to run, and every step takes effect once', async () => {
    const STEPS = 60
    const job = make('walk-far', async (_core, _, { step, progress }) => {
      let sum = 0
      for (let n = 1; n <= STEPS; n += 1) {
        sum += await step('walk', async () => {
          await effect(database, 'walk')
          return n
        })
        progress({ walked: n })
      }
      return done({ sum })
    })
    let calls = 0
    const { ask, service } = await execute(
      [job],
      {
        stepLimit: 25,
        // Every tenth call is lost on its way back.
        makeCall: async (_run, _step, send) => {
          calls += 1
          const answer = await send()
          if (calls % 10 === 0) throw new Error('lost')
          return answer
        },
      },
      (core) => mountAll(core, [job], { stepsMax: 18 }),
    )
    const id = await ask(job)
    expect(await ended(database, id, 120_000)).toMatchObject({
      state: 'succeeded',
      attempt: 1,
      counts: { walked: STEPS, sum: (STEPS * (STEPS + 1)) / 2 },
    })
    await until('every run ended', () => service.runs.every(({ state }) => state === 'succeeded'))
    expect(service.runs.length).toBe(4)
    expect(await effects('walk')).toBe(STEPS)
  })

  test('cancel: the next step does not run', async () => {
    const gate: { open: () => void } = { open: () => {} }
    const job = make('cancel-me', async (_core, _, { step }) => {
      const blocked = new Promise<void>((resolve) => (gate.open = resolve))
      await step('first', async () => {
        await effect(database, 'first')
        await blocked
        return null
      })
      await step('second', () => effect(database, 'second').then(() => null))
      return done()
    })
    const { ask, service } = await execute([job])
    const id = await ask(job)
    await until('it works', async () => (await effects('first')) === 1)
    await requestCancel(database, id)
    gate.open()
    expect((await ended(database, id)).state).toBe('cancelled')
    await until('the run ended', () => service.runs[0]?.state === 'failed')
    expect(await effects('second')).toBe(0)
    expect(alerts).toEqual([])
  })
})

describe('the protocol beyond our own jobs', () => {
  test('sleep, parallel steps and a caught failure of a step', async () => {
    const job = make('speak-protocol', async () => done())
    const fn = (core: Core) =>
      client(core).createFunction({ id: job.name, triggers: [{ event: job.event }], retries: 1 }, async ({ step }) => {
        const [a, b] = await Promise.all([step.run('a', () => effect(database, 'a').then(() => 2)), step.run('b', () => 3)])
        await step.sleep('rest', 1_000)
        const caught = await step.run('bad', () => Promise.reject(new Error('bad luck'))).catch((error: Error) => error.message)
        return { product: (a ?? 0) * (b ?? 0), caught }
      })
    const { service, send } = await execute([job], {}, (core) => [fn(core)])
    send(job, 'evt-3')
    await until('it ended', () => service.runs[0]?.state === 'succeeded')
    expect(service.runs[0]?.result).toEqual({ product: 6, caught: 'bad luck' })
    expect(await effects('a')).toBe(1)
  })

  test('an operation it does not know fails the run, loudly', async () => {
    const job = make('wait-event', async () => done())
    const fn = (core: Core) =>
      client(core).createFunction({ id: job.name, triggers: [{ event: job.event }] }, async ({ step }) => {
        await step.waitForEvent('wait', { event: 'never/sent', timeout: '1h' })
      })
    const { service, send } = await execute([job], {}, (core) => [fn(core)])
    send(job, 'evt-4')
    await until('it failed', () => service.runs[0]?.state === 'failed')
    expect(service.runs[0]?.error).toMatchObject({ message: expect.stringMatching(/WaitForEvent/) })
  })
})

describe('calls that nobody signed', () => {
  const job = make('guard-me', async () => done())
  const body = {
    version: 2,
    event: { name: job.event, data: {} },
    events: [],
    steps: {},
    ctx: { run_id: 'x', attempt: 0, stack: { stack: [], current: 0 } },
  }
  const target = `?fnId=${APP_ID}-guard-me&stepId=step`
  const key = () => KEY

  const cases: [string, string, string | undefined, () => string | undefined][] = [
    ['GET without signature', 'GET', undefined, () => undefined],
    ['PUT without signature', 'PUT', undefined, () => undefined],
    ['POST without signature', 'POST', canonicalJson(body), () => undefined],
    ['POST with another key', 'POST', canonicalJson(body), () => sign(body, `signkey-test-${'0'.repeat(64)}`)],
    ['POST with another body', 'POST', canonicalJson({ ...body, steps: { x: { type: 'data', data: 1 } } }), () => sign(body, key())],
    ['POST that is six minutes old', 'POST', canonicalJson(body), () => sign(body, key(), Math.floor(Date.now() / 1_000) - 360)],
    ['POST that is not JSON', 'POST', '{', () => sign({}, key())],
    ['PUT with a signature of nonsense', 'PUT', '{}', () => 'nonsense'],
  ]
  test.each(cases)('%s: 401', async (_, method, text, signature) => {
    const url = `${await serve(coreWith({}), mountAll(coreWith({}), [job]))}${target}`
    const value = signature()
    const response = await fetch(url, {
      method,
      headers: value ? { 'x-inngest-signature': value } : {},
      ...(text === undefined ? {} : { body: text }),
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toMatch(/problem\+json/)
    expect(await database.query('select 1 from jobs')).toEqual([])
  })

  test('signed, the same call runs; other methods are 405', async () => {
    const url = `${await serve(coreWith({}), mountAll(coreWith({}), [job]))}${target}`
    const response = await fetch(url, { method: 'POST', headers: { 'x-inngest-signature': sign(body, key()) }, body: JSON.stringify(body) })
    expect(response.status).toBe(206)
    const other = await fetch(url, { method: 'DELETE' })
    expect(other.status).toBe(405)
    expect(other.headers.get('allow')).toBe('GET, POST, PUT')
  })
})
