/** The facilitator away, at boot, later, slow, or lacking a rail: nothing exits, nothing runs unpaid, nobody is charged. */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { dataFolder } from '../support/database.ts'
import { startGate, type TestGate } from '../support/gate.ts'

let world: LocalWorld
let app: TestGate | undefined
beforeAll(async () => {
  world = await startLocalWorld()
})
afterEach(async () => {
  await app?.close()
  app = undefined
  await world.facilitator.up()
  world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok' })
})
afterAll(() => world?.stop())

const networksOf = (response: Response) =>
  (
    JSON.parse(Buffer.from(response.headers.get('PAYMENT-REQUIRED')!, 'base64').toString()) as { accepts: { network: string }[] }
  ).accepts.map(({ network }) => network)
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code

test('absent at boot: 503 with Retry-After on paid paths, 400 and 404 as ever, and offers once it is back', async () => {
  await world.facilitator.down()
  app = await startGate(world.appEnv(), { selling: false })
  const unavailable = await app.fetch('/v1/util/ping')
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  expect(await codeOf(unavailable)).toBe('facilitator_unavailable')
  expect((await app.fetch('/v1/util/ping?x=1')).status).toBe(400)
  expect((await app.fetch('/v1/util/none')).status).toBe(404)
  await world.facilitator.up()
  await expect.poll(async () => (await app!.fetch('/v1/util/ping')).status, { interval: 500 }).toBe(402)
})

test.each(['error', 'html'] as const)('a /supported that answers %s is absence too', async (supported) => {
  world.facilitator.set({ supported })
  app = await startGate(world.appEnv(), { selling: false })
  expect(await codeOf(await app.fetch('/v1/util/ping'))).toBe('facilitator_unavailable')
})

test('a hanging /supported holds no request back for more than the wait', async () => {
  world.facilitator.set({ supported: 'hang' })
  app = await startGate(world.appEnv({ FACILITATOR_VERIFY_TIMEOUT_MS: '60000' }), { selling: false })
  const answers = await Promise.all([1, 2, 3].map(() => app!.fetch('/v1/util/ping')))
  expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503])
})

test.each([
  ['no-base', 'solana'],
  ['no-solana', 'base'],
] as const)('%s: only the other rail is offered, and it sells', async (supported, rail) => {
  world.facilitator.set({ supported })
  app = await startGate(world.appEnv())
  const offer = await app.fetch('/v1/util/ping')
  expect(networksOf(offer)).toEqual([world[rail].network])
  const answer = await world.buyer.payingFetch(rail, app.fetch)('http://tools.test/v1/util/ping')
  expect(answer.status).toBe(200)
})

test('away later: offers stay, a paid call is 503 and uncharged, and the same header succeeds when it is back', async () => {
  app = await startGate(world.appEnv())
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base')
  await world.facilitator.down()
  expect((await app.fetch('/v1/util/ping')).status).toBe(402)
  const failed = await app.fetch('/v1/util/ping', { headers: { 'PAYMENT-SIGNATURE': header } })
  expect([failed.status, await codeOf(failed)]).toEqual([503, 'facilitator_unavailable'])
  await world.facilitator.up()
  expect((await app.fetch('/v1/util/ping', { headers: { 'PAYMENT-SIGNATURE': header } })).status).toBe(200)
})

test('a restart during an outage sells on the last known data', async () => {
  const folder = await dataFolder('restart')
  try {
    app = await startGate(world.appEnv({ DATA_DIR: folder }))
    expect((await app.fetch('/v1/util/ping')).status).toBe(402)
    const { refreshOffers } = await import('../../lib/payments/offer/offers.ts')
    await refreshOffers(app.core)
    await app.close()
    await world.facilitator.down()
    app = await startGate(world.appEnv({ DATA_DIR: folder }), { selling: false })
    await expect.poll(async () => (await app!.fetch('/v1/util/ping')).status, { interval: 500 }).toBe(402)
  } finally {
    await app?.close()
    app = undefined
    rmSync(folder, { recursive: true, force: true })
  }
})

test('missing payment settings are 503 payments_not_configured, named, on paid paths alone', async () => {
  const { PAYTO_SOLANA: _, ...rest } = world.appEnv()
  app = await startGate({ ...rest, PAYTO_SOLANA: '' }, { selling: false })
  const answer = await app.fetch('/v1/util/ping')
  const body = (await answer.json()) as { code: string; detail: string }
  expect([answer.status, body.code]).toEqual([503, 'payments_not_configured'])
  expect(body.detail).toContain('PAYTO_SOLANA')
  expect((await app.fetch('/v1/util/ping?x=1')).status).toBe(400)
})
