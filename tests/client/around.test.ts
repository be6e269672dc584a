/** The guard around a client that signs by itself: it sees only what was checked, and what it signs is sent once. */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type GuardOptions, guard } from '../../clients/typescript/src/guard/guard.ts'
import { decodeObject } from '../../clients/typescript/src/guard/offers.ts'
import { encode, offer, required, SETTLED, solanaOffer } from './trick-parts.ts'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const URL_ = 'http://seller.test/thing'

type Answer = (header: string | null) => Response
const ask = (accepts: unknown, more: object = {}) =>
  new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': encode(required(accepts, more)) } })
const sold = () => Response.json({}, { headers: { 'PAYMENT-RESPONSE': encode(SETTLED) } })

function around(answer: Answer, more: GuardOptions = {}) {
  const sent: string[] = []
  const guarded = guard(
    async (input) => {
      const header = (input as Request).headers.get('PAYMENT-SIGNATURE')
      if (header !== null) sent.push(header)
      return answer(header)
    },
    { rpcs: {}, attempts: 2, sleep: async () => undefined, ...more },
  )
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  return { guarded, sent, paying: wrapFetchWithPayment(guarded, client) }
}

test('nothing of an offer is shown but what a payment needs', async () => {
  const recentBlockhash = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const offers = [
    { ...offer, extra: { ...offer.extra, salt: '0x1', verifyingContract: '0x2', more: 1 }, outputSchema: {}, price: 1 },
    { ...solanaOffer, extra: { ...solanaOffer.extra, recentBlockhash, lastValidBlockHeight: '9', tokenProgram: 'x', memo: 'm' } },
  ]
  const { guarded } = around(() => ask(offers, { extensions: { x: 1 } }))
  const response = await guarded(URL_)
  const { feePayer } = solanaOffer.extra
  const shown = { ...required([offer, { ...solanaOffer, extra: { feePayer, memo: 'm' } }]) }
  expect(decodeObject(response.headers.get('PAYMENT-REQUIRED')!)).toEqual(shown)
  expect(await response.json()).toEqual(shown)
})

test('the seller gets its own offer back, and of the payload what proves the payment', async () => {
  const odd = { ...offer, asset: offer.asset.toLowerCase(), extra: { ...offer.extra, more: 1 } }
  const { paying, sent, guarded } = around((header) => (header === null ? ask([odd], { extensions: { x: 1 } }) : sold()))
  expect((await paying(URL_)).status).toBe(200)
  const payment = decodeObject(sent[0]!)!
  expect(payment).toMatchObject({ accepted: odd, extensions: { x: 1 } })
  expect(Object.keys(payment.payload as object).sort()).toEqual(['authorization', 'signature'])
  expect([...(await guarded.book()).payments.values()][0]!.settled).toMatchObject({ payer: account.address })
})

test('a call whose end is unknown is resumed by the next one: the same payment, no new signature', async () => {
  let isAway = true
  const { paying, sent } = around((header) => {
    if (header === null) return ask([offer])
    return isAway ? Response.json({ code: 'settlement_unknown', charged: null }, { status: 503 }) : sold()
  })
  await expect(paying(URL_)).rejects.toMatchObject({ name: 'SettlementUnknownError' })
  isAway = false
  expect((await paying(URL_)).status).toBe(200)
  expect([sent.length, new Set(sent).size]).toEqual([3, 1])
})

test.each([
  ['another path', 'http://seller.test/thing/'],
  ['another query', `${URL_}?a=1`],
  ['another host', 'http://other.test/thing'],
])('terms that a redirect to %s brought are not signed for: the payment would be sent where they were not', async (_, address) => {
  let paid = 0
  const guarded = guard(
    async (input) => {
      paid += (input as Request).headers.has('PAYMENT-SIGNATURE') ? 1 : 0
      return Object.defineProperty(ask([offer]), 'url', { value: address })
    },
    { keys: { base: `0x${'1'.repeat(64)}` }, rpcs: {} },
  )
  await expect(guarded(`${URL_}#part`)).rejects.toMatchObject({ name: 'NoOfferError', message: expect.stringContaining(address) })
  expect([paid, (await guarded.book()).payments.size]).toEqual([0, 0])
})

test('a caller who gives up need not wait as long as the seller asks to', async () => {
  const stop = new AbortController()
  const keys = { base: `0x${'1'.repeat(64)}` }
  const { guarded } = around(
    (header) => {
      if (header === null) return ask([offer])
      setImmediate(() => stop.abort())
      return Response.json({ code: 'settlement_unknown', charged: null }, { status: 503, headers: { 'Retry-After': '20' } })
    },
    { keys, sleep: () => new Promise(() => undefined) },
  )
  await expect(guarded(URL_, { signal: stop.signal })).rejects.toMatchObject({ name: 'SettlementUnknownError' })
  expect((await guarded.budget()).session.atRiskUsd).toBe('0.001000')
})

test('terms that nobody came back for do not stand in the way of later ones', async () => {
  let now = Date.now()
  let amount = '1000'
  const { paying, guarded, sent } = around((header) => (header === null ? ask([{ ...offer, amount }]) : sold()), { now: () => now })
  await guarded(URL_)
  amount = '1200'
  expect((await paying(URL_)).status).toBe(200)
  await guarded(URL_)
  now += 121_000
  expect((await paying(URL_)).status).toBe(200)
  expect(sent.map((header) => (decodeObject(header)!.accepted as typeof offer).amount)).toEqual(['1200', '1200'])
})

test('a payment of version 1 and one that nobody asked for are kept back', async () => {
  const { guarded, sent } = around((header) => (header === null ? ask([offer]) : sold()))
  for (const name of ['X-PAYMENT', 'x-payment', 'PAYMENT-SIGNATURE'])
    await expect(guarded(URL_, { headers: { [name]: 'e30=' } })).rejects.toMatchObject({ name: 'WalletError' })
  expect(sent).toEqual([])
})

test('a cap that is set to undefined is the default one', async () => {
  const dear = around(() => ask([{ ...offer, amount: '20001' }]), {
    caps: { perCall: undefined, perSession: undefined, perDay: undefined } as never,
  })
  await expect(dear.guarded(URL_)).rejects.toMatchObject({ name: 'SpendCapError', cap: 'call', limitUsd: '0.020000' })
})

test('a store that fails once the payment is sent is no “nothing was sent”', async () => {
  const entries: unknown[] = []
  let isFull = false
  const store = {
    append: (entry: { event: string }) => {
      if (isFull && entry.event !== 'reserved') throw new Error('the disk is full')
      entries.push(entry)
    },
    read: (position: number) => ({ entries: entries.slice(position) as never[], position: entries.length }),
  }
  const { paying } = around(
    (header) => {
      isFull = header !== null
      return header === null ? ask([offer]) : sold()
    },
    { store },
  )
  await expect(paying(URL_)).rejects.toMatchObject({ name: 'SettlementUnknownError', signed: true })
})
