/** Blocks that Base takes back: what only they say of a payment gives nothing back, and no second one is signed on it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { word } from '../../clients/typescript/src/guard/chain.ts'
import { guard } from '../../clients/typescript/src/guard/guard.ts'
import { authorizationOf } from '../../clients/typescript/src/guard/payment.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { BRIEFLY, offer, required } from './trick-parts.ts'

const NETWORK = 'eip155:8453'
const START = Date.parse('2026-11-23T12:00:00Z')
const MINUTE = 60_000

let node: HttpServer
let now = START
/** How far behind the newest block the newest safe one is; undefined where the node does not know. */
let unsafeSeconds: number | undefined
/** Nonces that the chain has used, as it stands now. */
let used = new Set<string>()

const block = (ms: number) => ({ number: `0x${Math.floor(ms / 2_000).toString(16)}`, timestamp: `0x${Math.floor(ms / 1000).toString(16)}` })
const answers: Record<string, (params: [never]) => unknown> = {
  eth_chainId: () => '0x2105',
  eth_getBlockByNumber: ([tag]) => {
    if (tag !== 'safe') return block(now)
    return unsafeSeconds === undefined ? undefined : block(now - unsafeSeconds * 1000)
  },
  eth_call: ([{ data }]: [{ data: string }]) => `0x${(used.has(data.slice(-64)) ? '1' : '0').padStart(64, '0')}`,
  eth_getLogs: () => [],
}

beforeAll(async () => {
  node = await serveHttp(async (request) => {
    const { method, params } = (await request.json()) as { method: string; params: [never] }
    return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method]!(params) })
  })
})
afterAll(() => node.stop())
beforeEach(() => {
  now = START
  used = new Set()
  unsafeSeconds = 90
})

/** A buyer, and the nonces that its seller, who loses every answer, was handed. */
function buying() {
  const handed: string[] = []
  const paying = guard(
    async (input) => {
      const header = (input as Request).headers.get('PAYMENT-SIGNATURE')
      if (header === null) return new Response(JSON.stringify(required([offer])), { status: 402 })
      handed.push(word(authorizationOf(header)!.nonce))
      throw new Error('the connection was lost')
    },
    { ...BRIEFLY, keys: { base: `0x${'1'.repeat(64)}` }, rpcs: { [NETWORK]: node.url }, now: () => now },
  )
  const buy = () => paying('http://seller.test/').catch((error: Error) => error.name)
  const held = async () => {
    const { spentUsd, atRiskUsd } = (await paying.budget()).session
    return { spentUsd, atRiskUsd }
  }
  return { buy, held, nonces: () => new Set(handed) }
}

const AT_RISK = { spentUsd: '0.000000', atRiskUsd: '0.001000' }
const FREE = { spentUsd: '0.000000', atRiskUsd: '0.000000' }
const SPENT = { spentUsd: '0.001000', atRiskUsd: '0.000000' }

test('a payment that ran out in blocks that are not safe, and lands in those that take their place, is paid once', async () => {
  const { buy, held, nonces } = buying()
  expect(await buy()).toBe('SettlementUnknownError')
  now += 3 * MINUTE
  const before = await held()
  used = nonces()
  await buy()
  expect(nonces().size).toBe(1)
  expect([before, await held()]).toEqual([AT_RISK, SPENT])
})

test('its amount comes back once blocks are safe that it can no longer be in', async () => {
  const { buy, held } = buying()
  await buy()
  now += 5 * MINUTE
  expect(await held()).toEqual(FREE)
})

test('a node that does not say what is safe gives it back after a day of blocks', async () => {
  unsafeSeconds = undefined
  const { buy, held } = buying()
  await buy()
  now += 24 * 60 * MINUTE
  expect(await held()).toEqual(AT_RISK)
  now += 5 * MINUTE
  expect(await held()).toEqual(FREE)
})
