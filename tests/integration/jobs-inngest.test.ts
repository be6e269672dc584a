import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InngestTestEngine } from '@inngest/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../lib/db/index.ts'
import type { Running } from '../../lib/jobs/runner.ts'
import { until } from '../../lib/jobs/test-support.ts'

/** Every source: of tenders, one page without releases (or it is down); of prices, one model that nobody offers. */
const down = new Set<string>()
const requests: string[] = []
const source = createServer((request, response) => {
  requests.push(request.url ?? '')
  const name = request.url?.includes('Published') ? 'cf' : 'fts'
  if (down.has(name)) return response.writeHead(503).end('down')
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ releases: [], links: {}, gpu_names: ['RTX 4090'], offers: [] }))
})
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
const sourceUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}`

const folder = mkdtempSync(join(tmpdir(), 'inngest-'))
const KEY = `signkey-test-${'ab'.repeat(32)}`
for (const [name, value] of Object.entries({
  DATA_DIR: folder,
  JOBS_DRIVER: 'off',
  VAST_URL: sourceUrl,
  RUNPOD_URL: sourceUrl,
  INNGEST_SIGNING_KEY: KEY,
  FIND_A_TENDER_URL: sourceUrl,
  CONTRACTS_FINDER_URL: sourceUrl,
  INGEST_INTERVAL_MS: '0',
  INGEST_BACKOFF_SCALE: '0',
}))
  vi.stubEnv(name, value)

const { db, closeDb } = await import('../../lib/db/index.ts')
const { registry, findJob } = await import('../../lib/jobs/registry.ts')
const { sendEvent, startExecutor } = await import('../../lib/jobs/executor.ts')
const { sign } = await import('../../lib/jobs/signing-key.ts')
const { functions } = await import('../../inngest/index.ts')
const { publishTenders } = await import('../../inngest/publish-tenders.ts')
const { createServe } = await import('../../inngest/serve.ts')

const handle = createServe(functions)
const endpoint = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  const headers = incoming.headers as Record<string, string>
  const response = await handle(
    new Request(`http://${headers.host}${incoming.url}`, { method: incoming.method ?? 'GET', headers, ...body }),
  )
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
})
await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
const serveUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/api/inngest`

let database: Database
let executor: Running | undefined
beforeAll(async () => {
  database = await db()
})
beforeEach(async () => {
  down.clear()
  requests.length = 0
  await database.query('truncate jobs, job_steps, job_schedules, executor_runs')
})
afterEach(async () => {
  await executor?.stop()
  executor = undefined
})
afterAll(async () => {
  await closeDb()
  await Promise.all([source, endpoint].map((server) => new Promise((resolve) => server.close(resolve))))
  rmSync(folder, { recursive: true, force: true })
})

const job = (name: string) => findJob(name) ?? expect.fail(`There is no job ${name}.`)
/** Drives signed calls; every call is made a second time now and then. */
const drive = () => {
  let calls = 0
  executor = startExecutor({
    database,
    jobs: registry,
    serveUrl,
    key: KEY,
    schedules: false,
    tickMs: 5,
    pollMs: 10,
    backoffBaseMs: 5,
    makeCall: async (_run, _step, send) => {
      calls += 1
      if (calls % 3 === 0) await send()
      return send()
    },
  })
}
const jobRows = () =>
  database.query<{ type: string; state: string; counts: Record<string, number>; trigger: string }>('select * from jobs order by seq')
const settled = () =>
  until('every run has ended', async () => {
    const rows = await database.query<{ state: string }>('select state from executor_runs')
    return rows.length > 0 && rows.every(({ state }) => state === 'succeeded' || state === 'failed') && rows
  })

describe('every function, through the endpoint, signed', () => {
  test.each(registry)('$name runs from its event and is recorded', async ({ name, event }) => {
    drive()
    const data = name === 'ingest-tenders' ? { from: '2026-11-18', to: '2026-11-18' } : {}
    await sendEvent(database, job(name), { id: `evt-${name}`, name: event, data })
    expect((await settled()).map(({ state }) => state)).toEqual(['succeeded'])
    expect(await jobRows()).toEqual([expect.objectContaining({ type: name, state: 'succeeded', trigger: 'event' })])
  })

  test('an ingest with one source down is partial; a duplicate of its event starts nothing', async () => {
    down.add('cf')
    drive()
    const event = { id: 'evt-partial', data: { from: '2026-11-17', to: '2026-11-17' } }
    expect(await sendEvent(database, job('ingest-tenders'), event)).toBe(true)
    expect(await sendEvent(database, job('ingest-tenders'), event)).toBe(false)
    await settled()
    expect(await jobRows()).toEqual([expect.objectContaining({ type: 'ingest-tenders', state: 'partial' })])
  })
})

test('what Inngest is told of them: cron in London time, events, one run at a time, retries, a failure hook', async () => {
  const body = { url: serveUrl }
  const headers = { 'x-inngest-signature': sign(body, KEY), 'x-inngest-sync-kind': 'in_band' }
  const response = await fetch(serveUrl, { method: 'PUT', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  const told = (await response.json()) as {
    functions: { id: string; triggers: unknown[]; singleton?: unknown; steps: { step: { retries?: { attempts: number } } } }[]
  }
  const of = (name: string) => told.functions.find(({ id }) => id === `paid-agent-tools-${name}`)
  expect(of('ingest-tenders')).toMatchObject({
    triggers: [{ cron: 'TZ=Europe/London 30 0 * * *' }, { event: 'tenders/ingest.requested' }],
    singleton: { mode: 'skip' },
    steps: { step: { retries: { attempts: 4 } } },
  })
  for (const { name, event } of registry) {
    expect(of(name)?.triggers).toContainEqual(expect.objectContaining({ event }))
    expect(of(`${name}-failure`)?.triggers).toEqual([expect.objectContaining({ event: 'inngest/function.failed' })])
  }
})

test('without a key nothing is trusted: 401 in words, not 500', async () => {
  vi.resetModules()
  vi.stubEnv('INNGEST_SIGNING_KEY', '')
  const { createServe: bare } = await import('../../inngest/serve.ts')
  const { functions: fresh } = await import('../../inngest/index.ts')
  for (const method of ['GET', 'POST', 'PUT']) {
    const response = await bare(fresh)(new Request(serveUrl, { method, ...(method === 'GET' ? {} : { body: '{}' }) }))
    expect(response.status).toBe(401)
    expect((await response.json()).detail).toContain('INNGEST_SIGNING_KEY')
  }
  vi.stubEnv('INNGEST_SIGNING_KEY', KEY)
})

test('in the SDK’s own test engine a function goes through its steps', async () => {
  const engine = new InngestTestEngine({ function: publishTenders as never, events: [{ name: 'tenders/publish.requested', data: {} }] })
  const { result, error } = await engine.execute()
  expect(error).toBeUndefined()
  expect(result).toMatchObject({ outcome: 'succeeded', jobId: expect.any(String) })
  expect(await jobRows()).toEqual([expect.objectContaining({ type: 'publish-tenders', state: 'succeeded' })])
})
