/** A till whose facilitator has two fee payers on Solana, and whose settings name no node for settlements. */
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refreshOffers } from '../../lib/payments/offer/offers.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { atomicPrice } from '../support/price.ts'

const PING = '/v1/util/ping'
let world: LocalWorld
let app: TestGate

beforeAll(async () => {
  world = await startLocalWorld({ feePayers: 2 })
  const { SETTLE_BASE_RPC_URL, SETTLE_SOLANA_RPC_URL, ...settings } = world.appEnv()
  app = await startGate({ ...settings, BASE_RPC_URLS: SETTLE_BASE_RPC_URL!, SOLANA_RPC_URLS: SETTLE_SOLANA_RPC_URL! })
  await vi.waitFor(async () => expect((await pay(await sign('base'))).status).toBe(200), { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
const offer = async () => (await app.fetch(PING)).headers.get('PAYMENT-REQUIRED')!
const sign = async (rail: Rail) => world.buyer.signOnce(await offer(), rail)
const pay = (header: string) => app.fetch(PING, { headers: { 'PAYMENT-SIGNATURE': header } })
const feePayerOf = (header: string) =>
  decodePaymentRequiredHeader(header).accepts.find(({ network }) => network === world.solana.network)!.extra.feePayer
/** The offer as another process may have made it. */
const withFeePayer = (header: string, feePayer: string) => {
  const required = decodePaymentRequiredHeader(header)
  for (const entry of required.accepts) if (entry.network === world.solana.network) entry.extra.feePayer = feePayer
  return Buffer.from(JSON.stringify(required)).toString('base64')
}

test('the fee payer of the offer stays the same, whichever the facilitator names', async () => {
  const offered = new Set([feePayerOf(await offer())])
  for (let count = 0; count < 12; count += 1) {
    await refreshOffers(app.core)
    offered.add(feePayerOf(await offer()))
  }
  expect(offered.size).toBe(1)
})

test('a payment for either is sold, and one for a stranger is not even verified', async () => {
  expect(world.facilitator.feePayers).toHaveLength(2)
  for (const feePayer of world.facilitator.feePayers) {
    const header = await world.buyer.signOnce(withFeePayer(await offer(), feePayer), 'solana')
    expect([feePayer, (await pay(header)).status]).toEqual([feePayer, 200])
  }
  world.facilitator.resetCounters()
  const stranger = await world.buyer.signOnce(withFeePayer(await offer(), world.buyer.solana.address), 'solana')
  expect((await pay(stranger)).status).toBe(402)
  expect(world.facilitator.counters.verify).toBe(0)
})

test.each(rails)('a settlement that nobody confirmed is looked up at the nodes that there are, on %s', async (rail) => {
  world.facilitator.set({ settle: 'lands-then-drops' })
  const before = (await world.balances())[rail]
  expect((await pay(await sign(rail))).status).toBe(200)
  expect((await world.balances())[rail] - before).toBe(atomicPrice('util/ping'))
  world.facilitator.set({ settle: 'ok' })
})

test('ledger and chains are compared by the nodes that there are, one after the other', async () => {
  const { findDrift } = await import('../../lib/payments/books/drift.ts')
  const { BASE_RPC_URLS, SOLANA_RPC_URLS } = app.core.env
  const dead = 'http://127.0.0.1:9'
  const env = { ...app.core.env, BASE_RPC_URLS: [dead, ...BASE_RPC_URLS], SOLANA_RPC_URLS: [dead, ...SOLANA_RPC_URLS] }
  const options = { lagMs: -3_600_000, windowMs: 24 * 3_600_000 }
  const books = await app.core.database()
  const agreed = await findDrift(books, env, options)
  expect(agreed).toMatchObject({ checked: [world.base.network, world.solana.network], differences: [] })
  expect(agreed.transfers).toBeGreaterThan(2)
  await expect(findDrift(books, { ...env, SOLANA_RPC_URLS: [dead] }, options)).rejects.toThrow()
})
