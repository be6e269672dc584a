/** A facilitator that wants a token per request: paid calls through it, and what operator and buyers hear when it refuses us. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../../lib/log.ts'
import { paymentWarnings } from '../../lib/payments/warnings.ts'
import { type CdpDoor, makeCdpKey, startCdpDoor } from '../local/cdp-door.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { startGate, type TestGate } from '../support/gate.ts'

let world: LocalWorld
let door: CdpDoor
let app: TestGate
beforeAll(async () => {
  world = await startLocalWorld()
})
afterEach(async () => {
  await app?.close()
  await door?.stop()
})
afterAll(() => world?.stop())

const key = makeCdpKey('EdDSA')
async function sellThrough(known = key): Promise<void> {
  door = await startCdpDoor(world.facilitator.url, known)
  const FACILITATORS = JSON.stringify([{ url: door.url, auth: { type: 'cdp', keyId: key.keyId, secret: key.secret } }])
  const { FACILITATOR_URL: _, ...env } = world.appEnv({ FACILITATORS })
  // With a key that the door does not know there never is an offer to wait for.
  app = await startGate(env, { selling: known === key })
}
const ask = async () => {
  const answer = await app.fetch('/v1/util/ping')
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

test.each(['base', 'solana'] as const)('sells on %s', async (rail) => {
  await sellThrough()
  const answer = await world.buyer.payingFetch(rail, app.fetch)('http://tools.test/v1/util/ping')
  expect(answer.status).toBe(200)
  expect([door.let, door.refused]).toEqual([3, []])
})

test('a key it does not know: 503 before any 402, and one clear message', async () => {
  const error = vi.spyOn(log, 'error')
  await sellThrough(makeCdpKey('EdDSA'))
  expect(await ask()).toEqual([503, 'facilitator_unavailable'])
  expect(await ask()).toEqual([503, 'facilitator_unavailable'])
  expect(paymentWarnings(app.core)).toContainEqual(expect.stringContaining('refuses our credentials (HTTP 401)'))
  const told = error.mock.calls.filter(([, words]) => String(words).includes('refuses to work for us'))
  expect(told).toHaveLength(1)
  expect(JSON.stringify(error.mock.calls)).not.toContain(key.secret)
  for (const token of door.tokens) expect(JSON.stringify(error.mock.calls)).not.toContain(token.split('.').at(-1)!)
  error.mockRestore()
})

test('a key rotated while we sell: the payment in hand is 503 and uncharged, then 503 before 402, and all is well with the old key back', async () => {
  await sellThrough()
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base')
  const pay = async () => (await app.fetch('/v1/util/ping', { headers: { 'PAYMENT-SIGNATURE': header } })).status
  door.key = makeCdpKey('EdDSA')
  const before = await world.balances()
  expect(await pay()).toBe(503)
  expect(await ask()).toEqual([503, 'facilitator_unavailable'])
  expect(await world.balances()).toEqual(before)
  door.key = key
  await expect.poll(async () => (await ask())[0], { interval: 300 }).toBe(402)
  expect(await pay()).toBe(200)
})
