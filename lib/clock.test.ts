/** The machine's clock is set back while the program runs: a wrong one that is put right. What lasts for a time lasts no longer for that. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testCore } from '../tests/support/core.ts'
import { serveHttp } from '../tests/support/http-server.ts'
import type { Core } from './core.ts'
import { breakerOpen, recordFailure } from './egress/breaker.ts'
import { lastGood, peek, remember } from './egress/cached.ts'
import { countBadInput } from './http/admission.ts'
import { alert } from './jobs/alert.ts'
import { isDown, isDueAgain, noteFailure } from './payments/facilitator/health.ts'
import { currentOffers, refreshOffers } from './payments/offer/offers.ts'
import { countUnmatched, mayResolve, RESOLVED_PER_PAYMENT } from './payments/sale/limits/budgets.ts'

let wall: number
let passed: number
beforeEach(() => {
  wall = Date.parse('2026-11-23T12:00:00Z')
  passed = 5_000
})
const setBack = () => {
  wall -= 3 * 3_600_000
}
const pass = (ms: number) => {
  wall += ms
  passed += ms
}
const coreWith = (variables: Record<string, string> = {}): Core => testCore(variables, { now: () => wall, uptime: () => passed })
let stop = async () => {}
afterEach(() => stop())

test('a source that failed is asked again as soon as ever', () => {
  const core = coreWith()
  for (let nth = 0; nth < 5; nth += 1) recordFailure(core, 'source', 'http_error')
  setBack()
  expect(breakerOpen(core, 'source')).toBe(10)
  pass(10_001)
  expect(breakerOpen(core, 'source')).toBeUndefined()
})

test('data are sold no longer than they are fresh, nor bridged for longer', () => {
  const core = coreWith()
  remember(core, 'source', 'key', 1, 60_000)
  setBack()
  pass(59_000)
  expect(peek(core, 'source', 'key')).toMatchObject({ value: 1 })
  pass(1_001)
  expect(peek(core, 'source', 'key')).toBeUndefined()
  expect(lastGood(core, 'source', 'key')).toMatchObject({ value: 1 })
  pass(540_000)
  expect(lastGood(core, 'source', 'key')).toBeUndefined()
})

test('whoever was over a limit waits no longer', () => {
  const core = coreWith({ RATE_LIMIT_PER_MINUTE: '10' })
  const limits: [number, () => void][] = [
    [10, () => countBadInput(core, 'address')],
    [1, () => countUnmatched(core, 'address')],
    [RESOLVED_PER_PAYMENT, () => expect(mayResolve(core, 'payment')).toBe(true)],
  ]
  for (const [most, take] of limits) {
    for (let nth = 0; nth < most; nth += 1) take()
    expect(take).toThrow()
  }
  setBack()
  pass(600_001)
  for (const [, take] of limits) take()
})

test('facilitators are asked again: one that was away at the start, and one of two that failed', async () => {
  let isAway = true
  const facilitator = await serveHttp(async () =>
    isAway
      ? new Response('away', { status: 503 })
      : Response.json({ kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }], extensions: [], signers: {} }),
  )
  stop = facilitator.stop
  const core = coreWith({
    FACILITATOR_URL: facilitator.url,
    PAYTO_BASE: `0x${'1'.repeat(40)}`,
    PAYTO_SOLANA: 'So11111111111111111111111111111111111111112',
  })
  await refreshOffers(core)
  expect(currentOffers(core)).toBeUndefined()
  isAway = false
  setBack()
  pass(2_001)
  await expect.poll(() => currentOffers(core)?.liveRails).toEqual(['base'])

  const two = coreWith({ FACILITATORS: JSON.stringify(['http://one.test', 'http://two.test'].map((url) => ({ url }))) })
  noteFailure(two, 'http://one.test', 'eip155:8453', 'verify')
  setBack()
  pass(2_001)
  expect([isDown(two, 'http://one.test', 'eip155:8453'), isDueAgain(two, 'http://one.test')]).toEqual([true, true])
})

test('an alert is posted again an hour later', async () => {
  const webhook = await serveHttp(async () => new Response(null, { status: 204 }))
  stop = webhook.stop
  const core = coreWith({ ALERT_WEBHOOK_URL: webhook.url })
  const raise = () => alert(core, { kind: 'ledger_drift', subject: 'base', detail: 'Differs.' })
  expect(await raise()).toBe(true)
  setBack()
  pass(3_599_999)
  expect(await raise()).toBe(false)
  pass(1)
  expect(await raise()).toBe(true)
})
