/** A token that the owner of the wallet allowed beside USDC: the chain is asked about that token and no other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTHORIZATION_USED, word } from '../../clients/typescript/src/guard/chain.ts'
import { guard } from '../../clients/typescript/src/guard/guard.ts'
import { authorizationOf } from '../../clients/typescript/src/guard/payment.ts'
import { verifyPayment } from '../../clients/typescript/src/verify/payments.ts'
import { type HttpServer, serveHttp } from '../support/http-server.ts'
import { ask402 } from './bridge-host.ts'
import { BRIEFLY, offer, PATIENTLY, required } from './trick-parts.ts'

const TOKEN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TRANSACTION = `0x${'a'.repeat(64)}`
const NETWORK = 'eip155:8453'
const START = Date.parse('2026-11-23T12:00:00Z')

let node: HttpServer
/** The payment that the node has seen in a block, in that token. */
let landed: { from: string; nonce: string } | undefined
let now = START

const bool = (is: boolean) => `0x${(is ? '1' : '0').padStart(64, '0')}`
const answers: Record<string, (params: [never]) => unknown> = {
  eth_chainId: () => '0x2105',
  eth_getBlockByNumber: () => ({ number: '0x64', timestamp: `0x${Math.floor(now / 1000).toString(16)}` }),
  eth_call: ([{ to }]: [{ to: string }]) => bool(landed !== undefined && to.toLowerCase() === TOKEN.toLowerCase()),
  eth_getLogs: ([{ address }]: [{ address: string }]) =>
    address.toLowerCase() === TOKEN.toLowerCase() ? [{ transactionHash: TRANSACTION }] : [],
  eth_getTransactionReceipt: () => ({
    status: '0x1',
    logs: [
      { address: TOKEN, topics: [AUTHORIZATION_USED, `0x${word(landed!.from)}`, landed!.nonce], data: '0x' },
      {
        address: TOKEN,
        topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${word(landed!.from)}`, `0x${word(offer.payTo)}`],
        data: '0x3e8',
      },
    ],
  }),
}

beforeAll(async () => {
  node = await serveHttp(async (request) => {
    const { method, params } = (await request.json()) as { method: string; params: [never] }
    return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method]!(params) })
  })
})
afterAll(() => node.stop())

test('a payment in it that landed is spent, and not void because USDC has never seen it', async () => {
  const asked = { ...offer, asset: TOKEN.toLowerCase(), extra: { name: 'Other', version: '1' } }
  const rpcs = { [NETWORK]: node.url }
  const paying = guard(
    async (input) => {
      const header = (input as Request).headers.get('PAYMENT-SIGNATURE')
      if (header === null) return new Response(JSON.stringify(required([asked])), { status: 402 })
      landed = authorizationOf(header)
      return ask402()
    },
    { ...BRIEFLY, ...PATIENTLY, keys: { base: `0x${'1'.repeat(64)}` }, assets: { [NETWORK]: [TOKEN] }, rpcs, now: () => now },
  )
  expect((await paying('http://seller.test/')).status).toBe(402)
  now += 3_600_000
  expect((await paying.budget()).session).toEqual({ spentUsd: '0.001000', reservedUsd: '0.000000', atRiskUsd: '0.000000' })
  const [payment] = (await paying.book()).payments.values()
  expect([payment!.state, payment!.settled]).toEqual(['settled', expect.objectContaining({ transaction: TRANSACTION, by: 'chain' })])
  expect(await verifyPayment(payment!, rpcs)).toEqual({ verdict: 'paid', detail: `1000 atomic units moved to ${offer.payTo}` })
})
