/** Our own simulated trades on a real chain: mock tokens that hide what they do, mock pools of each kind. */
import { readFileSync } from 'node:fs'
import { encodeAbiParameters, getContractAddress } from 'viem'
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
  'weth' | 'token' | 'pair' | 'v3',
  `0x${string}`
>
const modes = { honest: 0n, tax: 1n, 'honeypot after the first sale': 2n, 'blacklist on transfer': 3n, 'time lock': 4n } as const
type Kind = 'v2' | 'aerodrome' | 'v3'

let chain: BaseChain
let maker: `0x${string}`
let nonce = 0n
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

beforeAll(async () => {
  chain = await startBaseChain()
  maker = (await chain.call<`0x${string}`[]>('eth_accounts'))[0]!
  await chain.call('anvil_setCode', [WETH, code.weth])
  nonce = BigInt(await chain.call<string>('eth_getTransactionCount', [maker, 'latest']))
  await send(WETH, selector('deposit()'), 10n ** 20n)
}, 60_000)
afterAll(() => chain?.stop())

async function send(to: string | null, data: string, value = 0n): Promise<void> {
  nonce++
  await chain.call('eth_sendTransaction', [{ from: maker, ...(to ? { to } : {}), data, value: `0x${value.toString(16)}`, gas: '0x4c4b40' }])
}
async function deploy(bytecode: string, args: string): Promise<`0x${string}`> {
  const address = getContractAddress({ from: maker, nonce })
  await send(null, `${bytecode}${args}`)
  return address
}
const transfer = (token: string, to: string, amount: bigint) =>
  send(token, `${selector('transfer(address,uint256)')}${word(to)}${word(amount)}`)

/** A token with a pool, and one holder who bought it long ago. */
async function market(mode: bigint, kind: Kind) {
  const token = await deploy(code.token, word(mode))
  const pair = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [WETH, token]).slice(2)
  const pool = await deploy(kind === 'v3' ? code.v3 : code.pair, pair)
  await transfer(token, pool, 10n ** 22n)
  await transfer(WETH, pool, 10n ** 19n)
  if (kind !== 'v3') await send(pool, selector('sync()'))
  await send(token, `${selector('setPool(address)')}${word(pool)}`)
  const holder = '0x52908400098527886e0f7030069857d2e4169ee7'
  await transfer(token, holder, 10n ** 19n)
  const core = createCore(parseEnv({ BASE_RPC_URLS: chain.rpcUrl }))
  const pools = [
    {
      ...{ dex: kind === 'aerodrome' ? 'aerodrome' : 'uniswap', address: pool, labels: kind === 'aerodrome' ? [] : [kind] },
      ...{ base: { address: token, symbol: 'T' }, quote: { address: WETH, symbol: 'WETH' }, liquidityUsd: 1_000 },
    } as unknown as Pool, // the trader reads no more of it
  ]
  const holders = [{ address: holder, is_contract: false, is_locked: false, balance: 1, percent: 0.1, tag: null } as HolderRow]
  return readTrade({ core, signal: AbortSignal.timeout(10_000), timeoutMs: 8_000 }, token, pools, holders)
}

test.each(['v2', 'aerodrome', 'v3'] as const)('an honest token is bought and sold in a pool of kind %s', async (kind) => {
  expect(await market(modes.honest, kind)).toMatchObject({
    fresh: 'sold',
    holders: { tried: 1, blocked: 0 },
    buyTaxPct: 0,
    sellTaxPct: 0,
    kind,
  })
})

test.each(['v2', 'aerodrome'] as const)('a tax is measured, not quoted (%s)', async (kind) => {
  expect(await market(modes.tax, kind)).toMatchObject({ fresh: 'sold', buyTaxPct: 0, sellTaxPct: 12 })
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
  expect(await readTrade({ core, signal: AbortSignal.timeout(5_000), timeoutMs: 500 }, maker, [], [])).toBeNull()
})
