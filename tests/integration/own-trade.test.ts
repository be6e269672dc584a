/** Our own simulated trades on a real chain: mock tokens that hide what they do, mock pools of each kind. */
import { readFileSync } from 'node:fs'
import { encodeAbiParameters, getContractAddress, keccak256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCore } from '../../lib/core.ts'
import { parseEnv } from '../../lib/env.ts'
import { selector } from '../../lib/tools/base/token-risk/chain.ts'
import type { HolderRow } from '../../lib/tools/base/token-risk/goplus.ts'
import { readTrade } from '../../lib/tools/base/token-risk/trade/read.ts'
import type { Pool } from '../../lib/upstreams/pool.ts'
import { type BaseChain, startBaseChain } from '../local/base-chain.ts'

const WETH = '0x4200000000000000000000000000000000000006'
const code = JSON.parse(readFileSync(new URL('../local/contracts/market.json', import.meta.url), 'utf8')) as Record<
  'weth' | 'token' | 'pair' | 'v3' | 'v4' | 'positions',
  `0x${string}`
>
const modes = { honest: 0n, tax: 1n, 'honeypot after the first sale': 2n, 'blacklist on transfer': 3n, 'time lock': 4n } as const
type Kind = 'v2' | 'aerodrome' | 'v3' | 'v4'
const MANAGER = '0x498581ff718922c3f8e6a244956af099b2652b2b'
const POSITIONS = '0x7c5f5a4bbd8fd63184577525326123b519429bdc'
const ETHER = `0x${'0'.repeat(40)}`
const HOLDER = '0x52908400098527886e0f7030069857d2e4169ee7'

let chain: BaseChain
let maker: `0x${string}`
let nonce = 0n
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

beforeAll(async () => {
  chain = await startBaseChain()
  maker = (await chain.call<`0x${string}`[]>('eth_accounts'))[0]!
  for (const [at, what] of [
    [WETH, code.weth],
    [MANAGER, code.v4],
    [POSITIONS, code.positions],
  ])
    await chain.call('anvil_setCode', [at, what])
  nonce = BigInt(await chain.call<string>('eth_getTransactionCount', [maker, 'latest']))
  await send(WETH, selector('deposit()'), 10n ** 21n)
})
afterAll(() => chain?.stop())

async function send(to: string | null, data: string, value = 0n): Promise<void> {
  nonce++
  const hash = await chain.call<string>('eth_sendTransaction', [
    { from: maker, ...(to ? { to } : {}), data, value: `0x${value.toString(16)}`, gas: '0x4c4b40' },
  ])
  // The hash comes before the block does.
  let receipt: { status: string } | null = null
  while (receipt === null) receipt = await chain.call<{ status: string } | null>('eth_getTransactionReceipt', [hash])
  expect(receipt.status).toBe('0x1')
}
async function deploy(bytecode: string, args: string): Promise<`0x${string}`> {
  const address = getContractAddress({ from: maker, nonce })
  await send(null, `${bytecode}${args}`)
  return address
}
const transfer = (token: string, to: string, amount: bigint) =>
  send(token, `${selector('transfer(address,uint256)')}${word(to)}${word(amount)}`)

/** What DexScreener lists: here, the pools of quote tokens. */
let listed: Record<string, unknown[]> = {}
const coreWith = () =>
  createCore(parseEnv({ BASE_RPC_URLS: chain.rpcUrl }), {
    transport: async (url, { method, headers, body, signal }) => {
      const quote = Object.keys(listed).find((address) => url.toLowerCase().endsWith(address.toLowerCase()))
      if (url.includes('dexscreener')) return Response.json(quote ? listed[quote] : [])
      return fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) } as RequestInit)
    },
  })

/** The pool of a token against `quote`, of the kind, filled. */
async function makePool(token: `0x${string}`, quote: string, kind: Kind): Promise<string> {
  if (kind === 'v4') {
    const [low, high] = token.toLowerCase() < quote.toLowerCase() ? [token, quote] : [quote, token]
    const key = [low, high, 3_000n, 60n, 0n].map((one) => word(one ?? '0')).join('')
    await send(MANAGER, `${selector('make((address,address,uint24,int24,address),address)')}${key}${word(token)}`)
    await send(POSITIONS, `${selector('add((address,address,uint24,int24,address))')}${key}`)
    if (quote === ETHER) await send(MANAGER, '0x', 10n ** 19n)
    await transfer(token, MANAGER, 10n ** 22n)
    if (quote !== ETHER) await transfer(quote, MANAGER, 10n ** 19n)
    await send(token, `${selector('setPool(address)')}${word(MANAGER)}`)
    return keccak256(`0x${key}`)
  }
  const pair = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [quote as `0x${string}`, token]).slice(2)
  const pool = await deploy(kind === 'v3' ? code.v3 : code.pair, pair)
  await transfer(token, pool, 10n ** 22n)
  await transfer(quote, pool, 10n ** 19n)
  if (kind !== 'v3') await send(pool, selector('sync()'))
  await send(token, `${selector('setPool(address)')}${word(pool)}`)
  return pool
}

const row = (address: string, token: string, quote: string, kind: Kind) => ({
  ...{ dex: kind === 'aerodrome' ? 'aerodrome' : 'uniswap', address, labels: kind === 'aerodrome' ? [] : [kind] },
  ...{
    base: { address: token, symbol: 'T' },
    quote: { address: quote, symbol: 'Q' },
    liquidityUsd: 1_000,
    priceUsd: 0.01,
    priceQuote: 0.001,
  },
})

/** A token with a pool, and one holder who bought it long ago. */
async function market(mode: bigint, kind: Kind, quote: string = WETH) {
  const token = await deploy(code.token, word(mode))
  const pool = await makePool(token, quote, kind)
  await transfer(token, HOLDER, 10n ** 19n)
  const pools = [row(pool, token, quote, kind) as unknown as Pool] // the trader reads no more of it
  const holders = [{ address: HOLDER, is_contract: false, is_locked: false, balance: 1, percent: 0.1, tag: null } as HolderRow]
  const ask = () => ({ core: coreWith(), signal: AbortSignal.timeout(20_000), timeoutMs: 8_000 })
  return readTrade(ask, token, Promise.resolve(pools), Promise.resolve(holders))
}

/** A token that others trade against, with a pool of its own that can lend it. */
async function quoteToken(): Promise<`0x${string}`> {
  const quote = await deploy(code.token, word(modes.honest))
  const pool = await makePool(quote, WETH, 'v2')
  const side = (address: string) => ({ address, symbol: 'S', name: 'S' })
  listed = {
    [quote]: [
      { chainId: 'base', dexId: 'uniswap', pairAddress: pool, baseToken: side(quote), quoteToken: side(WETH), liquidity: { usd: 9 } },
    ],
  }
  return quote
}

test.each(['v2', 'aerodrome', 'v3', 'v4'] as const)('an honest token is bought and sold in a pool of kind %s', async (kind) => {
  expect(await market(modes.honest, kind)).toMatchObject({
    fresh: 'sold',
    holders: { tried: 1, blocked: 0 },
    buyTaxPct: 0,
    sellTaxPct: 0,
    kind,
  })
})

test.each(['v2', 'aerodrome', 'v4'] as const)('a tax is measured, not quoted (%s)', async (kind) => {
  expect(await market(modes.tax, kind)).toMatchObject({ fresh: 'sold', buyTaxPct: 0, sellTaxPct: 12 })
})

test.each(['v2', 'v3', 'v4'] as const)('against another quote token the buyer spends what a pool of it lends (%s)', async (kind) => {
  const quote = await quoteToken()
  expect(await market(modes.honest, kind, quote)).toMatchObject({ fresh: 'sold', holders: { tried: 1, blocked: 0 }, kind })
  expect(await market(modes['blacklist on transfer'], kind, quote)).toMatchObject({ fresh: 'blocked', holders: { tried: 1, blocked: 1 } })
})

test('where nobody lends the quote token, real holders still try', async () => {
  const quote = await quoteToken()
  listed = {}
  expect(await market(modes.honest, 'v2', quote)).toMatchObject({ fresh: null, holders: { tried: 1, blocked: 0 } })
})

test('a V4 pool against native ether is traded in', async () => {
  expect(await market(modes.honest, 'v4', ETHER)).toMatchObject({ fresh: 'sold', buyTaxPct: 0, sellTaxPct: 0, kind: 'v4' })
  expect(await market(modes['honeypot after the first sale'], 'v4', ETHER)).toMatchObject({ fresh: 'blocked' })
})

test('a honeypot after the first sale is found by selling twice', async () => {
  expect(await market(modes['honeypot after the first sale'], 'v2')).toMatchObject({ fresh: 'blocked' })
})

test('a token that only its owner can sell is blocked for buyers and holders', async () => {
  expect(await market(modes['blacklist on transfer'], 'v2')).toMatchObject({ fresh: 'blocked', holders: { tried: 1, blocked: 1 } })
})

test('a time lock blocks the fresh buyer and not the old holder', async () => {
  expect(await market(modes['time lock'], 'v2')).toMatchObject({ fresh: 'blocked', holders: { tried: 1, blocked: 0 } })
})

test('where nothing can run, it says nothing', async () => {
  const core = createCore(parseEnv({ BASE_RPC_URLS: 'http://127.0.0.1:1' }))
  const ask = () => ({ core, signal: AbortSignal.timeout(5_000), timeoutMs: 500 })
  expect(await readTrade(ask, maker, Promise.resolve([]), Promise.resolve([]))).toBeNull()
})
