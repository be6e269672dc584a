/** One payment buys one answer: the till against real local chains, through the gate, in one process. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import {
  reordered,
  withExtraFields,
  withFeePayerJunk,
  withHexCase,
  withHighS,
  withoutPadding,
  withoutTransactionPadding,
  withResourceUrl,
  withWhitespace,
} from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { atomicPrice } from '../support/price.ts'

const PING = atomicPrice('util/ping')

let world: LocalWorld
let app: TestGate

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ FACILITATOR_VERIFY_TIMEOUT_MS: '5000', FACILITATOR_SETTLE_TIMEOUT_MS: '3000' }))
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
beforeEach(() => world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok', svmDuplicateCache: true, landingDelayMs: 0 }))

const offerOf = (path: string) => app.fetch(path)
const pay = (path: string, header: string, headers: Record<string, string> = {}) =>
  app.fetch(path, { headers: { 'PAYMENT-SIGNATURE': header, ...headers } })
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code
const errorOf = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('PAYMENT-REQUIRED')!, 'base64').toString()).error as string
const totals = async () => {
  const { totalLedger } = await import('../../lib/payments/books/ledger.ts')
  return totalLedger(await app.core.database(), {})
}

describe.each(rails)('on %s', (rail) => {
  const sign = async (path = '/v1/util/ping') => world.buyer.signOnce(await offerOf(path), rail)
  const moved = async (work: () => Promise<unknown>) => {
    const before = (await world.balances())[rail]
    await work()
    return (await world.balances())[rail] - before
  }

  test('a stock client buys an answer for exactly its price', async () => {
    expect(
      await moved(async () => {
        const response = await world.buyer.payingFetch(rail, app.fetch)('http://tools.test/v1/util/ping')
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({ message: 'pong' })
        expect(response.headers.get('cache-control')).toBe('private, no-store')
      }),
    ).toBe(PING)
  })

  test('twenty copies of one payment at once run once and settle once', async () => {
    await world.facilitator.set({ svmDuplicateCache: false, landingDelayMs: rail === 'solana' ? 400 : 0 })
    const header = await sign()
    const calls = world.facilitator.counters.settle
    let answers: Response[] = []
    expect(
      await moved(async () => {
        answers = await Promise.all(Array.from({ length: 20 }, () => pay('/v1/util/ping', header)))
      }),
    ).toBe(PING)
    expect(world.facilitator.counters.settle - calls).toBe(1)
    const bodies = new Set(await Promise.all(answers.filter((answer) => answer.status === 200).map((answer) => answer.text())))
    expect(bodies.size).toBe(1)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
  })

  test('the same payment for the same request gets the stored answer, byte for byte; for another it is refused', async () => {
    const header = await sign('/v1/util/uuid?n=3')
    const first = await pay('/v1/util/uuid?n=3', header)
    const again = await pay('/v1/util/uuid?n=3', header)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await again.text()).toBe(await first.text())
    expect(again.headers.get('PAYMENT-RESPONSE')).toBe(first.headers.get('PAYMENT-RESPONSE'))
    for (const other of ['/v1/util/uuid?n=4', '/v1/util/ping']) {
      const refused = await pay(other, header)
      expect([refused.status, await codeOf(refused)]).toEqual([409, 'payment_already_used'])
    }
  })

  test('every spelling of one payment is the same payment', async () => {
    const header = await sign()
    const first = await pay('/v1/util/ping', header)
    expect(first.status).toBe(200)
    const body = await first.text()
    const variants = [
      withoutPadding(header),
      withWhitespace(header),
      reordered(header),
      withExtraFields(header),
      withResourceUrl(header, 'http://elsewhere.test/'),
    ]
    variants.push(
      ...(rail === 'base' ? [withHexCase(header), withHighS(header)] : [withFeePayerJunk(header), withoutTransactionPadding(header)]),
    )
    expect(
      await moved(async () =>
        expect(await Promise.all(variants.map(async (variant) => (await pay('/v1/util/ping', variant)).text()))).toEqual(
          variants.map(() => body),
        ),
      ),
    ).toBe(0n)
  })

  test.each(['500', 'html', 'shape', 'drop', 'hang'] as const)(
    'a verify that answers %s charges nobody, and the same header succeeds later',
    async (verify) => {
      const header = await sign()
      await world.facilitator.set({ verify })
      const failed = await pay('/v1/util/ping', header)
      expect([failed.status, await codeOf(failed)]).toEqual([503, 'facilitator_unavailable'])
      expect(failed.headers.get('retry-after')).toBeTruthy()
      await world.facilitator.set({ verify: 'ok' })
      expect(await moved(async () => expect((await pay('/v1/util/ping', header)).status).toBe(200))).toBe(PING)
    },
  )

  test.each(['lands-then-drops', 'lands-then-hangs', 'lands-then-502', 'lands-then-html', 'pending'] as const)(
    'a settle that %s is answered once the chain shows it, and never charged twice',
    async (settle) => {
      const header = await sign()
      await world.facilitator.set({ settle: { mode: settle, times: 1 } })
      expect(
        await moved(async () => {
          let answer = await pay('/v1/util/ping', header)
          for (let attempt = 0; answer.status !== 200 && attempt < 5; attempt += 1) {
            expect([503, 409]).toContain(answer.status)
            answer = await pay('/v1/util/ping', header)
          }
          expect(answer.status).toBe(200)
        }),
      ).toBe(PING)
    },
  )

  test.each(['500', 'html', 'shape', 'drop', 'hang', 'drops-before-landing'] as const)(
    'a settle that answers %s for good is 503 settlement_unknown, never a fresh 402, and the resent header pays once',
    async (settle) => {
      const header = await sign()
      await world.facilitator.set({ settle })
      const unknown = await pay('/v1/util/ping', header)
      expect([unknown.status, await codeOf(unknown)]).toEqual([503, 'settlement_unknown'])
      expect(unknown.headers.get('PAYMENT-REQUIRED')).toBeNull()
      await world.facilitator.set({ settle: 'ok' })
      expect(await moved(async () => expect((await pay('/v1/util/ping', header)).status).toBe(200))).toBe(PING)
    },
  )

  test('a settlement that stays pending is asked for twice within a call, and then the chain is', async () => {
    const header = await sign()
    await world.facilitator.set({ settle: 'pending' })
    const before = world.facilitator.counters.settle
    expect((await pay('/v1/util/ping', header)).status).toBe(200)
    expect(world.facilitator.counters.settle - before).toBe(2)
  })

  test('a clear no at settle is 402 with its reason and a fresh offer, and the answer is withheld', async () => {
    const header = await sign()
    await world.facilitator.set({ settle: { mode: 'refuse', times: 2 } })
    const refused = await pay('/v1/util/ping', header)
    expect(refused.status).toBe(402)
    expect(JSON.parse(Buffer.from(refused.headers.get('PAYMENT-RESPONSE')!, 'base64').toString())).toMatchObject({
      success: false,
      transaction: '',
    })
    expect(refused.headers.get('PAYMENT-REQUIRED')).toBeTruthy()
    expect(Object.keys((await refused.json()) as object)).not.toContain('message')
  })

  test('a clear no at verify is 402 with the facilitator’s code, and runs nothing', async () => {
    const header = await sign()
    await world.facilitator.set({ verify: { mode: 'refuse', times: 1 } })
    const refused = await pay('/v1/util/ping', header)
    expect(refused.status).toBe(402)
    expect(errorOf(refused)).toMatch(/^[a-z0-9_]+$/)
    expect(refused.headers.get('PAYMENT-RESPONSE')).toBeNull()
  })

  test('a payment identifier ties a payment to its first use', async () => {
    const id = `order-${rail}-0123456789abcdef`
    const [first, second] = [await sign(), await sign()]
    expect((await pay('/v1/util/ping', first, { 'Idempotency-Key': id })).status).toBe(200)
    expect((await pay('/v1/util/ping', first, { 'Idempotency-Key': id })).status).toBe(200)
    expect(
      await moved(async () => {
        const conflict = await pay('/v1/util/ping', second, { 'Idempotency-Key': id })
        expect([conflict.status, await codeOf(conflict)]).toEqual([409, 'payment_identifier_conflict'])
      }),
    ).toBe(0n)
  })
})

test('the ledger’s total is the chains’ total, to the micro-dollar', async () => {
  const { base, solana } = await world.balances()
  const { by_network, settled_micro_usd } = await totals()
  expect(by_network).toEqual({ [world.base.network]: String(base), [world.solana.network]: String(solana) })
  expect(settled_micro_usd).toBe(String(base + solana))
})

test('400 beats payment: no facilitator call, no claim', async () => {
  const header = await world.buyer.signOnce(await offerOf('/v1/util/ping'), 'base')
  const calls = { ...world.facilitator.counters }
  const response = await pay('/v1/util/ping?x=1', header)
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_input'])
  expect(world.facilitator.counters).toEqual(calls)
})
