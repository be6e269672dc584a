/** What the sources say of a mint, merged: the better source first, and none that says more than it knows. */
import type { z } from 'zod'
import { round } from '../../../upstreams/values.ts'
import { type Liquidity, NO_LIQUIDITY_DATA, toLiquidity } from '../../risk/liquidity.ts'
import { type Insiders, type MarketFacts, NO_INSIDERS } from '../../risk/market-rules.ts'
import type { PoolsRead } from '../../risk/read-pools.ts'
import type { Trust } from '../../risk/rule.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type Alike, listedAsset } from '../../trust-list.ts'
import { type Curve, curveUsd } from './curve.ts'
import type { GoplusSolana } from './goplus.ts'
import { type Holders, type LargestAccounts, NO_HOLDERS, toHolders, toKind, toRawShare } from './holders.ts'
import type { JupiterToken } from './jupiter.ts'
import type { Mint } from './mint.ts'
import type { RugcheckReport } from './rugcheck.ts'
import { deepestLpMarket } from './rules/lp.ts'
import type { OwnersRead, Side } from './sources.ts'

/** The chain of holder sources: a node, then RugCheck by balances; then GoPlus, GeckoTerminal and Jupiter, which give the raw share only. */
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
    byBalances({ supply }, rugcheck.value, known, holderCount),
    toRawShare('goplus', goplus.value?.holders ?? []),
    stated('geckoterminal', info?.top10Pct),
    stated('jupiter', jupiter.value?.top10Pct),
  ]
  const chosen = candidates.find(({ source }) => source !== null) ?? NO_HOLDERS
  return {
    ...chosen,
    holderCount,
    top: chosen.top.map((row) => (row.kind === 'unknown' ? { ...row, ...toKind(row.owner, undefined, known) } : row)),
  }
}

/** So few rows say nothing of the rest. */
const MIN_ROWS = 10

/**
 * RugCheck names the owners of the largest accounts with their balances: enough to tell people from pools without a node that lists them. Its
 * balances may be old; those that add to more than the supply are not used.
 */
function byBalances(
  { supply }: Pick<Mint, 'supply'>,
  report: RugcheckReport | null,
  known: KnownOwners,
  holderCount: number | null,
): Holders {
  const rows = (report?.holders ?? []).flatMap(({ owner, amount }) => (amount === null ? [] : [{ owner, amount: Math.trunc(amount) }]))
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  if (total > 1.005 * Number(supply) || rows.length < Math.min(MIN_ROWS, holderCount ?? MIN_ROWS)) return NO_HOLDERS
  const kinds = new Map(rows.map(({ owner }) => [owner, toKind(owner, null, known)] as const))
  const largest = rows.map(({ owner, amount }) => ({ address: owner, amount: BigInt(amount).toString() }))
  const owners = rows.map(({ owner }) => owner)
  const isAll = holderCount !== null && holderCount <= rows.length
  // A row that says nothing may hold anything.
  const whole = report?.holdersRead && rows.length === report.holders.length
  const bounds = whole ? {} : { excludingUpperPct: 100, rawUpperPct: 100 }
  return { ...toHolders(largest, owners, kinds, BigInt(supply), true, isAll), ...bounds, source: 'rugcheck' }
}

type KnownOwners = ReturnType<typeof knownOwners>

function knownOwners(rugcheck: RugcheckReport | null, pools: PoolsRead) {
  const known = new Map<string, { kind: 'pool' | 'locker'; label: string }>()
  for (const { address, type, name } of rugcheck?.known ?? []) {
    const kind = type === 'AMM' ? 'pool' : type === 'LOCKER' ? 'locker' : null
    if (kind) known.set(address, { kind, label: cleanUpstreamText(name ?? type, 60) })
  }
  for (const pool of pools.found?.pools ?? []) known.set(pool.address, { kind: 'pool', label: cleanUpstreamText(pool.dex, 60) })
  return known
}

/** Shares of insiders and creator by their balances, over the supply that the chain states. */
export function toInsiders({ supply }: Mint, report: RugcheckReport | null): Insiders {
  const whole = Number(supply)
  if (report === null || !(whole > 0)) return NO_INSIDERS
  const share = (held: number) => Math.min(100, Math.round((10_000 * held) / whole) / 100)
  const flagged = report.holders.filter(({ insider }) => insider !== null)
  const marked = flagged.filter(({ insider }) => insider === true)
  const bySum = marked.reduce((sum, { amount, pct }) => sum + (amount ?? ((pct ?? 0) / 100) * whole), 0)
  // Holders that it marks do not say what a network holds that it only counts.
  const known =
    report.networkAmount !== null ||
    (flagged.length > 0 && flagged.length === report.holders.length && report.holdersRead && report.networks === 0) ||
    bySum > 0
  return {
    insidersPct: known ? share(Math.max(bySum, report.networkAmount ?? 0)) : null,
    creatorPct: report.creatorAmount === null ? null : share(report.creatorAmount),
    networks: report.networks,
    source: 'rugcheck',
  }
}

export function toSolanaLiquidity(mint: string, { pools, goplus, rugcheck }: Side, curve: Curve | null): Liquidity {
  const stated = fromGoplus(goplus.value?.dex ?? [])
  // "No pool" is no fact while GoPlus lists some: pool sources say nothing else of a token they have not indexed.
  const found = pools.found && (pools.found.pools.length > 0 || stated.source === null) ? pools.found : null
  const listed = found ? toLiquidity('solana', mint, found.pools, found.capped, found.source, found.worth) : stated
  const locked = rugcheck.value ? deepestLpMarket(rugcheck.value, listed.topPool?.address)?.lockedPct : null
  // The curve's own account says what it holds; the price alone is the second best.
  const held = listed.bondingCurve ? curveUsd(curve, solPrice(pools)) : null
  return {
    ...listed,
    exitUsd: held === null ? listed.exitUsd : round(held, 2),
    lpStatus: listed.lpStatus ?? (locked == null ? null : locked >= 50 ? 'locked' : 'unlocked'),
  }
}

/** US dollars of a SOL, as the pools of the token against SOL show it; null when there is none. */
function solPrice({ found }: PoolsRead): number | null {
  const against = found?.pools.find(({ quote, priceUsd, priceQuote }) => quote.address === WRAPPED_SOL && priceUsd && priceQuote)
  return against?.priceUsd && against.priceQuote ? against.priceUsd / against.priceQuote : null
}

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

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

export function toImitation(source: string, isNamed: boolean, likeness: Alike | null, listed: boolean | null): MarketFacts['imitation'] {
  if (likeness === null) return isNamed ? 'none' : 'unread'
  return {
    symbol: likeness.symbol,
    address: likeness.address,
    listed,
    source: `${source}, ${likeness.list}`,
  }
}
