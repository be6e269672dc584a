/** SIGTERM while payments are in hand: each is finished, none is doubled, and the process ends in time. */
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { associatedTokenAccount } from '../../lib/chain/solana-address.ts'
import { openDatabase } from '../../lib/db/index.ts'
import { totalLedger } from '../../lib/payments/books/ledger.ts'
import { rails as railDefinitions } from '../../lib/payments/protocol/networks.ts'
import { readChains } from '../../scripts/faults/chain-truth.ts'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { readPayment } from '../local/payment-variants.ts'
import { dataFolder } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import type { Exit } from '../support/tied-process.ts'

const CALLS = 50
/** 45 s for what is in hand and 15 s to close. */
const LIMIT_MS = 60_000
/**
 * On a busy machine our own facilitator takes its time over fifty payments at once: a verify may have it, and a settlement as little of a call's
 * time as will do, since a call that has less left begins none.
 */
const PATIENT = { FACILITATOR_VERIFY_TIMEOUT_MS: '40000', FACILITATOR_SETTLE_TIMEOUT_MS: '18000' }

let world: LocalWorld
let server: Server
const folder = await dataFolder('drain')
const agent = new Agent({ keepAlive: true, maxSockets: CALLS })
/** Whoever asks beside the calls waits for none of their connections. */
const beside = new Agent({ keepAlive: true })

type Answer = { status: number | 'lost'; connection: string | undefined; body: string; code?: string }

/** One call over a kept connection. */
const get = (path: string, via: Agent, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve) => {
    const outgoing = request(`${server.url}${path}`, { agent: via, headers }, async (incoming) => {
      let body = ''
      for await (const chunk of incoming.setEncoding('utf8')) body += chunk
      resolve({ status: incoming.statusCode!, connection: incoming.headers.connection, body })
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: 'lost', connection: undefined, body: '', code: error.code ?? '' }),
    )
    outgoing.end()
  })

beforeAll(async () => {
  world = await startLocalWorld()
  server = await startServer({
    env: world.appEnv({ DATA_DIR: folder, BASE_URL: 'http://tools.test', JOBS_DRIVER: 'off', ...PATIENT }),
    logFile: join(folder, 'server.log'),
  })
})
afterAll(async () => {
  agent.destroy()
  beside.destroy()
  await server?.stop()
  await world?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('fifty paid calls in hand at SIGTERM are all answered and settled once, and the process ends in time', async () => {
  const headers: string[] = []
  for (let index = 0; index < CALLS; index += 1) {
    const offer = await fetch(`${server.url}/v1/util/uuid?n=2`)
    headers.push(await world.buyer.signOnce(offer, rails[index % 2]!))
  }
  const verified = world.facilitator.counters.verify
  let said: { ready: Answer; paid: Answer } | undefined
  // All are in hand when the signal comes, and until it was heard, however long that takes.
  world.facilitator.set({ verify: 'slow', slowMs: 0 })
  world.facilitator.slowUntil = () => said !== undefined
  const calls = headers.map((header) => get('/v1/util/uuid?n=2', agent, { 'PAYMENT-SIGNATURE': header }))
  while (world.facilitator.counters.verify - verified < CALLS) await sleep(5)

  const ended: Promise<Exit> = server.stop(LIMIT_MS)
  // What comes now: told to go elsewhere, uncharged, until nobody listens any more.
  while (!said) {
    const [ready, paid] = await Promise.all([get('/readyz', beside), get('/v1/util/uuid?n=9', beside)])
    if (ready.status === 503 && paid.status === 503) said = { ready, paid }
    // A kept connection that the drain closes under a request is lost; whoever asks again is answered for as long as anyone listens.
    if (ready.code === 'ECONNREFUSED') break
  }
  const answers = await Promise.all(calls)
  const exit = await ended

  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(CALLS)
  expect(new Set(answers.map(({ connection }) => connection))).toEqual(new Set(['close']))
  expect(said?.ready.body).toContain('this process is stopping')
  expect(said?.ready.connection).toBe('close')
  expect(JSON.parse(said!.paid.body)).toMatchObject({ code: 'unavailable', retryable: true, charged: false })
  expect(said?.paid.connection).toBe('close')
  expect(exit.code).toBe(0)
  expect((await get('/healthz', beside)).code).toBe('ECONNREFUSED')

  const usdc = railDefinitions.base.assets[world.base.network]!.address as `0x${string}`
  const mint = railDefinitions.solana.assets[world.solana.network]!.address
  const truth = await readChains(world, usdc, associatedTokenAccount(world.payTo.solana, mint))
  expect(headers.map((header) => truth.settledTimes(header))).toEqual(headers.map(() => 1))
  const store = await openDatabase({ dataDir: folder })
  const ledger = await totalLedger(store, {})
  await store.close()
  expect(ledger).toMatchObject({ settled: CALLS, settled_micro_usd: String(truth.totals.base + truth.totals.solana) })
})

test('sales over MCP whose clients have left are finished before the process ends', async () => {
  const dataDir = await dataFolder('drain-mcp')
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const other = await startServer({
    env: world.appEnv({ DATA_DIR: dataDir, BASE_URL: 'http://tools.test', JOBS_DRIVER: 'off', ...PATIENT }),
    logFile: join(folder, 'mcp.log'),
  })
  const headers: string[] = []
  for (const rail of [...rails, ...rails]) headers.push(await world.buyer.signOnce(await fetch(`${other.url}/v1/util/uuid`), rail))
  const verified = world.facilitator.counters.verify
  let isAsked = false
  world.facilitator.set({ verify: 'slow', slowMs: 0 })
  world.facilitator.slowUntil = () => isAsked
  const leaving = new AbortController()
  const calls = headers.map((header) =>
    fetch(`${other.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'util_uuid', arguments: {}, _meta: { 'x402/payment': readPayment(header) } },
      }),
      signal: leaving.signal,
    }).catch((error: Error) => error.name),
  )
  while (world.facilitator.counters.verify - verified < headers.length) await sleep(5)
  leaving.abort()
  expect(await Promise.all(calls)).toEqual(headers.map(() => 'AbortError'))
  const ended = other.stop(LIMIT_MS)
  isAsked = true
  const exit = await ended
  expect(exit.code).toBe(0)

  const usdc = railDefinitions.base.assets[world.base.network]!.address as `0x${string}`
  const mint = railDefinitions.solana.assets[world.solana.network]!.address
  const truth = await readChains(world, usdc, associatedTokenAccount(world.payTo.solana, mint))
  expect(headers.map((header) => truth.settledTimes(header))).toEqual(headers.map(() => 1))
  const store = await openDatabase({ dataDir })
  const states = await store.query<{ state: string }>('select state from claims')
  await store.close()
  expect(states.map(({ state }) => state)).toEqual(headers.map(() => 'settled'))
})
