/** What the pools of a token say about selling it. Liquidity counts only against trusted quote tokens, matched by address. */
import { z } from 'zod'
import { type Chain, type Pool, sameAddress } from '../../upstreams/pool.ts'
import { round, toIso } from '../../upstreams/values.ts'
import { cleanUpstreamText } from '../text.ts'

/** Quote tokens that hold their value when a token falls. Addresses by the issuers' own publications (upstreams.md section 3.3). */
export const trustedQuotes: Record<Chain, Record<string, string>> = {
  solana: {
    So11111111111111111111111111111111111111112: 'SOL',
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
  },
  base: {
    '0x4200000000000000000000000000000000000006': 'WETH',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 'USDC',
    '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf': 'cbBTC',
    '0xfde4c96c8593536e31f229ea8f37b2ada2699bb2': 'USDT',
    '0x50c5725949a6f0c72e6c4a641f24049a917db0cb': 'DAI',
  },
}

const nullableUsd = (what: string) => z.number().nonnegative().nullable().describe(what)

export const Liquidity = z.object({
  usd: nullableUsd('Liquidity of all pools against trusted quote tokens, both sides together; null when unknown.'),
  exitUsd: nullableUsd('The part of it on the quote side: what sellers can take out at most.'),
  volume24hUsd: nullableUsd('Volume of those pools in 24 hours.'),
  priceUsd: nullableUsd('Price in the deepest pool in which the token is the base token.'),
  poolCount: z.int().nonnegative().nullable().describe('Pools listed for the token, with any quote token.'),
  trustedPoolCount: z.int().nonnegative().nullable().describe('Pools among them that count: those against trusted quote tokens.'),
  capped: z.boolean().describe('True when the source cut its list, so that there may be more pools.'),
  bondingCurve: z.boolean().nullable().describe('True while the token trades on a launch curve instead of a pool.'),
  buys24h: z.int().nonnegative().nullable().describe('Buys of the token in those pools in 24 hours.'),
  sells24h: z.int().nonnegative().nullable().describe('Sells of the token in those pools in 24 hours.'),
  lpStatus: z
    .enum(['burned', 'locked', 'unlocked', 'not_applicable'])
    .nullable()
    .describe('State of the liquidity tokens; not_applicable for concentrated pools, which have none.'),
  source: z.string().nullable().describe('Who listed the pools; null when nobody answered.'),
  topPool: z
    .object({
      address: z.string().describe('Address or id of the pool.'),
      dex: z.string().describe('The exchange, as the source names it.'),
      quoteSymbol: z.string().describe('Symbol of the other token.'),
      usd: nullableUsd('Liquidity, both sides.'),
      volume24hUsd: nullableUsd('Volume in 24 hours.'),
      createdAt: z.iso.datetime().nullable().describe('When the pool was made, ISO 8601 UTC.'),
    })
    .nullable()
    .describe('The deepest pool that counts.'),
})
export type Liquidity = z.output<typeof Liquidity>

export const NO_LIQUIDITY_DATA: Liquidity = {
  usd: null,
  exitUsd: null,
  volume24hUsd: null,
  priceUsd: null,
  poolCount: null,
  trustedPoolCount: null,
  capped: false,
  bondingCurve: null,
  buys24h: null,
  sells24h: null,
  lpStatus: null,
  source: null,
  topPool: null,
}

/** Exchanges that are launch curves: they list a price and volume, and no liquidity. */
const LAUNCH_CURVES = /^(pumpfun|pump-fun|launchlab|raydium-launchlab|moonshot|meteoradbc|meteora-dbc|boop-?fun|believe)$/

/** Pools without liquidity tokens, by the labels and names of the sources. */
const CONCENTRATED = /^(v3|v4|clmm|wp|dlmm)$|slipstream|whirlpool|clmm|dlmm|uniswap-v[34]|pancakeswap-v3|concentrated/i

const isConcentrated = (pool: Pool): boolean => [pool.dex, ...pool.labels].some((name) => CONCENTRATED.test(name))

/** Sum of what is known; null when nothing is. */
const sum = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

/** What sellers can take out of one pool: the quote side when the token is base, the base side when it is the quote. */
function exitOf(pool: Pool, isBase: boolean): number | null {
  if (pool.baseAmount === null || pool.priceUsd === null || pool.liquidityUsd === null) return null
  const baseSide = pool.baseAmount * pool.priceUsd
  return isBase ? Math.max(0, pool.liquidityUsd - baseSide) : Math.min(pool.liquidityUsd, baseSide)
}

/** Adds up the pools of `token`. An empty list says that no pool is known, which is a finding; it is no measurement of zero dollars. */
export function toLiquidity(chain: Chain, token: string, pools: readonly Pool[], capped: boolean, source: string): Liquidity {
  if (pools.length === 0) return { ...NO_LIQUIDITY_DATA, poolCount: 0, trustedPoolCount: 0, source }
  const quotes = trustedQuotes[chain]
  const isTrusted = (address: string) => Object.hasOwn(quotes, chain === 'base' ? address.toLowerCase() : address)
  const sided = pools.map((pool) => ({ pool, isBase: sameAddress(chain, pool.base.address, token) }))
  const trusted = sided.filter(({ pool, isBase }) => isTrusted(isBase ? pool.quote.address : pool.base.address))
  const deepest = [...trusted].sort(
    (left, right) => (right.pool.liquidityUsd ?? -1) - (left.pool.liquidityUsd ?? -1) || (left.pool.address < right.pool.address ? -1 : 1),
  )
  const none = trusted.length === 0
  const known = trusted.filter(({ pool }) => pool.liquidityUsd !== null)
  const curve = trusted.some(({ pool }) => pool.liquidityUsd === null && LAUNCH_CURVES.test(pool.dex.toLowerCase()))
  const top = deepest[0]
  const trades = (which: 'buys24h' | 'sells24h') =>
    sum(trusted.map(({ pool, isBase }) => pool[isBase ? which : which === 'buys24h' ? 'sells24h' : 'buys24h']))
  return {
    usd: none ? 0 : round(sum(known.map(({ pool }) => pool.liquidityUsd)), 2),
    exitUsd: none ? 0 : round(sum(trusted.map(({ pool, isBase }) => exitOf(pool, isBase))), 2),
    volume24hUsd: none ? 0 : round(sum(trusted.map(({ pool }) => pool.volume24hUsd)), 2),
    priceUsd: deepest.find(({ pool, isBase }) => isBase && pool.priceUsd !== null)?.pool.priceUsd ?? null,
    poolCount: pools.length,
    trustedPoolCount: trusted.length,
    capped,
    bondingCurve: none ? null : curve && known.length === 0,
    buys24h: none ? 0 : trades('buys24h'),
    sells24h: none ? 0 : trades('sells24h'),
    lpStatus: !none && trusted.every(({ pool }) => isConcentrated(pool)) ? 'not_applicable' : null,
    source,
    topPool: top
      ? {
          address: cleanUpstreamText(top.pool.address, 100),
          dex: cleanUpstreamText(top.pool.dex, 60),
          quoteSymbol: quotes[chain === 'base' ? other(top).toLowerCase() : other(top)] ?? '',
          usd: round(top.pool.liquidityUsd, 2),
          volume24hUsd: round(top.pool.volume24hUsd, 2),
          createdAt: top.pool.createdAtMs === null ? null : toIso(top.pool.createdAtMs),
        }
      : null,
  }
}

const other = ({ pool, isBase }: { pool: Pool; isBase: boolean }): string => (isBase ? pool.quote.address : pool.base.address)

/** When the oldest of the pools was made, in milliseconds; null when none says. */
export function oldestPool(pools: readonly Pool[]): number | null {
  const times = pools.map(({ createdAtMs }) => createdAtMs).filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}
