/** Payments that lead nowhere are free work: whatever keeps them from the till, over HTTP and MCP, they are limited by address, and who pays there is served. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/errors.ts'
import { fromRequest, toResponse } from '../../lib/http/reply.ts'
import { mcp } from '../../lib/mcp/endpoint.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { toolByPath } from '../../lib/tools/registry.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment, readPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'

const PING = '/v1/util/ping'
const PER_MINUTE = 60
const MODERN = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'util_ping',
}
let world: LocalWorld
let app: TestGate
const ping = toolByPath.get(PING) as Tool

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) }))
  await vi.waitFor(async () => expect((await overHttp(await sign('base'))).status).toBe(200), { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
let address = ''
let [addresses, asked] = [0, 0]
beforeEach(() => {
  addresses += 1
  address = `192.0.2.${addresses}`
})

const call = (path: string, headers: Record<string, string>, ip = address) =>
  app.fetch(path, { headers: { 'x-tools-client-ip': ip, ...headers } })
const sign = async (rail: Rail) => {
  asked += 1
  return world.buyer.signOnce(await call(PING, {}, `203.0.113.${asked % 250}`), rail)
}
const overHttp = (header: string, path = PING) => call(path, { 'PAYMENT-SIGNATURE': header })
const overMcp = async (message: object, headers: Record<string, string> = {}) => {
  const request = new Request('http://tools.test/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'tools.test', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', ...message }),
  })
  const response = await toResponse(await mcp(app.core, fromRequest(request, address)))
  return { status: response.status, text: await response.text() }
}
const message = (payment: unknown, meta: object = {}) => ({
  id: 1,
  params: { name: 'util_ping', arguments: {}, _meta: { ...meta, 'x402/payment': payment } },
})
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Of twice as many as are allowed no more than that were not turned away; a slow machine gives an address time to be allowed more. */
async function expectBounded(send: () => Promise<{ status: number; text: string }>): Promise<void> {
  const start = performance.now()
  let through = 0
  for (let index = 0; index < 2 * PER_MINUTE; index += 1) {
    const { status, text } = await send()
    if (status !== 429 && !text.includes('rate_limited')) through += 1
  }
  const minutes = (performance.now() - start) / 60_000
  expect(through).toBeLessThanOrEqual(PER_MINUTE * (1 + minutes) + 1)
}
const isServed = async (rail: Rail) => {
  expect((await overHttp(await sign(rail))).status).toBe(200)
  for (const { headers, meta } of [
    { headers: {}, meta: {} },
    { headers: MODERN, meta: modernMeta },
  ]) {
    const { text } = await overMcp(message(readPayment(await sign(rail)), meta), headers)
    expect(JSON.parse(text)).toMatchObject({ result: { _meta: { 'x402/payment-response': { success: true } } } })
  }
}

describe.each(rails)('on %s', (rail) => {
  const junk = { x402Version: 2 }
  test.each<[string, object, Record<string, string>]>([
    ['without an id', { ...message(junk), id: undefined }, {}],
    ['with an id that is none', { ...message(junk), id: {} }, {}],
    ['with arguments that are none', { id: 1, params: { ...message(junk).params, arguments: 'x' } }, {}],
    ['of a revision that is none', message(junk), { 'mcp-protocol-version': '1999-01-01' }],
    ['of a client that takes no JSON', message(junk), { accept: 'text/html' }],
    ['whose headers say something else', message(junk, modernMeta), { ...MODERN, 'mcp-method': 'tools/list' }],
    ['of the newest revision', message(junk, modernMeta), MODERN],
    ['whose payment is null', message(null), {}],
    ['whose payload is no payment', message({ ...junk, accepted: {}, payload: {} }), {}],
  ])('MCP messages %s', async (_name, sent, headers) => {
    await expectBounded(() => overMcp(sent, headers))
    await isServed(rail)
  })

  const edits: [string, (header: string) => string][] = [
    ['another network', (header) => editPayment(header, ({ accepted }) => void Object.assign(accepted, { network: 'eip155:1' }))],
    ['another amount', (header) => editPayment(header, ({ accepted }) => void Object.assign(accepted, { amount: '1' }))],
    ['a payload of no form', (header) => editPayment(header, (envelope) => void Object.assign(envelope, { payload: {} }))],
  ]
  test.each(edits)('payments with %s, over both', async (_name, edit) => {
    const header = edit(await sign(rail))
    await expectBounded(async () => ({ status: (await overHttp(header)).status, text: '' }))
    await isServed(rail)
    addresses += 1
    address = `192.0.2.${addresses}`
    await expectBounded(() => overMcp(message(readPayment(header))))
    await isServed(rail)
  })

  test.each<[string, Partial<Tool>]>([
    [
      'that is down',
      {
        ready: () => {
          throw new ApiError('upstream_unavailable', 'Its source is down.', { retryAfterSeconds: 5 })
        },
      },
    ],
    [
      'that is no more',
      {
        retirement: {
          deprecatedAt: new Date(0),
          sunsetAt: new Date(1),
          policyUrl: 'http://tools.test/docs/policy',
          successorUrl: 'http://tools.test/v2',
        },
      },
    ],
  ])('payments for a tool %s, over both', async (_name, changes) => {
    const header = await sign(rail)
    const before = { ready: ping.ready, retirement: ping.retirement }
    Object.assign(ping, changes)
    try {
      await expectBounded(async () => ({ status: (await overHttp(header)).status, text: '' }))
      addresses += 1
      address = `192.0.2.${addresses}`
      await expectBounded(() => overMcp(message(readPayment(header))))
    } finally {
      Object.assign(ping, before)
    }
    await isServed(rail)
  })
})
