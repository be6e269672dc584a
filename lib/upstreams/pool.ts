/** A trading pool in our own words, whichever source described it. */

export type Chain = 'solana' | 'base'

type PoolToken = { address: string; symbol: string | null }

export type Pool = {
  dex: string
  address: string
  /** As the source writes them, e.g. `v3`, `CLMM`, `wp`, `DLMM`, `DYN`. */
  labels: string[]
  base: PoolToken
  /** `address` is null when the source does not say which token it is. */
  quote: { address: string | null; symbol: string | null }
  /** Of the base token. */
  priceUsd: number | null
  /** Of the base token, in units of the quote token; null when the source does not say. */
  priceQuote: number | null
  /** Units of the base token in the pool; null when the source does not say. */
  baseAmount: number | null
  /** Both sides together; null when unknown, as on bonding curves. */
  liquidityUsd: number | null
  volume24hUsd: number | null
  /** Of the base token. */
  buys24h: number | null
  sells24h: number | null
  createdAtMs: number | null
  /** Websites and social channels listed with the pool; null when the source lists none or never does. */
  socials: number | null
}

/** True when both are the same address: exact on Solana, without regard to case on Base. One that is not stated (null) is none. */
export const sameAddress = (chain: Chain, left: string | null, right: string): boolean =>
  chain === 'solana' ? left === right : left?.toLowerCase() === right.toLowerCase()

/** When each chain made its first block: nothing on it is older. */
const FIRST_BLOCK: Record<Chain, number> = { solana: Date.UTC(2020, 2, 16), base: Date.UTC(2023, 5, 15) }

/** The time in milliseconds when it can be one of this chain, else null. */
export const sinceFirstBlock = (chain: Chain, atMs: number | null): number | null =>
  atMs !== null && atMs >= FIRST_BLOCK[chain] ? atMs : null

/** Each pool once, by its address: of rows that differ, the one that claims the least liquidity. */
export function eachPoolOnce(chain: Chain, pools: readonly Pool[]): Pool[] {
  const once = new Map<string, Pool>()
  for (const pool of pools) {
    const key = chain === 'base' ? pool.address.toLowerCase() : pool.address
    const before = once.get(key)
    if (!before || (pool.liquidityUsd ?? 0) < (before.liquidityUsd ?? 0)) once.set(key, pool)
  }
  return [...once.values()]
}
