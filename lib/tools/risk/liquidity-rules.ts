/** Rules about what a token can be sold into, alike on both chains. */
import { limits } from './limits.ts'
import type { Liquidity } from './liquidity.ts'
import { fail, notApplicable, pass, type Rule, unread } from './rule.ts'

/** A quote token on which the liquidity hangs, and why it is no ground to stand on. */
export type Prop = { address: string; claimedUsd: number; why: 'same creator' | 'cannot be sold'; source: string }

export type LiquidityFacts = {
  liquidity: Liquidity
  /** `unread` when nobody said who made the quote tokens that the liquidity hangs on. */
  prop: Prop | 'none' | 'unread'
}

/** Who lists pools. */
export const POOLS = ['dexscreener', 'geckoterminal'] as const

export const NO_POOL = 'No pool is known.'

/** US dollars as people write them: whole above 100, else with cents. */
const usd = (value: number): string =>
  `${value.toLocaleString('en-US', { minimumFractionDigits: value < 100 ? 2 : 0, maximumFractionDigits: value < 100 ? 2 : 0 })} USD`

/** A source that lists pools without their quote tokens cannot show that liquidity is worth something. */
const quotesKnown = ({ source }: Liquidity): boolean => source !== 'goplus'

export const liquidityRules: Rule<LiquidityFacts>[] = [
  {
    code: 'NO_LIQUIDITY',
    title: 'Hardly any liquidity',
    severity: 'high',
    when: 'No pool is known, all pools together hold less than 1,000 USD against quote tokens of known worth, or sellers can take out less than 500 USD, launch curves included.',
    sources: POOLS,
    core: true,
    judge: ({ liquidity }) => {
      const { source, poolCount, usd: amount, exitUsd, bondingCurve, trustedPoolCount, sells24h, volume24hUsd } = liquidity
      if (source === null) return unread()
      const evidence = {
        liquidityUsd: amount,
        exitUsd,
        pools: poolCount,
        trustedPools: trustedPoolCount,
        thresholdUsd: limits.noLiquidityUsd,
        thresholdExitUsd: limits.noExitUsd,
        source,
      }
      if (poolCount === 0) return fail('high', 'No pool is known in which this token could be sold (0 pools).', evidence)
      if (exitUsd !== null && exitUsd < limits.noExitUsd)
        return fail('high', `Sellers can take out at most ${usd(exitUsd)} of all pools; there is nothing to sell into.`, evidence)
      if (amount === null && bondingCurve) {
        if (exitUsd !== null) return pass
        const pays = (sells24h ?? 0) >= limits.curveSells && (volume24hUsd ?? 0) >= limits.curveVolumeUsd
        return pays ? pass : unread('The reserves of the launch curve are not known, and too few sells show what it pays.')
      }
      if (amount === null) return unread('Nobody states what the pools are worth.')
      if (amount < limits.noLiquidityUsd && !bondingCurve)
        return fail(
          'high',
          `All pools together hold ${usd(amount)} against quote tokens of known worth; below ${usd(limits.noLiquidityUsd)} there is nothing to sell into.`,
          evidence,
        )
      return quotesKnown(liquidity) ? pass : unread('Pools are listed without their quote tokens.')
    },
  },
  {
    code: 'THIN_LIQUIDITY',
    title: 'Thin liquidity',
    severity: 'medium',
    when: 'Pools hold less than 10,000 USD against quote tokens of known worth, sellers can take out less than 1,000 USD, or the token is still on a launch curve, which holds little.',
    sources: POOLS,
    judge: ({ liquidity }) => {
      const { source, poolCount, usd: amount, exitUsd, bondingCurve } = liquidity
      if (poolCount === 0) return notApplicable(NO_POOL)
      if (source === null) return unread()
      const evidence = {
        liquidityUsd: amount,
        exitUsd,
        thresholdUsd: limits.thinLiquidityUsd,
        thresholdExitUsd: limits.thinExitUsd,
        source,
      }
      if (bondingCurve && (exitUsd === null || exitUsd < limits.thinLiquidityUsd / 2))
        return fail(
          'medium',
          exitUsd === null
            ? 'It is still on a launch curve (0 pools of its own), which holds little to sell into.'
            : `The launch curve pays out at most ${usd(exitUsd)} to all sellers together.`,
          evidence,
        )
      if (bondingCurve) return pass
      if (amount === null) return unread('Nobody states what the pools are worth.')
      if (amount < limits.thinLiquidityUsd)
        return fail(
          'medium',
          `All pools together hold ${usd(amount)} against quote tokens of known worth, less than ${usd(limits.thinLiquidityUsd)}.`,
          evidence,
        )
      if (exitUsd !== null && exitUsd < limits.thinExitUsd)
        return fail('medium', `Sellers can take out at most ${usd(exitUsd)}: the rest of the ${usd(amount)} is the token itself.`, evidence)
      return exitUsd === null || !quotesKnown(liquidity) ? unread('How much of it sellers can take out is not stated.') : pass
    },
  },
  {
    code: 'FAKE_DEPTH',
    title: 'Liquidity that is none',
    severity: 'medium; high when it is against another token of the same creator, or one that cannot be sold',
    when: 'Pools against quote tokens that nobody can price claim at least 10,000 USD, and more than three times what counts; or, where hardly any other liquidity is, it is against a token of the same creator or owner, or one that GoPlus calls a honeypot.',
    sources: [...POOLS, 'goplus', 'rugcheck'],
    judge: ({ liquidity: { source, poolCount, usd: amount, uncountedUsd }, prop }) => {
      if (poolCount === 0) return notApplicable(NO_POOL)
      if (source === null || source === 'goplus' || uncountedUsd === null) return unread()
      if (typeof prop === 'object')
        return fail(
          'high',
          `${usd(prop.claimedUsd)} of liquidity is claimed against ${prop.why === 'same creator' ? 'another token of the same creator' : 'a token that cannot be sold'} (${prop.address}).`,
          {
            quoteToken: prop.address,
            claimedUsd: prop.claimedUsd,
            sameCreator: prop.why === 'same creator',
            liquidityUsd: amount,
            source: prop.source,
          },
        )
      if (uncountedUsd >= limits.fakeDepthUsd && uncountedUsd > limits.fakeDepthTimes * (amount ?? 0))
        return fail(
          'medium',
          `${usd(uncountedUsd)} of liquidity is claimed against tokens of no known worth; ${usd(amount ?? 0)} is against tokens of known worth.`,
          { uncountedUsd, liquidityUsd: amount, thresholdUsd: limits.fakeDepthUsd, thresholdTimes: limits.fakeDepthTimes, source },
        )
      return prop === 'unread' ? unread('Who made the token that it is priced in was not to be read.') : pass
    },
  },
]
