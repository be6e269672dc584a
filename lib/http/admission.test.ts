import { describe, expect, test } from 'vitest'
import { getCall, webOf } from '../../tests/support/endpoint.ts'
import { type Core, createCore } from '../core.ts'
import { parseEnv } from '../env.ts'
import { refusals, spendAllowance, takePlace } from './admission.ts'
import { endpoint, json } from './endpoint.ts'

const coreOf = (perMinute: number, now = () => 0): Core => createCore(parseEnv({ RATE_LIMIT_PER_MINUTE: String(perMinute) }), { now })
const statusOf = (work: () => unknown): number => {
  try {
    work()
    return 200
  } catch (error) {
    return (error as { status: number }).status
  }
}

describe('the allowance of free calls', () => {
  test('is spent by cost, per client, and refills', () => {
    let now = 0
    const core = coreOf(60, () => now)
    for (let call = 0; call < 12; call += 1) spendAllowance(core, 'a', 5)
    expect(() => spendAllowance(core, 'a')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 1 }))
    expect(() => spendAllowance(core, 'a', 5)).toThrow(expect.objectContaining({ retryAfterSeconds: 5 }))
    expect(() => spendAllowance(core, 'b')).not.toThrow()
    now = 5_000
    expect(() => spendAllowance(core, 'a', 5)).not.toThrow()
    expect(refusals(core).get('allowance')).toBe(2)
  })

  test('a cost above the whole allowance is paid by all of it, never refused for ever', () => {
    const core = coreOf(3)
    expect(() => spendAllowance(core, 'a', 10)).not.toThrow()
    expect(() => spendAllowance(core, 'a', 10)).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  })

  test('0 counts nothing', () => {
    const core = coreOf(0)
    for (let call = 0; call < 10_000; call += 1) spendAllowance(core, 'a', 100)
  })
})

describe('places for work that waits', () => {
  test('a client has some, all have more: 429 and 503', () => {
    const core = coreOf(60)
    const own = Array.from({ length: 20 }, () => statusOf(() => takePlace(core, 'a')))
    expect(own.filter((status) => status === 429)).toHaveLength(4)
    const others = Array.from({ length: 60 }, (_, index) => statusOf(() => takePlace(core, `b${index}`)))
    expect(others.filter((status) => status === 503)).toHaveLength(28)
  })

  test('are given back, also by work that failed', async () => {
    const core = coreOf(60)
    const failing = endpoint({
      GET: async () => {
        await Promise.resolve()
        throw new Error('down')
      },
    })
    for (let call = 0; call < 50; call += 1) expect((await failing(core, getCall('/'))).status).toBe(500)
  })
})

test('every endpoint spends from the same allowance, and says 429 in its own manners', async () => {
  const core = coreOf(10)
  const [one, other] = [endpoint({ GET: () => json({}) }), endpoint({ cost: 4, GET: async () => json({}) })]
  for (let call = 0; call < 6; call += 1) expect((await one(core, getCall('/'))).status).toBe(200)
  expect((await other(core, getCall('/'))).status).toBe(200)
  const refused = await webOf(one, core)(new Request('http://localhost/'))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', charged: false })
  expect((await endpoint({ cost: 0, GET: () => json({}) })(core, getCall('/'))).status).toBe(200)
})
