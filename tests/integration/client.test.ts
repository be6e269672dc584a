/** The typed client, packed and put into a clean folder: it buys on both rails, keeps its caps, and never pays twice. */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tools } from '../../lib/tools/registry.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { childEnv } from '../support/child-env.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { installPackedClient } from '../support/packed-client.ts'
import { atomicPrice, usdPrice } from '../support/price.ts'
import { type StandInSite, startStandInSite } from '../support/stand-in-site.ts'

const PING = atomicPrice('util/ping')
const MARKDOWN = atomicPrice('web/markdown')

let world: LocalWorld
let site: StandInSite
let app: TestGate
let server: HttpServer
let url: string
let folder: string
/** How many of the next paid answers are lost on their way. */
let losses = 0

beforeAll(async () => {
  folder = installPackedClient()
  ;[world, site] = await Promise.all([startLocalWorld(), startStandInSite()])
  app = await startGate(world.appEnv({ FETCH_ALLOW_TARGETS: site.target }))
  await vi.waitFor(async () => expect((await app.fetch('/v1/util/ping')).status).toBe(402), { timeout: 30_000, interval: 250 })
  server = await serveHttp(app.fetch, (response) => response.status === 200 && losses-- > 0)
  url = server.url
})
afterAll(async () => {
  await server?.stop()
  await app?.close()
  await site?.stop()
  await world?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})
let store: string
beforeEach(async (context) => {
  losses = 0
  store = join(folder, `${context.task.id}.jsonl`)
  await world.facilitator.set({ verify: 'ok', settle: 'ok' })
})

const keys = (): Record<string, string> => ({
  EVM_PRIVATE_KEY: world.buyer.base.privateKey,
  SOLANA_PRIVATE_KEY: world.buyer.solana.secretKeyBase58,
  SOLANA_RPC_URL: world.solana.rpcUrl,
  BASE_RPC_URL: world.base.rpcUrl,
})

type Ran = { code: number; out: string; err: string }

/** Runs a program in the clean folder, knowing nothing of this repository. */
async function run(command: string[], env: Record<string, string>): Promise<Ran> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
      cwd: folder,
      env: { ...childEnv(), NODE_ENV: 'production', HOME: folder, ...env },
      timeout: 250_000,
    })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}
const cli = (...words: string[]) =>
  run(['node_modules/.bin/paid-agent-tools-client', '--store', store, ...words], { ...keys(), PAID_AGENT_TOOLS_URL: url })

const moved = async (rail: Rail, work: () => Promise<unknown>) => {
  const before = (await world.balances())[rail]
  await work()
  return (await world.balances())[rail] - before
}
const events = () =>
  readFileSync(store, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { event: string; transaction?: string })

test('tools needs no server, price no wallet; neither signs anything', async () => {
  const listed = await run(['node_modules/.bin/paid-agent-tools-client', 'tools'], {})
  expect((JSON.parse(listed.out) as unknown[]).length).toBe(tools.length)
  const priced = await run(['node_modules/.bin/paid-agent-tools-client', '--server', url, 'price', 'util/ping'], {})
  expect(JSON.parse(priced.out)).toMatchObject([{ usd: usdPrice('util/ping') }, { usd: usdPrice('util/ping') }])
  expect((await cli('price', 'util/uuid', '--n', '1000')).err).toContain('invalid_input')
})

describe.each(rails)('on %s', (rail) => {
  test('ping and markdown are bought for exactly their price, with receipts', async () => {
    expect(
      await moved(rail, async () => {
        const ping = await cli('--rail', rail, 'call', 'util/ping')
        expect([ping.code, JSON.parse(ping.out)]).toEqual([0, { message: 'pong', time: expect.any(String) }])
        const page = await cli('--rail', rail, 'call', 'web/markdown', '--url', site.url)
        expect([page.code, page.err]).toEqual([0, expect.stringContaining(`Paid $${usdPrice('web/markdown')}`)])
        expect(JSON.parse(page.out)).toMatchObject({ title: 'Paying per call', untrusted: true })
      }),
    ).toBe(PING + MARKDOWN)
    expect(events().map(({ event }) => event)).toEqual(['reserved', 'signed', 'settled', 'reserved', 'signed', 'settled'])
    expect(statSync(store).mode & 0o077).toBe(0)
    const shown = await cli('receipts')
    expect((JSON.parse(shown.out) as { transaction: string }[]).map(({ transaction }) => transaction)).toEqual(
      events().flatMap(({ transaction }) => transaction ?? []),
    )
    expect(JSON.parse((await cli('budget')).out)[0]).toEqual({
      scope: 'session default',
      spentUsd: (Number(PING + MARKDOWN) / 1e6).toFixed(6),
      reservedUsd: '0.000000',
      atRiskUsd: '0.000000',
      capUsd: expect.stringMatching(/^\d+\.\d{6}$/),
    })
    const verified = JSON.parse((await cli('verify')).out) as { verdict: string }[]
    expect(verified.map(({ verdict }) => verdict)).toEqual(['paid', 'paid'])
  })

  test('a call over a cap is refused before anything is signed', async () => {
    const calls = { ...world.facilitator.counters }
    expect(
      await moved(rail, async () => {
        const dear = await cli(
          '--rail',
          rail,
          '--max-per-call',
          String((Number(MARKDOWN) - 1) / 1e6),
          'call',
          'web/markdown',
          '--url',
          site.url,
        )
        expect([dear.code, dear.err]).toEqual([1, expect.stringContaining('SpendCapError')])
      }),
    ).toBe(0n)
    expect([world.facilitator.counters.verify, world.facilitator.counters.settle]).toEqual([calls.verify, calls.settle])
    expect(
      await moved(rail, async () => {
        expect((await cli('--rail', rail, '--max-per-session', '0.0015', 'call', 'util/ping')).code).toBe(0)
        expect((await cli('--rail', rail, '--max-per-session', '0.0015', 'call', 'util/ping')).err).toContain('SpendCapError')
      }),
    ).toBe(PING)
  })

  test('an answer that is lost after its payment landed is fetched with the same payment', async () => {
    losses = 2
    expect(
      await moved(rail, async () => {
        const bought = await cli('--rail', rail, 'call', 'util/ping')
        expect([bought.code, bought.err]).toEqual([0, expect.stringContaining(`Paid $${usdPrice('util/ping')}`)])
      }),
    ).toBe(PING)
    expect(
      events()
        .map(({ event }) => event)
        .filter((event) => event !== 'unknown'),
    ).toEqual(['reserved', 'signed', 'settled'])
  })

  test.each(['lands-then-drops', 'drops-before-landing'] as const)('a settle that %s is paid once', async (mode) => {
    await world.facilitator.set({ settle: { mode, times: 3 } })
    expect(await moved(rail, async () => expect((await cli('--rail', rail, 'call', 'util/ping')).code).toBe(0))).toBe(PING)
  })

  test('a process that ends with a payment in hand leaves it to the next, which does not sign again', async () => {
    const script = join(folder, 'once.mjs')
    writeFileSync(
      script,
      `import { createClient, fileStore } from 'paid-agent-tools-client'
const client = createClient({ server: process.env.URL, rail: ${JSON.stringify(rail)}, attempts: 1, store: fileStore(process.env.STORE),
  keys: { base: process.env.EVM_PRIVATE_KEY, solana: process.env.SOLANA_PRIVATE_KEY, solanaRpcUrl: process.env.SOLANA_RPC_URL } })
try { console.log(JSON.stringify(await client.call('util/uuid', { n: '2' }))) } catch (error) { console.log(error.name); process.exitCode = 3 }
`,
    )
    const env = { ...keys(), URL: url, STORE: store }
    losses = 1
    expect(
      await moved(rail, async () => {
        const lost = await run([script], env)
        expect([lost.code, lost.out.trim()]).toEqual([3, 'SettlementUnknownError'])
        const found = await run([script], env)
        expect([found.code, JSON.parse(found.out).data.uuids]).toEqual([0, expect.any(Array)])
      }),
    ).toBe(PING)
    expect(
      events()
        .map(({ event }) => event)
        .filter((event) => event !== 'unknown'),
    ).toEqual(['reserved', 'signed', 'settled'])
  })
})

test('a failure of the tool is told with its code, and nothing is charged', async () => {
  expect(
    await moved('base', async () => {
      const failed = await cli('--rail', 'base', 'call', 'web/markdown', '--url', new URL('/no-such-page', site.url).href)
      expect([failed.code, JSON.parse(failed.err)]).toEqual([1, expect.objectContaining({ charged: false })])
    }),
  ).toBe(0n)
  expect(events().map(({ event }) => event)).toEqual(['reserved', 'signed', 'answered'])
})
