/** The payment header, row by row of the status table: what cannot be read is 400, what does not fit the offer is 402, and neither costs anyone anything. */

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../lib/db/index.ts'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { editPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { startUpstreams, type Upstreams } from '../support/upstreams/server.ts'

let world: LocalWorld
let upstreams: Upstreams
let app: TestGate
let database: Database
let run: ReturnType<typeof vi.spyOn>
const signed = {} as Record<(typeof rails)[number], string>

beforeAll(async () => {
  world = await startLocalWorld()
  upstreams = await startUpstreams()
  app = await startGate(world.appEnv(upstreams.env))
  const { tools } = await import('../../lib/tools/registry.ts')
  run = vi.spyOn(tools.find(({ id }) => id === 'util/ping')!, 'run')
  database = await app.core.database()
  for (const rail of rails) signed[rail] = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
})
afterAll(async () => {
  run?.mockRestore()
  await app?.close()
  await upstreams?.stop()
  await world?.stop()
})
beforeEach(() => {
  world.facilitator.resetCounters()
  run.mockClear()
})

const send = (header: string, extra: Record<string, string> = {}, path = '/v1/util/ping') =>
  app.fetch(path, { headers: { 'PAYMENT-SIGNATURE': header, ...extra } })
const encode = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const decode = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
const nothingHappened = () => {
  expect(world.facilitator.counters).toEqual({ supported: 0, verify: 0, settle: 0, landed: 0 })
  expect(run).not.toHaveBeenCalled()
}

async function isUnreadable(response: Response) {
  const body = (await response.json()) as Record<string, unknown>
  expect([response.status, body.code, body.charged, body.retryable]).toEqual([400, 'invalid_payload', false, false])
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('PAYMENT-REQUIRED')).toBeNull()
  nothingHappened()
  return String(body.detail)
}

async function isRefused(response: Response, code: string | RegExp) {
  expect(response.status).toBe(402)
  const required = decode(response.headers.get('PAYMENT-REQUIRED')!)
  expect(required.error).toMatch(typeof code === 'string' ? new RegExp(`^${code}$`) : code)
  expect(required.accepts).toHaveLength(2)
  expect(((await response.json()) as { error: string }).error).toBe(required.error)
  expect(response.headers.get('PAYMENT-RESPONSE')).toBeNull()
  nothingHappened()
}

describe('a header that cannot be read is 400 invalid_payload, and nobody is asked', () => {
  const edited = (edit: (envelope: never) => void) => () => editPayment(signed.base, edit as never)
  const nested = () => `${'['.repeat(3000)}${']'.repeat(3000)}`
  test.each<[string, () => string]>([
    ['no base64', () => 'not base64!'],
    ['a JSON text as it is', () => '{"x402Version":2}'],
    ['two headers joined', () => `${signed.base}, ${signed.base}`],
    ['a truncated header', () => signed.base.slice(0, 400)],
    ['padding inside', () => `${signed.base.slice(0, 40)}==${signed.base.slice(40)}`],
    ['base64 of no JSON', () => encode('hello')],
    ['base64 of bytes that are no UTF-8', () => Buffer.from([0xff, 0xfe, 0x80]).toString('base64')],
    ['an empty object', () => encode({})],
    ['an array', () => encode([])],
    ['a number', () => encode(2)],
    ['a text', () => encode('"x402"')],
    ['null', () => encode(null)],
    ['deep nesting', () => encode(nested())],
    ['a prototype for an envelope', () => encode('{"__proto__":{"x402Version":2}}')],
    ['more than its limit', () => encode({ ...decode(signed.base), note: 'x'.repeat(12_000) })],
    ['version 1', edited((envelope: { x402Version: number }) => (envelope.x402Version = 1))],
    ['version 3', edited((envelope: { x402Version: number }) => (envelope.x402Version = 3))],
    ['version 2 as text', edited((envelope: { x402Version: unknown }) => (envelope.x402Version = '2'))],
    ['no version', edited((envelope: { x402Version: unknown }) => (envelope.x402Version = undefined))],
    ['no accepted', edited((envelope: { accepted: unknown }) => (envelope.accepted = undefined))],
    ['accepted that is a list', edited((envelope: { accepted: unknown }) => (envelope.accepted = [envelope.accepted]))],
    ['an amount that is a number', edited((envelope: { accepted: { amount: unknown } }) => (envelope.accepted.amount = 1000))],
    ['no payload', edited((envelope: { payload: unknown }) => (envelope.payload = undefined))],
    ['an empty payload', edited((envelope: { payload: unknown }) => (envelope.payload = {}))],
    [
      'the payload of version 1 shape',
      () => encode({ x402Version: 1, scheme: 'exact', network: 'base', payload: decode(signed.base).payload }),
    ],
    [
      'a Permit2 payload',
      edited((envelope: { payload: Record<string, unknown> }) => {
        envelope.payload = { signature: envelope.payload.signature, permit2Authorization: envelope.payload.authorization }
      }),
    ],
    ['the other rail’s payload', edited((envelope: { payload: unknown }) => (envelope.payload = decode(signed.solana).payload))],
    [
      'an address that is too short',
      edited((envelope: { payload: { authorization: { from: string } } }) => (envelope.payload.authorization.from = '0x1234')),
    ],
    [
      'a nonce that is too long',
      edited((envelope: { payload: { authorization: { nonce: string } } }) => (envelope.payload.authorization.nonce += '00')),
    ],
    [
      'a value that is no number',
      edited((envelope: { payload: { authorization: { value: string } } }) => (envelope.payload.authorization.value = '0x3e8')),
    ],
    [
      'a negative value',
      edited((envelope: { payload: { authorization: { value: string } } }) => (envelope.payload.authorization.value = '-1000')),
    ],
    ['no signature', edited((envelope: { payload: { signature?: string } }) => (envelope.payload.signature = undefined))],
    [
      'a signature that is no hex',
      edited((envelope: { payload: { signature: string } }) => (envelope.payload.signature = `0x${'zz'.repeat(65)}`)),
    ],
    ['extensions that are a list', edited((envelope: { extensions: unknown }) => (envelope.extensions = []))],
  ])('%s', async (_name, header) => {
    await isUnreadable(await send(header()))
  })

  test.each<[string, (transaction: Buffer) => Buffer]>([
    ['no transaction', () => Buffer.from('hello, this is no transaction at all')],
    ['no signature slot', (wire) => Buffer.concat([Buffer.from([0]), wire.subarray(129)])],
    ['a hundred signature slots', (wire) => Buffer.concat([Buffer.from([100]), wire.subarray(1)])],
    ['slots and no message', (wire) => wire.subarray(0, 129)],
  ])('on Solana: %s', async (_name, change) => {
    const header = editPayment(signed.solana, (envelope) => {
      envelope.payload.transaction = change(Buffer.from(String(envelope.payload.transaction), 'base64')).toString('base64')
    })
    await isUnreadable(await send(header))
  })

  test.each(['tooshort', 'x'.repeat(129), 'has a space in it!!', 'semi;colon;0123456789'])('the Idempotency-Key %j', async (key) => {
    expect(await isUnreadable(await send(signed.base, { 'Idempotency-Key': key }))).toContain('16 to 128')
  })

  test('an identifier that contradicts the Idempotency-Key', async () => {
    const header = editPayment(signed.base, (envelope) => {
      const declared = envelope.extensions!['payment-identifier'] as { info: Record<string, unknown> }
      declared.info.id = 'identifier-0123456789'
    })
    await isUnreadable(await send(header, { 'Idempotency-Key': 'another-one-0123456789' }))
  })

  test('an empty header is not an unpaid call', async () => {
    await isUnreadable(await send(''))
  })
})

describe.each(rails)('a payment on %s that does not fit the offer is 402 with a coded reason and a fresh offer', (rail) => {
  type Accepted = Record<string, unknown> & { extra: Record<string, unknown> }
  const other = rail === 'base' ? 'solana' : 'base'
  /** A payment of its own: of one that was refused every copy hears the same. */
  const signAnew = async () => world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
  test.each<[string, (accepted: Accepted) => void, string]>([
    ['a smaller amount', (accepted) => (accepted.amount = '999'), 'offer_mismatch'],
    ['a larger amount', (accepted) => (accepted.amount = '1001'), 'offer_mismatch'],
    ['the amount with a leading zero', (accepted) => (accepted.amount = '01000'), 'offer_mismatch'],
    ['another recipient', (accepted) => (accepted.payTo = world.buyer[rail].address), 'offer_mismatch'],
    ['another asset', (accepted) => (accepted.asset = world.payTo[rail]), 'offer_mismatch'],
    ['the asset of the other rail', (accepted) => (accepted.asset = world[other].usdc), 'offer_mismatch'],
    ['a network that nobody offers', (accepted) => (accepted.network = 'eip155:1'), 'network_not_accepted'],
    [
      'the test network',
      (accepted) => (accepted.network = rail === 'base' ? 'eip155:84532' : 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
      'network_not_accepted',
    ],
    ['another scheme', (accepted) => (accepted.scheme = 'upto'), 'offer_mismatch'],
    ['a longer timeout', (accepted) => (accepted.maxTimeoutSeconds = 86_400), 'offer_mismatch'],
    ['no extra', (accepted) => void delete (accepted as { extra?: unknown }).extra, 'offer_mismatch'],
    [
      'a changed extra',
      (accepted) => (accepted.extra = rail === 'base' ? { name: 'USDC', version: '2' } : { feePayer: world.payTo.solana }),
      'offer_mismatch',
    ],
  ])('%s', async (_name, change, code) => {
    await isRefused(await send(editPayment(await signAnew(), ({ accepted }) => change(accepted as Accepted))), code)
  })

  test.each<[string, (extensions: Record<string, never>) => void]>([
    ['an altered bazaar example', (extensions) => void Object.assign(extensions.bazaar!, { info: { input: {} } })],
    ['an altered payment-identifier', (extensions) => void Object.assign(extensions['payment-identifier']!, { info: { required: true } })],
  ])('%s is extension_echo_mismatch', async (_name, change) => {
    await isRefused(await send(editPayment(await signAnew(), ({ extensions }) => change(extensions as never))), 'extension_echo_mismatch')
  })

  test('the payment of another price does not buy, and what is refused once is refused for every request', async () => {
    const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
    for (const path of ['/v1/evm/4byte?selector=0xa9059cbb', '/v1/util/ping'])
      await isRefused(await send(header, {}, path), 'offer_mismatch')
  })

  test('bad input beats it, whatever the header holds', async () => {
    for (const header of [signed[rail], 'not base64!']) {
      const response = await send(header, {}, '/v1/util/uuid?n=0')
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_input'])
    }
    nothingHappened()
  })
})

describe('an authorization’s own terms, on Base', () => {
  /** A payment of its own: of one that was refused every copy hears the same. */
  const withAuthorization = (members: Record<string, unknown>) =>
    editPayment(signed.base, ({ payload }) => {
      Object.assign(payload.authorization as object, { nonce: `0x${randomBytes(32).toString('hex')}` }, members)
    })
  const seconds = () => Math.floor(Date.now() / 1000)
  test.each<[string, () => Record<string, unknown>, string]>([
    ['to somebody else', () => ({ to: world.buyer.base.address }), 'recipient_mismatch'],
    ['of less', () => ({ value: '999' }), 'amount_mismatch'],
    ['of more', () => ({ value: '1001' }), 'amount_mismatch'],
    ['of nothing', () => ({ value: '0' }), 'amount_mismatch'],
    ['that ran out', () => ({ validBefore: String(seconds() - 1) }), 'authorization_expires_too_soon'],
    [
      'that runs out before handler and settle could end',
      () => ({ validBefore: String(seconds() + 20) }),
      'authorization_expires_too_soon',
    ],
    ['that is not valid yet', () => ({ validAfter: String(seconds() + 60) }), 'authorization_not_yet_valid'],
    ['valid after the end of time', () => ({ validAfter: '9'.repeat(78) }), 'authorization_not_yet_valid'],
  ])('%s', async (_name, members, code) => {
    await isRefused(await send(withAuthorization(members())), code)
  })
})

test('a version 1 client is told which header to send', async () => {
  const response = await app.fetch('/v1/util/ping', { headers: { 'X-PAYMENT': encode({ x402Version: 1, scheme: 'exact' }) } })
  await isRefused(response, /PAYMENT-SIGNATURE/)
})

test('X-PAYMENT beside a good PAYMENT-SIGNATURE is ignored', async () => {
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base')
  expect((await send(header, { 'X-PAYMENT': 'eyJ4NDAyVmVyc2lvbiI6MX0=' })).status).toBe(200)
})

test.each(rails)('extensions that are left out are no obstacle, on %s', async (rail) => {
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
  const bare = editPayment(header, (envelope) => {
    envelope.extensions = undefined as never
    envelope.resource = undefined as never
  })
  expect((await send(bare)).status).toBe(200)
})

test('an identifier in the payment’s own extension binds it as Idempotency-Key does', async () => {
  const id = 'order_extension-0123456789'
  const identified = async () =>
    editPayment(await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base'), (envelope) => {
      const declared = envelope.extensions!['payment-identifier'] as { info: Record<string, unknown> }
      declared.info.id = id
    })
  const [first, second] = [await identified(), await identified()]
  const answer = await send(first)
  expect(answer.status).toBe(200)
  const again = await send(first, { 'Idempotency-Key': id })
  expect([again.status, await again.text()]).toEqual([200, await answer.text()])
  const conflict = await send(second)
  expect([conflict.status, ((await conflict.json()) as { code: string }).code]).toEqual([409, 'payment_identifier_conflict'])
  const elsewhere = await send(first, {}, '/v1/util/uuid')
  expect([elsewhere.status, ((await elsewhere.json()) as { code: string }).code]).toEqual([409, 'payment_already_used'])
  expect(run).toHaveBeenCalledTimes(1)
})

test('HEAD with a payment is answered as the unpaid call, and the payment still buys later', async () => {
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base')
  const head = await app.fetch('/v1/util/ping', { method: 'HEAD', headers: { 'PAYMENT-SIGNATURE': header } })
  expect([head.status, await head.text()]).toEqual([402, ''])
  nothingHappened()
  expect((await send(header)).status).toBe(200)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s with a payment runs nothing', async (method) => {
  const response = await app.fetch('/v1/util/ping', { method, headers: { 'PAYMENT-SIGNATURE': signed.base } })
  expect(response.status).toBe(method === 'OPTIONS' ? 204 : 405)
  nothingHappened()
})

test('a paid answer carries what section 3 asks for, and a readable settlement', async () => {
  const header = await world.buyer.signOnce(await app.fetch('/v1/util/ping'), 'base')
  const response = await send(header, { 'X-Request-Id': 'trace-1', Accept: 'text/html' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-expose-headers')).toContain('PAYMENT-RESPONSE')
  expect(response.headers.get('x-request-id')).toBe('trace-1')
  expect(response.headers.get('PAYMENT-REQUIRED')).toBeNull()
  expect(decode(response.headers.get('PAYMENT-RESPONSE')!)).toEqual({
    success: true,
    transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    network: world.base.network,
    payer: expect.stringMatching(new RegExp(`^${world.buyer.base.address}$`, 'i')),
  })
})

test('five hundred unpaid calls over every tool ask no facilitator, no source and no database', async () => {
  const { tools } = await import('../../lib/tools/registry.ts')
  const { exampleUrl } = await import('../../lib/payments/offer/terms.ts')
  const { currentOffers } = await import('../../lib/payments/offer/offers.ts')
  // As when a server starts: what tools load then is not the calls' doing.
  for (const tool of tools) tool.warm?.(app.core)
  currentOffers(app.core)
  const runs = tools.map((tool) => vi.spyOn(tool, 'run'))
  const statements = [vi.spyOn(database, 'query'), vi.spyOn(database, 'run'), vi.spyOn(database, 'tx')]
  await app.fetch('/v1/prices/gpu')
  const asked = () => statements.reduce((sum, { mock }) => sum + mock.calls.length, upstreams.requests.length)
  for (let before = -1; asked() > before; await sleep(500)) before = asked()
  upstreams.reset()
  world.facilitator.resetCounters()
  for (const spy of statements) spy.mockClear()
  try {
    const statuses: Record<number, number> = {}
    for (let count = 0; count < 500; count += 1) {
      const path = exampleUrl(tools[count % tools.length]!, app.core.env).replace(app.core.env.BASE_URL, '')
      const { status } = await app.fetch(count % 5 === 4 ? `${path}${path.includes('?') ? '&' : '?'}nonsense=1` : path)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    expect(Object.keys(statuses).filter((status) => !['400', '402', '503'].includes(status))).toEqual([])
    expect(statuses[400]).toBe(100)
    expect(statuses[402]).toBeGreaterThan(200)
    expect(world.facilitator.counters).toEqual({ supported: 0, verify: 0, settle: 0, landed: 0 })
    expect(upstreams.requests).toEqual([])
    for (const spy of [...statements, ...runs]) expect(spy).not.toHaveBeenCalled()
  } finally {
    for (const spy of [...statements, ...runs]) spy.mockRestore()
  }
})
