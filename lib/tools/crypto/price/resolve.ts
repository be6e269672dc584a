/** Which asset a term means: equal id or equal ticker, never a name; the highest market cap wins. */
import type { Coin } from './coingecko.ts'
import { knownAsset } from './known-assets.ts'

export type Match = { coin: Coin; matchedBy: 'id' | 'symbol'; others: Coin[] }

const descending = (one: number | null, other: number | null) => (other ?? -1) - (one ?? -1)

/** Highest market cap first (unknown last), then volume, then id, so that equal input gives equal output. */
const bySize = (one: Coin, other: Coin): number =>
  descending(one.marketCapUsd, other.marketCapUsd) || descending(one.volume24hUsd, other.volume24hUsd) || (one.id < other.id ? -1 : 1)

/** The winner among candidates and the others; null when there is none. An obscure coin whose id is a famous ticker loses. */
export function pick(term: string, coins: readonly Coin[]): Match | null {
  const famous = knownAsset(term)?.id
  // A large asset is no smaller for a market value that the source leaves out today.
  const isBlank = (one: Coin) => one.id === famous && one.marketCapUsd === null
  const [coin, ...others] = [...coins].sort((one, other) => Number(isBlank(other)) - Number(isBlank(one)) || bySize(one, other))
  return coin ? { coin, matchedBy: coin.id.toLowerCase() === term ? 'id' : 'symbol', others } : null
}
