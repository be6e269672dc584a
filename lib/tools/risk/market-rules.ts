/** Rules that read alike on both chains: liquidity, trading, age, concentration, imitation, trust. */
import type { Age } from './age.ts'
import type { Liquidity } from './liquidity.ts'
import { fail, omit, pass, type Rule, type Trust, unknown } from './rule.ts'

type Concentration = {
  /** Top ten without pools, burn addresses and lockers, in percent; the upper value bounds what unlisted holders may add. */
  excludingPct: number | null
  excludingUpperPct: number | null
  rawPct: number | null
  rawUpperPct: number | null
  largestWalletPct: number | null
  source: string | null
}

/** The listed asset a token imitates. `listed`: CoinGecko lists this exact address all the same; null = could not be asked. */
type Imitation = { symbol: string; address: string; listed: boolean | null; source: string }

export type MarketFacts = {
  liquidity: Liquidity
  age: Age
  concentration: Concentration
  /** `unknown` when neither name nor symbol could be read. */
  imitation: Imitation | 'none' | 'unknown'
  trust: Trust | null
}

export const limits = {
  noLiquidityUsd: 1_000,
  thinLiquidityUsd: 10_000,
  thinExitUsd: 1_000,
  concentratedHighPct: 50,
  concentratedMediumPct: 30,
  walletHighPct: 20,
  newHighSeconds: 3_600,
  newMediumSeconds: 86_400,
  noSellsBuys: 50,
} as const

/** US dollars as people write them: whole above 100, else with cents. */
export const usd = (value: number): string =>
  `${value.toLocaleString('en-US', { minimumFractionDigits: value < 100 ? 2 : 0, maximumFractionDigits: value < 100 ? 2 : 0 })} USD`

export const pct = (value: number): string => `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })} %`

const span = (seconds: number): string =>
  seconds < 7_200
    ? `${Math.floor(seconds / 60)} minutes`
    : seconds < 172_800
      ? `${Math.floor(seconds / 3_600)} hours`
      : `${Math.floor(seconds / 86_400)} days`

/** A source that lists pools without their quote tokens cannot show that liquidity is worth something. */
const quotesKnown = ({ source }: Liquidity): boolean => source !== 'goplus'

export const marketRules: Rule<MarketFacts>[] = [
  {
    code: 'NO_LIQUIDITY',
    title: 'Hardly any liquidity',
    severity: 'high',
    when: 'No pool is known, or all pools together hold less than 1,000 USD against trusted quote tokens.',
    core: true,
    judge: ({ liquidity }) => {
      const { source, poolCount, usd: amount, bondingCurve, trustedPoolCount } = liquidity
      if (source === null) return unknown
      const evidence = {
        liquidityUsd: amount,
        pools: poolCount,
        trustedPools: trustedPoolCount,
        thresholdUsd: limits.noLiquidityUsd,
        source,
      }
      if (poolCount === 0) return fail('high', 'No pool is known in which this token could be sold (0 pools).', evidence)
      if (bondingCurve || amount === null) return unknown
      if (amount < limits.noLiquidityUsd)
        return fail(
          'high',
          `All pools together hold ${usd(amount)} against trusted quote tokens; below ${usd(limits.noLiquidityUsd)} there is nothing to sell into.`,
          evidence,
        )
      return quotesKnown(liquidity) ? pass : unknown
    },
  },
  {
    code: 'THIN_LIQUIDITY',
    title: 'Thin liquidity',
    severity: 'medium',
    when: 'Pools hold less than 10,000 USD against trusted quote tokens, or sellers can take out less than 1,000 USD.',
    judge: ({ liquidity }) => {
      const { source, poolCount, usd: amount, exitUsd, bondingCurve } = liquidity
      if (poolCount === 0 || bondingCurve) return omit
      if (source === null || amount === null) return unknown
      const evidence = {
        liquidityUsd: amount,
        exitUsd,
        thresholdUsd: limits.thinLiquidityUsd,
        thresholdExitUsd: limits.thinExitUsd,
        source,
      }
      if (amount < limits.thinLiquidityUsd)
        return fail(
          'medium',
          `All pools together hold ${usd(amount)} against trusted quote tokens, less than ${usd(limits.thinLiquidityUsd)}.`,
          evidence,
        )
      if (exitUsd !== null && exitUsd < limits.thinExitUsd)
        return fail('medium', `Sellers can take out at most ${usd(exitUsd)}: the rest of the ${usd(amount)} is the token itself.`, evidence)
      return exitUsd === null || !quotesKnown(liquidity) ? unknown : pass
    },
  },
  {
    code: 'CONCENTRATED',
    title: 'Few holders own much of the supply',
    severity: 'high or medium',
    when: 'Without pools, burn addresses and lockers the top ten hold more than 50 % (high) or 30 % (medium), or one wallet holds more than 20 % (high). A raw share that may contain pools passes when low and is undecided when high.',
    trusted: 'info',
    judge: ({ concentration: { excludingPct, excludingUpperPct, rawPct, rawUpperPct, largestWalletPct, source } }) => {
      const evidence = { top10ExcludingPoolsPct: excludingPct, top10Pct: rawPct, largestWalletPct, source }
      if (largestWalletPct !== null && largestWalletPct > limits.walletHighPct)
        return fail('high', `One wallet holds ${pct(largestWalletPct)} of the supply, more than ${limits.walletHighPct} %.`, {
          ...evidence,
          thresholdPct: limits.walletHighPct,
        })
      if (excludingPct === null) return rawUpperPct !== null && rawUpperPct <= limits.concentratedMediumPct ? pass : unknown
      const severity = excludingPct > limits.concentratedHighPct ? 'high' : excludingPct > limits.concentratedMediumPct ? 'medium' : null
      const thresholdPct = severity === 'high' ? limits.concentratedHighPct : limits.concentratedMediumPct
      if (severity)
        return fail(
          severity,
          `The ten largest holders without pools, burn addresses and lockers own ${pct(excludingPct)} of the supply, more than ${thresholdPct} %.`,
          { ...evidence, thresholdPct },
        )
      return excludingUpperPct === null || excludingUpperPct > limits.concentratedMediumPct ? unknown : pass
    },
  },
  {
    code: 'NO_SELLS',
    title: 'Bought but never sold',
    severity: 'high',
    when: 'At least 50 buys and no sell in 24 hours.',
    judge: ({ liquidity: { buys24h, sells24h, poolCount, source } }) => {
      if (poolCount === 0) return omit
      if (buys24h === null || sells24h === null) return unknown
      if (buys24h >= limits.noSellsBuys && sells24h === 0)
        return fail('high', `${buys24h} buys and 0 sells in 24 hours: holders may be unable to sell.`, {
          buys24h,
          sells24h,
          thresholdBuys: limits.noSellsBuys,
          source,
        })
      return pass
    },
  },
  {
    code: 'NO_VOLUME',
    title: 'No trading',
    severity: 'low',
    when: 'A pool exists and its volume in 24 hours is 0.',
    judge: ({ liquidity: { volume24hUsd, poolCount, source } }) => {
      if (poolCount === 0) return omit
      if (volume24hUsd === null) return unknown
      return volume24hUsd > 0 ? pass : fail('low', 'The pools traded 0 USD in 24 hours.', { volume24hUsd, pools: poolCount, source })
    },
  },
  {
    code: 'VERY_NEW',
    title: 'Very new token',
    severity: 'high or medium',
    when: 'First seen less than one hour (high) or less than 24 hours (medium) ago.',
    judge: ({ age: { ageSeconds, isLowerBound, createdAt, source } }) => {
      if (ageSeconds === null) return unknown
      if (ageSeconds >= limits.newMediumSeconds) return pass
      if (isLowerBound) return unknown
      const high = ageSeconds < limits.newHighSeconds
      const thresholdSeconds = high ? limits.newHighSeconds : limits.newMediumSeconds
      return fail(high ? 'high' : 'medium', `First seen ${span(ageSeconds)} ago.`, { ageSeconds, createdAt, thresholdSeconds, source })
    },
  },
  {
    code: 'TRUSTED_ISSUER',
    title: 'Known issuer',
    severity: 'info',
    when: 'A curated list of exact addresses or a third-party trust list vouches for the issuer. A remark, not a check.',
    note: true,
    judge: ({ trust }) =>
      trust === null
        ? omit
        : fail(
            'info',
            `${trust.by.charAt(0).toUpperCase()}${trust.by.slice(1)} vouches for this exact address${trust.issuer === null ? '' : `, issued by ${trust.issuer}`}.`,
            {
              issuer: trust.issuer,
              source: trust.source,
            },
          ),
  },
]

/** A token that carries the name of a listed asset; `claims` are other sources that call it an imitation. */
export function judgeImitation(imitation: MarketFacts['imitation']) {
  if (imitation === 'unknown') return unknown
  if (imitation === 'none') return pass
  const { symbol, address, listed, source } = imitation
  const evidence = { imitates: symbol, realAddress: address, coingeckoListed: listed, source }
  return listed
    ? fail(
        'medium',
        `Carries the name or symbol of ${symbol}, whose real address is ${address}; CoinGecko lists this one too, so it may be a bridged form.`,
        evidence,
      )
    : fail('critical', `Carries the name or symbol of ${symbol}, whose real address is ${address}: this is another token.`, evidence)
}
