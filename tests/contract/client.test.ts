/** The typed client on its own: caps, receipts, and what it makes of answers, against a server made of values. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseArguments } from '../../clients/typescript/src/cli-arguments.ts'
import { type ClientOptions, createClient } from '../../clients/typescript/src/client.ts'
import { toAtomic, toUsd } from '../../clients/typescript/src/money.ts'
import { fileReceipts, memoryReceipts, openPayments, spentSince } from '../../clients/typescript/src/receipts.ts'

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
    fetch: async (_input, init) => {
      const header = new Headers(init?.headers).get('PAYMENT-SIGNATURE')
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

describe('one payment, sent until its end is known', () => {
  test.each<[string, Answer]>([
    ['a lost connection', lost],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an answer cut short', () => new Response('{"mess', { headers: { 'PAYMENT-RESPONSE': SETTLED } })],
    ['a 200 without a receipt', () => Response.json({ message: 'pong' })],
    ['settlement_unknown', () => problem('settlement_unknown', 503, null)],
    ['payment_in_flight', () => problem('payment_in_flight', 409)],
    ['facilitator_unavailable', () => problem('facilitator_unavailable', 503)],
    ['payment_store_unavailable', () => problem('payment_store_unavailable', 503)],
  ])('after %s the same header is sent again', async (_, answer) => {
    const { client, sent } = clientOf([answer, answer, pong])
    expect((await client.call('util/ping', {})).data).toEqual({ message: 'pong' })
    expect([sent.length, new Set(sent).size]).toEqual([3, 1])
    expect(client.spentUsd).toBe('0.001000')
  })

  test('when its end stays unknown the amount stays spent, and the next same call sends it again', async () => {
    const { client, sent } = clientOf([lost, lost, lost, lost, pong])
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'SettlementUnknownError' })
    expect(client.spentUsd).toBe('0.001000')
    expect((await client.call('util/ping', {})).receipt.transaction).toBe('0xabc')
    expect([new Set(sent).size, client.spentUsd]).toEqual([1, '0.001000'])
  })

  test('only when a payment in doubt is refused is another one signed', async () => {
    const { client, sent } = clientOf([lost, lost, lost, lost, () => refusal('authorization_expired'), pong])
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'SettlementUnknownError' })
    await client.call('util/ping', {})
    expect([sent.length, new Set(sent).size, client.spentUsd]).toEqual([6, 2, '0.001000'])
  })

  test('a facilitator that stays away never settled anything: not charged, and told so', async () => {
    const { client } = clientOf([() => problem('facilitator_unavailable', 503)])
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'ProblemError', problem: { charged: false } })
    expect(client.spentUsd).toBe('0.000000')
  })

  test.each<[string, Answer, object]>([
    ['a problem of the tool', () => problem('subject_not_found', 404), { name: 'ProblemError', problem: { code: 'subject_not_found' } }],
    ['a refused payment', () => refusal('insufficient_funds'), { name: 'PaymentRefusedError', code: 'insufficient_funds' }],
  ])('%s is told at once and gives the amount back', async (_, answer, error) => {
    const { client, sent } = clientOf([answer])
    await expect(client.call('util/ping', {})).rejects.toMatchObject(error)
    expect([sent.length, client.spentUsd]).toEqual([1, '0.000000'])
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
    expect([sent.length, client.spentUsd]).toEqual([0, '0.000000'])
  })

  test('over the cap of a call, whatever the server asks', async () => {
    const { client, sent } = clientOf([pong], { offers: [{ ...OFFER, amount: '20001' }] })
    await expect(client.call('util/ping', {})).rejects.toMatchObject({ name: 'SpendCapError', cap: 'call' })
    expect(sent).toEqual([])
  })

  test('over the cap of the session, however many calls run at once', async () => {
    const { client, sent } = clientOf([pong], { maxPerSessionUsd: '0.003' })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => client.call('util/ping', {})))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect([sent.length, new Set(sent).size, client.spentUsd]).toEqual([3, 3, '0.003000'])
  })
})

describe('receipts', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'receipts-'))
    file = join(folder, 'deep', 'receipts.jsonl')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('a payment is written down before it is sent', async () => {
    const receipts = fileReceipts(file)
    const seen: string[][] = []
    const { client } = clientOf(
      [
        () => {
          seen.push(receipts.all().map(({ event }) => event))
          return pong()
        },
      ],
      { receipts },
    )
    await client.call('util/ping', {})
    expect([seen, receipts.all().map(({ event }) => event)]).toEqual([[['signed']], ['signed', 'settled']])
  })

  test('a line cut off by a crash costs that line alone', async () => {
    const receipts = fileReceipts(file)
    await clientOf([pong], { receipts }).client.call('util/ping', {})
    appendFileSync(file, '\n{"event":"settled","paymentId":"0123')
    await clientOf([pong], { receipts }).client.call('util/ping', {})
    expect(receipts.all().map(({ event }) => event)).toEqual(['signed', 'settled', 'signed', 'settled'])
    expect(toUsd(spentSince(receipts.all(), 0, Date.now()))).toBe('0.002000')
  })

  test('a payment in hand counts as spent for the next process, and is sent again for the same call only', async () => {
    const receipts = fileReceipts(file)
    await expect(clientOf([lost], { receipts }).client.call('util/uuid', { n: '2' })).rejects.toThrow()
    const [open] = openPayments(receipts.all(), Date.now())
    const next = clientOf([pong], { receipts: fileReceipts(file) })
    expect(next.client.spentUsd).toBe('0.001000')
    await next.client.call('util/uuid', { n: '3' })
    expect(next.sent[0]).not.toBe(open!.header)
    await next.client.call('util/uuid', { n: '2' })
    expect(next.sent[1]).toBe(open!.header)
    expect(openPayments(receipts.all(), Date.now())).toEqual([])
  })

  test('after a day a payment in doubt is history', async () => {
    const receipts = memoryReceipts()
    await expect(clientOf([lost], { receipts }).client.call('util/ping', {})).rejects.toThrow()
    expect(openPayments(receipts.all(), Date.now() + 25 * 3_600_000)).toEqual([])
  })

  test('a file that is no receipts file is no receipts', () => {
    writeFileSync(join(folder, 'other'), 'hello\n[1]\n{"a":1}\nnull\n')
    expect(fileReceipts(join(folder, 'other')).all()).toEqual([])
  })
})

describe('the command line', () => {
  test('options stand before the command, parameters of the tool after it', () => {
    expect(parseArguments(['--rail', 'base', '--receipts=r', 'call', 'web/markdown', '--url', 'https://a.example/?x=1'])).toEqual({
      options: { rail: 'base', receipts: 'r' },
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
})
