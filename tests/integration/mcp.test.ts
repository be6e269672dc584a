/** Agents buy over MCP with the official SDK client: the same order of steps, the same till and the same faults as over HTTP. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operationId } from '../../lib/catalogue/openapi.ts'
import { tools } from '../../lib/tools/registry.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { webOf } from '../support/endpoint.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { atomicPrice } from '../support/price.ts'

const PING = atomicPrice('util/ping')

type Result = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  _meta?: Record<string, { success: boolean; transaction: string; network: string }>
}
type Payment = Record<string, unknown>

let world: LocalWorld
let app: TestGate
let endpoint: (request: Request) => Promise<Response>
let client: Client

const mcpFetch: typeof fetch = (input, init) => endpoint(input instanceof Request ? input : new Request(String(input), init))

async function connect(): Promise<Client> {
  const made = new Client({ name: 'test', version: '1.0.0' })
  await made.connect(new StreamableHTTPClientTransport(new URL('http://tools.test/mcp'), { fetch: mcpFetch as never }) as never)
  await made.listTools()
  return made
}

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  endpoint = webOf((await import('../../lib/mcp/endpoint.ts')).mcp, app.core)
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/ping')).status).toBe(402), { timeout: 30_000, interval: 250 })
  client = await connect()
})
afterAll(async () => {
  await client?.close()
  await app?.close()
  await world?.stop()
})
beforeEach(() => world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok', svmDuplicateCache: true, landingDelayMs: 0 }))

const call = async (name: string, values: Record<string, unknown> = {}, payment?: unknown): Promise<Result> =>
  (await client.callTool({
    name,
    arguments: values,
    ...(payment === undefined ? {} : { _meta: { 'x402/payment': payment } }),
  } as never)) as unknown as Result

const jsonOf = (result: Result) => JSON.parse(result.content[0]!.text) as Record<string, unknown>
const codeOf = (result: Result) => jsonOf(result).code

/** Signs the terms of a result once: the payment as an object, and as the header HTTP would carry. */
async function sign(result: Result, rail: Rail): Promise<{ payment: Payment; header: string }> {
  const header = await world.buyer.signOnce(encodePaymentRequiredHeader(result.structuredContent as unknown as PaymentRequired), rail)
  return { payment: JSON.parse(Buffer.from(header, 'base64').toString()) as Payment, header }
}

test('the server lists every paid tool and three free ones, with schemas and hints', async () => {
  const { tools: listed } = await client.listTools()
  expect(listed.map(({ name }) => name)).toEqual([...tools.map(operationId), 'list_prices', 'get_sample', 'search_tenders'])
  for (const { name, annotations, inputSchema, outputSchema, description } of listed) {
    expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
    expect(description!.length).toBeGreaterThanOrEqual(120)
  }
})

test('every tool called without payment returns its terms, structured and as text, and asks nobody', async () => {
  const counters = { ...world.facilitator.counters }
  for (const tool of tools) {
    const result = await call(operationId(tool), tool.examples[0].query)
    if (tool.id === 'prices/gpu') {
      expect(codeOf(result)).toBe('warming_up')
      continue
    }
    expect([tool.id, result.isError]).toEqual([tool.id, true])
    expect(result.structuredContent).toEqual(jsonOf(result))
    expect(result.structuredContent).toMatchObject({ x402Version: 2, resource: { url: `http://tools.test${tool.path}` } })
    expect((result.structuredContent as { accepts: { amount: string }[] }).accepts.map(({ amount }) => amount)).toEqual([
      tool.amount,
      tool.amount,
    ])
  }
  expect(world.facilitator.counters).toEqual(counters)
})

test('a client that announces the extension gets terms as a result of their own kind, and buys with them', async () => {
  const raw = async (name: string, capabilities: object, values: object = {}, more: object = {}) => {
    const protocol = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': capabilities }
    const params = {
      name,
      arguments: values,
      _meta: { ...protocol, 'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' }, ...more },
    }
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const response = await endpoint(new Request('http://tools.test/mcp', { method: 'POST', headers, body }))
    return ((await response.json()) as { result: Result & { resultType: string; paymentRequired?: Record<string, unknown> } }).result
  }
  const knows = { extensions: { 'org.x402/payment': {} } }
  const terms = await raw('util_ping', knows)
  // The SDK adds an empty `content`; nothing in the result says that it is a tool's.
  expect(terms).toMatchObject({
    resultType: 'payment_required',
    paymentRequired: { x402Version: 2, accepts: expect.anything() },
    content: [],
  })
  expect(Object.keys(terms)).toEqual(expect.not.arrayContaining(['isError', 'structuredContent']))
  const { payment } = await sign({ content: [], structuredContent: terms.paymentRequired! }, 'base')
  const paid = await raw('util_ping', knows, {}, { 'x402/payment': payment })
  expect(paid).toMatchObject({ resultType: 'complete', _meta: { 'x402/payment-response': { success: true } } })
  expect(await raw('util_uuid', knows, { n: '1000' })).toMatchObject({ resultType: 'complete', isError: true })
  expect(await raw('util_ping', {})).toMatchObject({ resultType: 'complete', isError: true, structuredContent: { x402Version: 2 } })
})

test('bad arguments are told before any payment step, whatever payment is attached', async () => {
  const { payment } = await sign(await call('util_ping'), 'base')
  const counters = { ...world.facilitator.counters }
  const result = await call('util_uuid', { n: '1000' }, payment)
  expect(result).toMatchObject({ isError: true })
  expect(jsonOf(result)).toMatchObject({ code: 'invalid_input', param: 'n', charged: false })
  expect(codeOf(await call('evm_4byte', { selector: 7 }))).toBe('invalid_input')
  expect(codeOf(await call('evm_4byte', { nonsense: 'x', selector: '0xa9059cbb' }))).toBe('invalid_input')
  expect(world.facilitator.counters).toEqual(counters)
})

test.each([
  ['not an object', 'base64?'],
  ['null', null],
  ['of version 1', { x402Version: 1 }],
  ['without a payload', { x402Version: 2, accepted: {} }],
  ['longer than any payment', { x402Version: 2, padding: 'x'.repeat(20_000) }],
])('a payment that is %s is invalid_payload', async (_, payment) => {
  expect(codeOf(await call('util_ping', {}, payment))).toBe('invalid_payload')
})

test('an unknown tool is a protocol error', async () => {
  await expect(call('no_such_tool')).rejects.toMatchObject({ code: -32602 })
})

describe.each(rails)('on %s', (rail) => {
  const moved = async (work: () => Promise<unknown>) => {
    const before = (await world.balances())[rail]
    await work()
    return (await world.balances())[rail] - before
  }

  test('a paid call settles exactly its price, with the receipt in _meta', async () => {
    const { payment } = await sign(await call('util_ping'), rail)
    expect(
      await moved(async () => {
        const result = await call('util_ping', {}, payment)
        expect(result.isError).toBeUndefined()
        expect(result.structuredContent).toMatchObject({ message: 'pong' })
        expect(jsonOf(result)).toEqual(result.structuredContent)
        expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true, network: world[rail].network })
        expect(result._meta?.['x402/payment-response']?.transaction).not.toBe('')
      }),
    ).toBe(PING)
  })

  test('a payment is one payment over both transports: the stored answer for the same request, no for another', async () => {
    const { payment, header } = await sign(await call('util_uuid', { n: '2' }), rail)
    const bought = await call('util_uuid', { n: '2' }, payment)
    expect(
      await moved(async () => {
        const overHttp = await app.fetch('/v1/util/uuid?n=2', { headers: { 'PAYMENT-SIGNATURE': header } })
        expect([overHttp.status, await overHttp.text()]).toEqual([200, bought.content[0]!.text])
        expect((await call('util_uuid', { n: '2' }, payment)).structuredContent).toEqual(bought.structuredContent)
        expect(codeOf(await call('util_uuid', { n: '3' }, payment))).toBe('payment_already_used')
        expect(codeOf(await call('util_ping', {}, payment))).toBe('payment_already_used')
      }),
    ).toBe(0n)
  })

  test('twenty copies at once run once and settle once', async () => {
    await world.facilitator.set({ svmDuplicateCache: false, landingDelayMs: rail === 'solana' ? 400 : 0 })
    const { payment } = await sign(await call('util_uuid'), rail)
    const settles = world.facilitator.counters.settle
    let results: Result[] = []
    expect(
      await moved(async () => {
        results = await Promise.all(Array.from({ length: 20 }, () => call('util_uuid', {}, payment)))
      }),
    ).toBe(PING)
    expect(world.facilitator.counters.settle - settles).toBe(1)
    const good = results.filter(({ isError }) => !isError)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ content }) => content[0]!.text)).size).toBe(1)
    expect(new Set(results.filter(({ isError }) => isError).map(codeOf))).toEqual(
      good.length === 20 ? new Set() : new Set(['payment_in_flight']),
    )
  })

  test.each(['lands-then-drops', 'lands-then-502', 'pending'] as const)(
    'a settle that %s is answered once the chain shows it: the same payment again pays once',
    async (settle) => {
      const { payment } = await sign(await call('util_ping'), rail)
      await world.facilitator.set({ settle: { mode: settle, times: 1 } })
      expect(
        await moved(async () => {
          let result = await call('util_ping', {}, payment)
          for (let attempt = 0; result.isError && attempt < 5; attempt += 1) {
            expect(['settlement_unknown', 'payment_in_flight']).toContain(codeOf(result))
            result = await call('util_ping', {}, payment)
          }
          expect(result.structuredContent).toMatchObject({ message: 'pong' })
        }),
      ).toBe(PING)
    },
  )

  test('a settle whose fate is unknown is never fresh terms', async () => {
    const { payment } = await sign(await call('util_ping'), rail)
    await world.facilitator.set({ settle: 'drop' })
    const unknown = await call('util_ping', {}, payment)
    expect(jsonOf(unknown)).toMatchObject({ code: 'settlement_unknown', charged: null, retryAfterSeconds: expect.any(Number) })
    expect(unknown.structuredContent).toBeUndefined()
    await world.facilitator.set({ settle: 'ok' })
    expect(await moved(async () => expect((await call('util_ping', {}, payment)).isError).toBeUndefined())).toBe(PING)
  })

  test('a clear no at verify or settle is fresh terms with its code, and the answer is withheld', async () => {
    const { payment } = await sign(await call('util_ping'), rail)
    await world.facilitator.set({ verify: { mode: 'refuse', times: 1 } })
    const invalid = await call('util_ping', {}, payment)
    expect(invalid).toMatchObject({ isError: true, structuredContent: { x402Version: 2, error: expect.stringMatching(/^[a-z0-9_]+$/) } })
    expect(invalid._meta).toBeUndefined()
    await world.facilitator.set({ settle: { mode: 'refuse', times: 2 } })
    const refused = await call('util_ping', {}, (await sign(await call('util_ping'), rail)).payment)
    expect(refused).toMatchObject({ isError: true, structuredContent: { x402Version: 2 } })
    expect(refused._meta?.['x402/payment-response']).toMatchObject({ success: false, transaction: '' })
    expect(refused.structuredContent).not.toHaveProperty('message')
  })

  test('a verify that fails charges nobody, and the same payment succeeds later', async () => {
    const { payment } = await sign(await call('util_ping'), rail)
    await world.facilitator.set({ verify: 'drop' })
    expect(codeOf(await call('util_ping', {}, payment))).toBe('facilitator_unavailable')
    await world.facilitator.set({ verify: 'ok' })
    expect(await moved(async () => expect((await call('util_ping', {}, payment)).isError).toBeUndefined())).toBe(PING)
  })

  test('a payment for less than the price is refused by its code', async () => {
    const { payment } = await sign(await call('util_ping'), rail)
    expect(await call('evm_4byte', { selector: '0xa9059cbb' }, payment)).toMatchObject({
      isError: true,
      structuredContent: { error: 'offer_mismatch' },
    })
  })
})

test('the ledger’s total is the chains’ total, to the micro-dollar', async () => {
  const { base, solana } = await world.balances()
  const { totalLedger } = await import('../../lib/payments/books/ledger.ts')
  expect((await totalLedger(await app.core.database(), {})).settled_micro_usd).toBe(String(base + solana))
})

test('the free tools cost nothing: prices, samples', async () => {
  const prices = await call('list_prices')
  expect((prices.structuredContent as { tools: { name: string; price: string }[] }).tools.map(({ name, price }) => [name, price])).toEqual(
    tools.map((tool) => [operationId(tool), `$${tool.price}`]),
  )
  expect(await call('get_sample', { tool: 'evm_4byte' })).toMatchObject({
    structuredContent: { samples: [{ sample: true, tool: 'evm/4byte', status: 200, body: { selector: '0xa9059cbb' } }] },
  })
  expect(codeOf(await call('get_sample', { tool: 'evm/4byte' }))).toBe('invalid_input')
  expect(codeOf(await call('search_tenders', { limit: 26 }))).toBe('invalid_input')
})
