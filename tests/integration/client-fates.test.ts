/** What brings an amount back that a seller was handed a signature for: the chain alone, on both rails. */
import { createKeyPairSignerFromBytes, getBase58Encoder } from '@solana/kit'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GuardOptions, guard } from '../../clients/typescript/src/guard/guard.ts'
import { decodeObject } from '../../clients/typescript/src/guard/offers.ts'
import { encode } from '../../clients/typescript/src/guard/payment.ts'
import { memoryStore } from '../../clients/typescript/src/guard/stores.ts'
import { verifyPayment } from '../../clients/typescript/src/verify/payments.ts'
import { type Rail, rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { serveHttp } from '../support/http-server.ts'

const LATER_MS = 15 * 60_000

let world: LocalWorld
let feePayer: string
/** The payments that the seller was handed. */
let got: string[] = []

beforeAll(async () => {
  world = await startLocalWorld({ finalitySlots: 1 })
  const supported = (await (await fetch(`${world.facilitator.url}/supported`)).json()) as {
    kinds: { network: string; extra?: { feePayer?: string } }[]
  }
  feePayer = supported.kinds.find(({ network }) => network === world.solana.network)!.extra!.feePayer!
})
afterAll(() => world?.stop())

const offerOn = (rail: Rail) => ({
  scheme: 'exact',
  network: world[rail].network,
  amount: '1000',
  asset: rail === 'base' ? '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' : 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: world.payTo[rail],
  maxTimeoutSeconds: 120,
  extra: rail === 'base' ? { name: 'USD Coin', version: '2' } : { feePayer },
})

/** A seller that takes every payment and answers 402 all the same. */
const taker =
  (rail: Rail): typeof fetch =>
  async (input) => {
    const header = (input as Request).headers.get('PAYMENT-SIGNATURE')
    if (header !== null) got.push(header)
    const terms = {
      x402Version: 2,
      error: 'again',
      resource: { url: 'http://seller.test/', description: '', mimeType: '' },
      accepts: [offerOn(rail)],
    }
    return new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': encodePaymentRequiredHeader(terms as never) } })
  }

/** Settles behind the buyer's back what a seller was handed. */
async function settle(header: string, rail: Rail): Promise<void> {
  const paymentPayload: unknown = JSON.parse(Buffer.from(header, 'base64').toString())
  const response = await fetch(`${world.facilitator.url}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: offerOn(rail) }),
  })
  expect(await response.json()).toMatchObject({ success: true })
}

const rpcs = () => ({ [world.base.network]: world.base.rpcUrl, [world.solana.network]: world.solana.rpcUrl })

function buyer(rail: Rail, more: Partial<GuardOptions> = {}) {
  const { base, solana } = world.buyer
  return guard(taker(rail), {
    keys: { base: base.privateKey, solana: solana.secretKeyBase58, solanaRpcUrl: world.solana.rpcUrl },
    rail,
    caps: { perSession: '0.0015' },
    rpcs: rpcs(),
    ...more,
  })
}

const expireOn = async (rail: Rail): Promise<void> =>
  rail === 'base' ? world.base.advanceSeconds(LATER_MS / 1000) : world.solana.expireBlockhashes()
const statusOf = (paying: typeof fetch): Promise<unknown> =>
  paying('http://seller.test/').then(
    ({ status }) => status,
    (error: unknown) => (error as Error).name,
  )

describe.each(rails)('on %s', (rail) => {
  test('one that a seller took without an answer, and refuses when it comes again, is not followed by another', async () => {
    got = []
    let losses = 1
    const seller: typeof fetch = async (input) => {
      const answer = await taker(rail)(input)
      if (got.length === 0 || losses === 0) return answer
      losses -= 1
      await settle(got[0]!, rail)
      throw new Error('the connection was lost')
    }
    const { base, solana } = world.buyer
    const keys = { base: base.privateKey, solana: solana.secretKeyBase58, solanaRpcUrl: world.solana.rpcUrl }
    const paying = guard(seller, { keys, rail, rpcs: rpcs(), attempts: 1 })
    expect(await statusOf(paying)).toBe('SettlementUnknownError')
    // On Solana only what is final is believed.
    if (rail === 'solana') await expireOn(rail)
    expect(await statusOf(paying)).toBe('PaidUnansweredError')
    expect([got.length, new Set(got).size]).toEqual([2, 1])
    expect((await paying.budget()).session).toMatchObject({ spentUsd: '0.001000', atRiskUsd: '0.000000' })
    // Whoever asks once more has read that it costs once more.
    expect(await statusOf(paying)).toBe(402)
    expect(new Set(got).size).toBe(2)
  })

  // Before the others: they move the chain's clock ahead of ours.
  test('one that was settled behind the buyer’s back is spent, with its transaction, and never comes back', async () => {
    got = []
    const store = memoryStore()
    let now = Date.now()
    const paying = buyer(rail, { store, now: () => now })
    expect(await statusOf(paying)).toBe(402)
    await settle(got[0]!, rail)
    await expireOn(rail)
    now += LATER_MS
    expect(await statusOf(paying)).toBe('SpendCapError')
    expect((await paying.budget()).session).toMatchObject({ spentUsd: '0.001000', atRiskUsd: '0.000000' })
    const [payment] = [...(await paying.book()).payments.values()].filter(({ state }) => state === 'settled')
    expect(payment!.settled).toMatchObject({ by: 'chain', transaction: expect.stringMatching(/^\w{60,}$/) })
    expect(await verifyPayment(payment!, rpcs())).toMatchObject({ verdict: 'paid' })
    // A seller may name somebody else's transaction, or an earlier one of the same wallet, that paid as much at the same address.
    expect(await statusOf(buyer(rail))).toBe(402)
    const other = { ...payment!, signed: { ...payment!.signed!, header: got.at(-1)! } }
    expect(await verifyPayment(other, rpcs())).toMatchObject({ verdict: 'wrong', detail: expect.stringContaining('another payment') })
  })

  test('an unused payment holds its amount until the chain shows it void; then there is room again', async () => {
    got = []
    let now = Date.now()
    const paying = buyer(rail, { now: () => now })
    expect(await statusOf(paying)).toBe(402)
    expect(await statusOf(paying)).toBe('SpendCapError')
    await expireOn(rail)
    // The chain has moved on; by the buyer's clock the payment is still good.
    expect((await paying.budget()).session).toMatchObject({ atRiskUsd: '0.001000' })
    now += LATER_MS
    expect((await paying.budget()).session).toMatchObject({ atRiskUsd: '0.000000', spentUsd: '0.000000' })
    expect(await statusOf(paying)).toBe(402)
    expect(new Set(got).size).toBe(2)
  })

  test('with nobody to ask, or a chain that is away, it stays at risk', async () => {
    for (const unasked of [{}, { [world[rail].network]: 'http://127.0.0.1:9' }]) {
      let now = Date.now()
      const paying = buyer(rail, { rpcs: unasked, now: () => now })
      expect(await statusOf(paying)).toBe(402)
      now += LATER_MS
      expect(await statusOf(paying)).toBe('SpendCapError')
      expect((await paying.budget()).session).toMatchObject({ atRiskUsd: '0.001000' })
    }
  })
})

/** A node that answers one method as it likes, and the rest as the chain does. */
const nodeBut = (rail: Rail, method: string, answer: (params: unknown[]) => unknown) =>
  serveHttp(async (request) => {
    const asked = (await request.json()) as { id: number; method: string; params: unknown[] }
    const said = asked.method === method ? answer(asked.params) : undefined
    if (said !== undefined) return Response.json({ jsonrpc: '2.0', id: asked.id, result: said })
    return fetch(world[rail].rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) })
  })

test.each([
  ['base', 'eth_chainId', '0x14a34'],
  ['solana', 'getGenesisHash', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'],
] as const)('a node of another chain than %s gives nothing back', async (rail, method, other) => {
  const node = await nodeBut(rail, method, () => other)
  let now = Date.now()
  const paying = buyer(rail, { rpcs: { [world[rail].network]: node.url }, now: () => now })
  expect(await statusOf(paying)).toBe(402)
  await expireOn(rail)
  now += LATER_MS
  expect((await paying.budget()).session).toMatchObject({ atRiskUsd: '0.001000' })
  await node.stop()
})

describe('on solana alone', () => {
  test('by a clock that is hours ahead a payment that settled is spent, and not void', async () => {
    got = []
    let now = Date.now() + 14 * 3_600_000
    const paying = buyer('solana', { now: () => now })
    expect(await statusOf(paying)).toBe(402)
    await settle(got[0]!, 'solana')
    await expireOn('solana')
    now += LATER_MS
    expect((await paying.budget()).session).toMatchObject({ spentUsd: '0.001000', atRiskUsd: '0.000000' })
  })

  test('a clock that jumps ahead gives nothing back while the payment may land', async () => {
    // A finalized block does not know the hashes of the last seconds.
    const node = await nodeBut('solana', 'isBlockhashValid', ([, options]) =>
      (options as { commitment?: string }).commitment === 'finalized' ? { context: { slot: 1 }, value: false } : undefined,
    )
    let now = Date.now()
    const paying = buyer('solana', { rpcs: { [world.solana.network]: node.url }, now: () => now })
    expect(await statusOf(paying)).toBe(402)
    now += LATER_MS
    expect((await paying.budget()).session).toMatchObject({ atRiskUsd: '0.001000' })
    await node.stop()
  })

  test('a node whose history has only begun gives nothing back', async () => {
    const slot = await fetch(world.solana.rpcUrl, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot' }) })
    const { result } = (await slot.json()) as { result: number }
    const node = await nodeBut('solana', 'getFirstAvailableBlock', () => result)
    let now = Date.now()
    const paying = buyer('solana', { rpcs: { [world.solana.network]: node.url }, now: () => now })
    expect(await statusOf(paying)).toBe(402)
    await expireOn('solana')
    now += LATER_MS
    expect((await paying.budget()).session).toMatchObject({ atRiskUsd: '0.001000' })
    await node.stop()
  })

  test('around a wallet that signs: what moves more, or elsewhere, or pays the network’s fee, is kept back', async () => {
    const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(world.buyer.solana.secretKeyBase58))
    const scheme = new ExactSvmScheme(signer, { rpcUrl: world.solana.rpcUrl })
    const signed = async (changes: { amount?: string; payTo?: string; extra?: object }) => {
      got = []
      const guarded = guard(taker('solana'), { networks: [world.solana.network], rpcs: {} })
      const shown = decodeObject((await guarded('http://seller.test/')).headers.get('PAYMENT-REQUIRED')!)!
      const [accepted] = shown.accepts as [ReturnType<typeof offerOn>]
      const { payload } = await scheme.createPaymentPayload(2, { ...accepted, ...changes } as never)
      const header = encode({ x402Version: 2, accepted, payload })
      const end = await statusOf((input) => guarded(input, { headers: { 'PAYMENT-SIGNATURE': header } }))
      return [end, got.length]
    }
    expect(await signed({})).toEqual([402, 1])
    for (const changes of [{ amount: '900000' }, { payTo: feePayer }, { extra: { feePayer: signer.address } }])
      expect([changes, await signed(changes)]).toEqual([changes, ['WalletError', 0]])
  })
})
