/** A thousand hostile calls of one wallet at one address, over both transports and two processes: what they cost is bounded, and a good buyer beside them is served. */
import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../lib/db/index.ts'
import { ApiError } from '../../lib/errors.ts'
import { storeResult, takeClaim, UNPAID, unpaidBudget } from '../../lib/payments/books/claims.ts'
import { recordSettled } from '../../lib/payments/books/ledger.ts'
import { toolByPath } from '../../lib/tools/registry.ts'
import { type Buyer, createBuyer, type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment, readPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { callOverMcp } from '../support/mcp-call.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

const PING = '/v1/util/ping'
const UUID = '/v1/util/uuid'
const CALLS = 1_000
/** Payments a minute that do not verify, per address or payer and process, with a limit of 600. */
const UNVERIFIED = 60
/** How many minutes' budgets there have been since a moment of `performance.now()`: a slow machine takes longer than one. */
const budgetsSince = (start: number): number => 1 + Math.floor((performance.now() - start) / 60_000)

requires('postgres')('hostile calls on two processes', () => {
  let world: LocalWorld
  let postgres: TestPostgres
  const gates: TestGate[] = []
  beforeAll(async () => {
    world = await startLocalWorld()
    postgres = await startPostgres()
    for (const _ of [1, 2])
      gates.push(
        await startGate(world.appEnv({ DATABASE_URL: postgres.url, RATE_LIMIT_PER_MINUTE: '600', FACILITATOR_VERIFY_TIMEOUT_MS: '20000' })),
      )
    for (const gate of gates)
      await vi.waitFor(async () => expect((await pay(gate, await sign('base', world.buyer, PING), PING)).status).toBe(200), {
        timeout: 60_000,
        interval: 500,
      })
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    for (const gate of gates) await gate.close()
    await postgres?.stop()
    await world?.stop()
  })
  let asked = 0
  const call = (gate: TestGate, path: string, headers: Record<string, string>, ip: string) =>
    gate.fetch(path, { headers: { 'x-tools-client-ip': ip, ...headers } })
  // Offers are asked for at other addresses, so that the free calls of the hostile one are not what stops it.
  const offers = new Map<string, string>()
  const sign = async (rail: Rail, buyer: Buyer, path: string) => {
    asked += 1
    const offer = offers.get(path) ?? (await call(gates[0]!, path, {}, `203.0.113.${asked % 250}`)).headers.get('PAYMENT-REQUIRED')
    return buyer.signOnce(offer ?? '', rail)
  }
  const pay = (gate: TestGate, header: string, path: string, ip = '198.51.100.1') => call(gate, path, { 'PAYMENT-SIGNATURE': header }, ip)
  const stranger = () => createBuyer(world.base, world.solana)
  const count = async (table: 'ledger' | 'claims') =>
    Number((await (await gates[0]!.core.database()).query<{ n: string }>(`select count(*) as n from ${table}`))[0]!.n)
  const fails = () =>
    vi
      .spyOn(toolByPath.get(UUID)!, 'run')
      .mockRejectedValue(new ApiError('upstream_failed', 'Its source failed.', { retryAfterSeconds: 1 }))

  test.each(rails)(
    'on %s: facilitator calls, runs and rows stay within the budgets, and a good buyer at the address is served',
    async (rail) => {
      const [hostile, good] = [await stranger(), await stranger()]
      const ip = rail === 'base' ? '192.0.2.1' : '192.0.2.2'
      expect((await pay(gates[0]!, await sign(rail, good, PING), PING, ip)).status).toBe(200)
      const run = fails()
      world.facilitator.resetCounters()
      const start = performance.now()
      const before = { ledger: await count('ledger'), claims: await count('claims') }
      let goodCalls = 0
      // Forging spoils a signature, so all that is forged is made of one.
      const forgedFrom = await sign(rail, hostile, UUID)
      const hostileCall = async (index: number) => {
        const header = index % 4 === 1 ? forgedFrom : await sign(rail, hostile, UUID)
        const bad = [
          header,
          editPayment(header, ({ payload }) => {
            if (rail === 'base') Object.assign(payload.authorization as object, { nonce: `0x${String(index).padStart(64, '0')}` })
            else {
              const wire = Buffer.from(String(payload.transaction), 'base64')
              wire.writeUInt32LE(index, wire.length - 8)
              payload.transaction = wire.toString('base64')
            }
          }),
          editPayment(header, ({ accepted }) => void Object.assign(accepted, { amount: '1' })),
          header,
        ][index % 4]!
        const gate = gates[(index >> 1) % 2]!
        if (index % 3 === 0) {
          const { isError } = await callOverMcp(gate.core, 'util_uuid', {}, readPayment(bad), ip)
          expect(isError).toBe(true)
        } else expect((await pay(gate, bad, UUID, ip)).status).not.toBe(200)
      }
      for (let done = 0; done < CALLS; done += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, index) => hostileCall(done + index)))
        goodCalls += 1
        const gate = gates[goodCalls % 2]!
        // A call that a busy machine cannot settle in its time is free, and no refusal.
        let answer = await pay(gate, await sign(rail, good, PING), PING, ip)
        while (answer.status === 504) answer = await pay(gate, await sign(rail, good, PING), PING, ip)
        expect([done, answer.status]).toEqual([done, 200])
      }
      const minutes = Math.max(2, budgetsSince(start))
      const verifies = world.facilitator.counters.verify - goodCalls
      expect(run.mock.calls.length).toBeLessThanOrEqual(UNPAID.free)
      // The address's own, and the wallet's own beyond it, in each process; a minute may turn while this runs, and on a slow machine several do.
      expect(verifies).toBeLessThanOrEqual(2 * 2 * minutes * UNVERIFIED)
      expect((await count('ledger')) - before.ledger - goodCalls).toBeLessThanOrEqual(verifies)
      // What was refused stays for a day, for its copies: as many as may come, by the address's own budget.
      expect((await count('claims')) - before.claims - goodCalls).toBeLessThanOrEqual(2 * 2 * minutes * UNVERIFIED)
      expect(world.facilitator.counters.settle).toBe(goodCalls)
    },
  )

  test('a burst over two processes gets no more runs than one', async () => {
    const hostile = await stranger()
    const headers = await Promise.all(Array.from({ length: 40 }, () => sign('base', hostile, UUID)))
    const run = fails()
    await Promise.all(headers.map((header, index) => pay(gates[index % 2]!, header, UUID, '192.0.2.3')))
    expect(run.mock.calls.length).toBeLessThanOrEqual(UNPAID.free)
  })

  test('a burst of a payer who has paid is bounded over both too', async () => {
    const hostile = await stranger()
    expect((await pay(gates[0]!, await sign('base', hostile, PING), PING, '192.0.2.6')).status).toBe(200)
    const headers = await Promise.all(Array.from({ length: 100 }, () => sign('base', hostile, UUID)))
    const run = vi.spyOn(toolByPath.get(UUID)!, 'run').mockImplementation(async () => {
      // So long that all of them are under way at once.
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      throw new ApiError('upstream_failed', 'Its source failed.', { retryAfterSeconds: 1 })
    })
    await Promise.all(headers.map((header, index) => pay(gates[index % 2]!, header, UUID, '192.0.2.6')))
    expect(run.mock.calls.length).toBeLessThanOrEqual(unpaidBudget(1) + UNPAID.free)
  })

  test.each(rails)('one transaction pays for one of many payments whose settlements name it at once, on %s', async (rail) => {
    const buyer = await stranger()
    for (let round = 0; round < 3; round += 1) {
      const headers = await Promise.all(Array.from({ length: 8 }, () => sign(rail, buyer, PING)))
      const transaction = rail === 'base' ? `0x${randomBytes(32).toString('hex')}` : base58.encode(randomBytes(64))
      world.facilitator.set({ settleSays: { answer: { success: true, transaction }, lands: false } })
      const answers = await Promise.all(headers.map((header, index) => pay(gates[index % 2]!, header, PING, `198.51.100.${10 + index}`)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 503)])
    }
    world.facilitator.set({ settleSays: null })
  })

  test('also where the first is not yet written when the second is', async () => {
    const [first, second] = await Promise.all(gates.map(({ core }) => core.database()))
    const settling = async (books: Database) => {
      const key = randomBytes(8).toString('hex')
      const terms = { tool: 't', network: 'n', amount: '1', leaseMs: 60_000 }
      const request = { fingerprint: 'f', identifier: null, bound: 'b', isTicketed: true, requestId: 'r', payer: key, ...terms }
      const took = await takeClaim(books, { ...request, key })
      if (took.kind !== 'owned') throw new Error(took.kind)
      const owned = { key, owner: took.owner }
      const payment = { payload: {} as never, requirements: {} as never }
      await storeResult(books, owned, { body: '{}', payer: null, payment, verifyMs: 1, handlerMs: 1, leaseMs: 60_000 })
      return owned
    }
    const [one, other] = [await settling(first!), await settling(second!)]
    const settlement = { success: true, transaction: `0x${randomBytes(32).toString('hex')}`, network: 'eip155:8453' } as const
    let late: Promise<boolean> | undefined
    await first!.tx(async (tx) => {
      expect(await recordSettled(tx, one, settlement, 1, 'facilitator')).toBe(true)
      late = recordSettled(second!, other, settlement, 1, 'facilitator')
      await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 300))])
    })
    expect(await late).toBe(false)
    // The chain may show that it carries both.
    expect(await recordSettled(second!, other, settlement, 1, 'chain')).toBe(true)
  })

  test('wallets that sign and hold nothing share what an address may have verified', async () => {
    world.facilitator.resetCounters()
    const start = performance.now()
    const poor = await Promise.all(Array.from({ length: 150 }, () => createBuyer(world.base, world.solana, { fundsAtomic: 0n })))
    for (const buyer of poor) await pay(gates[0]!, await sign('base', buyer, PING), PING, '192.0.2.4')
    expect(world.facilitator.counters.verify).toBeLessThanOrEqual(Math.max(2, budgetsSince(start)) * UNVERIFIED)
    expect((await pay(gates[0]!, await sign('base', world.buyer, PING), PING, '192.0.2.4')).status).toBe(200)
  })

  test('what makes a facilitator fall silent is bounded too, and an outage is no reason to refuse others at the address', async () => {
    const header = await sign('base', world.buyer, PING)
    world.facilitator.set({ verify: '500' })
    world.facilitator.resetCounters()
    const start = performance.now()
    for (let index = 0; index < 150; index += 1) {
      const forged = editPayment(header, ({ payload }) => {
        Object.assign(payload.authorization as object, { nonce: `0x${String(index).padStart(64, '1')}` })
      })
      await pay(gates[0]!, forged, PING, '192.0.2.5')
    }
    expect(world.facilitator.counters.verify).toBeLessThanOrEqual(budgetsSince(start) * UNVERIFIED)
    world.facilitator.set({ verify: 'ok' })
    expect((await pay(gates[0]!, header, PING, '192.0.2.5')).status).toBe(200)
  })
})
