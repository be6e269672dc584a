/** Floods: unpaid calls and payments that do not verify are turned away by address, before they cost anything; who pays is not. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { startServer } from '../support/server.ts'

const PER_MINUTE = 30
const PING = '/v1/util/ping'
let world: LocalWorld
let app: TestGate
let unsold: string
beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv({ RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) }))
  const { toolByPath } = await import('../../lib/tools/registry.ts')
  vi.spyOn(toolByPath.get(PING)!, 'run')
  unsold = await sign()
  const header = await sign()
  // The first purchase loads what all others use, which can take longer than a verify may.
  await vi.waitFor(async () => expect((await call('192.0.2.1', { 'PAYMENT-SIGNATURE': header })).status).toBe(200), { timeout: 60_000 })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app?.close()
  await world?.stop()
})
beforeEach(() => world.facilitator.resetCounters())

let signer = 0
const sign = async () => {
  signer += 1
  return world.buyer.signOnce(await call(`203.0.113.${signer}`), 'base')
}
const call = (ip: string, headers: Record<string, string> = {}, path = PING, method = 'GET') =>
  app.fetch(path, { method, headers: { 'x-tools-client-ip': ip, ...headers } })
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const mismatched = () => editPayment(unsold, ({ accepted }) => void Object.assign(accepted, { amount: '1' }))

/** What the program does meanwhile happens at one instant of its clock: however long a busy machine takes, no allowance refills. */
async function atOnce(work: () => Promise<void>): Promise<void> {
  const clock = vi.spyOn(app.core, 'now').mockReturnValue(Date.now())
  try {
    await work()
  } finally {
    clock.mockRestore()
  }
}

async function isLimited(response: Response) {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('PAYMENT-REQUIRED')).toBeNull()
  expect(await response.json()).toMatchObject({ code: 'rate_limited', charged: false, retryable: true })
}

test('an address has its minute’s worth of unpaid calls; then 429, after 400 and 404, and nobody else is touched', async () => {
  const ip = '198.51.100.1'
  await atOnce(async () => {
    for (let count = 0; count < PER_MINUTE; count += 1) expect((await call(ip)).status).toBe(402)
    await isLimited(await call(ip))
    expect((await call(ip, {}, PING, 'HEAD')).status).toBe(429)
  })
  expect((await call(ip, {}, `${PING}?x=1`)).status).toBe(400)
  expect((await call(ip, {}, '/v1/util/none')).status).toBe(404)
  expect((await call(ip, {}, PING, 'OPTIONS')).status).toBe(204)
  expect((await call(ip, {}, PING, 'POST')).status).toBe(405)
  expect((await call('198.51.100.2')).status).toBe(402)
  // Who pays is not limited by what others at the address do.
  expect((await call(ip, { 'PAYMENT-SIGNATURE': await sign() })).status).toBe(200)
})

test('however many calls an address pays for, none is turned away', async () => {
  const ip = '198.51.100.3'
  const paid = await sign()
  for (let count = 0; count < PER_MINUTE * 2; count += 1) expect((await call(ip, { 'PAYMENT-SIGNATURE': paid })).status).toBe(200)
  for (let count = 0; count < 6; count += 1) expect((await call(ip, { 'PAYMENT-SIGNATURE': await sign() })).status).toBe(200)
})

test('payments that do not verify have a bucket of their own, a tenth of it; then only a good signature goes on', async () => {
  const ip = '198.51.100.4'
  const paid = await sign()
  expect((await call(ip, { 'PAYMENT-SIGNATURE': paid })).status).toBe(200)
  world.facilitator.set({ verify: { mode: 'refuse', times: 2 } })
  for (let count = 0; count < 2; count += 1) expect((await call(ip, { 'PAYMENT-SIGNATURE': await sign() })).status).toBe(402)
  expect((await call(ip, { 'PAYMENT-SIGNATURE': mismatched() })).status).toBe(402)
  world.facilitator.resetCounters()
  await isLimited(await call(ip, { 'PAYMENT-SIGNATURE': mismatched() }))
  const forged = editPayment(await sign(), ({ payload }) => void Object.assign(payload, { signature: `0x${'00'.repeat(65)}` }))
  await isLimited(await call(ip, { 'PAYMENT-SIGNATURE': forged }))
  expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
  const unreadable = await call(ip, { 'PAYMENT-SIGNATURE': 'not base64!' })
  expect([unreadable.status, await codeOf(unreadable)]).toEqual([400, 'invalid_payload'])
  expect((await call(ip)).status).toBe(402)
  // What others at the address sent does not count against a payment that verifies, nor against what was bought before.
  for (const header of [paid, await sign()]) expect((await call(ip, { 'PAYMENT-SIGNATURE': header })).status).toBe(200)
})

test('it comes before a tool that is down', async () => {
  const ip = '198.51.100.6'
  const { toolByPath } = await import('../../lib/tools/registry.ts')
  const { ApiError } = await import('../../lib/errors.ts')
  const tool = toolByPath.get(PING) as { ready?: () => void }
  tool.ready = () => {
    throw new ApiError('upstream_unavailable', 'Its source is down.')
  }
  try {
    await atOnce(async () => {
      for (let count = 0; count < PER_MINUTE; count += 1) expect((await call(ip)).status).toBe(503)
      await isLimited(await call(ip))
    })
  } finally {
    delete tool.ready
  }
})

test('behind Next alone an address is what the platform says, and on no platform nobody’s word counts', async () => {
  for (const VERCEL of ['1', '']) {
    const server = await startServer({
      mount: 'next start',
      env: world.appEnv({ JOBS_DRIVER: 'off', RATE_LIMIT_PER_MINUTE: String(PER_MINUTE), VERCEL }),
    })
    const from = async (ip: string) =>
      (await fetch(`${server.url}${PING}`, { headers: { 'x-tools-client-ip': ip, ...(VERCEL && { 'x-vercel-forwarded-for': ip }) } }))
        .status
    try {
      const calls = Array.from({ length: 3 * PER_MINUTE }, (_, count) => from(`198.51.100.${4 + (count % 2)}`))
      const offered = (await Promise.all(calls)).filter((status) => status === 402).length
      // Two allowances or one: a busy machine may let some more through, but a second minute's worth would take it a minute.
      expect(offered >= 2 * PER_MINUTE).toBe(VERCEL === '1')
    } finally {
      await server.stop()
    }
  }
})
