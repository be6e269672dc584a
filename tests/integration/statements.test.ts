/** How often the store is asked: what a paid call costs beside its tool. An unpaid one asks nothing at all. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Buyer, createBuyer, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'

const PING = '/v1/util/ping'
let world: LocalWorld
let app: TestGate
let asked: string[] = []

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  await vi.waitFor(async () => expect((await pay(await sign('base'))).status).toBe(200), { timeout: 60_000, interval: 500 })
  for (const rail of rails) expect((await pay(await sign(rail))).status).toBe(200)
  const database = await app.core.database()
  for (const name of ['query', 'run'] as const) {
    const real = database[name].bind(database) as (text: string, params?: unknown[]) => Promise<never>
    vi.spyOn(database, name).mockImplementation((text: string, params?: unknown[]) => {
      asked.push(text.trim().split('\n')[0]!)
      return real(text, params)
    })
  }
  vi.spyOn(database, 'tx').mockImplementation(() => Promise.reject(new Error('a sale takes no transaction')))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app?.close()
  await world?.stop()
})
const sign = async (rail: (typeof rails)[number], buyer: Buyer = world.buyer) => buyer.signOnce(await app.fetch(PING), rail)
const pay = (header: string) => app.fetch(PING, { headers: { 'PAYMENT-SIGNATURE': header } })
const during = async (work: () => Promise<unknown>) => {
  asked = []
  await work()
  return asked.length
}

test.each(rails)('a paid call on %s: the claim, the answer, the books', async (rail) => {
  const header = await sign(rail)
  expect(await during(async () => expect((await pay(header)).status).toBe(200))).toBe(3)
  // The claim that finds it taken, and what was stored.
  expect(await during(async () => expect((await pay(header)).status).toBe(200))).toBe(3)
})

test.each(rails)('the first paid call of a wallet on %s: room for a run that may end unpaid, taken and given back', async (rail) => {
  const header = await sign(rail, await createBuyer(world.base, world.solana))
  expect(await during(async () => expect((await pay(header)).status).toBe(200))).toBe(5)
})

test('an unpaid call asks nothing', async () => {
  expect(await during(async () => expect((await app.fetch(PING)).status).toBe(402))).toBe(0)
})

test('a payment that fits no offer is looked up and refused; one that does not verify takes a claim, which is refused', async () => {
  const header = await sign('base')
  const misfit = editPayment(header, ({ accepted }) => void Object.assign(accepted, { amount: '1' }))
  expect(await during(async () => expect((await pay(misfit)).status).toBe(402))).toBe(3)
  const forged = editPayment(header, ({ payload }) => {
    Object.assign(payload.authorization as object, { nonce: `0x${'12'.repeat(32)}` })
  })
  expect(await during(async () => expect((await pay(forged)).status).toBe(402))).toBe(3)
})
