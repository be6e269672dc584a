/** The typed client on its own: what it makes of answers, against a server made of values. */
import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http'
import { describe, expect, test } from 'vitest'
import { parseArguments } from '../../clients/typescript/src/cli/arguments.ts'
import { completion, EXPLAINED } from '../../clients/typescript/src/cli/words.ts'
import { type ClientOptions, createClient, findTool } from '../../clients/typescript/src/client.ts'
import * as errors from '../../clients/typescript/src/errors.ts'
import { guard } from '../../clients/typescript/src/guard/guard.ts'
import { memoryStore } from '../../clients/typescript/src/guard/stores.ts'
import { toAtomic, toUsd } from '../../clients/typescript/src/money.ts'

/** A well-known key of test chains; it holds nothing anywhere. */
const KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const OFFER = {
  scheme: 'exact',
  network: 'eip155:8453' as const,
  amount: '1000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
}
const terms = (offers: object[] = [OFFER], error = 'Payment required') =>
  encodePaymentRequiredHeader({
    x402Version: 2,
    error,
    resource: { url: 'http://tools.test/v1/util/ping', description: '', mimeType: 'application/json' },
    accepts: offers as (typeof OFFER)[],
  })
const SETTLED = encodePaymentResponseHeader({ success: true, transaction: '0xabc', network: 'eip155:8453', payer: '0xdef' })

type Answer = (header: string) => Response | Promise<Response>
const pong = () => Response.json({ message: 'pong' }, { headers: { 'PAYMENT-RESPONSE': SETTLED } })
const problem = (code: string, status: number, charged: boolean | null = false) =>
  Response.json({ code, title: code, status, detail: code, retryable: true, charged, requestId: 'x' }, { status })
const refusal = (error: string) => new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': terms([OFFER], error) } })

/** A client whose server gives these answers to paid calls, in order; the last stays. */
function clientOf(answers: Answer[], options: Partial<ClientOptions> & { offers?: object[] } = {}) {
  const sent: string[] = []
  const client = createClient({
    server: 'http://tools.test',
    keys: { base: KEY },
    attempts: 4,
    sleep: async () => undefined,
    rpcs: {},
    fetch: async (input) => {
      const header = (input as Request).headers.get('PAYMENT-SIGNATURE')
      if (header === null) return new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': terms(options.offers) } })
      sent.push(header)
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (!answer) throw new Error('the test has no answer')
      return answer(header)
    },
    ...options,
  })
  return { client, sent }
}
/** Dollars that are spent, and those at risk. */
const held = async (client: { budget(): ReturnType<ReturnType<typeof createClient>['budget']> }) => {
  const { spentUsd, atRiskUsd } = (await client.budget()).session
  return [spentUsd, atRiskUsd]
}
const lost = () => Promise.reject(new TypeError('fetch failed'))

describe('money', () => {
  test.each([
    ['0.002', 2000n],
    ['1', 1_000_000n],
    ['0.0000010', 1n],
    [0.25, 250_000n],
  ])('%s dollars are %s atomic units', (usd, atomic) => expect(toAtomic(usd)).toBe(atomic))
  test.each(['', '-1', '1e3', '0.0000001', 'abc', '1,5', 'Infinity'])('%j is no amount', (usd) =>
    expect(() => toAtomic(usd)).toThrow(RangeError),
  )
  test('atomic units as dollars, to the last digit', () => expect([toUsd(1n), toUsd(12_345_678n)]).toEqual(['0.000001', '12.345678']))
})

describe('a connection that is closed before any payment', () => {
  const closed = () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }) }))
  /** A guard whose first so many unpaid calls meet what fails. */
  const meeting = (failures: number, fail: () => Promise<never>) => {
    const seen = { unpaid: 0, paid: 0 }
    const guarded = guard(
      async (input) => {
        if ((input as Request).headers.has('PAYMENT-SIGNATURE')) {
          seen.paid += 1
          return pong()
        }
        seen.unpaid += 1
        return seen.unpaid <= failures ? fail() : new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': terms() } })
      },
      { keys: { base: KEY }, rpcs: {}, attempts: 1 },
    )
    return { guarded, seen }
  }

  test('is opened once more for a GET', async () => {
    const { guarded, seen } = meeting(1, closed)
    expect((await guarded('http://tools.test/v1/util/ping')).status).toBe(200)
    expect(seen).toEqual({ unpaid: 2, paid: 1 })
  })

  test.each<[string, number, () => Promise<never>, RequestInit]>([
    ['twice', 2, closed, {}],
    ['for a POST', 1, closed, { method: 'POST', body: '{}' }],
    ['where nobody listens', 1, () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })), {}],
  ])('but not %s', async (_, failures, fail, init) => {
    const { guarded, seen } = meeting(failures, fail)
    await expect(guarded('http://tools.test/v1/util/ping', init)).rejects.toMatchObject({ name: 'UnreachableError' })
    expect(seen).toEqual({ unpaid: failures, paid: 0 })
  })
})

describe('one payment, sent until its end is known', () => {
  test.each<[string, Answer]>([
    ['a lost connection', lost],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an answer cut short', () => new Response('{"mess', { headers: { 'PAYMENT-RESPONSE': SETTLED } })],
    ['settlement_unknown', () => problem('settlement_unknown', 503, null)],
    ['payment_in_flight', () => problem('payment_in_flight', 409)],
    ['facilitator_unavailable', () => problem('facilitator_unavailable', 503)],
    ['payment_store_unavailable', () => problem('payment_store_unavailable', 503)],
  ])('after %s the same header is sent again', async (_, answer) => {
    const { client, sent } = clientOf([answer, answer, pong])
    expect((await client.call('util/ping', {})).data).toEqual({ message: 'pong' })
    expect([sent.length, new Set(sent).size]).toEqual([3, 1])
    expect(await held(client)).toEqual(['0.001000', '0.000000'])
  })

  test('when its end stays unknown the amount stays at risk, and the next same call sends it again', async () => {
    const { client, sent } = clientOf([lost, lost, lost, lost, pong])
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'SettlementUnknownError' })
    expect(await held(client)).toEqual(['0.000000', '0.001000'])
    expect((await client.call('util/ping', {})).receipt.transaction).toBe('0xabc')
    expect([new Set(sent).size, ...(await held(client))]).toEqual([1, '0.001000', '0.000000'])
  })

  test('only when a payment in doubt is refused is another one signed; the first stays at risk', async () => {
    const { client, sent } = clientOf([lost, lost, lost, lost, () => refusal('authorization_expired'), pong])
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'SettlementUnknownError' })
    await client.call('util/ping', {})
    expect([sent.length, new Set(sent).size, ...(await held(client))]).toEqual([6, 2, '0.001000', '0.001000'])
  })

  test.each<[string, Answer, number]>([
    ['failed uncharged', () => problem('upstream_failed', 502), 1],
    ['was refused', () => refusal('insufficient_funds'), 2],
    ['had used its payment before', () => problem('payment_already_used', 409), 2],
  ])('a call that %s is made again with so many signatures in all', async (_, answer, signatures) => {
    const { client, sent } = clientOf([answer, pong])
    await expect(client.call('util/ping', {})).rejects.toBeInstanceOf(errors.ClientError)
    expect((await client.call('util/ping', {})).receipt.transaction).toBe('0xabc')
    expect([sent.length, new Set(sent).size]).toEqual([2, signatures])
    expect(await held(client)).toEqual(['0.001000', signatures === 1 ? '0.000000' : '0.001000'])
  })

  test('a payment that bought nothing is not sent again once its validity is over', async () => {
    let now = Date.now()
    const { client, sent } = clientOf([() => problem('upstream_failed', 502), pong], { now: () => now })
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'ProblemError' })
    now += 121_000
    await client.call('util/ping', {})
    expect(new Set(sent).size).toBe(2)
  })

  test.each<[string, Answer, object]>([
    ['a problem of the tool', () => problem('subject_not_found', 404), { name: 'ProblemError', problem: { code: 'subject_not_found' } }],
    ['a refused payment', () => refusal('insufficient_funds'), { name: 'PaymentRefusedError', code: 'insufficient_funds' }],
  ])('%s is told at once, and the payment stays at risk: the seller’s word gives nothing back', async (_, answer, error) => {
    const { client, sent } = clientOf([answer])
    await expect(client.call('util/ping', {})).rejects.toMatchObject(error)
    expect([sent.length, ...(await held(client))]).toEqual([1, '0.000000', '0.001000'])
  })
})

describe('nothing is signed', () => {
  test.each<[string, object[]]>([
    ['for a token that is not USDC', [{ ...OFFER, asset: '0x0000000000000000000000000000000000000bad' }]],
    ['on a network without a key', [{ ...OFFER, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }]],
    ['on an unknown network', [{ ...OFFER, network: 'eip155:1' }]],
    ['in another scheme', [{ ...OFFER, scheme: 'upto' }]],
    ['when nothing is offered', []],
  ])('%s', async (_, offers) => {
    const { client, sent } = clientOf([pong], { offers })
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'NoOfferError' })
    expect([sent.length, ...(await held(client))]).toEqual([0, '0.000000', '0.000000'])
  })

  test('over the cap of a call, whatever the server asks', async () => {
    const { client, sent } = clientOf([pong], { offers: [{ ...OFFER, amount: '20001' }] })
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'SpendCapError', cap: 'call' })
    expect(sent).toEqual([])
  })

  test('over the cap of the session, however many calls run at once', async () => {
    const { client, sent } = clientOf([pong], { caps: { perSession: '0.003' } })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => client.call('util/ping', {})))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect([sent.length, new Set(sent).size, ...(await held(client))]).toEqual([3, 3, '0.003000', '0.000000'])
  })
})

test('a payment in hand is counted by the next client of its store, and sent again for the same call only', async () => {
  const store = memoryStore()
  await expect(clientOf([lost], { store }).client.call('util/uuid', { n: '2' })).rejects.toThrow()
  const next = clientOf([pong], { store })
  expect(await held(next.client)).toEqual(['0.000000', '0.001000'])
  await next.client.call('util/uuid', { n: '3' })
  await next.client.call('util/uuid', { n: '2' })
  expect([new Set(next.sent).size, ...(await held(next.client))]).toEqual([2, '0.002000', '0.000000'])
})

test('terms that a redirect brought without TLS are nobody’s, though the host has the same name', async () => {
  const sent: Request[] = []
  const guarded = guard(
    async (input) => {
      sent.push(input as Request)
      return Object.defineProperty(refusal('Payment required'), 'url', { value: 'http://shop.test/elsewhere' })
    },
    { keys: { base: KEY } },
  )
  await expect(guarded('https://shop.test/')).rejects.toThrow('http://shop.test')
  expect(sent).toHaveLength(1)
})

test('a payment is written down before it is sent', async () => {
  const store = memoryStore()
  const seen: string[][] = []
  const events = async () => (await store.read(0)).entries.map(({ event }) => event)
  const look = async () => {
    seen.push(await events())
    return pong()
  }
  const { client } = clientOf([look], { store })
  await client.call('util/ping', {})
  expect([seen, await events()]).toEqual([[['reserved', 'signed']], ['reserved', 'signed', 'settled']])
})

test.each([
  ['util/pnig', 'util/ping'],
  ['ping', 'util/ping'],
  ['/v1/evm/4byte', 'evm/4byte'],
  ['evm_4byte', 'evm/4byte'],
  ['constructor', undefined],
])('the unknown tool %s is told with what was meant', async (name, meant) => {
  const { client, sent } = clientOf([pong])
  const error = await client.call(name as 'util/ping', {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    name: 'UnknownToolError',
    ...(meant === undefined ? {} : { suggestions: expect.arrayContaining([meant]) }),
  })
  expect(sent).toEqual([])
  expect(findTool('util/ping')).toBe('util/ping')
})

describe('the command line', () => {
  test('options stand before the command, parameters of the tool after it', () => {
    expect(parseArguments(['--rail', 'base', '--json', '--store=r', 'call', 'web/markdown', '--url', 'https://a.example/?x=1'])).toEqual({
      options: { rail: 'base', store: 'r' },
      flags: new Set(['json']),
      command: 'call',
      words: ['web/markdown'],
      params: { url: 'https://a.example/?x=1' },
    })
  })
  test.each([
    [['--nonsense', '1', 'list'], 'no option --nonsense'],
    [['call', 'util/uuid', '--n'], 'needs a value'],
    [['call', 'util/uuid', '--n', '1', '--n', '2'], 'given twice'],
  ])('%j is refused', (words, message) => expect(() => parseArguments(words)).toThrow(message))

  test('the options of mcp may stand after it, a budget in dollars among them', () =>
    expect(parseArguments(['mcp', '--server', 'https://a.example', '--max-usd', '0.10']).options).toEqual({
      server: 'https://a.example',
      'max-per-session': '0.10',
    }))
  test('every error is explained', () => {
    const names = Object.keys(errors).filter((name) => name !== 'ClientError')
    expect(Object.keys(EXPLAINED)).toEqual(expect.arrayContaining(names))
  })
  test.each(['bash', 'zsh', 'fish'])('%s completes tools and options', (shell) => {
    expect(completion(shell)).toContain('evm/4byte')
    expect(completion(shell)).toMatch(/max-per-session/)
  })
})
