/** The figures of the landing and status pages are those of the ledger, of the chains, and of what buyers saw, after real calls with failures. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totalLedger } from '../../lib/payments/books/ledger.ts'
import { startMissingPage } from '../../scripts/faults/flood.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startWholeApp, type WholeApp } from '../support/whole-app.ts'

/** FIGURES_CALLS=500 for the long run. */
const CALLS = Number(process.env.FIGURES_CALLS ?? 80)
const AT_ONCE = 5

let world: LocalWorld
let app: WholeApp
let gone: Awaited<ReturnType<typeof startMissingPage>>
beforeAll(async () => {
  world = await startLocalWorld()
  gone = await startMissingPage()
  app = await startWholeApp(world.appEnv({ FETCH_ALLOW_TARGETS: gone.target }))
})
afterAll(async () => {
  await app?.stop()
  gone?.stop()
  await world?.stop()
})

/** `failed`: answers that said that it failed and cost nothing, those before another try included. */
type Seen = { tool: string; status: number; failed: number }
const PATHS = ['/v1/util/ping', '/v1/util/uuid?n=2', '/v1/util/time']
const toolOf = (path: string) => /^\/v1\/([^?]+)/.exec(path)![1]!
const send = (path: string, header: string) => fetch(`${app.url}${path}`, { headers: { 'PAYMENT-SIGNATURE': header } })
const sign = async (path: string, rail: Rail) => world.buyer.signOnce(await fetch(`${app.url}${path}`), rail)

/** Neither failed nor settled yet. */
const OPEN = ['payment_in_flight', 'settlement_unknown']

/** Sends the same payment until its outcome is known. */
async function buy(path: string, rail: Rail): Promise<Seen> {
  const header = await sign(path, rail)
  const one: Seen = { tool: toolOf(path), status: 0, failed: 0 }
  for (let attempt = 0; attempt < 9; attempt += 1) {
    const answer = await send(path, header)
    const { code } = (await answer.json()) as { code?: string }
    one.status = answer.status
    if (answer.status >= 400 && answer.status !== 402 && !OPEN.includes(code ?? '')) one.failed += 1
    if (answer.status !== 409 && answer.status !== 503) break
  }
  return one
}

const isOnChain = async (network: string, transaction: string): Promise<boolean> => {
  if (network === world.base.network)
    return (await world.base.call<{ status: string } | null>('eth_getTransactionReceipt', [transaction]))?.status === '0x1'
  const body = { jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params: [[transaction]] }
  const answer = await fetch(world.solana.rpcUrl, { method: 'POST', body: JSON.stringify(body) })
  const { result } = (await answer.json()) as { result: { value: ({ err: unknown } | null)[] } }
  return result.value[0]?.err === null
}

test('what is shown is what buyers saw, what the ledger holds and what the chains moved', async () => {
  const seen: Seen[] = []
  const missing = `/v1/web/markdown?url=${encodeURIComponent(gone.url)}`
  for (let done = 0; done < CALLS; done += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => {
      const number = done + index
      return buy(number % 6 === 5 ? missing : PATHS[number % PATHS.length]!, rails[number % 2]!)
    })
    seen.push(...(await Promise.all(batch)))
  }
  const faults = [
    { verify: { mode: 'refuse', times: 1 } },
    { settle: { mode: 'refuse', times: 1 } },
    { settle: { mode: 'lands-then-drops', times: 2 } },
    { settle: { mode: 'drops-before-landing', times: 2 } },
  ] as const
  for (const fault of faults) {
    for (const rail of rails) {
      world.facilitator.set(fault)
      seen.push(await buy('/v1/util/ping', rail))
    }
  }
  const settled = seen.filter(({ status }) => status === 200)
  const failed = seen.reduce((sum, one) => sum + one.failed, 0)
  expect(new Set(seen.map(({ status }) => status))).toContain(402)
  expect([settled.length > CALLS / 2, failed > 0]).toEqual([true, true])

  const { base, solana } = await world.balances()
  const ledger = await totalLedger(await app.app.core.database(), {})
  expect(ledger.by_network).toEqual({ [world.base.network]: String(base), [world.solana.network]: String(solana) })
  expect(ledger.settled).toBe(settled.length)

  const status = (await (await fetch(`${app.url}/status.json`)).json()) as {
    last_7_days: { settled: number; failed_uncharged: number }
    last_settled: { network: string; transaction: string }
    tools: { tool: string; last_7_days: { settled: number } | null }[]
  }
  expect(status.last_7_days).toEqual({ settled: settled.length, failed_uncharged: failed })
  for (const { tool, last_7_days } of status.tools)
    expect(last_7_days?.settled ?? 0, tool).toBe(settled.filter((one) => one.tool === tool).length)
  expect(await isOnChain(status.last_settled.network, status.last_settled.transaction)).toBe(true)

  const landing = await (await fetch(`${app.url}/`, { headers: { Accept: 'text/html' } })).text()
  expect(landing).toContain(`<dt>Settled in 7 days</dt><dd><strong>${settled.length}</strong>`)
  expect(landing).toContain(`<dt>Failed, and cost nothing</dt><dd><strong>${failed}</strong>`)
  expect(landing).toContain(status.last_settled.transaction)
})
