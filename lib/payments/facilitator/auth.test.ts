/** Tokens for a facilitator that wants one per request, judged by a door that shares no code with their maker. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CdpDoor, type CdpKey, makeCdpKey, startCdpDoor } from '../../../tests/local/cdp-door.ts'
import { createCore } from '../../core.ts'
import { parseEnv } from '../../env.ts'
import { createFacilitator, FacilitatorRefusal } from './client.ts'

let behind: Server
let url: string
let dropNext = 0
beforeAll(async () => {
  behind = createServer((request, response) => {
    request.resume()
    if (dropNext > 0) {
      dropNext -= 1
      return void response.destroy()
    }
    const body = request.url === '/settle' ? { success: true, transaction: '0x1', network: 'eip155:8453' } : { isValid: true, kinds: [] }
    response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(behind, 'listening')
  url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`
})
afterAll(() => {
  behind.closeAllConnections()
  behind.close()
})
let door: CdpDoor | undefined
afterEach(() => door?.stop())

const payload = { x402Version: 2, payload: {} } as never
const terms = { network: 'eip155:8453' } as never

async function meet(key: CdpKey, now: () => number = Date.now, known: CdpKey = key) {
  door = await startCdpDoor(url, known)
  const auth = { type: 'cdp', keyId: key.keyId, secret: key.secret }
  const core = createCore(parseEnv({ FACILITATORS: JSON.stringify([{ url: door.url, auth }]) }), { now })
  return { door, client: createFacilitator(core, core.env.FACILITATORS[0]!) }
}

test.each(['EdDSA', 'ES256'] as const)('%s: each of a thousand calls has a token of its own, for its own path', async (alg) => {
  const { door, client } = await meet(makeCdpKey(alg))
  await client.getSupported()
  for (let done = 0; done < 999; done += 37)
    await Promise.all(Array.from({ length: 37 }, (_, index) => client[index % 2 === 0 ? 'verify' : 'settle'](payload, terms)))
  expect([door.let, door.refused]).toEqual([1_000, []])
  expect(new Set(door.tokens).size).toBe(1_000)
})

test('without a key, with a foreign one, or with a token of another path, of yesterday or used before, nobody comes in', async () => {
  const key = makeCdpKey('EdDSA')
  const { door, client } = await meet(key)
  const ask = (path: string, token?: string) =>
    fetch(`${door.url}/${path}`, { method: 'POST', body: '{}', headers: token ? { authorization: `Bearer ${token}` } : {} })
  expect((await ask('verify')).status).toBe(401)
  await client.verify(payload, terms)
  const [token] = door.tokens
  expect((await ask('verify', token)).status).toBe(401)
  expect((await ask('settle', token)).status).toBe(401)
  door.aheadSeconds = 200
  await ask('verify', token)
  expect(door.refused).toEqual(['no token', 'reused', 'uris', 'expired'])
  expect(door.let).toBe(1)
})

test.each([-3600, -40, 40, 3600])('a clock that is %d seconds wrong is put right by the first answer', async (seconds) => {
  const { door, client } = await meet(makeCdpKey('ES256'), () => Date.now() + seconds * 1000)
  await client.getSupported()
  await client.verify(payload, terms)
  expect(door.let).toBe(2)
  expect(door.refused.length).toBeLessThanOrEqual(1)
})

test('a few seconds need no correction', async () => {
  for (const seconds of [-8, 8]) {
    const { door, client } = await meet(makeCdpKey('EdDSA'), () => Date.now() + seconds * 1000)
    await client.settle(payload, terms)
    expect(door.refused).toEqual([])
  }
})

test('a call that is repeated because its connection broke has a new token', async () => {
  const { door, client } = await meet(makeCdpKey('EdDSA'))
  dropNext = 1
  expect(await client.verify(payload, terms)).toMatchObject({ isValid: true })
  expect([door.let, door.refused]).toEqual([2, []])
})

test('a rotated key is a refusal of us, and what is said of it holds neither token nor secret', async () => {
  const key = makeCdpKey('EdDSA')
  const { door, client } = await meet(key, Date.now, makeCdpKey('EdDSA'))
  const refusal = await client.verify(payload, terms).then(
    () => new Error('it was let in'),
    (error: Error) => error,
  )
  expect(refusal).toBeInstanceOf(FacilitatorRefusal)
  expect(refusal).toMatchObject({ status: 401, message: expect.stringContaining('HTTP 401') })
  for (const secret of [key.secret, ...door.tokens, ...door.tokens.flatMap((token) => token.split('.').at(-1)!)])
    expect(JSON.stringify([refusal.message, refusal.stack, refusal.cause])).not.toContain(secret)
})
