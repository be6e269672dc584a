/** DefiLlama: prices by CoinGecko id or by `chain:address`, and nothing else. Fallback and second opinion. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { cached, recall, remember } from '../../../egress/cached.ts'
import { callUpstream } from '../../../egress/call-upstream.ts'
import { toMillis } from '../../../upstreams/values.ts'
import { toNumber, toWorth } from './numbers.ts'

/** `at` is the time of the price in milliseconds. */
export type LlamaPrice = { priceUsd: number; symbol: string | null; at: number }

export const SOURCE = 'defillama'
const AGE_MS = 60_000
const UNKNOWN_MS = 30_000

const Coin = z.object({ price: z.unknown(), timestamp: z.unknown(), symbol: z.string().nullish().catch(null) })
const Body = z.object({ coins: z.record(z.string(), z.unknown()) })

export type LlamaAnswer = { prices: Map<string, LlamaPrice>; fetchedAt: string; cached: boolean }

async function load(core: Core, keys: readonly string[], signal: AbortSignal): Promise<Record<string, LlamaPrice>> {
  const { coins } = await callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.DEFILLAMA_URL}/prices/current/${keys.map(encodeURIComponent).join(',')}`,
    schema: Body,
    timeoutMs: 2_000,
    maxBytes: 1_000_000,
    signal,
  })
  // Addresses come back in another letter case than they were asked in.
  const byKey = new Map(Object.entries(coins).map(([key, coin]) => [key.toLowerCase(), coin]))
  const prices: Record<string, LlamaPrice> = {}
  for (const key of keys) {
    const coin = Coin.safeParse(coins[key] ?? byKey.get(key.toLowerCase()))
    const priceUsd = coin.success ? toWorth(coin.data.price) : null
    const seconds = coin.success ? toNumber(coin.data.timestamp) : null
    const at = seconds === null ? null : toMillis(seconds * 1000)
    if (coin.success && priceUsd !== null && at !== null) prices[key] = { priceUsd, symbol: coin.data.symbol ?? null, at }
  }
  return prices
}

/** Prices of those keys (`coingecko:<id>` or `<chain>:<address>`) it knows; kept per key. @throws UpstreamError */
export async function pricesOf(core: Core, keys: readonly string[], signal: AbortSignal): Promise<LlamaAnswer> {
  const prices = new Map<string, LlamaPrice>()
  let oldest = core.now()
  const kept = await Promise.all(keys.map((key) => recall<LlamaPrice | null>(core, SOURCE, key)))
  for (const [index, entry] of kept.entries()) {
    if (!entry) continue
    oldest = Math.min(oldest, Date.parse(entry.fetchedAt))
    if (entry.value) prices.set(keys[index] ?? '', entry.value)
  }
  const wanted = keys.filter((_, index) => !kept[index]).sort()
  if (wanted.length === 0) return { prices, fetchedAt: new Date(oldest).toISOString(), cached: true }
  // Not kept under the batch's key: each price is kept under its own.
  const answer = await cached({
    core,
    source: SOURCE,
    key: wanted.join(','),
    ageMs: 0,
    signal,
    load: (flight) => load(core, wanted, flight),
  })
  for (const key of wanted) {
    const price = answer.value[key] ?? null
    remember(core, SOURCE, key, price, price ? AGE_MS : UNKNOWN_MS, Date.parse(answer.fetchedAt))
    if (price) prices.set(key, price)
  }
  return { prices, fetchedAt: new Date(Math.min(oldest, Date.parse(answer.fetchedAt))).toISOString(), cached: false }
}
