import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { decodePaymentResponseHeader } from '@x402/fetch'
import { paymentMiddleware } from '@x402/hono'
import { ExactSvmScheme } from '@x402/svm/exact/server'
import { Hono } from 'hono'
import { keccak256, padHex, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rails } from '../local/buyer.ts'
import { FaultModes } from '../local/facilitator-modes.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import {
  readPayment,
  withExtraFields,
  withFeePayerJunk,
  withHexCase,
  withHighS,
  withoutPadding,
  withoutTransactionPadding,
  withResourceUrl,
} from '../local/payment-variants.ts'

/** A stock seller: @x402/hono on node-server, one route for $0.002. */
async function startStockSeller(world: LocalWorld) {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: world.facilitator.url }))
    .register(world.base.network, new ExactEvmScheme())
    .register(world.solana.network as `${string}:${string}`, new ExactSvmScheme())
  const accepts = [
    { scheme: 'exact', network: world.base.network, payTo: world.payTo.base, price: '$0.002', maxTimeoutSeconds: 120 },
    {
      scheme: 'exact',
      network: world.solana.network as `${string}:${string}`,
      payTo: world.payTo.solana,
      price: '$0.002',
      maxTimeoutSeconds: 120,
    },
  ]
  const app = new Hono()
  app.use(paymentMiddleware({ 'GET /answer': { accepts, description: 'An answer' } }, server))
  app.get('/answer', (context) => context.json({ answer: 42 }))
  const http = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/answer`,
    async stop() {
      http.close()
      http.closeAllConnections()
    },
  }
}

/** Calls the facilitator as a seller would, with the offer the payment was made for. */
async function ask(world: LocalWorld, operation: 'verify' | 'settle', header: string): Promise<Record<string, unknown>> {
  const paymentPayload = readPayment(header)
  const response = await fetch(`${world.facilitator.url}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: paymentPayload.accepted }),
  })
  return (await response.json()) as Record<string, unknown>
}

async function solanaCall<Result>(world: LocalWorld, method: string, params: unknown[]): Promise<Result> {
  const response = await fetch(world.solana.rpcUrl, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
  const answer = (await response.json()) as { result: Result; error?: { code: number; message: string } }
  if (answer.error) throw new Error(`${answer.error.code} ${answer.error.message}`)
  return answer.result
}

function messageHash(wire: string): string {
  const bytes = Buffer.from(wire, 'base64')
  return createHash('sha256')
    .update(bytes.subarray(1 + (bytes[0] ?? 0) * 64))
    .digest('hex')
}

describe.each([{ testnet: false }, { testnet: true }])('local chains, testnet $testnet', ({ testnet }) => {
  let world: LocalWorld
  let seller: Awaited<ReturnType<typeof startStockSeller>>

  beforeAll(async () => {
    world = await startLocalWorld({ testnet })
    seller = await startStockSeller(world)
  })
  afterEach(() => {
    world.facilitator.set({ supported: 'ok', verify: 'ok', settle: 'ok', svmDuplicateCache: true, landingDelayMs: 0 })
    world.facilitator.resetCounters()
  })
  afterAll(async () => {
    await seller?.stop()
    await world?.stop()
  })

  const sign = async (rail: 'base' | 'solana') => world.buyer.signOnce(await fetch(seller.url), rail)

  test.each(rails)('the stock client buys on %s and payTo receives exactly the price', async (rail) => {
    const before = await world.balances()
    const response = await world.buyer.payingFetch(rail)(seller.url)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ answer: 42 })
    const receipt = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '')
    expect(receipt).toMatchObject({ success: true, network: rail === 'base' ? world.base.network : world.solana.network })
    const after = await world.balances()
    expect(after[rail] - before[rail]).toBe(2000n)
    expect(after[rail === 'base' ? 'solana' : 'base']).toBe(before[rail === 'base' ? 'solana' : 'base'])
    expect(world.facilitator.counters).toMatchObject({ verify: 1, settle: 1, landed: 1 })
  })

  test('a nonce is good once on Base: verify and settle say it was used', async () => {
    const header = await sign('base')
    expect(await ask(world, 'settle', header)).toMatchObject({ success: true })
    expect(await ask(world, 'verify', header)).toMatchObject({ isValid: false, invalidReason: expect.stringMatching(/nonce_already_used/) })
    expect(await ask(world, 'settle', header)).toMatchObject({
      success: false,
      errorReason: expect.stringMatching(/nonce_already_used/),
      transaction: '',
    })
  })

  test('the AuthorizationUsed log of a payment is found by payer and nonce, in a transaction that pays payTo', async () => {
    const header = await sign('base')
    await ask(world, 'settle', header)
    const { nonce } = readPayment(header).payload.authorization as { nonce: `0x${string}` }
    const topics = [keccak256(toHex('AuthorizationUsed(address,bytes32)')), padHex(world.buyer.base.address, { size: 32 }), nonce]
    const logs = await world.base.call<{ transactionHash: string }[]>('eth_getLogs', [
      { address: world.base.usdc, fromBlock: '0x0', topics },
    ])
    expect(logs).toHaveLength(1)
    const receipt = await world.base.call<{ logs: { topics: string[]; data: string }[] }>('eth_getTransactionReceipt', [
      logs[0]?.transactionHash,
    ])
    const transfer = receipt.logs.find(({ topics: [first] }) => first === keccak256(toHex('Transfer(address,address,uint256)')))
    expect(transfer?.topics[2]?.toLowerCase()).toBe(padHex(world.payTo.base as `0x${string}`, { size: 32 }).toLowerCase())
    expect(BigInt(transfer?.data ?? 0)).toBe(2000n)
  })

  test('the token refuses with its own words', async () => {
    const { authorization, signature } = readPayment(await sign('base')).payload as {
      authorization: Record<string, string>
      signature: string
    }
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const word = (part: string | bigint | number | undefined) =>
      BigInt(part ?? 0)
        .toString(16)
        .padStart(64, '0')
    const call = (changed: Record<string, string | number>, tail = signature) => {
      const fields = { from, to, value, validAfter, validBefore, nonce, ...changed }
      const bytes = Buffer.from(tail.slice(2), 'hex')
      const split = [word(bytes[64]), bytes.subarray(0, 32).toString('hex'), bytes.subarray(32, 64).toString('hex')].join('')
      const words = [fields.from, fields.to, fields.value, fields.validAfter, fields.validBefore, fields.nonce].map(word).join('')
      return world.base.call('eth_call', [{ to: world.base.usdc, data: `0xe3ee160e${words}${split}` }, 'latest'])
    }
    await expect(call({})).resolves.toBe('0x')
    await expect(call({ validBefore: 1 })).rejects.toThrow('FiatTokenV2: authorization is expired')
    await expect(call({ validAfter: 99_999_999_999 })).rejects.toThrow('FiatTokenV2: authorization is not yet valid')
    await expect(call({ value: 1 })).rejects.toThrow('FiatTokenV2: invalid signature')
    await expect(call({ to: world.buyer.base.address })).rejects.toThrow('FiatTokenV2: invalid signature')
  })

  test('more than the payer has is refused by its name', async () => {
    const poor = await world.buyer.signOnce(await fetch(seller.url), 'base')
    const had = await world.base.balanceOf(world.buyer.base.address)
    await world.base.fund(world.buyer.base.address, -had)
    expect(await ask(world, 'verify', poor)).toMatchObject({ isValid: false, invalidReason: expect.stringMatching(/insufficient_balance/) })
    await world.base.fund(world.buyer.base.address, had)
  })

  test('a payment on Solana is in the history of payTo with its memo, and matches by message', async () => {
    const header = await sign('solana')
    const { transaction: settled } = await ask(world, 'settle', header)
    const account = await world.solana.tokenAccountOf(world.payTo.solana)
    type Entry = { signature: string; memo: string; err: unknown; confirmationStatus: string }
    const history = await solanaCall<Entry[]>(world, 'getSignaturesForAddress', [account, { limit: 5, commitment: 'confirmed' }])
    expect(history[0]).toMatchObject({ signature: settled, memo: expect.stringMatching(/^\[32\] [0-9a-f]{32}$/), err: null })
    type Found = { transaction: [string, string]; meta: { err: unknown; preTokenBalances: Balance[]; postTokenBalances: Balance[] } }
    type Balance = { owner: string; mint: string; uiTokenAmount: { amount: string } }
    const found = await solanaCall<Found>(world, 'getTransaction', [
      settled,
      { encoding: 'base64', maxSupportedTransactionVersion: 0, commitment: 'confirmed' },
    ])
    expect(messageHash(found.transaction[0])).toBe(messageHash(String(readPayment(header).payload.transaction)))
    const held = (balances: Balance[]) => BigInt(balances.find(({ owner }) => owner === world.payTo.solana)?.uiTokenAmount.amount ?? 0)
    expect(held(found.meta.postTokenBalances) - held(found.meta.preTokenBalances)).toBe(2000n)
    await expect(solanaCall(world, 'getTransaction', [settled, { encoding: 'base64', commitment: 'confirmed' }])).rejects.toThrow(/-32015/)
  })

  test('confirmed is not final: the history shows a payment at `finalized` only after its slots have passed', async () => {
    const { transaction } = await ask(world, 'settle', await sign('solana'))
    const account = await world.solana.tokenAccountOf(world.payTo.solana)
    const newest = async () =>
      (await solanaCall<{ signature: string }[]>(world, 'getSignaturesForAddress', [account, { limit: 1 }]))[0]?.signature
    expect(await newest()).not.toBe(transaction)
    world.solana.advanceSlots(33)
    expect(await newest()).toBe(transaction)
  })

  test('simulating a landed payment says AlreadyProcessed, and the facilitator refuses it', async () => {
    const header = await sign('solana')
    await ask(world, 'settle', header)
    const wire = readPayment(header).payload.transaction
    const options = { sigVerify: false, commitment: 'confirmed', encoding: 'base64' }
    const { value } = await solanaCall<{ value: { err: unknown } }>(world, 'simulateTransaction', [wire, options])
    expect(value.err).toBe('AlreadyProcessed')
    expect(await ask(world, 'verify', header)).toMatchObject({ isValid: false })
    expect(await ask(world, 'settle', header)).toMatchObject({ success: false, errorReason: 'duplicate_settlement' })
  })

  test('without a shared cache, duplicates that race the landing are all called a success: one transfer', async () => {
    world.facilitator.set({ svmDuplicateCache: false, landingDelayMs: 250_000 })
    const before = await world.balances()
    const header = await sign('solana')
    const sent = () => world.solana.counts.sendTransaction ?? 0
    const soFar = sent()
    const answering = Promise.all(Array.from({ length: 5 }, () => ask(world, 'settle', header)))
    await expect.poll(sent).toBe(soFar + 5)
    world.solana.landNow()
    const answers = await answering
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true, true])
    expect((await world.balances()).solana - before.solana).toBe(2000n)
  })

  test('a blockhash expires: the payment can then never land', async () => {
    const header = await sign('solana')
    const { value } = await solanaCall<{ value: { blockhash: string } }>(world, 'getLatestBlockhash', [{ commitment: 'confirmed' }])
    const valid = async (commitment: string) =>
      (await solanaCall<{ value: boolean }>(world, 'isBlockhashValid', [value.blockhash, { commitment }])).value
    expect(await valid('confirmed')).toBe(true)
    expect(await valid('finalized')).toBe(false) // The finalized bank has not seen it yet: false does not mean expired.
    world.solana.advanceSlots(40)
    expect(await valid('finalized')).toBe(true)
    world.solana.expireBlockhashes()
    expect([await valid('confirmed'), await valid('finalized')]).toEqual([false, false])
    expect(await ask(world, 'verify', header)).toMatchObject({ isValid: false })
  })

  test('sending twice is sending once, and both get the same signature', async () => {
    await expect(solanaCall(world, 'noSuchMethod', [])).rejects.toThrow('-32601')
    await expect(solanaCall(world, 'sendTransaction', ['AAAA', { encoding: 'base64' }])).rejects.toThrow('-32602')
    const unsigned = readPayment(await sign('solana')).payload.transaction
    await expect(solanaCall(world, 'sendTransaction', [unsigned, { encoding: 'base64', skipPreflight: true }])).rejects.toThrow('-32003')
    const { transaction } = await ask(world, 'settle', await sign('solana'))
    const options = { encoding: 'base64', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }
    const landed = await solanaCall<{ transaction: [string] }>(world, 'getTransaction', [transaction, options])
    const again = [landed.transaction[0], { encoding: 'base64', skipPreflight: true }]
    expect(await solanaCall(world, 'sendTransaction', again)).toBe(transaction)
    await expect(solanaCall(world, 'sendTransaction', [landed.transaction[0], { encoding: 'base64' }])).rejects.toThrow(
      /-32002.*AlreadyProcessed/,
    )
  })

  test.each(rails)('settle on %s can lose its answer after the money moved', async (rail) => {
    for (const mode of ['lands-then-drops', 'lands-then-502', 'lands-then-html'] as const) {
      world.facilitator.set({ settle: { mode, times: 1 } })
      const before = await world.balances()
      const header = await sign(rail)
      await expect(ask(world, 'settle', header)).rejects.toThrow()
      expect((await world.balances())[rail] - before[rail]).toBe(2000n)
      expect(await ask(world, 'settle', header)).toMatchObject({ success: false, transaction: '' })
    }
  })

  test.each(rails)('settle on %s can fail before anything lands', async (rail) => {
    const before = await world.balances()
    for (const mode of ['500', 'html', 'shape', 'drop', 'drops-before-landing', 'refuse'] as const) {
      world.facilitator.set({ settle: { mode, times: 1 } })
      const answer = await ask(world, 'settle', await sign(rail)).catch(() => ({}))
      expect(answer).not.toHaveProperty('success', true)
    }
    expect(await world.balances()).toEqual(before)
  })

  test.each(rails)('a pending settlement on %s carries its transaction, and the next settle confirms it', async (rail) => {
    world.facilitator.set({ settle: { mode: 'pending', times: 1 } })
    const before = await world.balances()
    const header = await sign(rail)
    const pending = await ask(world, 'settle', header)
    expect(pending).toMatchObject({ success: false, errorReason: 'settlement_pending', transaction: expect.stringMatching(/.{64,}/) })
    expect(await ask(world, 'settle', header)).toMatchObject({ success: true, transaction: pending.transaction })
    expect((await world.balances())[rail] - before[rail]).toBe(2000n)
  })

  test('modes are set and seen over HTTP, and bad ones are refused', async () => {
    const control = (body: unknown) => fetch(`${world.facilitator.url}/control`, { method: 'POST', body: JSON.stringify(body) })
    expect((await control({ supported: 'no-solana', verify: { mode: 'refuse', times: 2 } })).status).toBe(200)
    const { kinds } = (await (await fetch(`${world.facilitator.url}/supported`)).json()) as { kinds: { network: string }[] }
    expect(kinds.map(({ network }) => network)).toEqual([world.base.network])
    const header = await sign('base')
    expect(await ask(world, 'verify', header)).toMatchObject({ isValid: false })
    const shown = (await (await fetch(`${world.facilitator.url}/control`)).json()) as Record<string, unknown>
    expect(shown).toMatchObject({
      counters: { supported: 1, verify: 1 },
      modes: { supported: { mode: 'no-solana', times: null }, verify: { mode: 'refuse', times: 1 } },
    })
    expect((await control({ settle: 'explodes' })).status).toBe(400)
  })

  test('the facilitator goes down and comes back on the same port', async () => {
    await world.facilitator.down()
    await expect(fetch(`${world.facilitator.url}/supported`)).rejects.toThrow()
    await world.facilitator.up()
    expect((await fetch(`${world.facilitator.url}/supported`)).status).toBe(200)
  })

  test.each([
    ['base', 'no padding', withoutPadding],
    ['base', 'extra fields', withExtraFields],
    ['base', 'hex case', withHexCase],
    ['base', 'another resource', (header: string) => withResourceUrl(header, 'https://example.com/other')],
    ['solana', 'no padding', withoutPadding],
    ['solana', 'extra fields', withExtraFields],
    ['solana', 'fee payer junk', withFeePayerJunk],
    ['solana', 'inner base64 without padding', withoutTransactionPadding],
  ] as const)('on %s a payment spelled with %s still verifies', async (rail, _name, change) => {
    const header = await sign(rail)
    const changed = change(header)
    // A transaction whose length is a multiple of three has no padding to lose.
    if (change !== withoutTransactionPadding) expect(changed).not.toBe(header)
    expect(await ask(world, 'verify', changed)).toMatchObject({ isValid: true })
  })

  test('the high-s twin of a signature names the same payer, and the token refuses it', async () => {
    const header = await sign('base')
    const twin = withHighS(header)
    expect(readPayment(twin).payload.signature).not.toBe(readPayment(header).payload.signature)
    expect(withHighS(twin)).toBe(header)
    expect(await ask(world, 'settle', twin)).toMatchObject({ success: false, errorReason: expect.stringMatching(/signature/) })
    expect(await ask(world, 'settle', header)).toMatchObject({ success: true })
  })
})

test('random faults follow their seed', () => {
  const draw = (seed: number) => {
    const modes = new FaultModes()
    modes.apply({ seed, settle: 'random', verify: { mode: 'random', times: 3 } })
    return Array.from({ length: 40 }, () => [modes.next('verify'), modes.next('settle')].join())
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(new Set(draw(7).map((pair) => pair.split(',')[1])).size).toBeGreaterThan(8)
  expect(draw(7).slice(3)).toSatisfy((pairs: string[]) => pairs.every((pair) => pair.startsWith('ok,')))
})

test('payments on Solana fail at verify when payTo has no token account', async () => {
  const world = await startLocalWorld({ createPayToAccount: false })
  const seller = await startStockSeller(world)
  try {
    const header = await world.buyer.signOnce(await fetch(seller.url), 'solana')
    expect(await ask(world, 'verify', header)).toMatchObject({ isValid: false })
  } finally {
    await seller.stop()
    await world.stop()
  }
})
