/** Floods, odd clocks and stores that hang: what strangers may cost is bounded, and a good buyer beside them is served throughout. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../lib/core.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { type Buyer, createBuyer, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'

const PING = '/v1/util/ping'
const UUID = '/v1/util/uuid'
let world: LocalWorld
let app: TestGate
let core: Core
let uuid: Tool
let sourceFailed: Error

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ RATE_LIMIT_PER_MINUTE: '600', FACILITATOR_VERIFY_TIMEOUT_MS: '20000' }))
  core = app.core
  // The program of this gate has modules of its own.
  const { ApiError } = await import('../../lib/errors.ts')
  sourceFailed = new ApiError('upstream_failed', 'Its source failed.')
  uuid = (await import('../../lib/tools/registry.ts')).toolByPath.get(UUID)!
  const header = await sign('base', world.buyer, PING)
  await vi.waitFor(async () => expect((await pay(header, PING)).status).toBe(200), { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
let address = ''
let addresses = 0
beforeEach(() => {
  addresses += 1
  address = `192.0.2.${addresses}`
  world.facilitator.resetCounters()
})
afterEach(() => vi.restoreAllMocks())

let asked = 0
const call = (path: string, headers: Record<string, string> = {}, ip = address) =>
  app.fetch(path, { headers: { 'x-tools-client-ip': ip, ...headers } })
const sign = async (rail: (typeof rails)[number], buyer: Buyer, path: string) => {
  asked += 1
  return buyer.signOnce(await call(path, {}, `203.0.113.${asked % 250}`), rail)
}
const pay = (header: string, path: string, ip = address) => call(path, { 'PAYMENT-SIGNATURE': header }, ip)
const stranger = () => createBuyer(world.base, world.solana)
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code
const fails = () => vi.spyOn(uuid, 'run').mockRejectedValue(sourceFailed)
const rows = async () => Number((await (await core.database()).query<{ n: string }>('select count(*) as n from ledger'))[0]!.n)

describe.each(rails)('on %s', (rail) => {
  test('runs that end unpaid are bounded by payer and by address, and a good buyer at the same address is served throughout', async () => {
    const [hostile, good] = [await stranger(), await stranger()]
    const run = fails()
    const before = await rows()
    const codes: (string | undefined)[] = []
    for (let count = 0; count < 40; count += 1) {
      codes.push(await codeOf(await pay(await sign(rail, hostile, UUID), UUID)))
      if (count % 10 === 5) expect((await pay(await sign(rail, good, PING), PING)).status).toBe(200)
    }
    expect(new Set(codes)).toEqual(new Set(['upstream_failed', 'unpaid_runs_exhausted']))
    expect(run.mock.calls.length).toBeLessThanOrEqual(20)
    expect((await rows()) - before).toBeLessThanOrEqual(24)
    const refused = await pay(await sign(rail, hostile, UUID), UUID)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
    // Neither another address helps, nor many wallets at one.
    expect((await pay(await sign(rail, hostile, UUID), UUID, '198.51.100.77')).status).toBe(429)
    run.mockClear()
    world.facilitator.resetCounters()
    for (let count = 0; count < 30; count += 1) await pay(await sign(rail, await stranger(), UUID), UUID)
    expect(run.mock.calls.length).toBeLessThanOrEqual(20)
    expect(world.facilitator.counters.verify).toBeLessThanOrEqual(20)
    expect((await pay(await sign(rail, good, PING), PING)).status).toBe(200)
  })

  test('at once as in a row: forty copies of the attack run no oftener', async () => {
    const hostile = await stranger()
    const headers = await Promise.all(Array.from({ length: 40 }, () => sign(rail, hostile, UUID)))
    const run = fails()
    await Promise.all(headers.map((header) => pay(header, UUID)))
    expect(run.mock.calls.length).toBeLessThanOrEqual(20)
  })

  test('a settled call widens the allowance', async () => {
    const buyer = await stranger()
    expect((await pay(await sign(rail, buyer, PING), PING)).status).toBe(200)
    const run = fails()
    for (let count = 0; count < 22; count += 1) await pay(await sign(rail, buyer, UUID), UUID)
    expect(run).toHaveBeenCalledTimes(22)
  })

  test('a burst of a new buyer’s good payments is served', async () => {
    const buyer = await stranger()
    const headers = await Promise.all(Array.from({ length: 16 }, () => sign(rail, buyer, PING)))
    const answers = await Promise.all(headers.map((header) => pay(header, PING)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('junk does not lock out who pays: neither new payments nor what was bought before', async () => {
    const bought = await sign(rail, world.buyer, PING)
    expect((await pay(bought, PING)).status).toBe(200)
    const junk = editPayment(await sign(rail, world.buyer, PING), ({ accepted }) => void Object.assign(accepted, { amount: '1' }))
    const statuses: number[] = []
    for (let count = 0; count < 100; count += 1) statuses.push((await pay(junk, PING)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([402, 429])
    expect((await pay(bought, PING)).status).toBe(200)
    expect((await pay(await sign(rail, world.buyer, PING), PING)).status).toBe(200)
    expect((await pay(await sign(rail, await stranger(), PING), PING)).status).toBe(200)
  })

  test('two hundred forged payments at once ask the facilitator no oftener than the limit says', async () => {
    const good = await sign(rail, world.buyer, PING)
    let number = 0
    const forge = () =>
      editPayment(good, ({ payload }) => {
        number += 1
        if (rail === 'base') Object.assign(payload.authorization as object, { nonce: `0x${String(number).padStart(64, '0')}` })
        else {
          const wire = Buffer.from(String(payload.transaction), 'base64')
          wire.writeUInt32LE(number, wire.length - 8)
          payload.transaction = wire.toString('base64')
        }
      })
    const start = performance.now()
    await Promise.all(Array.from({ length: 200 }, () => pay(forge(), PING)))
    // Each minute that a slow machine takes has a limit of its own.
    const minutes = 1 + Math.floor((performance.now() - start) / 60_000)
    expect(world.facilitator.counters.verify).toBeLessThanOrEqual(60 * minutes)
    expect((await pay(good, PING)).status).toBe(200)
  })
})

test('what would be valid for ever is refused before anything is asked', async () => {
  const buyer = await stranger()
  for (const validBefore of ['99999999999', String(Math.floor(Date.now() / 1000) + 3_600), '9'.repeat(77)]) {
    const header = editPayment(await sign('base', buyer, PING), ({ payload }) => {
      Object.assign(payload.authorization as object, { validBefore })
    })
    const refused = await pay(header, PING)
    expect(refused.status).toBe(402)
    expect(JSON.parse(Buffer.from(refused.headers.get('PAYMENT-REQUIRED')!, 'base64').toString()).error).toBe(
      'authorization_valid_too_long',
    )
  }
  expect(world.facilitator.counters.verify).toBe(0)
})

test.each([240_000, -240_000])(
  'with a clock that is %d ms wrong a good payment is 503 clock_skewed, not an invitation to sign again',
  async (ahead) => {
    const now = core.now
    const header = await sign('base', world.buyer, PING)
    const { refreshOffers } = await import('../../lib/payments/offer/offers.ts')
    try {
      Object.assign(core, { now: () => Date.now() + ahead })
      await refreshOffers(core)
      const late =
        ahead > 0
          ? header
          : editPayment(
              header,
              ({ payload }) =>
                void Object.assign(payload.authorization as object, { validAfter: String(Math.floor(Date.now() / 1000) - 5) }),
            )
      const answer = await pay(late, PING)
      expect([answer.status, await codeOf(answer)]).toEqual([503, 'clock_skewed'])
    } finally {
      Object.assign(core, { now })
      await refreshOffers(core)
    }
    expect((await pay(header, PING)).status).toBe(200)
  },
)

test.each([240_000, -240_000])(
  'the same with a clock that is %d ms wrong where no facilitator tells the time: the chain does',
  async (ahead) => {
    world.facilitator.set({ tellsTime: false })
    // The newest block of this chain is as old as its last transaction.
    await world.base.advanceSeconds(0)
    const gate = await startGate(world.appEnv())
    try {
      const offer = await vi.waitFor(
        async () => {
          const answer = await gate.fetch(PING)
          expect(answer.status).toBe(402)
          return answer
        },
        { timeout: 30_000, interval: 250 },
      )
      const header = editPayment(await world.buyer.signOnce(offer, 'base'), ({ payload }) => {
        if (ahead < 0) Object.assign(payload.authorization as object, { validAfter: String(Math.floor(Date.now() / 1000) - 5) })
      })
      Object.assign(gate.core, { now: () => Date.now() + ahead })
      const send = () => gate.fetch(PING, { headers: { 'PAYMENT-SIGNATURE': header } })
      const answer = await send()
      expect([answer.status, await codeOf(answer)]).toEqual([503, 'clock_skewed'])
      const late = editPayment(header, ({ payload }) => void Object.assign(payload.authorization as object, { validBefore: '1' }))
      expect((await gate.fetch(PING, { headers: { 'PAYMENT-SIGNATURE': late } })).status).toBe(402)
    } finally {
      world.facilitator.set({ tellsTime: true })
      await gate.close()
    }
  },
)

describe('a store that hangs', () => {
  const hang = (statement: RegExp) => async () => {
    const database = await core.database()
    const never = new Promise<never>(() => {})
    const [run, query] = [database.run.bind(database), database.query.bind(database)]
    vi.spyOn(database, 'run').mockImplementation((text, params) => (statement.test(text) ? never : run(text, params)))
    vi.spyOn(database, 'query').mockImplementation((text, params) => (statement.test(text) ? never : query<never>(text, params)))
  }

  test('before anything was run: 503 in time, nothing charged', async () => {
    const header = await sign('base', world.buyer, PING)
    const before = (await world.balances()).base
    await hang(/^insert into claims/)()
    const answer = await pay(header, PING)
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'payment_store_unavailable'])
    expect((await world.balances()).base).toBe(before)
  })

  test('after the settlement: the buyer has the answer all the same', async () => {
    const header = await sign('base', world.buyer, PING)
    await hang(/state = 'settled', transaction/)()
    expect((await pay(header, PING)).status).toBe(200)
  })
})
