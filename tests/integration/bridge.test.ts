/** The bridge: hosts that cannot pay, old and new, buy from our tools and from a stock seller, within the caps of the wallet on this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as FormerStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware } from '@x402/hono'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeOpenApi, operationId } from '../../lib/catalogue/openapi.ts'
import { tools } from '../../lib/tools/registry.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { childEnv } from '../support/child-env.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { installPackedClient } from '../support/packed-client.ts'
import { type StandIns, startStandIns } from '../support/stand-ins.ts'

type Result = {
  isError?: boolean
  content: { text: string }[]
  structuredContent?: Record<string, unknown>
  _meta?: Record<string, unknown>
}

let world: LocalWorld
let standIns: StandIns
let app: TestGate
let ours: HttpServer
let stock: { url: string; close: () => void }
let folder: string
let stores: string

/** A seller made of the stock packages alone; what it sells it lists where sellers do. */
function startStockSeller(): typeof stock {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: world.facilitator.url }))
    .register(world.base.network, new ExactEvmScheme())
    .register(world.solana.network, new ExactSvmScheme())
  const priced = (price: string, description: string) => ({
    accepts: [
      { scheme: 'exact', price, network: world.base.network, payTo: world.payTo.base },
      { scheme: 'exact', price, network: world.solana.network, payTo: world.payTo.solana },
    ],
    description,
    mimeType: 'application/json',
  })
  const seller = new Hono()
  seller.use(
    paymentMiddleware(
      { 'GET /weather': priced('$0.002', 'The weather of a city.'), 'GET /opera': priced('$0.3', 'A seat.') } as never,
      server,
    ),
  )
  seller.get('/weather', (context) => context.json({ city: context.req.query('city') ?? 'none', sky: 'clear' }))
  seller.get('/opera', (context) => context.json({ seat: 12 }))
  seller.get('/.well-known/x402', (context) =>
    context.json({ version: 1, resources: [`${stock.url}/weather?city=Bath`, `${stock.url}/opera`] }),
  )
  const listening = serve({ fetch: seller.fetch, port: 0, overrideGlobalObjects: false })
  const { port } = listening.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, close: () => void listening.close() }
}

beforeAll(async () => {
  folder = installPackedClient()
  ;[world, standIns] = await Promise.all([startLocalWorld(), startStandIns()])
  app = await startGate(world.appEnv(standIns.env))
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/ping')).status).toBe(402), { timeout: 30_000, interval: 250 })
  ours = await serveHttp((request) =>
    new URL(request.url).pathname === '/openapi.json'
      ? Promise.resolve(Response.json(makeOpenApi(tools, app.core.env)))
      : app.fetch(request),
  )
  stock = startStockSeller()
})
afterAll(async () => {
  stock?.close()
  await ours?.stop()
  await app?.close()
  await standIns?.stop()
  await world?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})
const open: { close(): Promise<void> }[] = []
beforeEach(() => {
  stores = mkdtempSync(join(tmpdir(), 'bridge-'))
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  rmSync(stores, { recursive: true, force: true })
})

const command = (rail: Rail, server: string, words: string[]) => ({
  command: process.execPath,
  args: [
    'node_modules/.bin/paid-agent-tools-client',
    'mcp',
    '--rail',
    rail,
    '--server',
    server,
    '--store',
    join(stores, 'payments.jsonl'),
    ...words,
  ],
  cwd: folder,
  stderr: 'ignore' as const,
  env: {
    ...childEnv(),
    HOME: stores,
    EVM_PRIVATE_KEY: world.buyer.base.privateKey,
    SOLANA_PRIVATE_KEY: world.buyer.solana.secretKeyBase58,
    SOLANA_RPC_URL: world.solana.rpcUrl,
    BASE_RPC_URL: world.base.rpcUrl,
  },
})

/** A host of the newest revision. `agrees`: what the person in front of it says when asked; undefined: it cannot ask. */
async function host(rail: Rail, server: string, words: string[], agrees?: boolean) {
  const asked: string[] = []
  const client = new Client(
    { name: 'host', version: '1' },
    { capabilities: agrees === undefined ? {} : { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  if (agrees !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { pay: agrees } }
    })
  await client.connect(new StdioClientTransport(command(rail, server, words)))
  open.push(client)
  const call = async (name: string, values: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: values })) as unknown as Result
  return { client, call, asked }
}

const moved = async (rail: Rail, work: () => Promise<unknown>) => {
  const before = (await world.balances())[rail]
  await work()
  return (await world.balances())[rail] - before
}

describe.each(rails)('on %s', (rail) => {
  test('every tool of ours is bought for its price', async () => {
    const { client, call } = await host(rail, ours.url, ['--max-usd', '0.10'])
    const { tools: listed } = await client.listTools()
    expect(listed.map(({ name }) => name)).toEqual([...tools.map(operationId), 'wallet_budget'])
    const answered: string[] = []
    const paid = await moved(rail, async () => {
      for (const tool of tools) {
        const query = { ...tool.examples[0].query, ...('url' in tool.examples[0].query ? { url: standIns.pageUrl } : {}) }
        const result = await call(operationId(tool), query)
        if (result.isError) {
          // A source of prices that is still being read is no sale, and no charge.
          expect([tool.id, result.content[0]!.text]).toEqual([
            tool.id,
            expect.stringMatching(/"code":\s?"(warming_up|upstream_unavailable|no_data)"/),
          ])
          continue
        }
        expect(result._meta?.['x402/payment-response']).toMatchObject({ success: true, network: world[rail].network })
        expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent)
        answered.push(tool.id)
      }
    })
    const price = (id: string) => BigInt(Math.round(Number(tools.find((tool) => tool.id === id)!.price) * 1e6))
    expect(answered.length).toBeGreaterThanOrEqual(tools.length - 1)
    expect(paid).toBe(answered.reduce((sum, id) => sum + price(id), 0n))
    const budget = (await call('wallet_budget')).structuredContent as { session: { spentUsd: string }; caps: object }
    expect([Number(budget.session.spentUsd) * 1e6, budget.caps]).toEqual([
      Number(paid),
      expect.objectContaining({ sessionUsd: '0.100000' }),
    ])
    const { contents } = await client.readResource({ uri: 'wallet://payments' })
    const payments = JSON.parse((contents[0] as { text: string }).text) as { state: string; url: string }[]
    // A tool that had no data yet holds a payment that it refused: told apart, and kept within the caps until it is void.
    const states = payments.map(({ state, url }) => [new URL(url).pathname.slice('/v1/'.length), state])
    expect(states).toEqual(tools.map(({ id }) => [id, answered.includes(id) ? 'settled' : 'at risk']))
  })

  test('a stock seller is bought from; the cap of the session holds over two hosts of one wallet', async () => {
    const one = await host(rail, stock.url, ['--max-usd', '0.005'])
    const other = await host(rail, stock.url, ['--max-usd', '0.005'])
    expect(
      await moved(rail, async () => {
        expect((await one.call('weather', { city: 'York' })).structuredContent).toEqual({ city: 'York', sky: 'clear' })
        expect((await other.call('weather', { city: 'Hull' })).structuredContent).toEqual({ city: 'Hull', sky: 'clear' })
        expect((await one.call('weather', { city: 'Leeds' })).content[0]!.text).toContain('SpendCapError')
      }),
    ).toBe(4000n)
  })

  test('a dear call is asked about: yes pays, no does not, and a host that cannot ask does not pay', async () => {
    const caps = ['--max-usd', '1', '--max-per-call', '0.5', '--ask-above', '0.01']
    const yes = await host(rail, stock.url, caps, true)
    expect(await moved(rail, async () => expect((await yes.call('opera')).structuredContent).toEqual({ seat: 12 }))).toBe(300_000n)
    expect(yes.asked).toEqual([`Pay $0.300000 to ${new URL(stock.url).host} for /opera?`])
    const no = await host(rail, stock.url, caps, false)
    expect(await moved(rail, async () => expect((await no.call('opera')).content[0]!.text).toContain('not agreed to'))).toBe(0n)
    const mute = await host(rail, stock.url, caps)
    expect(await moved(rail, async () => expect((await mute.call('opera')).content[0]!.text).toContain('cannot ask you'))).toBe(0n)
  })
})

test('a host of the older revisions buys too, and is asked too', async () => {
  const client = new FormerClient({ name: 'host', version: '1' }, { capabilities: { elicitation: {} } })
  const asked: string[] = []
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { pay: true } }
  })
  // The first SDK's own type of a transport is not exact about optional members.
  await client.connect(new FormerStdio(command('base', stock.url, ['--max-per-call', '0.5', '--ask-above', '0.01'])) as never)
  open.push(client)
  const call = async (name: string) => (await client.callTool({ name, arguments: {} })) as unknown as Result
  expect(await moved('base', async () => expect((await call('opera')).structuredContent).toEqual({ seat: 12 }))).toBe(300_000n)
  expect(asked).toHaveLength(1)
  expect((await call('wallet_budget')).structuredContent).toMatchObject({ session: { spentUsd: '0.300000' } })
})

test('arguments without a place, unknown tools and bad input cost nothing', async () => {
  const { call } = await host('base', ours.url, ['--max-usd', '0.01'])
  expect(
    await moved('base', async () => {
      expect((await call('util_uuid', { nonsense: 1 })).content[0]!.text).toContain('no parameter nonsense')
      expect((await call('util_uuid', { n: '1000' })).content[0]!.text).toContain('invalid_input')
      await expect(call('no_such_tool')).rejects.toThrow('no tool')
    }),
  ).toBe(0n)
})
