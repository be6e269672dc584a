/** DexScreener: pools, volume, prices. It never says "not found": an unknown token is an empty list or `pairs: null`. */
import { z } from 'zod'
import { cached } from '../egress/cached.ts'
import { callUpstream } from '../egress/call-upstream.ts'
import { UpstreamError, type UpstreamReason } from '../egress/upstream-types.ts'
import type { Ask } from './ask.ts'
import { type Chain, type Pool, sameAddress } from './pool.ts'
import { amount, count, millis, rowsOf, text, toAmount } from './values.ts'

/** What makes the older path worth a try, which gives the same rows for all chains; slowness and limits hold for both. */
const REFUSALS: ReadonlySet<UpstreamReason> = new Set(['http_error', 'not_found', 'bad_body'])

/** As many rows as one answer holds: that many may mean more. */
const DEXSCREENER_CAP = 30

const token = z.object({ address: z.string().min(1).max(100), symbol: text })
const part = z.record(z.string(), z.unknown()).nullish().catch(null)

const Pair = z.object({
  chainId: z.string(),
  dexId: z.string().max(60).catch('unknown'),
  pairAddress: z.string().min(1).max(100),
  labels: z.array(z.string().max(30)).nullish().catch(null),
  baseToken: token,
  quoteToken: token,
  priceUsd: amount,
  priceNative: amount,
  info: z
    .object({ websites: z.array(z.unknown()).nullish().catch(null), socials: z.array(z.unknown()).nullish().catch(null) })
    .nullish()
    .catch(null),
  txns: part,
  volume: part,
  liquidity: part,
  pairCreatedAt: millis,
})

const Trades = z.object({ buys: count, sells: count })

/** Two shapes are in use: a bare list, and an object with `pairs`, which is null for an unknown token. */
const Body = z.union([z.array(z.unknown()), z.object({ pairs: z.array(z.unknown()).nullable() }).transform(({ pairs }) => pairs ?? [])])

const toPool = (pair: z.output<typeof Pair>): Pool => {
  const trades = Trades.safeParse(pair.txns?.h24)
  return {
    dex: pair.dexId,
    address: pair.pairAddress,
    labels: pair.labels ?? [],
    base: pair.baseToken,
    quote: pair.quoteToken,
    priceUsd: pair.priceUsd,
    priceQuote: pair.priceNative,
    baseAmount: toAmount(pair.liquidity?.base),
    liquidityUsd: toAmount(pair.liquidity?.usd),
    volume24hUsd: toAmount(pair.volume?.h24),
    buys24h: trades.success ? trades.data.buys : null,
    sells24h: trades.success ? trades.data.sells : null,
    createdAtMs: pair.pairCreatedAt,
    socials: (pair.info?.websites?.length ?? 0) + (pair.info?.socials?.length ?? 0) || null,
  }
}

/** The pools of `address` on `chain` in a body; rows of other chains, of other tokens and unreadable rows are left out. */
export function toPools(rows: unknown[], chain: Chain, address: string): { pools: Pool[]; capped: boolean } {
  const pairs = rowsOf(Pair, rows) ?? []
  const ours = pairs.filter(
    ({ chainId, baseToken, quoteToken }) =>
      chainId === chain && (sameAddress(chain, baseToken.address, address) || sameAddress(chain, quoteToken.address, address)),
  )
  return { pools: ours.map(toPool), capped: rows.length >= DEXSCREENER_CAP }
}

export const DexscreenerBody = Body.refine(
  (rows) => rows.length === 0 || (rowsOf(Pair, rows) ?? []).length > 0,
  'no row has the shape of a pair',
)

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
      const rows = await ask(`/token-pairs/v1/${chain}/${key}`).catch((error: unknown) => {
        if (error instanceof UpstreamError && REFUSALS.has(error.reason)) return ask(`/latest/dex/tokens/${key}`)
        throw error
      })
      return toPools(rows, chain, key)
    },
  })
}
