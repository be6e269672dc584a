import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../lib/db/index.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Job } from '../../lib/jobs/define.ts'
import type { ExecutorOptions } from '../../lib/jobs/executor.ts'
import type { Running } from '../../lib/jobs/runner.ts'
import { done, effect, effectsTable, ended, until } from '../../lib/jobs/test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'executor-'))
const alerts: { kind: string; subject: string; code?: string }[] = []
const webhook = await listen(async (request) => {
  alerts.push((await request.json()) as (typeof alerts)[number])
  return new Response(null, { status: 204 })
})
vi.stubEnv('DATA_DIR', folder)
vi.stubEnv('JOBS_DRIVER', 'executor')
vi.stubEnv('OPERATOR_TOKEN', 'secret')
vi.stubEnv('ALERT_WEBHOOK_URL', webhook.url)

const { db, closeDb } = await import('../../lib/db/index.ts')
const { APP_ID, defineJob } = await import('../../lib/jobs/define.ts')
const { sendEvent, startExecutor } = await import('../../lib/jobs/executor.ts')
const { jobsCollection } = await import('../../lib/jobs/api.ts')
const { enqueue } = await import('../../lib/jobs/store.ts')
const { getJob, requestCancel } = await import('../../lib/jobs/queries.ts')
const { sign, signingKey } = await import('../../lib/jobs/signing-key.ts')
const { canonicalJson } = await import('../../lib/jobs/canonical-json.ts')
const { createServe } = await import('../../inngest/serve.ts')
const { mount } = await import('../../inngest/mount.ts')
const { inngest } = await import('../../inngest/client.ts')

type Handler = (request: Request) => Promise<Response>

/** Serves a Web handler over real HTTP on a free loopback port. */
async function listen(handler: Handler): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', async () => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value)
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
      const response = await handler(
        new Request(`http://${incoming.headers.host}${incoming.url}`, {
          method: incoming.method ?? 'GET',
          headers,
          ...(body ? { body } : {}),
        }),
      )
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const params = z.strictObject({ day: z.string().optional() })
const make = (name: string, run: Job['run'], more: Partial<Job> = {}): Job => ({
  ...defineJob({
    name,
    summary: 'Test.',
    params,
    schedule: null,
    event: `test/${name}.requested`,
    singleton: true,
    attempts: 3,
    run: async () => done(),
  }),
  run,
  ...more,
})

let database: Database
let effects: (name: string) => Promise<number>
const open: { stop?: () => Promise<void>; close?: () => Promise<void> }[] = []

beforeAll(async () => {
  database = await db()
  effects = await effectsTable(database)
})
beforeEach(async () => {
  alerts.length = 0
  await database.query('truncate jobs, job_steps, job_schedules, executor_runs, effects')
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await (one.stop?.() ?? one.close?.())
})
afterAll(async () => {
  await closeDb()
  await webhook.close()
  rmSync(folder, { recursive: true, force: true })
})

const serve = async (functions: Parameters<typeof createServe>[0]) => {
  const server = await listen(createServe(functions))
  open.push(server)
  return `${server.url}/api/inngest`
}
const execute = async (jobs: Job[], options: ExecutorOptions = {}): Promise<Running> => {
  const serveUrl = options.serveUrl ?? (await serve(jobs.map((job) => mount(job))))
  const executor = startExecutor({ database, jobs, tickMs: 5, pollMs: 10, backoffBaseMs: 5, leaseMs: 3_000, ...options, serveUrl })
  open.push(executor)
  return executor
}
const ask = async (job: Job) => (await enqueue(database, { type: job.name, params: {}, trigger: 'api' })).job.id
const runs = () =>
  database.query<{ function_id: string; state: string; result: unknown; error: { message?: string } | null }>(
    'select * from executor_runs order by created_at',
  )

describe('through the real endpoint, signed', () => {
  test('a job asked for over the API runs step by step and is recorded', async () => {
    const job = make('ingest-tenders', async (_, { step, progress }) => {
      const pages = await step('plan', async () => [1, 2, 3])
      for (const page of pages)
        await step('page', async () => {
          await effect(database, `page-${page}`)
          progress({ pages: page })
          return null
        })
      return { outcome: 'partial', counts: { total: pages.length }, dataThrough: '2026-11-19' }
    })
    await execute([job])
    const request = new Request('http://localhost/api/jobs', {
      method: 'POST',
      headers: { authorization: 'Bearer secret' },
      body: '{"type":"ingest-tenders"}',
    })
    const response = await jobsCollection(request, { database, jobs: [job] })
    expect(response.status).toBe(202)
    const { id } = (await response.json()) as { id: string }
    expect(await ended(database, id)).toMatchObject({
      state: 'partial',
      counts: { pages: 3, total: 3 },
      data_through: '2026-11-19',
      attempt: 1,
    })
    for (const page of [1, 2, 3]) expect(await effects(`page-${page}`)).toBe(1)
  })

  test('steps that are called again and again, also at the same time, take effect once', async () => {
    const job = make('repeat-steps', async (_, { step }) => {
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
    await execute([job], {
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
    const flaky = make('try-thrice', async (_, { step }) => {
      await step('before', () => effect(database, 'before').then(() => null))
      const count = await step('flaky', async () => {
        tries += 1
        if (tries < 3) throw new Error('not yet')
        return tries
      })
      return done({ count })
    })
    const hopeless = make('fail-always', (_, { step }) =>
      step('hopeless', () => Promise.reject(new ApiError('upstream_failed', 'The source is gone.'))),
    )
    const wrong = make('fail-wrong', (_, { step }) => step('wrong', () => Promise.reject(new ApiError('invalid_input', 'Never right.'))))
    await execute([flaky, hopeless, wrong])
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

  test('Retry-After of the other side decides when a step is called again', async () => {
    const job = make('ask-later', (_, { step }) =>
      step('ask', () => Promise.reject(new ApiError('upstream_unavailable', 'Later.', { retryAfterSeconds: 600 }))),
    )
    await execute([job])
    const id = await ask(job)
    await until('it waits', async () => (await getJob(database, id))?.error_code === 'upstream_unavailable')
    const wait = async () =>
      (await database.query<{ wait: number }>('select extract(epoch from next_call_at - now())::float8 as wait from executor_runs'))[0]
        ?.wait ?? 0
    await until('its next call is due in ten minutes', async () => (await wait()) > 500)
    expect(await wait()).toBeLessThanOrEqual(600)
  })

  test('duplicate events give one run, by the executor and by the record', async () => {
    const job = make('run-once', async (_, { step }) => {
      await step('work', () => effect(database, 'once').then(() => null))
      return done()
    })
    await execute([job])
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendEvent(database, job, { id: 'evt-1', data: { day: '2026-11-19' } })))
    expect(sent.filter(Boolean)).toHaveLength(1)
    await until('it ran', async () => (await runs())[0]?.state === 'succeeded')
    // A queue that lets the same event through under another run id.
    await database.query(`insert into executor_runs (id, function_id, event_id, event, max_attempts)
      select gen_random_uuid(), function_id, 'another', event, max_attempts from executor_runs`)
    await until('the second run ended', async () => (await runs()).every(({ state }) => state === 'succeeded'))
    expect((await runs()).map(({ result }) => result)).toContainEqual(expect.objectContaining({ skipped: 'duplicate_event' }))
    expect(await effects('once')).toBe(1)
    expect(await database.query('select 1 from jobs')).toHaveLength(1)
  })

  test('an event whose data are no parameters fails loudly', async () => {
    const job = make('check-event', async () => done())
    await execute([job])
    await sendEvent(database, job, { id: 'evt-2', data: { day: 5 } })
    await until('an alert says so', () => alerts.some(({ subject }) => subject === 'check-event'))
    expect((await runs()).map(({ state }) => state)).toContain('failed')
  })

  test('a new executor goes on with a run where the last one stopped', async () => {
    const gate: { open: () => void } = { open: () => {} }
    const job = make('walk-on', async (_, { step }) => {
      await step('first', () => effect(database, 'first').then(() => null))
      const blocked = new Promise<void>((resolve) => (gate.open = resolve))
      await step('second', async () => {
        await effect(database, 'second')
        await blocked
        return null
      })
      return done()
    })
    const serveUrl = await serve([mount(job)])
    const first = await execute([job], { serveUrl })
    const id = await ask(job)
    await until('the second step is being worked on', async () => (await effects('second')) === 1)
    await first.stop()
    expect((await getJob(database, id))?.state).toBe('running')
    gate.open()
    await until('the step that was cut off is recorded', async () => (await getJob(database, id))?.steps_done === 2)
    await execute([job], { serveUrl })
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded' })
    expect(await effects('first')).toBe(1)
    expect(await effects('second')).toBe(1)
  })

  test('an endpoint that is not up yet costs no attempt', async () => {
    const job = make('wait-up', async () => done())
    let up = false
    const real = createServe([mount(job)])
    const server = await listen(async (request) => (up ? real(request) : new Response('starting', { status: 503 })))
    open.push(server)
    await execute([job], { serveUrl: `${server.url}/api/inngest` })
    const id = await ask(job)
    await until('it was called in vain', async () => (await runs())[0]?.state === 'running')
    up = true
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded', attempt: 1 })
  })

  test('cron: a due schedule is one run, over two executors, and one run at a time', async () => {
    let now = 0
    let most = 0
    const job = make(
      'tick-often',
      async (_, { step }) => {
        now += 1
        most = Math.max(most, now)
        await step('tick', () => effect(database, 'tick').then(() => null))
        now -= 1
        return done()
      },
      { schedule: { dailyAt: '00:30', timeZone: 'Europe/London' } },
    )
    const serveUrl = await serve([mount(job)])
    let clock = Date.parse('2026-10-24T12:00:00Z')
    for (let i = 0; i < 2; i += 1) await execute([job], { serveUrl, now: () => clock })
    await until('the first run', async () => (await effects('tick')) === 1)
    for (const [at, count] of [
      ['2026-10-24T23:30:00Z', 2],
      ['2026-10-26T00:30:00Z', 3],
    ] as const) {
      clock = Date.parse(at) - 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await effects('tick')).toBe(count - 1)
      clock += 1
      await until(`run ${count}`, async () => (await effects('tick')) === count)
    }
    await until('all runs ended', async () => (await runs()).every(({ state }) => state === 'succeeded'))
    expect(await runs()).toHaveLength(3)
  })

  test('cancel: the next step does not run', async () => {
    const gate: { open: () => void } = { open: () => {} }
    const job = make('cancel-me', async (_, { step }) => {
      const blocked = new Promise<void>((resolve) => (gate.open = resolve))
      await step('first', async () => {
        await effect(database, 'first')
        await blocked
        return null
      })
      await step('second', () => effect(database, 'second').then(() => null))
      return done()
    })
    await execute([job])
    const id = await ask(job)
    await until('it works', async () => (await effects('first')) === 1)
    await requestCancel(database, id)
    gate.open()
    expect((await ended(database, id)).state).toBe('cancelled')
    await until('the run ended', async () => (await runs())[0]?.state === 'failed')
    expect(await effects('second')).toBe(0)
    expect(alerts).toEqual([])
  })
})

describe('the protocol beyond our own jobs', () => {
  test('sleep, parallel steps and a caught failure of a step', async () => {
    const job = make('speak-protocol', async () => done())
    const fn = inngest.createFunction({ id: job.name, triggers: [{ event: job.event }], retries: 1 }, async ({ step }) => {
      const [a, b] = await Promise.all([step.run('a', () => effect(database, 'a').then(() => 2)), step.run('b', () => 3)])
      await step.sleep('rest', 1_000)
      const caught = await step.run('bad', () => Promise.reject(new Error('bad luck'))).catch((error: Error) => error.message)
      return { product: (a ?? 0) * (b ?? 0), caught }
    })
    await execute([job], { serveUrl: await serve([fn]) })
    await sendEvent(database, job, { id: 'evt-3' })
    await until('it ended', async () => (await runs())[0]?.state === 'succeeded')
    expect((await runs())[0]?.result).toEqual({ product: 6, caught: 'bad luck' })
    expect(await effects('a')).toBe(1)
  })

  test('an operation it does not know fails the run, loudly', async () => {
    const job = make('wait-event', async () => done())
    const fn = inngest.createFunction({ id: job.name, triggers: [{ event: job.event }] }, async ({ step }) => {
      await step.waitForEvent('wait', { event: 'never/sent', timeout: '1h' })
    })
    await execute([job], { serveUrl: await serve([fn]) })
    await sendEvent(database, job, { id: 'evt-4' })
    await until('it failed', async () => (await runs())[0]?.state === 'failed')
    expect((await runs())[0]?.error?.message).toMatch(/WaitForEvent/)
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
  const key = () => signingKey() ?? ''

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
    const url = `${await serve([mount(job)])}${target}`
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
    const url = `${await serve([mount(job)])}${target}`
    const response = await fetch(url, { method: 'POST', headers: { 'x-inngest-signature': sign(body, key()) }, body: JSON.stringify(body) })
    expect(response.status).toBe(206)
    const other = await fetch(url, { method: 'DELETE' })
    expect(other.status).toBe(405)
    expect(other.headers.get('allow')).toBe('GET, POST, PUT')
  })
})
