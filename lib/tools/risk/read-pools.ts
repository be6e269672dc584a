/**
 * Pools of a token: DexScreener first; GeckoTerminal when DexScreener fails or knows none. Where pools against well-known quote tokens hold
 * little, the deepest other quote tokens are priced by their own pools: a hop more, and only then.
 */
import type { UpstreamError } from '../../egress/upstream-types.ts'
import type { Ask } from '../../upstreams/ask.ts'
import { dexscreenerPools } from '../../upstreams/dexscreener.ts'
import { geckoPools } from '../../upstreams/geckoterminal.ts'
import { type Chain, type Pool, sameAddress } from '../../upstreams/pool.ts'
import type { TailPart } from '../tail.ts'
import { gather } from './gather.ts'
import { limits } from './limits.ts'
import { type QuoteWorth, toLiquidity, toSided } from './liquidity.ts'
import { quoteKey, trustedQuote } from './quotes.ts'

export type PoolsRead = {
  /** null when neither source answered; an empty list when one did and none knew a pool. */
  found: { pools: Pool[]; capped: boolean; source: string; worth: QuoteWorth } | null
  parts: TailPart[]
  errors: UpstreamError[]
}

/** Never throws an UpstreamError: what failed is in `parts` and `errors`. */
export async function readPools(ask: Ask, chain: Chain, address: string): Promise<PoolsRead> {
  const first = await gather('dexscreener', 'liquidity', dexscreenerPools(ask, chain, address))
  if (first.value && first.value.pools.length > 0) {
    const { worth, parts } = await priceQuotes(ask, chain, address, first.value.pools)
    return { found: { ...first.value, source: 'dexscreener', worth }, parts: [first.part, ...parts], errors: [] }
  }
  const second = await gather('geckoterminal', 'liquidity', geckoPools(ask, chain, address))
  const errors = [first.error, second.error].filter((error) => error !== null)
  const parts = [first.part, second.part]
  if (second.value && second.value.pools.length > 0) {
    const priced = await priceQuotes(ask, chain, address, second.value.pools)
    return { found: { ...second.value, source: 'geckoterminal', worth: priced.worth }, parts: [...parts, ...priced.parts], errors }
  }
  // "No pool" is the answer of both: one that failed might have known some.
  const answer = first.value && second.value ? 'dexscreener' : null
  return { found: answer === null ? null : { pools: [], capped: false, source: answer, worth: new Map() }, parts, errors }
}

const MAX_QUOTES = 2
/** Against less than this, a quote token is not worth a question. */
const MIN_QUOTED_USD = 1_000

async function priceQuotes(ask: Ask, chain: Chain, address: string, pools: readonly Pool[]) {
  const counted = toLiquidity(chain, address, pools, false, 'dexscreener').usd ?? 0
  const claimed = new Map<string, { address: string; symbol: string | null; usd: number }>()
  for (const { pool, quote } of toSided(chain, address, pools)) {
    const { address: of, symbol } = quote
    if (of === null || trustedQuote(chain, of) !== null) continue
    const key = quoteKey(chain, of)
    claimed.set(key, { address: of, symbol, usd: (claimed.get(key)?.usd ?? 0) + (pool.liquidityUsd ?? 0) })
  }
  const asked = [...claimed.values()]
    .filter(({ usd }) => usd >= MIN_QUOTED_USD && usd > counted)
    .sort((left, right) => right.usd - left.usd)
    .slice(0, counted < limits.thinLiquidityUsd ? MAX_QUOTES : 0)
  const parts: TailPart[] = []
  const worth = new Map<string, { symbol: string | null; exitUsd: number | null; claimedUsd: number }>()
  await Promise.all(
    asked.map(async (quote) => {
      const { value, part } = await gather('dexscreener', 'liquidity.usd', dexscreenerPools(ask, chain, quote.address))
      parts.push(part)
      // Only what others trade it for counts: its pool against this very token proves nothing about it.
      const others = (value?.pools ?? []).filter(
        ({ base, quote: other }) => ![base, other].some((side) => sameAddress(chain, side.address, address)),
      )
      const exitUsd = value === null ? null : (toLiquidity(chain, quote.address, others, false, 'dexscreener').exitUsd ?? 0)
      worth.set(quoteKey(chain, quote.address), { symbol: quote.symbol, exitUsd, claimedUsd: quote.usd })
    }),
  )
  return { worth, parts }
}

/** The symbol under which exchanges show a token, which need not be the one that the token gives us; null when none says. */
export const symbolIn = (chain: Chain, token: string, { found }: PoolsRead): string | null =>
  found?.pools
    .flatMap(({ base, quote }) => [base, quote])
    .find(({ address, symbol }) => symbol !== null && sameAddress(chain, address, token))?.symbol ?? null
