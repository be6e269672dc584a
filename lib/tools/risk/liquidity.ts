/**
 * What the pools of a token say about selling it. Liquidity counts against quote tokens of known worth, matched by address: at face value for
 * those of quotes.ts, and for any other only as far as that quote token can itself be sold.
 */
import { z } from 'zod'
import { type Chain, type Pool, sameAddress } from '../../upstreams/pool.ts'
import { round, toIso } from '../../upstreams/values.ts'
import { cleanUpstreamText } from '../text.ts'
import { quoteKey, trustedQuote } from './quotes.ts'

const nullableUsd = (what: string) => z.number().nonnegative().nullable().describe(what)

export const Liquidity = z.object({
  usd: nullableUsd('Liquidity of all pools against quote tokens of known worth, both sides together; null when unknown.'),
  exitUsd: nullableUsd('The part of it on the quote side, launch curves included: what sellers can take out at most.'),
  uncountedUsd: nullableUsd('Liquidity claimed in pools against tokens of no known worth; it counts for nothing.'),
  volume24hUsd: nullableUsd('Volume of those pools in 24 hours.'),
  priceUsd: nullableUsd('Price in the deepest pool in which the token is the base token.'),
  poolCount: z.int().nonnegative().nullable().describe('Pools listed for the token, with any quote token.'),
  trustedPoolCount: z.int().nonnegative().nullable().describe('Pools among them that count: those against quote tokens of known worth.'),
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
  uncountedUsd: null,
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

/**
 * What selling a quote token itself brings, in US dollars, by address as `quoteKey` writes it; null = it could not be asked. `claimedUsd` is what
 * the token's pools against it claim to hold.
 */
export type QuoteWorth = ReadonlyMap<string, { symbol: string | null; exitUsd: number | null; claimedUsd: number }>

type Sided = { pool: Pool; isBase: boolean; quote: Pool['quote'] }
/** A pool that counts. `capUsd` bounds what its quote side is worth; infinite at face value. */
type Counted = Sided & { symbol: string; capUsd: number }

/** The other token of each pool. */
export const toSided = (chain: Chain, token: string, pools: readonly Pool[]): Sided[] =>
  pools.map((pool) => {
    const isBase = sameAddress(chain, pool.base.address, token)
    return { pool, isBase, quote: isBase ? pool.quote : pool.base }
  })

function toCounted(chain: Chain, token: string, sided: Sided, worth: QuoteWorth): Counted[] {
  // What others are priced in is worth its price in any of its pools: sources list few of them, and those with whatever trades most today.
  const symbol = trustedQuote(chain, sided.quote.address) ?? (trustedQuote(chain, token) === null ? null : (sided.quote.symbol ?? ''))
  if (symbol !== null) return [{ ...sided, symbol, capUsd: Number.POSITIVE_INFINITY }]
  const known = sided.quote.address === null ? undefined : worth.get(quoteKey(chain, sided.quote.address))
  return known?.exitUsd ? [{ ...sided, symbol: known.symbol ?? '', capUsd: known.exitUsd }] : []
}

const countedUsd = ({ pool, capUsd }: Counted): number | null =>
  pool.liquidityUsd === null ? null : Math.min(pool.liquidityUsd, 2 * capUsd)

const countedExit = (counted: Counted): number | null => {
  const exit = exitOf(counted.pool, counted.isBase)
  return exit === null ? null : Math.min(exit, counted.capUsd)
}

/** What pump.fun starts each curve with, besides the real reserves: 30 SOL against 1.073 billion tokens, whose product stays the same. */
const PUMP_CURVE = { dex: /^pump-?fun$/, virtualSol: 30, product: 30 * 1_073_000_191 }

/** What the buyers have paid into a pump.fun curve so far, by its price alone, in US dollars; null for other curves. */
export function pumpCurveUsd({ dex, priceQuote, priceUsd }: Pool): number | null {
  if (!PUMP_CURVE.dex.test(dex.toLowerCase()) || !priceQuote || priceUsd === null) return null
  const paidSol = Math.max(0, Math.sqrt(PUMP_CURVE.product * priceQuote) - PUMP_CURVE.virtualSol)
  return paidSol * (priceUsd / priceQuote)
}

/**
 * Adds up the pools of `token`. An empty list says that no pool is known, which is a finding; it is no measurement of zero dollars.
 * @param worth quote tokens that can themselves be sold, and for how much
 */
export function toLiquidity(
  chain: Chain,
  token: string,
  pools: readonly Pool[],
  capped: boolean,
  source: string,
  worth: QuoteWorth = new Map(),
): Liquidity {
  if (pools.length === 0) return { ...NO_LIQUIDITY_DATA, poolCount: 0, trustedPoolCount: 0, source }
  const sided = toSided(chain, token, pools)
  const counted = sided.flatMap((one) => toCounted(chain, token, one, worth))
  const taken = new Set(counted.map(({ pool }) => pool))
  const deepest = [...counted].sort(
    (left, right) => (countedUsd(right) ?? -1) - (countedUsd(left) ?? -1) || (left.pool.address < right.pool.address ? -1 : 1),
  )
  // Pools whose quote token could not be asked about, or is not named, may be worth anything: nothing is not known to be zero.
  const unasked = [...worth.values()].some(({ exitUsd }) => exitUsd === null) || sided.some(({ quote }) => quote.address === null)
  const none = counted.length === 0
  const nothing = unasked ? null : 0
  const known = counted.filter(({ pool }) => pool.liquidityUsd !== null)
  const curves = counted.filter(({ pool }) => pool.liquidityUsd === null && LAUNCH_CURVES.test(pool.dex.toLowerCase()))
  const onCurve = curves.length > 0 && known.length === 0
  const exits = onCurve ? curves.map(({ pool }) => pumpCurveUsd(pool)) : counted.map(countedExit)
  const uncounted = sum(sided.filter(({ pool }) => !taken.has(pool)).map(({ pool }) => pool.liquidityUsd))
  const trades = (which: 'buys24h' | 'sells24h') =>
    sum(counted.map(({ pool, isBase }) => pool[isBase ? which : which === 'buys24h' ? 'sells24h' : 'buys24h']))
  return {
    usd: none ? nothing : round(sum(known.map(countedUsd)), 2),
    exitUsd: none ? nothing : round(sum(exits), 2),
    uncountedUsd: round(uncounted ?? 0, 2),
    volume24hUsd: none ? nothing : round(sum(counted.map(({ pool }) => pool.volume24hUsd)), 2),
    priceUsd: deepest.find(({ pool, isBase }) => isBase && pool.priceUsd !== null)?.pool.priceUsd ?? null,
    poolCount: pools.length,
    trustedPoolCount: counted.length,
    capped,
    bondingCurve: none ? null : onCurve,
    buys24h: none ? nothing : trades('buys24h'),
    sells24h: none ? nothing : trades('sells24h'),
    lpStatus: !none && counted.every(({ pool }) => isConcentrated(pool)) ? 'not_applicable' : null,
    source,
    topPool: toTopPool(deepest[0]),
  }
}

function toTopPool(top: Counted | undefined): Liquidity['topPool'] {
  if (!top) return null
  return {
    address: cleanUpstreamText(top.pool.address, 100),
    dex: cleanUpstreamText(top.pool.dex, 60),
    quoteSymbol: cleanUpstreamText(top.symbol, 30),
    usd: round(countedUsd(top), 2),
    volume24hUsd: round(top.pool.volume24hUsd, 2),
    createdAt: top.pool.createdAtMs === null ? null : toIso(top.pool.createdAtMs),
  }
}

/** When the oldest of the pools was made, in milliseconds; null when none says. */
export function oldestPool(pools: readonly Pool[]): number | null {
  const times = pools.map(({ createdAtMs }) => createdAtMs).filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Most websites and channels listed with any of the pools; null when none lists any. */
export function socialsOf(pools: readonly Pool[]): number | null {
  const counts = pools.flatMap(({ socials }) => (socials === null ? [] : [socials]))
  return counts.length === 0 ? null : Math.max(...counts)
}
