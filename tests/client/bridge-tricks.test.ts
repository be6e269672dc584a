/** The bridge against sellers that lie, in their listing and in their answers: what is paid stays within caps, and what is said of it is true. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toAtomic } from '../../clients/typescript/src/money.ts'
import { ask402, CAP, closeHosts, host, isPaid, sell } from './bridge-host.ts'
import { type DishonestSeller, startDishonestSeller, type TrickName, tricks } from './dishonest-seller.ts'
import { BRIEFLY, encode, SETTLED } from './trick-parts.ts'

let seller: DishonestSeller
beforeAll(async () => {
  seller = await startDishonestSeller()
})
afterAll(() => seller.stop())
afterEach(closeHosts)

const heldOf = (trick: string, since: number) =>
  seller
    .got()
    .slice(since)
    .filter((one) => one.trick === trick)
    .reduce((sum, { authorization }) => sum + BigInt(authorization!.value), 0n)

test.each(Object.keys(tricks) as TrickName[])('%s: never more than the cap, and every call is answered', async (trick) => {
  const since = seller.got().length
  const { call } = await host([sell('thing', seller.urlOf(trick))], { guard: BRIEFLY })
  for (let nth = 0; nth < 5; nth += 1) {
    const result = await call('thing', { nth })
    const text = result.content[0]!.text
    expect(text).toBeTypeOf('string')
    if (seller.got().length > since && text.includes('Nothing was charged')) expect(text).toMatch(/not agreed|cannot ask/)
  }
  expect(heldOf(trick, since) <= toAtomic(CAP)).toBe(true)
})

describe('what was paid for', () => {
  test('an answer that breaks off is asked for again with the same payment, and nobody says that nothing was charged', async () => {
    const sent: string[] = []
    const broken = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('{"a"')),
        pull: (controller) => controller.error(new TypeError('terminated')),
      })
    const selling = (isWhole: (nth: number) => boolean) =>
      host([sell('thing', 'http://seller.test/')], {
        fetch: async (input) => {
          if (!isPaid(input)) return ask402()
          sent.push((input as Request).headers.get('PAYMENT-SIGNATURE')!)
          return new Response(isWhole(sent.length) ? '{"a":1}' : broken(), { headers: { 'PAYMENT-RESPONSE': encode(SETTLED) } })
        },
      })
    const once = await selling((nth) => nth > 1)
    expect((await once.call('thing')).structuredContent).toEqual({ a: 1 })
    expect(new Set(sent).size).toBe(1)
    const never = await selling(() => false)
    expect((await never.call('thing')).content[0]!.text).toMatch(/^SettlementUnknownError/)
  })

  test('an answer deeper than any stack comes as text', async () => {
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const { call } = await host([sell('thing', 'http://seller.test/')], {
      fetch: async (input) => (isPaid(input) ? new Response(deep, { headers: { 'PAYMENT-RESPONSE': encode(SETTLED) } }) : ask402()),
    })
    const { content, structuredContent } = await call('thing')
    expect([content[0]!.text === deep, structuredContent]).toEqual([true, undefined])
  })

  test('what costs nothing is asked for once', async () => {
    let asked = 0
    const { call } = await host([sell('thing', 'http://seller.test/', { method: 'POST' })], {
      fetch: async () => {
        asked += 1
        return Response.json({ done: asked })
      },
    })
    expect([(await call('thing')).structuredContent, asked]).toEqual([{ done: 1 }, 1])
  })
})

describe('what is listed', () => {
  test('a tool of a seller that takes the name of the wallet’s own gets another', async () => {
    const { client, call } = await host([
      sell('wallet_budget', 'http://seller.test/'),
      sell('a', 'http://a.test/'),
      sell('a', 'http://b.test/'),
    ])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['wallet_budget_2', 'a', 'a_2', 'wallet_budget'])
    expect((await call('wallet_budget')).structuredContent).toHaveProperty('session')
  })

  test('a price above the listed one is for a person to agree to, whatever the threshold is', async () => {
    const sold = [sell('thing', 'http://seller.test/', { priceUsd: '0.001' })]
    const fetch: typeof globalThis.fetch = async (input) =>
      isPaid(input) ? Response.json({}, { headers: { 'PAYMENT-RESPONSE': encode(SETTLED) } }) : ask402('2000')
    const mute = await host(sold, { fetch })
    expect((await mute.call('thing')).content[0]!.text).toContain('above the $0.001000 that the seller lists')
    const asking = await host(sold, { fetch, says: () => ({ action: 'accept', content: { pay: true } }) })
    expect((await asking.call('thing')).isError).toBeUndefined()
    expect(asking.asked).toEqual(['Pay $0.002000 to seller.test for /? It is listed at $0.001000.'])
  })
})

describe('what the person answers', () => {
  const sold = [sell('thing', 'http://seller.test/')]
  const answers: [string, () => unknown][] = [
    ['no', () => ({ action: 'decline' })],
    ['nothing', () => ({ action: 'cancel' })],
    ['not this', () => ({ action: 'accept', content: { pay: false } })],
    ['yes without saying to what', () => ({ action: 'accept', content: {} })],
    ['yes as text', () => ({ action: 'accept', content: { pay: 'true' } })],
  ]
  test.each(answers)('%s pays nothing', async (_, says) => {
    let paid = 0
    const { call } = await host(sold, {
      askAbove: '0',
      says,
      fetch: async (input) => {
        paid += isPaid(input) ? 1 : 0
        return ask402()
      },
    })
    await call('thing').catch(() => undefined)
    expect(paid).toBe(0)
  })

  test('yes to one price is no yes to another', async () => {
    let asked = 0
    const { call } = await host(sold, {
      askAbove: '0',
      says: () => ({ action: 'accept', content: { pay: true } }),
      fetch: async (input) => {
        if (isPaid(input)) throw new Error('it was paid')
        asked += 1
        return ask402(String(1000 + asked))
      },
    })
    expect((await call('thing')).content[0]!.text).toContain('not agreed to')
  })
})
