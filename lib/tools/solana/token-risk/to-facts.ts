/** What was read about a mint, put together: the facts that the rules judge, and where each came from. Pure. */
import type { z } from 'zod'
import type { Core } from '../../../core.ts'
import { toAge } from '../../risk/age.ts'
import type { Gathered } from '../../risk/gather.ts'
import { oldestPool, socialsOf } from '../../risk/liquidity.ts'
import type { MarketFacts } from '../../risk/market-rules.ts'
import { listedNames } from '../../risk/names/snapshot.ts'
import { symbolIn } from '../../risk/read-pools.ts'
import { missing, type TailPart } from '../../tail.ts'
import { imitated } from '../../trust-list.ts'
import type { Curve } from './curve.ts'
import type { SolanaFacts } from './facts.ts'
import type { Holders, LargestAccounts } from './holders.ts'
import { PUMP_CURVE_PROGRAM, programs } from './labels.ts'
import { toImitation, toInsiders, toSolanaLiquidity, toTrust } from './merge.ts'
import { isWalletAddress } from './metaplex.ts'
import type { Metadata, Mint } from './mint.ts'
import type { OwnersRead, Side, Signatures } from './sources.ts'

/** Everything read; null is what was not needed. */
export type Known = {
  mint: string
  found: Mint
  metadata: Metadata
  curve: Curve | null
  /** Of the accounts. */
  part: TailPart
  side: Side
  names: Names
  largest: Gathered<z.output<typeof LargestAccounts>>
  epoch: Gathered<number> | null
  signatures: Gathered<z.output<typeof Signatures>> | null
  owners: OwnersRead
  info: Gathered<{ coingeckoId: string | null }> | null
  prop: MarketFacts['prop']
}

type Names = ReturnType<typeof toNames>

/** What a mint calls itself, or is called where it is listed, and whom it resembles by that. */
export function toNames(core: Core, mint: string, metadata: Metadata, side: Side) {
  const listed = symbolIn('solana', mint, side.pools)
  const symbol = metadata.symbol ?? listed
  const names = listedNames(core)
  // A name may have been another when exchanges took it up, and still be shown there.
  const own = imitated('solana', mint, metadata.name, symbol, names)
  const likeness = own ?? imitated('solana', mint, null, listed, names)
  return { isOwn: own !== null, isWhole: metadata.name !== null && symbol !== null, likeness }
}

function ageOf({ side, signatures }: Known, nowMs: number): MarketFacts['age'] {
  const found = signatures?.value
  return toAge(
    'solana',
    [
      { atMs: oldestPool(side.pools.found?.pools ?? []), source: 'pool' },
      { atMs: side.jupiter.value?.firstPoolAtMs ?? null, source: 'jupiter' },
      { atMs: side.rugcheck.value?.detectedAtMs ?? null, source: 'rugcheck' },
      ...(found ? [{ atMs: found.oldestMs, source: 'signatures' as const, isLowerBound: found.full }] : []),
    ],
    nowMs,
  )
}

function imitationOf({ side, names, info }: Known): MarketFacts['imitation'] {
  const isListed = info === null || info.error !== null ? null : info.value?.coingeckoId != null
  return toImitation(
    names.isOwn ? 'solana-rpc' : (side.pools.found?.source ?? 'dexscreener'),
    names.isWhole,
    names.likeness,
    side.jupiter.value?.verified === true || isListed,
  )
}

const concentrationOf = (holders: Holders): MarketFacts['concentration'] => ({
  excludingPct: holders.top10ExcludingPoolsPct,
  excludingUpperPct: holders.excludingUpperPct,
  rawPct: holders.top10Pct,
  contractsPct: holders.programsPct,
  rawUpperPct: holders.rawUpperPct,
  largestWalletPct: holders.largestWalletPct,
  source: holders.source,
})

export function toFacts(known: Known, holders: Holders, nowMs: number): SolanaFacts {
  const { mint, found, metadata, curve, side, epoch, prop } = known
  const [goplus, jupiter, rugcheck] = [side.goplus.value, side.jupiter.value, side.rugcheck.value]
  return {
    mint: found,
    metadata,
    epoch: epoch?.value ?? null,
    goplus,
    jupiter,
    rugcheck,
    insiders: toInsiders(found, rugcheck),
    socials: socialsOf(side.pools.found?.pools ?? []),
    liquidity: toSolanaLiquidity(mint, side, curve),
    prop,
    age: ageOf(known, nowMs),
    trust: toTrust(mint, goplus, jupiter),
    imitation: imitationOf(known),
    concentration: concentrationOf(holders),
    curvePct: holders.top.find(({ label }) => label === programs[PUMP_CURVE_PROGRAM]?.label)?.pct ?? null,
    isWallet: isWalletAddress,
  }
}

/** Where it came from, and what is missing. */
export function toParts({ part, side, largest, owners, epoch, signatures, info, metadata }: Known, holders: Holders): TailPart[] {
  return [
    part,
    ...side.pools.parts,
    side.goplus.part,
    side.jupiter.part,
    side.rugcheck.part,
    largest.part,
    ...(owners?.parts ?? []),
    ...[epoch, signatures, info].flatMap((gathered) => (gathered ? [gathered.part] : [])),
    ...(side.goplus.value?.holdersRead === false ? [missing('holders', { source: 'goplus', reason: 'bad_body' })] : []),
    ...(holders.source === null
      ? [missing('holders', { source: 'solana-rpc-holders', reason: largest.error?.reason ?? 'not_found' })]
      : []),
    ...(metadata.standard === null ? [missing('metadata', { source: 'solana-rpc', reason: 'not_found' })] : []),
  ]
}
