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

const address = z.string().min(1).max(100)
const ofDay = <Value extends z.ZodType>(value: Value) => z.object({ h24: value }).nullish()

const Pair = z.object({
  chainId: z.string(),
  dexId: z.string().min(1).max(60).catch('unknown'),
  pairAddress: address,
  labels: z.array(z.string().max(30)).nullish().catch(null),
  baseToken: z.object({ address, symbol: text }),
  // Documented as nullable, field by field: a pool against a token that is not named.
  quoteToken: z.object({
    address: z
      .union([address, z.literal('').transform(() => null)])
      .nullish()
      .transform((value) => value ?? null),
    symbol: text,
  }),
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

/** Rows of other chains say nothing of this one, whatever they look like. */
function isElsewhere(row: unknown, chain: Chain): boolean {
  const { data } = z.object({ chainId: z.string() }).safeParse(row)
  return data !== undefined && data.chainId !== chain
}

/**
 * The pairs of `chain` in a body, and how many rows of any chain it holds. A list of which one such row cannot be read is none: it may be the
 * pool that nobody sells in, or the one that is drained.
 */
export const dexscreenerBody = (chain: Chain) =>
  Body.transform((rows, context) => {
    const rowsHere = rows.filter((row) => !isElsewhere(row, chain))
    const pairs = everyRowOf(Pair, rowsHere)
    if (pairs === null) context.addIssue({ code: 'custom', message: 'a row has not the shape of a pair' })
    return { pairs: pairs ?? [], rowCount: rows.length }
  })
type Listed = z.output<ReturnType<typeof dexscreenerBody>>

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

/** The pools of `address` among the pairs of its chain; those of other tokens are left out. */
export function toPools({ pairs, rowCount }: Listed, chain: Chain, address: string): { pools: Pool[]; capped: boolean } {
  const ours = pairs.filter(
    ({ baseToken, quoteToken }) => sameAddress(chain, baseToken.address, address) || sameAddress(chain, quoteToken.address, address),
  )
  const pools = ours.map((pair) => toPool(chain, pair))
  return { pools: eachPoolOnce(chain, pools), capped: rowCount >= DEXSCREENER_CAP }
}

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
      const schema = dexscreenerBody(chain)
      const ask = (path: string) =>
        callUpstream({ core, source: 'dexscreener', url: `${core.env.DEXSCREENER_URL}${path}`, schema, timeoutMs, signal })
      try {
        const listed = await ask(`/token-pairs/v1/${chain}/${key}`)
        const found = toPools(listed, chain, key)
        // It lists this token's pools on this chain and no others: pools of others say nothing of it, not even that it has none.
        if (listed.rowCount > 0 && found.pools.length === 0) throw new UpstreamError('dexscreener', 'bad_body', 'pools of another token')
        return found
      } catch (error) {
        if (!(error instanceof UpstreamError && REFUSALS.has(error.reason))) throw error
        return toPools(await ask(`/latest/dex/tokens/${key}`), chain, key)
      }
    },
  })
}
