/** Rules that read alike on both chains: trading, age, concentration, imitation, trust. */
import type { Age } from './age.ts'
import { limits } from './limits.ts'
import { type LiquidityFacts, liquidityRules, NO_POOL, POOLS } from './liquidity-rules.ts'
import { fail, notApplicable, pass, type Rule, silent, type Trust, unread } from './rule.ts'

export type Concentration = {
  /** Top ten without pools, burn addresses and lockers, in percent; the upper value bounds what unlisted holders may add. */
  excludingPct: number | null
  excludingUpperPct: number | null
  /** The part of it that contracts without a label hold: a treasury, a vesting contract, or a hiding place. */
  contractsPct: number | null
  rawPct: number | null
  rawUpperPct: number | null
  largestWalletPct: number | null
  source: string | null
}

/** The asset a token imitates. `listed`: a list of tokens holds this exact address all the same; null = could not be asked. */
export type Imitation = { symbol: string; address: string; listed: boolean | null; source: string }

/** Shares of the supply in the hands of those who began it, in percent; null when nobody says. */
export type Insiders = { insidersPct: number | null; creatorPct: number | null; networks: number | null; source: string | null }

export const NO_INSIDERS: Insiders = { insidersPct: null, creatorPct: null, networks: null, source: null }

export type MarketFacts = LiquidityFacts & {
  insiders: Insiders
  age: Age
  concentration: Concentration
  /** `unread` when name or symbol could not be read. */
  imitation: Imitation | 'none' | 'unread'
  trust: Trust | null
  /** Websites and channels that the pools' source lists; null when it lists none or was not asked. */
  socials: number | null
}

const HOLDERS = ['solana-rpc-holders', 'rugcheck', 'goplus', 'geckoterminal', 'jupiter'] as const

export const pct = (value: number): string => `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })} %`

const span = (seconds: number): string =>
  seconds < 7_200
    ? `${Math.floor(seconds / 60)} minutes`
    : seconds < 172_800
      ? `${Math.floor(seconds / 3_600)} hours`
      : `${Math.floor(seconds / 86_400)} days`

const tradingRules: Rule<MarketFacts>[] = [
  {
    code: 'CONCENTRATED',
    title: 'Few holders own much of the supply',
    severity: 'high or medium',
    when: 'Without pools, burn addresses and lockers the top ten hold more than 50 % (high) or 30 % (medium), or one wallet holds more than 20 % (high); what contracts without a label hold counts for medium only. A raw share that may contain pools passes when low and is unread when high.',
    trusted: 'info',
    sources: HOLDERS,
    judge: ({ concentration }) => {
      const { excludingPct, excludingUpperPct, contractsPct, rawPct, rawUpperPct, largestWalletPct, source } = concentration
      const evidence = { top10ExcludingPoolsPct: excludingPct, top10Pct: rawPct, largestWalletPct, contractsPct, source }
      if (largestWalletPct !== null && largestWalletPct > limits.walletHighPct)
        return fail('high', `One wallet holds ${pct(largestWalletPct)} of the supply, more than ${limits.walletHighPct} %.`, {
          ...evidence,
          thresholdPct: limits.walletHighPct,
        })
      if (excludingPct === null)
        return rawUpperPct !== null && rawUpperPct <= limits.concentratedMediumPct
          ? pass
          : unread(source === null ? null : 'Only a share that may contain pools is known.')
      const walletsPct = excludingPct - (contractsPct ?? 0)
      const severity = walletsPct > limits.concentratedHighPct ? 'high' : excludingPct > limits.concentratedMediumPct ? 'medium' : null
      const thresholdPct = severity === 'high' ? limits.concentratedHighPct : limits.concentratedMediumPct
      if (severity)
        return fail(
          severity,
          `The ten largest holders without pools, burn addresses and lockers own ${pct(excludingPct)} of the supply, more than ${thresholdPct} %.`,
          { ...evidence, thresholdPct },
        )
      return excludingUpperPct === null || excludingUpperPct > limits.concentratedMediumPct
        ? unread('Too few holders are listed to bound the share.')
        : pass
    },
  },
  {
    code: 'NO_SELLS',
    title: 'Bought but hardly ever sold',
    severity: 'high',
    when: 'At least 50 buys and fewer than 1 sell for each 100 of them in 24 hours.',
    sources: POOLS,
    judge: ({ liquidity: { buys24h, sells24h, poolCount, source } }) => {
      if (poolCount === 0) return notApplicable(NO_POOL)
      if (buys24h === null || sells24h === null) return unread()
      if (sells24h === 0 && buys24h < limits.noSellsBuys) return notApplicable(`Fewer than ${limits.noSellsBuys} buys in 24 hours.`)
      if (buys24h >= limits.noSellsBuys && sells24h < buys24h / limits.buysPerSell)
        return fail('high', `${buys24h} buys and ${sells24h} sells in 24 hours: holders may be unable to sell.`, {
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
    sources: POOLS,
    judge: ({ liquidity: { volume24hUsd, poolCount, source } }) => {
      if (poolCount === 0) return notApplicable(NO_POOL)
      if (volume24hUsd === null) return unread()
      return volume24hUsd > 0 ? pass : fail('low', 'The pools traded 0 USD in 24 hours.', { volume24hUsd, pools: poolCount, source })
    },
  },
  {
    code: 'VERY_NEW',
    title: 'Very new token',
    severity: 'high or medium',
    when: 'First seen less than one hour (high) or less than 24 hours (medium) ago.',
    sources: [...POOLS, 'jupiter', 'rugcheck', 'solana-rpc'],
    trusted: 'info',
    judge: ({ age: { ageSeconds, isLowerBound, createdAt, source } }) => {
      if (ageSeconds === null) return unread()
      if (ageSeconds >= limits.newMediumSeconds) return pass
      if (isLowerBound) return unread('Only a lower bound of the age is known.')
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
    sources: ['curated list', 'goplus', 'jupiter'],
    note: true,
    judge: ({ trust }) =>
      trust === null
        ? silent
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

/** Age of a pool at the moment for which the token's age was taken. */
function ageOf(createdAt: string | null, { createdAt: first, ageSeconds }: Age): number | null {
  if (createdAt === null || first === null || ageSeconds === null) return null
  return Math.max(0, ageSeconds - Math.floor((Date.parse(createdAt) - Date.parse(first)) / 1000))
}

const remarks: Rule<MarketFacts>[] = [
  {
    code: 'INSIDER_SHARE',
    title: 'Insiders hold much of the supply',
    severity: 'high above 20 %, medium above 10 %',
    when: 'The creator, the owner, or wallets that a source calls insiders hold more than 10 % of the supply, by their balances; medium too when a source sees a network of insiders and does not say what it holds.',
    sources: ['rugcheck', 'goplus'],
    trusted: 'info',
    ownerPower: true,
    judge: ({ insiders: { insidersPct, creatorPct, networks, source } }) => {
      if (insidersPct === null && creatorPct === null && !networks) return unread()
      const share = Math.max(insidersPct ?? 0, creatorPct ?? 0)
      if (share <= limits.insiderMediumPct && networks && insidersPct === null)
        return fail('medium', `A network of ${networks} insiders was seen, and what it holds is not stated.`, {
          creatorPct,
          insiderNetworks: networks,
          source,
        })
      // RugCheck speaks of both; GoPlus knows creator and owner alone.
      if (share <= limits.insiderMediumPct) return creatorPct === null || (insidersPct === null && source === 'rugcheck') ? unread() : pass
      const high = share > limits.insiderHighPct
      const thresholdPct = high ? limits.insiderHighPct : limits.insiderMediumPct
      const who = (creatorPct ?? 0) >= (insidersPct ?? 0) ? 'The creator or owner holds' : 'Insiders hold'
      return fail(high ? 'high' : 'medium', `${who} ${pct(share)} of the supply, more than ${thresholdPct} %.`, {
        insidersPct,
        creatorPct,
        insiderNetworks: networks,
        thresholdPct,
        source,
      })
    },
  },
  {
    code: 'NEW_POOL',
    title: 'The deepest pool is new',
    severity: 'low',
    when: 'The deepest pool that counts was made less than 24 hours ago, though the token is older.',
    sources: POOLS,
    judge: ({ liquidity: { topPool, poolCount, source }, age }) => {
      if (poolCount === 0) return notApplicable(NO_POOL)
      const poolAgeSeconds = ageOf(topPool?.createdAt ?? null, age)
      if (poolAgeSeconds === null || age.ageSeconds === null) return unread('The age of the deepest pool is not stated.')
      if (poolAgeSeconds >= limits.newMediumSeconds) return pass
      if (age.ageSeconds < limits.newMediumSeconds) return notApplicable('The token itself is that new.')
      return fail('low', `The deepest pool was made ${span(poolAgeSeconds)} ago.`, {
        poolAgeSeconds,
        thresholdSeconds: limits.newMediumSeconds,
        source,
      })
    },
  },
  {
    code: 'NO_SOCIALS',
    title: 'No website or channel is listed',
    severity: 'info',
    when: 'The list of pools names no website and no social channel. A remark, not a check.',
    sources: ['dexscreener'],
    note: true,
    judge: ({ socials, liquidity: { source }, trust }) =>
      trust === null && source === 'dexscreener' && socials === null
        ? fail('info', '0 websites and 0 social channels are listed with its pools.', { socials: 0, source })
        : silent,
  },
]

export const marketRules: Rule<MarketFacts>[] = [...liquidityRules, ...tradingRules, ...remarks]

/** A token that carries the name of a listed asset; `claims` are other sources that call it an imitation. */
export function judgeImitation(imitation: MarketFacts['imitation']) {
  if (imitation === 'unread') return unread('Its name or symbol could not be read.')
  if (imitation === 'none') return pass
  const { symbol, address, listed, source } = imitation
  const evidence = { imitates: symbol, realAddress: address, listedElsewhere: listed, source }
  return listed
    ? fail(
        'medium',
        `Carries the name or symbol of ${symbol}, whose real address is ${address}; a list of tokens holds this address too, so it may be a bridged form or a namesake.`,
        evidence,
      )
    : fail('critical', `Carries the name or symbol of ${symbol}, whose real address is ${address}: this is another token.`, evidence)
}
