import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InngestTestEngine } from '@inngest/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../lib/db/index.ts'
import { until } from '../../lib/jobs/test-support.ts'
import { dataFolder } from '../support/database.ts'
import { listen } from '../support/inngest/listen.ts'
import { startInngest } from '../support/inngest/service.ts'
import { originsOf } from '../support/ocds-source/index.ts'
import { startUpstreams } from '../support/upstreams/server.ts'

const upstreams = await startUpstreams()
/** Every source of tenders: one page without releases, or it is down. */
const down = new Set<string>()
const source = createServer((request, response) => {
  const name = request.url?.includes('Published') ? 'cf' : 'fts'
  if (down.has(name)) return response.writeHead(503).end('down')
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ releases: [], links: {} }))
})
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
const sourceUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}`

const folder = await dataFolder('inngest')
const KEY = `signkey-test-${'ab'.repeat(32)}`
let calls = 0
const service = await startInngest({
  key: KEY,
  // Every call is made a second time now and then.
  makeCall: async (_run, _step, send) => {
    calls += 1
    if (calls % 3 === 0) await send()
    return send()
  },
})
for (const [name, value] of Object.entries({
  DATA_DIR: folder,
  JOBS_DRIVER: 'inngest',
  ...upstreams.env,
  INNGEST_SIGNING_KEY: KEY,
  INNGEST_EVENT_KEY: 'event-key',
  INNGEST_BASE_URL: service.url,
  ...originsOf(() => sourceUrl),
  INGEST_INTERVAL_MS: '0',
  INGEST_BACKOFF_SCALE: '0',
}))
  vi.stubEnv(name, value)

const { createCore } = await import('../../lib/core.ts')
const { readEnv } = await import('../../lib/env.ts')
const core = createCore(readEnv())
const { registry, findJob } = await import('../../lib/jobs/registry.ts')
const { mountAll } = await import('../../inngest/mount.ts')
const { createServe, serveInngest } = await import('../../inngest/serve.ts')

const endpoint = await listen(serveInngest(core))
const serveUrl = `${endpoint.url}/api/inngest`
const told = await service.sync(serveUrl)

let database: Database
beforeAll(async () => {
  database = await core.database()
})
beforeEach(async () => {
  down.clear()
  service.runs.length = 0
  // Windows too: a day that another test has filled is not fetched again, and nobody would notice that its source is down.
  await database.query('truncate jobs, job_steps, job_schedules, tender_windows, tender_days')
})
afterAll(async () => {
  await service.stop()
  await core.closeDatabase()
  await endpoint.close()
  await new Promise((resolve) => source.close(resolve))
  await upstreams.stop()
  rmSync(folder, { recursive: true, force: true })
})

const job = (name: string) => findJob(name) ?? expect.fail(`There is no job ${name}.`)
const send = (name: string, id: string, data = {}) => service.send({ id, name: job(name).event, data })
const jobRows = () =>
  database.query<{ type: string; state: string; counts: Record<string, number>; trigger: string }>('select * from jobs order by seq')
const settled = () =>
  until('every run has ended', () => service.runs.length > 0 && service.runs.every(({ state }) => state !== 'running') && service.runs)

describe('every function, through the endpoint, signed', () => {
  test.each(registry)('$name runs from its event and is recorded', async ({ name }) => {
    send(name, `evt-${name}`, name === 'ingest-tenders' ? { from: '2026-11-18', to: '2026-11-18' } : {})
    expect((await settled()).map(({ state }) => state)).toEqual(['succeeded'])
    expect(await jobRows()).toEqual([expect.objectContaining({ type: name, state: 'succeeded', trigger: 'event' })])
  })

  test.each(registry.filter(({ schedule, name }) => schedule && name !== 'ingest-tenders'))(
    '$name runs from its cron and is recorded',
    async ({ name }) => {
      service.tick(`paid-agent-tools-${name}`)
      expect((await settled()).map(({ state }) => state)).toEqual(['succeeded'])
      expect(await jobRows()).toEqual([expect.objectContaining({ type: name, trigger: 'schedule' })])
    },
  )

  test('an ingest with one source down is partial; a duplicate of its event starts nothing', async () => {
    down.add('cf')
    const data = { from: '2026-11-17', to: '2026-11-17' }
    expect(send('ingest-tenders', 'evt-partial', data)).toHaveLength(1)
    expect(send('ingest-tenders', 'evt-partial', data)).toHaveLength(0)
    await settled()
    expect(await jobRows()).toEqual([expect.objectContaining({ type: 'ingest-tenders', state: 'partial' })])
  })
})

test('what Inngest is told of them: cron in London time, events, one run at a time, retries, a failure hook', () => {
  const of = (name: string) => told.find(({ id }) => id === `paid-agent-tools-${name}`)
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
  const { INNGEST_SIGNING_KEY: _, ...unset } = core.env
  vi.stubEnv('INNGEST_SIGNING_KEY', '')
  const bare = createServe(createCore({ ...unset, INNGEST_SIGNING_KEY: undefined }))
  for (const method of ['GET', 'POST', 'PUT']) {
    const response = await bare(new Request(serveUrl, { method, ...(method === 'GET' ? {} : { body: '{}' }) }))
    expect(response.status).toBe(401)
    expect((await response.json()).detail).toContain('INNGEST_SIGNING_KEY')
  }
  vi.stubEnv('INNGEST_SIGNING_KEY', KEY)
})

test('in the SDK’s own test engine a function goes through its steps', async () => {
  const publish = mountAll(core).find((fn) => fn.id() === 'publish-tenders')
  const engine = new InngestTestEngine({ function: publish as never, events: [{ name: 'tenders/publish.requested', data: {} }] })
  const { result, error } = await engine.execute()
  expect(error).toBeUndefined()
  expect(result).toMatchObject({ outcome: 'succeeded', jobId: expect.any(String) })
  expect(await jobRows()).toEqual([expect.objectContaining({ type: 'publish-tenders', state: 'succeeded' })])
})
