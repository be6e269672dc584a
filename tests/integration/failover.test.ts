/** Two facilitators, of which one dies, hangs or loses its words: who may take over, and who may not, so that nobody pays twice. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isDown } from '../../lib/payments/facilitator/health.ts'
import { type LocalFacilitator, startFacilitator } from '../local/facilitator.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startGate, type TestGate } from '../support/gate.ts'

/** Longer than a busy machine takes for any of this. */
const VERIFY_MS = 20_000

let world: LocalWorld
let [one, two]: LocalFacilitator[] = []
let app: TestGate
beforeAll(async () => {
  world = await startLocalWorld()
  one = world.facilitator
  two = await startFacilitator(world.base, world.solana)
})
afterAll(async () => {
  await two?.stop()
  await world?.stop()
})
beforeEach(async () => {
  const { FACILITATOR_URL: _, ...env } = world.appEnv({
    FACILITATORS: JSON.stringify([{ url: one!.url }, { url: two!.url }]),
    FACILITATOR_VERIFY_TIMEOUT_MS: String(VERIFY_MS),
  })
  app = await startGate(env)
  const { refreshOffers } = await import('../../lib/payments/offer/offers.ts')
  await refreshOffers(app.core)
  for (const each of [one!, two!]) each.resetCounters()
})
afterEach(async () => {
  for (const each of [one!, two!]) {
    await each.up()
    each.set({ supported: 'ok', verify: 'ok', settle: 'ok', settleSays: null })
  }
  await app.close()
})

type Rail = 'base' | 'solana'
const feePayer = async (): Promise<string> => {
  const offer = (await app.fetch('/v1/util/ping')).headers.get('PAYMENT-REQUIRED')!
  const { accepts } = JSON.parse(Buffer.from(offer, 'base64').toString()) as { accepts: { extra: { feePayer?: string } }[] }
  return accepts.find(({ extra }) => extra.feePayer)!.extra.feePayer!
}
const sign = async (rail: Rail) => world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
const pay = async (header: string) => {
  const answer = await app.fetch('/v1/util/ping', { headers: { 'PAYMENT-SIGNATURE': header } })
  return [answer.status, answer.status === 200 ? undefined : ((await answer.json()) as { code?: string }).code]
}
const buy = async (rail: Rail) => pay(await sign(rail))
const books = async () => {
  const store = await app.core.database()
  return store.query<{ state: string; facilitator: string }>('select state, facilitator from claims order by created_at desc')
}
/** What the work moved to us, in atomic units. */
const moved = async (rail: Rail, work: () => Promise<unknown>): Promise<bigint> => {
  const before = (await world.balances())[rail]
  await work()
  return (await world.balances())[rail] - before
}

test.each(['base', 'solana'] as const)('%s: both well, the first one sells, and its fee payer is offered', async (rail) => {
  expect(await buy(rail)).toEqual([200, undefined])
  expect([one!.counters.settle, two!.counters.settle]).toEqual([1, 0])
  expect(await feePayer()).toBe(one!.addresses.solana)
  expect(await books()).toMatchObject([{ state: 'settled', facilitator: one!.url }])
})

test('the first is dead: a payment on Base is sold by the other, a Solana buyer who signed for the dead one is not charged, and new offers name the living', async () => {
  const [base, solana] = [await sign('base'), await sign('solana')]
  await one!.down()
  expect(await pay(base)).toEqual([200, undefined])
  expect(await moved('solana', async () => expect(await pay(solana)).toEqual([503, 'facilitator_unavailable']))).toBe(0n)
  expect(two!.counters.verify).toBe(1)
  expect(await feePayer()).toBe(two!.addresses.solana)
  expect(await buy('solana')).toEqual([200, undefined])
  await one!.up()
  expect(await pay(solana)).toEqual([200, undefined])
})

test('the first hangs: nobody waits for it longer than a verify takes, and it is passed over', async () => {
  one!.set({ verify: 'hang', settle: 'hang', supported: 'hang' })
  // Its pause is not over before the second purchase, however long that takes.
  vi.spyOn(app.core, 'uptime').mockReturnValue(app.core.uptime())
  const startedAt = performance.now()
  expect(await buy('base')).toEqual([200, undefined])
  expect(performance.now() - startedAt).toBeLessThan(VERIFY_MS)
  expect(isDown(app.core, one!.url, world.base.network)).toBe(true)
  expect(await buy('base')).toEqual([200, undefined])
  expect(one!.counters.verify).toBe(1)
})

test('it says no: that is its word, and no other is asked', async () => {
  one!.set({ verify: 'refuse' })
  expect((await buy('base'))[0]).toBe(402)
  expect(two!.counters.verify).toBe(0)
})

test('Base, its settlement landed and its word was lost: the other is asked with the same authorization, and the chain takes it once', async () => {
  one!.set({ settle: 'lands-then-drops' })
  const paid = await moved('base', async () => expect(await buy('base')).toEqual([200, undefined]))
  expect(paid).toBe(1_000n)
  expect([one!.counters.settle, two!.counters.settle]).toEqual([1, 1])
})

test('Base, it dropped the settlement before it landed: the other lands it', async () => {
  one!.set({ settle: 'drops-before-landing' })
  const paid = await moved('base', async () => expect(await buy('base')).toEqual([200, undefined]))
  expect([paid, one!.counters.landed, two!.counters.landed]).toEqual([1_000n, 0, 1])
})

test('Solana, its word was lost: nobody else is ever asked to settle it, and the same payment ends well', async () => {
  one!.set({ settle: { mode: 'drops-before-landing', times: 2 } })
  const header = await sign('solana')
  const paid = await moved('solana', async () => {
    expect(await pay(header)).toEqual([503, 'settlement_unknown'])
    await expect.poll(() => pay(header), { interval: 200 }).toEqual([200, undefined])
    expect(await pay(header)).toEqual([200, undefined])
  })
  expect([paid, two!.counters.settle, two!.counters.landed]).toEqual([1_000n, 0, 0])
})

test('a settle that fails is not forgiven for a verify that works; it is tried again after its pause, and taken back', async () => {
  one!.set({ settle: { mode: 'drop', times: 1 } })
  const clock = vi.spyOn(app.core, 'uptime').mockReturnValue(app.core.uptime())
  expect(await buy('base')).toEqual([200, undefined])
  expect(isDown(app.core, one!.url, world.base.network)).toBe(true)
  clock.mockRestore()
  const settles = one!.counters.settle
  await vi.waitFor(
    async () => {
      expect(await buy('base')).toEqual([200, undefined])
      expect(one!.counters.settle).toBeGreaterThan(settles)
    },
    { timeout: 60_000, interval: 500 },
  )
  expect(isDown(app.core, one!.url, world.base.network)).toBe(false)
})

test('both are away: 503 and uncharged; whoever comes back first sells it', async () => {
  const header = await sign('base')
  await one!.down()
  await two!.down()
  expect(await pay(header)).toEqual([503, 'facilitator_unavailable'])
  await two!.up()
  expect(await pay(header)).toEqual([200, undefined])
})
