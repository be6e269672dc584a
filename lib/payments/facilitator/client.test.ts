import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCore } from '../../core.ts'
import { parseEnv } from '../../env.ts'
import { createFacilitator, FacilitatorSilence } from './client.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let server: Server
let url: string
let asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = []
let handlers: Handler[] = []
const say =
  (body: unknown, status = 200): Handler =>
  (_request, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
const hangUp: Handler = (request) => void request.socket.destroy()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, body })
    const handler = handlers.length > 1 ? handlers.shift() : handlers[0]
    handler?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

const client = (changes: Record<string, string> = {}) => {
  const env = parseEnv({
    FACILITATOR_URL: url,
    ...changes,
  })
  return createFacilitator(createCore(env), env.FACILITATORS[0]!)
}
const payload = { x402Version: 2, payload: { a: 1 } } as never
const requirements = { network: 'eip155:8453' } as never

describe('its word counts whatever the status, and nothing else does', () => {
  test.each([
    [{ isValid: true, payer: '0xaa' }, 200],
    [{ isValid: false, invalidReason: 'insufficient_funds' }, 400],
    [{ isValid: false, invalidReason: null, payer: null }, 500],
  ])('verify says %j with %i', async (body, status) => {
    handlers = [say(body, status)]
    expect((await client().verify(payload, requirements)).isValid).toBe(body.isValid)
  })

  test.each<[string, unknown, number]>([
    ['HTML', '<html>', 200],
    ['nothing', '', 200],
    ['another shape', { valid: true }, 200],
    ['a text for a yes', { isValid: 'true' }, 200],
    ['an error', { error: 'no' }, 502],
    ['a list', [], 200],
    ['more than it may', { isValid: true, success: true, transaction: '0x1', network: 'eip155:8453', more: 'x'.repeat(300_000) }, 200],
  ])('%s is silence', async (_name, body, status) => {
    handlers = [say(body, status)]
    await expect(client().verify(payload, requirements)).rejects.toBeInstanceOf(FacilitatorSilence)
    await expect(client().settle(payload, requirements)).rejects.toBeInstanceOf(FacilitatorSilence)
  })

  test('so is a hang, in its own time for each operation', async () => {
    handlers = [() => undefined]
    await expect(client({ FACILITATOR_VERIFY_TIMEOUT_MS: '100' }).verify(payload, requirements)).rejects.toThrow('within 100 ms')
    await expect(client({ FACILITATOR_SETTLE_TIMEOUT_MS: '150' }).settle(payload, requirements)).rejects.toThrow('within 150 ms')
  })
})

test('a connection that is closed under a verify is no answer: asked once more, and not for ever', async () => {
  handlers = [hangUp, say({ isValid: true })]
  expect(await client().verify(payload, requirements)).toMatchObject({ isValid: true })
  expect(asked).toHaveLength(2)
  handlers = [hangUp]
  asked = []
  await expect(client().verify(payload, requirements)).rejects.toBeInstanceOf(FacilitatorSilence)
  expect(asked).toHaveLength(2)
})

test.each([500, 502, 504, 202, 408])('what is said of a settlement with HTTP %i proves nothing', async (status) => {
  for (const body of [
    { success: false, errorReason: 'insufficient_funds' },
    { success: true, transaction: '0xtx', network: 'eip155:8453' },
  ]) {
    handlers = [say(body, status)]
    await expect(client().settle(payload, requirements)).rejects.toBeInstanceOf(FacilitatorSilence)
  }
})

test('a settle is sent once: whether again is for the till to say', async () => {
  handlers = [hangUp]
  await expect(client().settle(payload, requirements)).rejects.toBeInstanceOf(FacilitatorSilence)
  expect(asked).toHaveLength(1)
})

test('each operation carries its own headers and the payment as it is', async () => {
  const auth = { FACILITATOR_AUTH_HEADERS: JSON.stringify({ verify: { 'x-key': 'v' }, settle: { 'x-key': 's' } }) }
  handlers = [
    say({ isValid: true }),
    say({ success: true, transaction: '0xtx', network: 'eip155:8453' }),
    say({ kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453', extra: null }] }),
  ]
  const facilitator = client(auth)
  await facilitator.verify(payload, requirements)
  expect(await facilitator.settle(payload, requirements)).toMatchObject({ success: true, transaction: '0xtx' })
  expect(await facilitator.getSupported()).toMatchObject({ kinds: [{ network: 'eip155:8453' }], extensions: [], signers: {} })
  expect(asked.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
    ['POST /verify', 'v'],
    ['POST /settle', 's'],
    ['GET /supported', undefined],
  ])
  expect(asked.slice(0, 2).map(({ body }) => JSON.parse(body))).toEqual([
    { x402Version: 2, paymentPayload: payload, paymentRequirements: requirements },
    { x402Version: 2, paymentPayload: payload, paymentRequirements: requirements },
  ])
})
