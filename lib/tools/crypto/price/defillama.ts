/** DefiLlama: prices by CoinGecko id and nothing else (upstreams.md section 3.7). Asked only when CoinGecko fails. */
import { z } from 'zod'
import { env } from '../../../env.ts'
import { type Cached, cached } from '../../../http/cached.ts'
import { callUpstream } from '../../../http/call-upstream.ts'
import { toNumber } from './numbers.ts'

export type LlamaPrice = { priceUsd: number; symbol: string | null; at: number }

export const SOURCE = 'defillama'

/** Seconds a Date can hold. */
const MAX_SECONDS = 8_640_000_000_000

const Coin = z.object({ price: z.number(), timestamp: z.number().positive().max(MAX_SECONDS), symbol: z.string().nullish().catch(null) })
const Body = z.object({ coins: z.record(z.string(), z.unknown()) })

/** Prices of those ids it knows; `at` is the time of the price in milliseconds. @throws UpstreamError */
export const pricesOf = (ids: readonly string[], signal: AbortSignal): Promise<Cached<Record<string, LlamaPrice>>> => {
  const wanted = [...ids].sort()
  return cached({
    source: SOURCE,
    key: wanted.join(','),
    ageMs: 60_000,
    signal,
    load: async (flight) => {
      const { coins } = await callUpstream({
        source: SOURCE,
        url: `${env().DEFILLAMA_URL}/prices/current/${wanted.map((id) => `coingecko:${encodeURIComponent(id)}`).join(',')}`,
        schema: Body,
        timeoutMs: 2_000,
        maxBytes: 1_000_000,
        signal: flight,
      })
      const prices: Record<string, LlamaPrice> = {}
      for (const id of wanted) {
        const key = `coingecko:${id}`
        const coin = Coin.safeParse(Object.hasOwn(coins, key) ? coins[key] : undefined)
        const priceUsd = coin.success ? toNumber(coin.data.price) : null
        if (coin.success && priceUsd !== null) prices[id] = { priceUsd, symbol: coin.data.symbol ?? null, at: coin.data.timestamp * 1000 }
      }
      return prices
    },
  })
}
