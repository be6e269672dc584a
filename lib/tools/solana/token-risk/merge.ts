/** What the sources say of a mint, merged: the better source first, and none that says more than it knows. */
import type { z } from 'zod'
import { type Liquidity, NO_LIQUIDITY_DATA, toLiquidity } from '../../risk/liquidity.ts'
import type { MarketFacts } from '../../risk/market-rules.ts'
import type { PoolsRead } from '../../risk/read-pools.ts'
import type { Trust } from '../../risk/rule.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type imitated, listedAsset } from '../../trust-list.ts'
import type { GoplusSolana } from './goplus.ts'
import { type Holders, type LargestAccounts, NO_HOLDERS, toHolders, toKind, toRawShare } from './holders.ts'
import type { JupiterToken } from './jupiter.ts'
import type { Mint } from './mint.ts'
import type { RugcheckReport } from './rugcheck.ts'
import { deepestLpMarket } from './rules.ts'
import type { OwnersRead, Side } from './sources.ts'

/** The chain of holder sources: a node, then GoPlus, GeckoTerminal, Jupiter, RugCheck; the latter give the raw share only. */
export function chooseHolders(
  { supply }: Mint,
  largest: z.output<typeof LargestAccounts>,
  owners: OwnersRead,
  { goplus, jupiter, rugcheck, pools }: Side,
  info: { holderCount: number | null; top10Pct: number | null } | null,
): Holders {
  const holderCount = goplus.value?.holderCount ?? jupiter.value?.holderCount ?? info?.holderCount ?? null
  const known = knownOwners(rugcheck.value, pools)
  if (largest.length > 0) {
    const kinds = new Map(
      (owners?.owners ?? []).flatMap((owner) =>
        owner === null ? [] : [[owner, toKind(owner, owners?.kinds?.get(owner), known)] as const],
      ),
    )
    const kindsKnown = owners?.kinds != null
    return { ...toHolders(largest, owners?.owners ?? [], kinds, BigInt(supply), kindsKnown), holderCount }
  }
  const stated = (source: string, share: number | null | undefined): Holders =>
    share == null ? NO_HOLDERS : { ...NO_HOLDERS, top10Pct: share, rawUpperPct: share, source }
  const candidates = [
    toRawShare('goplus', goplus.value?.holders ?? []),
    stated('geckoterminal', info?.top10Pct),
    stated('jupiter', jupiter.value?.top10Pct),
    toRawShare('rugcheck', rugcheck.value?.holders ?? []),
  ]
  const chosen = candidates.find(({ source }) => source !== null) ?? NO_HOLDERS
  return { ...chosen, holderCount, top: chosen.top.map((row) => ({ ...row, ...toKind(row.owner, undefined, known) })) }
}

function knownOwners(rugcheck: RugcheckReport | null, pools: PoolsRead) {
  const known = new Map<string, { kind: 'pool' | 'locker'; label: string }>()
  for (const { address, type, name } of rugcheck?.known ?? []) {
    const kind = type === 'AMM' ? 'pool' : type === 'LOCKER' ? 'locker' : null
    if (kind) known.set(address, { kind, label: cleanUpstreamText(name ?? type, 60) })
  }
  for (const pool of pools.found?.pools ?? []) known.set(pool.address, { kind: 'pool', label: cleanUpstreamText(pool.dex, 60) })
  return known
}

export function toSolanaLiquidity(mint: string, { pools, goplus, rugcheck }: Side): Liquidity {
  const stated = fromGoplus(goplus.value?.dex ?? [])
  // "No pool" is no fact while GoPlus lists some: pool sources say nothing else of a token they have not indexed.
  const found = pools.found && (pools.found.pools.length > 0 || stated.source === null) ? pools.found : null
  const listed = found ? toLiquidity('solana', mint, found.pools, found.capped, found.source) : stated
  const locked = rugcheck.value ? deepestLpMarket(rugcheck.value)?.lockedPct : null
  return { ...listed, lpStatus: listed.lpStatus ?? (locked == null ? null : locked >= 50 ? 'locked' : 'unlocked') }
}

function fromGoplus(dex: GoplusSolana['dex']): Liquidity {
  const known = dex.flatMap(({ liquidityUsd }) => (liquidityUsd === null ? [] : [liquidityUsd]))
  if (known.length === 0) return NO_LIQUIDITY_DATA
  const volumes = dex.flatMap(({ volume24hUsd }) => (volume24hUsd === null ? [] : [volume24hUsd]))
  const total = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100
  return {
    ...NO_LIQUIDITY_DATA,
    usd: total(known),
    volume24hUsd: volumes.length === 0 ? null : total(volumes),
    poolCount: dex.length,
    lpStatus: dex.every(({ concentrated }) => concentrated === true) ? 'not_applicable' : null,
    source: 'goplus',
  }
}

/** Tags that Jupiter gives to tokens whose issuer it has checked; "verified" alone is a popularity vote. */
const TRUSTED_TAGS = ['lst', 'stocks']

export function toTrust(mint: string, goplus: GoplusSolana | null, jupiter: JupiterToken | null): Trust | null {
  const listed = listedAsset('solana', mint)
  if (listed) return { issuer: listed.issuer, by: 'our curated list', source: 'curated list' }
  if (goplus?.trusted) return { issuer: null, by: 'the trust list of GoPlus', source: 'goplus' }
  if (jupiter?.verified && jupiter.tags.some((tag) => TRUSTED_TAGS.includes(tag)))
    return { issuer: null, by: 'the verified list of Jupiter', source: 'jupiter' }
  return null
}

export function toImitation(
  { name, symbol }: { name: string | null; symbol: string | null },
  likeness: ReturnType<typeof imitated>,
  coingeckoId: string | null | undefined,
  asked: boolean,
): MarketFacts['imitation'] {
  if (name === null && symbol === null) return 'unknown'
  if (likeness === null) return 'none'
  return {
    symbol: likeness.symbol,
    address: likeness.address,
    listed: asked ? coingeckoId != null : null,
    source: 'solana-rpc, curated list',
  }
}

/** The symbol that exchanges show, where the chain names none. */
export const symbolIn = (mint: string, { found }: PoolsRead): string | null =>
  found?.pools.flatMap(({ base, quote }) => [base, quote]).find(({ address, symbol }) => address === mint && symbol !== null)?.symbol ??
  null
