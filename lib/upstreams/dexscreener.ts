/** DexScreener: pools, volume, prices. It never says "not found": an unknown token is an empty list or `pairs: null`. */
import { z } from 'zod'
import { cached } from '../egress/cached.ts'
import { callUpstream } from '../egress/call-upstream.ts'
import { UpstreamError, type UpstreamReason } from '../egress/upstream-types.ts'
import type { Ask } from './ask.ts'
import { type Chain, eachPoolOnce, type Pool, sameAddress, sinceFirstBlock } from './pool.ts'
import { amount, count, everyRowOf, millis, text, usd } from './values.ts'

/** What makes the older path worth a try, which gives the same rows for all chains; slowness and limits hold for both. */
const REFUSALS: ReadonlySet<UpstreamReason> = new Set(['http_error', 'not_found', 'bad_body'])

/** As many rows as one answer holds: that many may mean more. */
const DEXSCREENER_CAP = 30

const token = z.object({ address: z.string().min(1).max(100), symbol: text })
const ofDay = <Value extends z.ZodType>(value: Value) => z.object({ h24: value }).nullish()

const Pair = z.object({
  chainId: z.string(),
  dexId: z.string().min(1).max(60).catch('unknown'),
  pairAddress: z.string().min(1).max(100),
  labels: z.array(z.string().max(30)).nullish().catch(null),
  baseToken: token,
  quoteToken: token,
  priceUsd: usd,
  priceNative: amount,
  info: z
    .object({ websites: z.array(z.unknown()).nullish().catch(null), socials: z.array(z.unknown()).nullish().catch(null) })
    .nullish()
    .catch(null),
  txns: ofDay(z.object({ buys: count, sells: count }).nullish()),
  volume: ofDay(usd),
  liquidity: z.object({ usd, base: amount }).nullish(),
  pairCreatedAt: millis,
})

/** Two shapes are in use: a bare list, and an object with `pairs`, which is null for an unknown token. */
const Body = z.union([z.array(z.unknown()), z.object({ pairs: z.array(z.unknown()).nullable() }).transform(({ pairs }) => pairs ?? [])])

const toPool = (chain: Chain, pair: z.output<typeof Pair>): Pool => ({
  dex: pair.dexId,
  address: pair.pairAddress,
  labels: pair.labels ?? [],
  base: pair.baseToken,
  quote: pair.quoteToken,
  priceUsd: pair.priceUsd,
  priceQuote: pair.priceNative,
  baseAmount: pair.liquidity?.base ?? null,
  liquidityUsd: pair.liquidity?.usd ?? null,
  volume24hUsd: pair.volume?.h24 ?? null,
  buys24h: pair.txns?.h24?.buys ?? null,
  sells24h: pair.txns?.h24?.sells ?? null,
  createdAtMs: sinceFirstBlock(chain, pair.pairCreatedAt),
  socials: (pair.info?.websites?.length ?? 0) + (pair.info?.socials?.length ?? 0) || null,
})

/** The pools of `address` on `chain` in a body; rows of other chains and of other tokens are left out. */
export function toPools(rows: unknown[], chain: Chain, address: string): { pools: Pool[]; capped: boolean } {
  const pairs = everyRowOf(Pair, rows) ?? []
  const ours = pairs.filter(
    ({ chainId, baseToken, quoteToken }) =>
      chainId === chain && (sameAddress(chain, baseToken.address, address) || sameAddress(chain, quoteToken.address, address)),
  )
  const pools = ours.map((pair) => toPool(chain, pair))
  return { pools: eachPoolOnce(chain, pools), capped: rows.length >= DEXSCREENER_CAP }
}

/** A list of which one row cannot be read is none: it may be the pool that nobody sells in, or the one that is drained. */
export const DexscreenerBody = Body.refine((rows) => everyRowOf(Pair, rows) !== null, 'a row has not the shape of a pair')

/**
 * Pools in which a token trades, from `/token-pairs/v1`, else from the older `/latest/dex/tokens`; an empty list for a token it does not know.
 * @throws UpstreamError
 */
export function dexscreenerPools({ core, signal, timeoutMs }: Ask, chain: Chain, address: string) {
  const key = chain === 'base' ? address.toLowerCase() : address
  return cached({
    core,
    source: 'dexscreener',
    key: `${chain}:${key}`,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const ask = (path: string) =>
        callUpstream({ core, source: 'dexscreener', url: `${core.env.DEXSCREENER_URL}${path}`, schema: DexscreenerBody, timeoutMs, signal })
      try {
        const rows = await ask(`/token-pairs/v1/${chain}/${key}`)
        const found = toPools(rows, chain, key)
        // It lists this token's pools on this chain and no others: pools of others say nothing of it, not even that it has none.
        if (rows.length > 0 && found.pools.length === 0) throw new UpstreamError('dexscreener', 'bad_body', 'pools of another token')
        return found
      } catch (error) {
        if (!(error instanceof UpstreamError && REFUSALS.has(error.reason))) throw error
        return toPools(await ask(`/latest/dex/tokens/${key}`), chain, key)
      }
    },
  })
}
