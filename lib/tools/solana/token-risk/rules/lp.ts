/** Whether the liquidity of a Solana token can be pulled. */
import { pct } from '../../../risk/market-rules.ts'
import { fail, notApplicable, type Outcome, pass, unread } from '../../../risk/rule.ts'
import type { SolanaFacts } from '../facts.ts'

/** RugCheck's types of markets that have liquidity tokens. */
const WITH_LP_TOKENS = new Set(['raydium', 'raydium_cpmm', 'pump_fun_amm', 'meteora', 'meteora_damm', 'orca', 'fluxbeam'])

/** A young token whose creator holds the liquidity is the classic of the trade. */
const YOUNG_SECONDS = 7 * 86_400

export function judgeLp({ rugcheck, liquidity, age, isWallet }: SolanaFacts): Outcome {
  if (liquidity.lpStatus === 'not_applicable' || liquidity.poolCount === 0 || liquidity.bondingCurve)
    return notApplicable('There is no pool with liquidity tokens.')
  if (rugcheck === null) return unread()
  const market = deepestLpMarket(rugcheck, liquidity.topPool?.address)
  if (market === undefined || market.lockedPct === null) return unread()
  if (market.lockedPct >= 50) return pass
  const largest = [...(market.holders ?? [])].sort((a, b) => b.pct - a.pct)[0]
  if (largest === undefined) return unread()
  const known = rugcheck.known.some(({ address, type }) => address === largest.owner && type !== 'CREATOR')
  if (known || !isWallet(largest.owner)) return pass
  const isCreator = largest.owner === rugcheck.creator
  const isYoung = age.ageSeconds !== null && age.ageSeconds < YOUNG_SECONDS
  return fail(
    isCreator && isYoung ? 'high' : 'medium',
    `Only ${pct(market.lockedPct)} of the liquidity tokens are locked or burned, and ${isCreator ? 'the creator' : 'a wallet'} holds the largest part.`,
    {
      lpLockedPct: market.lockedPct,
      thresholdPct: 50,
      largestLpHolder: largest.owner,
      holderIsCreator: isCreator,
      source: 'rugcheck',
    },
  )
}

/**
 * The pool with liquidity tokens that holds most. By RugCheck's own figures that may be one against a token of no worth: where it lists the
 * deepest pool that counts, that one decides.
 */
export function deepestLpMarket(rugcheck: NonNullable<SolanaFacts['rugcheck']>, topPool: string | undefined) {
  const markets = rugcheck.markets.filter(({ type }) => WITH_LP_TOKENS.has(type))
  return markets.find(({ address }) => address !== null && address === topPool) ?? markets.sort((a, b) => b.valueUsd - a.valueUsd)[0]
}
