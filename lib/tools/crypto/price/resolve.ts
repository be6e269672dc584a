/** Which asset a term means: equal id or equal ticker, never a name; the highest market cap wins. */
import type { Coin } from './coingecko.ts'

export type Match = { coin: Coin; matchedBy: 'id' | 'symbol'; others: Coin[] }

const descending = (one: number | null, other: number | null) => (other ?? -1) - (one ?? -1)

/** Highest market cap first (unknown last), then volume, then id, so that equal input gives equal output. */
const bySize = (one: Coin, other: Coin): number =>
  descending(one.marketCapUsd, other.marketCapUsd) || descending(one.volume24hUsd, other.volume24hUsd) || (one.id < other.id ? -1 : 1)

/** The winner among candidates and the others; null when there is none. An obscure coin whose id is a famous ticker loses. */
export function pick(term: string, coins: readonly Coin[]): Match | null {
  const [coin, ...others] = [...coins].sort(bySize)
  return coin ? { coin, matchedBy: coin.id.toLowerCase() === term ? 'id' : 'symbol', others } : null
}
