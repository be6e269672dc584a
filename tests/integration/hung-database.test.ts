/** A database that neither answers nor hangs up, before and after money moved: every call ends in time, and nobody is charged for nothing. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BESIDE_HANDLER_MS } from '../../lib/payments/sale/time.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { type FrozenProxy, startFrozenProxy } from '../support/frozen-proxy.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { atomicPrice } from '../support/price.ts'
import { requires } from '../support/requires.ts'

const PING = '/v1/util/ping'
const PRICE = atomicPrice('util/ping')

requires('postgres')('a database that hangs', () => {
  let world: LocalWorld
  let postgres: TestPostgres
  let proxy: FrozenProxy
  let app: TestGate
  let ping: Tool
  beforeAll(async () => {
    world = await startLocalWorld()
    postgres = await startPostgres()
    const url = new URL(postgres.url)
    proxy = await startFrozenProxy(Number(url.port))
    url.port = String(proxy.port)
    app = await startGate(world.appEnv({ DATABASE_URL: url.href, FACILITATOR_VERIFY_TIMEOUT_MS: '10000' }))
    ping = (await import('../../lib/tools/registry.ts')).toolByPath.get(PING)!
    await vi.waitFor(async () => expect((await pay(await sign('base'))).status).toBe(200), { timeout: 60_000, interval: 500 })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    proxy.thaw()
  })
  afterAll(async () => {
    await app?.close()
    await proxy?.stop()
    await postgres?.stop()
    await world?.stop()
  })
  const sign = async (rail: (typeof rails)[number]) => world.buyer.signOnce(await app.fetch(PING), rail)
  const pay = (header: string) => app.fetch(PING, { headers: { 'PAYMENT-SIGNATURE': header } })
  const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code

  test('before anything ran: 503 in time, uncharged; and once it answers again the same payment is sold', async () => {
    const header = await sign('base')
    const before = await world.balances()
    world.facilitator.resetCounters()
    proxy.freeze()
    const started = performance.now()
    const answers = await Promise.all([pay(header), pay(await sign('solana')), pay(header)])
    expect(performance.now() - started).toBeLessThan(BESIDE_HANDLER_MS)
    for (const answer of answers) expect([answer.status, await codeOf(answer)]).toEqual([503, 'payment_store_unavailable'])
    expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
    expect(await world.balances()).toEqual(before)
    proxy.thaw()
    await vi.waitFor(async () => expect((await pay(header)).status).toBe(200), { timeout: 60_000, interval: 1_000 })
  })

  test.each(rails)('from the handler on, on %s: nothing is settled that cannot be kept', async (rail) => {
    const header = await sign(rail)
    const before = (await world.balances())[rail]
    const run = ping.run
    vi.spyOn(ping, 'run').mockImplementation((...args: Parameters<Tool['run']>) => {
      proxy.freeze()
      return run(...args)
    })
    const answer = await pay(header)
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'payment_store_unavailable'])
    expect((await world.balances())[rail]).toBe(before)
  })

  test.each(rails)(
    'after the settlement, on %s: the buyer has the answer within the call’s time, and again once it answers',
    async (rail) => {
      const header = await sign(rail)
      const before = (await world.balances())[rail]
      const afterSettle = (step: string) => () => {
        if (step === 'settle') proxy.freeze()
      }
      app.core.listeners.spans.add(afterSettle)
      const started = performance.now()
      const answer = await pay(header)
      expect(answer.status).toBe(200)
      expect(performance.now() - started).toBeLessThan(BESIDE_HANDLER_MS)
      expect((await world.balances())[rail] - before).toBe(PRICE)
      const body = await answer.text()
      app.core.listeners.spans.delete(afterSettle)
      proxy.thaw()
      await vi.waitFor(
        async () => {
          const again = await pay(header)
          expect([again.status, await again.text()]).toEqual([200, body])
        },
        { timeout: 90_000, interval: 2_000 },
      )
      expect((await world.balances())[rail] - before).toBe(PRICE)
    },
  )

  test('a connection that went silent is given up, and closing waits for none', async () => {
    const database = await app.core.database()
    proxy.freeze()
    const frozen = performance.now()
    await Promise.all([
      expect(database.query('select 1')).rejects.toThrow(/timeout/i),
      expect(database.tx((tx) => tx.query('select 1'))).rejects.toThrow(/timeout/i),
    ])
    const givenUp = performance.now()
    await app.core.closeDatabase()
    expect(performance.now() - givenUp).toBeLessThan(givenUp - frozen)
    proxy.thaw()
    expect(await (await app.core.database()).query('select 1 as one')).toEqual([{ one: 1 }])
  })
})
