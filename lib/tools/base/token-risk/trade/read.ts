/**
 * A purchase and sales of a token, simulated by `eth_call` with state override: our trader's code stands at an empty address (a fresh buyer) or at
 * a real holder's. It needs a node that takes overrides; what could not run says nothing.
 */
import { UpstreamError } from '../../../../egress/upstream-types.ts'
import type { Ask } from '../../../../upstreams/ask.ts'
import { baseCallWith } from '../../../../upstreams/base-rpc.ts'
import type { Pool } from '../../../../upstreams/pool.ts'
import { selector } from '../chain.ts'
import type { HolderRow } from '../goplus.ts'
import { isNobody } from '../security.ts'
import type { OwnTrade } from './outcome.ts'
import { TRADER_CODE } from './trader-code.ts'

const WETH = '0x4200000000000000000000000000000000000006'
/** Nobody's address: nothing is held there, nothing is deployed. */
const BUYER = '0x7472616465720000000000000000000000000001'
/** What every answer of the trader begins with: another contract's words are not taken for its own. */
const MAGIC = 0x7472616465n
const SPEND_WEI = 10n ** 16n
const MAX_HOLDERS = 3

const kinds = { v2: 0n, aerodrome: 1n, v3: 2n } as const
type Kind = keyof typeof kinds

/** How a pool trades, by its exchange and labels; null when our trader does not know. */
function kindOf({ dex, labels }: Pool): Kind | null {
  const names = [dex, ...labels].map((name) => name.toLowerCase())
  const has = (...some: string[]) => names.some((name) => some.some((part) => name.includes(part)))
  if (has('v4', 'algebra', 'curve', 'balancer')) return null
  if (has('v3', 'slipstream', 'clmm')) return 'v3'
  if (has('aerodrome', 'velodrome')) return 'aerodrome'
  return has('v2', 'baseswap', 'sushi', 'alienbase') ? 'v2' : null
}

/** The deepest pool of the token against wrapped ether that our trader can trade in. */
function choosePool(token: string, pools: readonly Pool[]): { pool: string; kind: Kind } | null {
  const usable = pools.flatMap((pool) => {
    const kind = kindOf(pool)
    const sides = [pool.base.address.toLowerCase(), pool.quote.address.toLowerCase()]
    const fits = sides.includes(WETH) && sides.includes(token.toLowerCase()) && token.toLowerCase() !== WETH
    return kind && fits && /^0x[0-9a-f]{40}$/i.test(pool.address) ? [{ pool: pool.address, kind, usd: pool.liquidityUsd ?? 0 }] : []
  })
  return usable.sort((left, right) => right.usd - left.usd)[0] ?? null
}

const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')

/** The trader's answer in words, without its mark; null when the call failed or something else answered. */
async function askTrader(ask: Ask, at: string, data: string, count: number): Promise<bigint[] | null> {
  const override = { [at]: { code: TRADER_CODE, ...(at === BUYER ? { balance: `0x${(10n ** 20n).toString(16)}` } : {}) } }
  try {
    const answer = await baseCallWith(ask, { from: at, to: at, data }, override)
    if (answer === null || answer.length !== 2 + 64 * count) return null
    const words = Array.from({ length: count }, (_, index) => BigInt(`0x${answer.slice(2 + 64 * index, 66 + 64 * index)}`))
    return words[0] === MAGIC ? words.slice(1) : null
  } catch (error) {
    if (error instanceof UpstreamError) return null
    throw error
  }
}

const percent = (bps: bigint | undefined): number | null => (bps === undefined || bps > 10_000n ? null : Number(bps) / 100)

/** What our own trades came to; null when there is no pool for them or none could run. Never throws an UpstreamError. */
export async function readTrade(ask: Ask, token: string, pools: readonly Pool[], holders: readonly HolderRow[]): Promise<OwnTrade | null> {
  const chosen = choosePool(token, pools)
  if (chosen === null) return null
  const { pool, kind } = chosen
  const terms = [token, WETH, pool, kinds[kind]].map(word).join('')
  const sellers = holders
    .filter(({ address, is_contract, is_locked, balance }) => is_contract === false && !is_locked && balance !== 0 && !isNobody(address))
    .slice(0, MAX_HOLDERS)
  const [fresh, ...sales] = await Promise.all([
    askTrader(ask, BUYER, `${selector('fresh(address,address,address,uint256,uint256)')}${terms}${word(SPEND_WEI)}`, 6),
    ...sellers.map(({ address }) => askTrader(ask, address, `${selector('sale(address,address,address,uint256)')}${terms}`, 3)),
  ])
  const ran = sales.filter((sale) => sale !== null)
  const bought = fresh?.[0] === 1n
  // Where not even a purchase goes through and nobody sells, it is our trader that does not fit the pool.
  const trades = bought || ran.some(([sold]) => sold === 1n)
  if (!trades) return null
  const sold = bought && fresh[2] === 1n && fresh[3] === 1n
  return {
    fresh: bought ? (sold ? 'sold' : 'blocked') : null,
    holders: { tried: ran.length, blocked: ran.filter(([done]) => done !== 1n).length },
    buyTaxPct: bought ? percent(fresh[1]) : null,
    sellTaxPct: bought && fresh[2] === 1n ? percent(fresh[4]) : percent(ran.find(([done]) => done === 1n)?.[1]),
    pool,
    kind,
  }
}
