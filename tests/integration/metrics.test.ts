/** `/metrics`: behind its token, and counting what really happened. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromRequest, toResponse } from '../../lib/http/reply.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { asFetch, startGate, type TestGate } from '../support/gate.ts'

let world: LocalWorld
let app: TestGate
let metrics: (request: Request) => Promise<Response>
let watched: typeof globalThis.fetch

const scrape = (token: string) => metrics(new Request('http://tools.test/metrics', { headers: { authorization: `Bearer ${token}` } }))
/** The value of a sample, e.g. `funnel_calls_total{tool="util/ping",step="settled"}`. */
async function sample(name: string): Promise<number | undefined> {
  const line = (await (await scrape('metrics-token-of-tests')).text()).split('\n').find((text) => text.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ METRICS_TOKEN: 'metrics-token-of-tests' }))
  const { createSite } = await import('../../lib/site/table.ts')
  const { core } = app
  const site = createSite(core)
  metrics = async (request) => toResponse(await site(fromRequest(request)))
  watched = asFetch(site)
  await (await import('../../lib/telemetry/prometheus.ts')).startMetrics(core)
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})

test('only the metrics token opens it', async () => {
  expect((await metrics(new Request('http://tools.test/metrics'))).status).toBe(401)
  expect((await scrape(world.operatorToken)).status).toBe(401)
  const answer = await scrape('metrics-token-of-tests')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
})

test('the funnel, the steps and the outcomes of paid calls are counted', async () => {
  const fetch = watched
  const pay = world.buyer.payingFetch('base', fetch)
  expect((await pay('http://tools.test/v1/util/ping')).status).toBe(200)
  expect((await fetch('http://tools.test/v1/util/uuid?n=0')).status).toBe(400)
  const header = await world.buyer.signOnce(await fetch('http://tools.test/v1/util/time'), 'base')
  const paid = () => fetch('http://tools.test/v1/util/time', { headers: { 'PAYMENT-SIGNATURE': header } })
  expect([(await paid()).status, (await paid()).status]).toEqual([200, 200])

  expect(await sample('funnel_calls_total{tool="util/ping",step="offered"}')).toBe(1)
  expect(await sample('funnel_calls_total{tool="util/ping",step="settled"}')).toBe(1)
  expect(await sample('funnel_calls_total{tool="util/uuid",step="probed"}')).toBe(1)
  expect(await sample('funnel_calls_total{tool="util/uuid",step="offered"}')).toBeUndefined()
  for (const step of ['claim', 'verify', 'handler', 'store', 'settle', 'record'])
    expect(await sample(`payment_step_seconds_count{step="${step}",result="ok"}`)).toBeGreaterThanOrEqual(2)
  expect(await sample('paid_call_seconds_count{tool="util/time",outcome="settled"}')).toBe(1)
  expect(await sample('paid_call_seconds_count{tool="util/time",outcome="replayed"}')).toBe(1)
  expect(await sample('database_up')).toBe(1)
  expect(await sample('settlements_unknown')).toBe(0)
  expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a settlement without a known end shows, with its age', async () => {
  await (await app.core.database()).query(
    `insert into claims (payment_key, fingerprint, tool, network, amount, state, owner, lease_until, request_id, created_at)
     values ('k', 'f', 'util/ping', $1, 1000, 'unknown', gen_random_uuid(), now(), 'r', now() - interval '90 seconds')`,
    [world.base.network],
  )
  expect(await sample('settlements_unknown')).toBe(1)
  expect(await sample('settlements_unknown_oldest_seconds')).toBeGreaterThanOrEqual(90)
})
