/** Payments whose outcome nobody confirmed: what the chains themselves show, both ways, and what a buyer gets who comes back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobContext } from '../../lib/steps.ts'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { readPayment } from '../local/payment-variants.ts'
import { startGate, type TestGate } from '../support/gate.ts'
import { atomicPrice } from '../support/price.ts'

let world: LocalWorld
let app: TestGate
let soldOnBase: string
beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  const header = await sign('base')
  soldOnBase = header
  // The first purchase loads what all others use, which can take longer than a verify may.
  await vi.waitFor(async () => expect((await pay(header)).status).toBe(200), { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})
beforeEach(() => world.facilitator.set({ verify: 'ok', settle: 'ok' }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const sign = async (rail: (typeof rails)[number]) => world.buyer.signOnce(await app.fetch('/v1/util/ping'), rail)
const pay = (header: string) => app.fetch('/v1/util/ping', { headers: { 'PAYMENT-SIGNATURE': header } })
const store = () => app.core.database()
const keyOf = async (header: string) => {
  const { railOf } = await import('../../lib/payments/protocol/networks.ts')
  const { accepted, payload } = readPayment(header)
  return railOf(String(accepted.network), app.core.env)!.facts(String(accepted.network), payload).key
}
const claimOf = async (header: string) => {
  const { findClaim } = await import('../../lib/payments/books/claims.ts')
  return findClaim(await store(), await keyOf(header))
}
const ledgerOf = async (header: string) =>
  (
    await (await store()).query<{ outcome: string }>('select outcome from ledger where payment_key = $1 order by id', [await keyOf(header)])
  ).map(({ outcome }) => outcome)
const context = {
  step: (_name: string, work: () => Promise<unknown>) => work(),
  signal: new AbortController().signal,
  progress: () => undefined,
} as unknown as JobContext
const reconcile = async () => {
  const { reconcilePayments } = await import('../../lib/payments/books/reconcile.ts')
  return (await reconcilePayments(app.core, context)).counts
}
/** As though everything of this payment had happened so long ago. */
const age = async (header: string, seconds: number) =>
  (await store()).query(
    `update claims set created_at = created_at - make_interval(secs => $2), updated_at = updated_at - make_interval(secs => $2) where payment_key = $1`,
    [await keyOf(header), seconds],
  )
/** A payment that a facilitator took and never answered for. */
async function lose(rail: (typeof rails)[number], landed: boolean): Promise<string> {
  const header = await sign(rail)
  const nodes = { ...app.core.env }
  // Nobody can look yet: otherwise the purchase itself finds out.
  Object.assign(app.core.env, { SETTLE_BASE_RPC_URL: undefined, SETTLE_SOLANA_RPC_URL: undefined, BASE_RPC_URLS: [], SOLANA_RPC_URLS: [] })
  world.facilitator.set({ settle: landed ? 'lands-then-drops' : 'drops-before-landing' })
  const answer = await pay(header)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'settlement_unknown'])
  Object.assign(app.core.env, nodes)
  world.facilitator.set({ settle: 'ok' })
  expect((await claimOf(header))?.state).toBe('unknown')
  return header
}

describe.each(rails)('on %s', (rail) => {
  test('what landed is found by the job: settled, in the ledger once, and its buyer gets the stored answer with the transaction', async () => {
    const header = await lose(rail, true)
    expect(await reconcile()).toMatchObject({ settled: 1, refused: 0, unknown: 0 })
    expect(await ledgerOf(header)).toEqual(['unknown', 'settled'])
    world.facilitator.resetCounters()
    const answer = await pay(header)
    expect(answer.status).toBe(200)
    const response = JSON.parse(Buffer.from(answer.headers.get('PAYMENT-RESPONSE')!, 'base64').toString())
    expect(response).toMatchObject({ success: true, network: world[rail].network, transaction: (await claimOf(header))!.transaction })
    expect(response.transaction).toMatch(rail === 'base' ? /^0x[0-9a-f]{64}$/ : /^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
    expect(await reconcile()).toMatchObject({ settled: 0, refused: 0, unknown: 0 })
  })

  test('what has not landed and still can stays unknown, and the job never settles it', async () => {
    const header = await lose(rail, false)
    const before = await world.balances()
    world.facilitator.resetCounters()
    expect(await reconcile()).toMatchObject({ settled: 0, refused: 0, unknown: 1 })
    expect(world.facilitator.counters.settle).toBe(0)
    expect(await world.balances()).toEqual(before)
    expect((await claimOf(header))?.state).toBe('unknown')
    // Its buyer comes back: the identical payload is settled now.
    expect((await pay(header)).status).toBe(200)
    expect((await world.balances())[rail]).toBe(before[rail] + atomicPrice('util/ping'))
  })

  test('without a node to ask it stays unknown and says so', async () => {
    const header = await lose(rail, true)
    const name = rail === 'base' ? 'SETTLE_BASE_RPC_URL' : 'SETTLE_SOLANA_RPC_URL'
    const nodes = { ...app.core.env }
    Object.assign(app.core.env, { BASE_RPC_URLS: [], SOLANA_RPC_URLS: [] })
    for (const [value, reason] of [
      [undefined, `${name} is not set`],
      ['http://127.0.0.1:9', /fetch failed|ECONNREFUSED/],
    ] as const) {
      Object.assign(app.core.env, { [name]: value })
      await reconcile()
      expect(await claimOf(header)).toMatchObject({ state: 'unknown', reason: expect.stringMatching(reason) })
    }
    Object.assign(app.core.env, nodes)
    expect(await reconcile()).toMatchObject({ settled: 1 })
  })
})

test('on solana, an expired blockhash is no proof before its age is past doubt; then the payment is refused and a fresh offer is right', async () => {
  const header = await lose('solana', false)
  world.solana.expireBlockhashes()
  expect(await reconcile()).toMatchObject({ refused: 0, unknown: 1 })
  await age(header, 130)
  expect(await reconcile()).toMatchObject({ refused: 1, unknown: 0 })
  expect(await claimOf(header)).toMatchObject({ state: 'refused', reason: 'blockhash_expired', result_body: null })
  expect(await ledgerOf(header)).toEqual(['unknown', 'refused'])
  expect((await pay(header)).status).toBe(402)
})

test('on solana, what landed is found even after its blockhash expired', async () => {
  const header = await lose('solana', true)
  world.solana.expireBlockhashes()
  expect(await reconcile()).toMatchObject({ settled: 1, refused: 0 })
  expect(await ledgerOf(header)).toEqual(['unknown', 'settled'])
})

test('on base, an authorization that was cancelled is refused, although its flag says used', async () => {
  const { privateKeyToAccount } = await import('viem/accounts')
  const header = await lose('base', false)
  const account = privateKeyToAccount(world.buyer.base.privateKey)
  const { from, nonce } = readPayment(header).payload.authorization as { from: `0x${string}`; nonce: `0x${string}` }
  const signature = await account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: world.base.chainId, verifyingContract: world.base.usdc },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: from, nonce },
  })
  const { encodeFunctionData, parseAbi, parseSignature } = await import('viem')
  const { r, s, yParity } = parseSignature(signature)
  const abi = parseAbi(['function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)'])
  const data = encodeFunctionData({ abi, functionName: 'cancelAuthorization', args: [from, nonce, 27 + yParity, r, s] })
  const sender = world.payTo.base
  await world.base.setEther(sender, 10n ** 18n)
  await world.base.call('anvil_impersonateAccount', [sender])
  const hash = await world.base.call<string>('eth_sendTransaction', [{ from: sender, to: world.base.usdc, data }])
  await expect.poll(() => world.base.call('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await reconcile()).toMatchObject({ refused: 1 })
  expect(await claimOf(header)).toMatchObject({ state: 'refused', reason: 'authorization_canceled' })
  expect((await pay(header)).status).toBe(402)
})

test('after 24 hours the answer is gone: 409 with the transaction, never a second run', async () => {
  const header = await sign('base')
  const first = await pay(header)
  expect(first.status).toBe(200)
  const { transaction } = JSON.parse(Buffer.from(first.headers.get('PAYMENT-RESPONSE')!, 'base64').toString())
  const move = async (interval: string) =>
    (await store()).query(`update claims set settled_at = now() - $2::interval where payment_key = $1`, [await keyOf(header), interval])
  await move('23 hours 59 minutes')
  const kept = await pay(header)
  expect([kept.status, await kept.text()]).toEqual([200, await first.text()])
  await move('24 hours 1 minute')
  world.facilitator.resetCounters()
  for (const _ of ['body still there', 'body forgotten']) {
    const gone = await pay(header)
    expect([gone.status, await gone.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'payment_already_used', transaction, charged: false, retryable: false }),
    ])
    await reconcile()
  }
  expect((await claimOf(header))?.result_body).toBeNull()
  expect(world.facilitator.counters).toMatchObject({ verify: 0, settle: 0 })
})

// Last: the chain's clock does not go back.
test('on base, an authorization whose time has passed unused is refused, and not a second earlier', async () => {
  const header = await lose('base', false)
  const { validBefore } = readPayment(header).payload.authorization as { validBefore: string }
  const until = async (time: number) => world.base.advanceSeconds(Math.max(0, time - (await world.base.now())))
  await until(Number(validBefore) + 20)
  expect(await reconcile()).toMatchObject({ refused: 0, unknown: 1 })
  await until(Number(validBefore) + 40)
  expect(await reconcile()).toMatchObject({ refused: 1, unknown: 0 })
  expect(await claimOf(header)).toMatchObject({ state: 'refused', reason: 'authorization_expired' })
  expect(await ledgerOf(header)).toEqual(['unknown', 'refused'])
})

test('on base, a log many more blocks back than seconds would tell is found', async () => {
  const { lookAtChain } = await import('../../lib/payments/chain/index.ts')
  const { payload, accepted } = readPayment(soldOnBase)
  await world.base.call('anvil_mine', ['0x190'])
  const look = { payload: { x402Version: 2, payload, accepted }, requirements: accepted, ageMs: 0 } as never
  expect(await lookAtChain(app.core, look)).toMatchObject({ kind: 'landed', transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
})

test('the ledger’s total is still the chains’ total', async () => {
  const { totalLedger } = await import('../../lib/payments/books/ledger.ts')
  const { base, solana } = await world.balances()
  expect((await totalLedger(await store(), {})).settled_micro_usd).toBe(String(base + solana))
})
