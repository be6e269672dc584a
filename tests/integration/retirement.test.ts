/** A tool that is to end says so in every answer until its sunset, over both transports, and then is gone before any payment. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tool } from '../../lib/tools/define.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { webOf } from '../support/endpoint.ts'
import { startGate, type TestGate } from '../support/gate.ts'

const DAY = 86_400_000
let world: LocalWorld
let app: TestGate
let ping: Tool
let endpoint: (request: Request) => Promise<Response>
beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ RATE_LIMIT_PER_MINUTE: '40' }))
  ping = (await import('../../lib/tools/registry.ts')).toolByPath.get('/v1/util/ping')!
  endpoint = webOf((await import('../../lib/mcp/endpoint.ts')).mcp, app.core)
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/uuid')).status).toBe(402), { timeout: 30_000, interval: 1_000 })
})
afterAll(async () => {
  // Tools outlive the file: the next one in this process sells them too.
  delete ping?.retirement
  await app?.close()
  await world?.stop()
})

const retire = (sunsetInDays: number) => {
  const sunsetAt = new Date(Date.now() + sunsetInDays * DAY)
  ping.retirement = {
    deprecatedAt: new Date(sunsetAt.getTime() - 180 * DAY),
    sunsetAt,
    policyUrl: 'http://tools.test/docs/policy',
    successorUrl: 'http://tools.test/v2/util/ping',
  }
}
const overMcp = async (name: string): Promise<{ code?: string; x402Version?: number; retryAfterSeconds?: number }> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })
  const request = new Request('http://tools.test/mcp', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const response = await endpoint(request)
  if (response.status === 429) return { code: 'rate_limited', retryAfterSeconds: Number(response.headers.get('retry-after')) }
  const { result } = (await response.json()) as { result: { content: { text: string }[] } }
  return JSON.parse(result.content[0]!.text) as { code?: string; x402Version?: number; retryAfterSeconds?: number }
}

test('until the sunset it is offered and sold as ever, with the headers that say so', async () => {
  retire(30)
  const offered = await app.fetch('/v1/util/ping')
  const paid = await world.buyer.payingFetch('base', app.fetch)('http://tools.test/v1/util/ping')
  expect([offered.status, paid.status]).toEqual([402, 200])
  for (const { headers } of [offered, paid]) {
    expect(headers.get('deprecation')).toMatch(/^@\d{10}$/)
    expect(Date.parse(headers.get('sunset')!)).toBeGreaterThan(Date.now())
    expect(headers.get('link')).toContain('<http://tools.test/v2/util/ping>; rel="successor-version"')
  }
  expect((await app.fetch('/v1/util/uuid')).headers.get('deprecation')).toBeNull()
})

test('from the sunset on it is 410 with its successor, and no payment is looked at', async () => {
  retire(30)
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base')
  retire(-1)
  const counters = { ...world.facilitator.counters }
  for (const init of [{}, { headers: { 'PAYMENT-SIGNATURE': header } }]) {
    const gone = await app.fetch('/v1/util/ping', init)
    expect(gone.status).toBe(410)
    expect(await gone.json()).toMatchObject({ code: 'gone', charged: false, successor: 'http://tools.test/v2/util/ping' })
    expect(gone.headers.get('location')).toBeNull()
  }
  expect(await overMcp('util_ping')).toMatchObject({ code: 'gone' })
  expect(world.facilitator.counters).toEqual(counters)
})

test('unpaid calls over both transports share one allowance per address', async () => {
  let limited: Awaited<ReturnType<typeof overMcp>> | undefined
  for (let calls = 0; calls < 60 && limited === undefined; calls += 1) {
    const answer = await overMcp(calls % 2 === 0 ? 'util_uuid' : 'list_prices')
    if (answer.code === 'rate_limited') limited = answer
  }
  expect(limited).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) })
  expect((await app.fetch('/v1/util/uuid')).status).toBe(429)
})
