/** What a tool does after a payment verified: only its 2xx is settled, and a failed run leaves the same payment good for two more. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProblemCode } from '../../lib/errors.ts'
import type { Tool } from '../../lib/tools/define.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { atomicPrice } from '../support/price.ts'

let world: LocalWorld
let app: TestGate
let ping: Tool

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  ping = (await import('../../lib/tools/registry.ts')).toolByPath.get('/v1/util/ping')!
  // The first purchase loads what all others use, which can take longer than a verify may.
  const header = await sign()
  await vi.waitFor(async () => expect((await send(header)).status).toBe(200), { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
beforeEach(() => world.facilitator.resetCounters())
afterEach(() => vi.restoreAllMocks())

const sign = async (rail: 'base' | 'solana' = 'base') => world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
const send = (header: string, init: RequestInit = {}) =>
  app.fetch('/v1/util/ping', { ...init, headers: { 'PAYMENT-SIGNATURE': header, ...(init.headers as Record<string, string>) } })
const paid = async () => Object.values(await world.balances()).reduce((sum, balance) => sum + balance, 0n)
const attempts = async () => {
  return (await app.core.database()).query<{ outcome: string; status: number; reason: string }>(
    'select outcome, status, reason from ledger order by id desc',
  )
}
const fail = async (code: ProblemCode, options: object = {}) => {
  const { ApiError } = await import('../../lib/errors.ts')
  throw new ApiError(code, 'A reason for the buyer.', options)
}

describe.each<[string, () => unknown, number, string]>([
  ['throws', () => Promise.reject(new Error('secret: /srv/app/lib/thing.ts:12')), 500, 'internal_error'],
  ['throws what is no error', () => Promise.reject('nothing'), 500, 'internal_error'],
  ['returns nothing', async () => undefined, 500, 'internal_error'],
  ['returns another form than it promised', async () => ({ message: 'pong' }), 500, 'internal_error'],
  ['finds no subject', () => fail('subject_not_found'), 404, 'subject_not_found'],
  ['cannot process it', () => fail('unprocessable'), 422, 'unprocessable'],
  ['has a source that failed', () => fail('upstream_failed'), 502, 'upstream_failed'],
  ['has a source that is away', () => fail('upstream_unavailable', { retryAfterSeconds: 7 }), 503, 'upstream_unavailable'],
  ['has a source that is too slow', () => fail('upstream_timeout'), 504, 'upstream_timeout'],
])('a tool that %s', (_name, run, status, code) => {
  test(`answers ${status} ${code}, is not charged, and the same payment then buys once`, async () => {
    const header = await sign()
    const before = await paid()
    const spy = vi.spyOn(ping, 'run').mockImplementationOnce(run as never)
    const failed = await send(header, { headers: { Accept: 'text/html' } })
    const text = await failed.text()
    const body = JSON.parse(text)
    expect([failed.status, body.code, body.charged, body.status]).toEqual([status, code, false, status])
    expect(failed.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(failed.headers.get('cache-control')).toBe('no-store')
    expect(failed.headers.get('PAYMENT-RESPONSE')).toBeNull()
    expect(failed.headers.get('PAYMENT-REQUIRED')).toBeNull()
    expect(text).not.toMatch(/secret|srv\/app|\bat .*:\d+:\d+/)
    expect(world.facilitator.counters).toMatchObject({ verify: 1, settle: 0 })
    expect(await paid()).toBe(before)
    expect((await attempts())[0]).toMatchObject({ outcome: 'failed', status, reason: code })
    expect((await send(header)).status).toBe(200)
    expect((await send(header)).status).toBe(200)
    expect(spy).toHaveBeenCalledTimes(2)
    expect(await paid()).toBe(before + atomicPrice('util/ping'))
  })
})

test('a tool that exceeds its cap answers 504, is told to stop, and its late answer is worth nothing', async () => {
  const header = await sign()
  const before = await paid()
  const cap = ping.handlerCapMs
  let signal: AbortSignal | undefined
  let finish: (value: Record<string, unknown>) => void = () => undefined
  ping.handlerCapMs = 100
  vi.spyOn(ping, 'run').mockImplementationOnce((_input, context) => {
    signal = context.signal
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  try {
    const late = await send(header)
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([504, 'upstream_timeout'])
    expect(late.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(signal?.aborted).toBe(true)
    finish({ message: 'pong', time: new Date().toISOString() })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await paid()).toBe(before)
    expect(world.facilitator.counters.settle).toBe(0)
  } finally {
    ping.handlerCapMs = cap
  }
  expect((await send(header)).status).toBe(200)
})

test.each(['base', 'solana'] as const)(
  'on %s, three failed runs are free; the fourth use of that payment is refused without a run',
  async (rail) => {
    const header = await sign(rail)
    const before = await paid()
    const spy = vi.spyOn(ping, 'run').mockImplementation(() => fail('upstream_failed') as never)
    for (const _ of [1, 2, 3]) expect((await send(header)).status).toBe(502)
    const refused = await send(header)
    expect(refused.status).toBe(402)
    expect(JSON.parse(Buffer.from(refused.headers.get('PAYMENT-REQUIRED')!, 'base64').toString()).error).toBe('too_many_attempts')
    expect(spy).toHaveBeenCalledTimes(3)
    expect(world.facilitator.counters).toMatchObject({ verify: 3, settle: 0 })
    expect(await paid()).toBe(before)
  },
)

test('a payment that did not verify is refused for good: its buyer may have signed anew, and the facilitator is not asked again', async () => {
  const header = await sign()
  world.facilitator.set({ verify: { mode: 'refuse', times: 1 } })
  for (const _ of [1, 2, 3]) {
    const refused = await send(header)
    expect([refused.status, refused.headers.get('PAYMENT-RESPONSE')]).toEqual([402, null])
    expect(JSON.parse(Buffer.from(refused.headers.get('PAYMENT-REQUIRED')!, 'base64').toString()).error).toBe('insufficient_funds')
  }
  expect(world.facilitator.counters).toMatchObject({ verify: 1, settle: 0 })
  expect((await send(await sign())).status).toBe(200)
})

test('copies that arrive while a run fails are told to wait, not to sign again', async () => {
  const header = await sign()
  // The run goes on until its copies are told, however long they take.
  const cap = ping.handlerCapMs
  ping.handlerCapMs = 60_000
  onTestFinished(() => {
    ping.handlerCapMs = cap
  })
  let finish: (reason: Error) => void = () => undefined
  vi.spyOn(ping, 'run').mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        finish = reject
      }),
  )
  const first = send(header)
  await expect.poll(() => ping.run).toHaveBeenCalled()
  const copies = await Promise.all([1, 2, 3, 4].map(() => send(header)))
  for (const copy of copies) {
    expect([copy.status, ((await copy.json()) as { code: string }).code]).toEqual([409, 'payment_in_flight'])
    expect(copy.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  finish(new Error('no'))
  expect((await first).status).toBe(500)
})

test('a tool known to be down is 503 before any 402 and before any claim; what was bought before is still answered', async () => {
  const header = await sign()
  expect((await send(header)).status).toBe(200)
  const fresh = await sign()
  world.facilitator.resetCounters()
  vi.spyOn(ping, 'run')
  const tool = ping as { ready?: () => void }
  const { ApiError } = await import('../../lib/errors.ts')
  tool.ready = () => {
    throw new ApiError('upstream_unavailable', 'Its source is down.', { retryAfterSeconds: 30 })
  }
  try {
    for (const response of [await app.fetch('/v1/util/ping'), await send(fresh)]) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
      expect(response.headers.get('PAYMENT-REQUIRED')).toBeNull()
    }
    expect((await app.fetch('/v1/util/ping?x=1')).status).toBe(400)
    expect((await send(header)).status).toBe(200)
    expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
    expect(ping.run).not.toHaveBeenCalled()
  } finally {
    delete tool.ready
  }
  expect((await send(fresh)).status).toBe(200)
})

test('a store that fails closes the till: 503, nothing is run, nothing is charged', async () => {
  const header = await sign()
  const store = await app.core.database()
  const before = await paid()
  vi.spyOn(ping, 'run')
  const away = new Error('connection refused at 10.0.0.1:5432')
  const spies = [vi.spyOn(store, 'query').mockRejectedValue(away), vi.spyOn(store, 'run').mockRejectedValue(away)]
  const response = await send(header)
  const text = await response.text()
  expect([response.status, JSON.parse(text).code, JSON.parse(text).charged]).toEqual([503, 'payment_store_unavailable', null])
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(text).not.toContain('10.0.0.1')
  expect(ping.run).not.toHaveBeenCalled()
  expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
  for (const spy of spies) spy.mockRestore()
  expect(await paid()).toBe(before)
  expect((await send(header)).status).toBe(200)
})

test('a store that fails after an unknown settlement does not make it "not charged"', async () => {
  const header = await sign()
  const store = await app.core.database()
  const run = store.run.bind(store)
  world.facilitator.set({ settle: { mode: 'drop', times: 2 } })
  const spy = vi
    .spyOn(store, 'run')
    .mockImplementation((text, parameters) =>
      /set state = 'unknown'/.test(text) ? Promise.reject(new Error('the connection is gone')) : run(text, parameters),
    )
  const response = await send(header)
  const body = (await response.json()) as { code: string; charged: unknown }
  expect([response.status, body.code, body.charged]).toEqual([503, 'settlement_unknown', null])
  expect(spy.mock.calls.filter(([text]) => /set state = 'unknown'/.test(text))).toHaveLength(1)
  spy.mockRestore()
})
