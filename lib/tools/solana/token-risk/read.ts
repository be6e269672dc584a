/**
 * Reads everything about a mint in at most three hops: accounts and all side sources at once; then owners of the largest accounts, and what
 * only now turned out to be needed; then what those owners are. Only the mint account is indispensable.
 */
import { z } from 'zod'
import { ApiError } from '../../../errors.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { geckoInfo } from '../../../upstreams/geckoterminal.ts'
import { goplusToken } from '../../../upstreams/goplus.ts'
import { solanaRpc } from '../../../upstreams/solana-rpc.ts'
import { toAge } from '../../risk/age.ts'
import { type Gathered, gather } from '../../risk/gather.ts'
import { type Liquidity, NO_LIQUIDITY_DATA, oldestPool, toLiquidity } from '../../risk/liquidity.ts'
import type { MarketFacts } from '../../risk/market-rules.ts'
import { type PoolsRead, readPools } from '../../risk/read-pools.ts'
import type { Trust } from '../../risk/rule.ts'
import { missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { imitated, listedAsset } from '../../trust-list.ts'
import type { SolanaFacts } from './facts.ts'
import { GoplusSolana } from './goplus.ts'
import { type Holders, LargestAccounts, NO_HOLDERS, toHolders, toKind, toOwners, toRawShare } from './holders.ts'
import { type JupiterToken, jupiterToken } from './jupiter.ts'
import { PUMP_CURVE_PROGRAM, programs } from './labels.ts'
import { isWalletAddress, metaplexAddress } from './metaplex.ts'
import { Accounts, type Mint, MintAccounts, readMetadata, readMint } from './mint.ts'
import { type RugcheckReport, rugcheckReport } from './rugcheck.ts'
import { deepestLpMarket } from './rules.ts'

const CALL_MS = 3_000
const BUDGET_MS = 7_500
const SIGNATURE_PAGE = 1_000

const clean = (text: string) => cleanUpstreamText(text, 200)

type Side = {
  pools: PoolsRead
  goplus: Gathered<GoplusSolana>
  jupiter: Gathered<JupiterToken>
  rugcheck: Gathered<RugcheckReport>
}

export type SolanaRead = { facts: SolanaFacts; holders: Holders; parts: TailPart[] }

/**
 * The facts about a mint and where they came from.
 * @throws ApiError 404 `subject_not_found` when there is no such mint; 502, 503 or 504 when no node gave the mint account
 */
export async function readSolana(mint: string, caller: AbortSignal): Promise<SolanaRead> {
  const stop = new AbortController()
  const signal = AbortSignal.any([caller, stop.signal, AbortSignal.timeout(BUDGET_MS)])
  try {
    const largest = gather('solana-rpc-holders', 'holders.top10ExcludingPoolsPct', askLargest(mint, signal))
    const owners = largest.then(({ value }) => readOwners(mint, value ?? [], signal))
    const side = readSide(mint, signal)
    const core = await readCore(mint, signal)
    return await complete(mint, core, { largest, owners, side: await side, signal })
  } finally {
    stop.abort()
  }
}

async function readCore(mint: string, signal: AbortSignal) {
  const asked = solanaRpc({
    method: 'getMultipleAccounts',
    params: [[mint, metaplexAddress(mint)], { encoding: 'jsonParsed', commitment: 'confirmed' }],
    result: MintAccounts,
    ageMs: ([account]) => (account === null ? 30_000 : 60_000),
    timeoutMs: CALL_MS,
    signal,
  })
  const { value, part, error } = await gather('solana-rpc', 'mint', asked)
  if (value === null) throw toApiError([error ?? new UpstreamError('solana-rpc', 'bad_body', 'no accounts')])
  const [account = null, metaplex = null] = value
  const found = readMint(account, clean)
  if (found === 'no-account') throw new ApiError('subject_not_found', 'No account exists at this address on Solana. Nothing was charged.')
  if (found === 'not-a-mint')
    throw new ApiError(
      'subject_not_found',
      'This account is not a token mint. Give the mint of the token, not a wallet or token account. Nothing was charged.',
    )
  return { found, metadata: readMetadata(mint, found.facts, metaplex, clean), part }
}

const askLargest = (mint: string, signal: AbortSignal) =>
  solanaRpc({
    method: 'getTokenLargestAccounts',
    params: [mint, { commitment: 'confirmed' }],
    result: LargestAccounts,
    timeoutMs: CALL_MS,
    signal,
  })

async function readSide(mint: string, signal: AbortSignal): Promise<Side> {
  const [pools, goplus, jupiter, rugcheck] = await Promise.all([
    readPools('solana', mint, signal, CALL_MS),
    gather('goplus', 'summary.checks', goplusToken('solana', mint, GoplusSolana, signal, CALL_MS)),
    gather('jupiter', 'summary.checks', jupiterToken(mint, signal, CALL_MS)),
    gather('rugcheck', 'summary.checks', rugcheckReport(mint, signal, CALL_MS)),
  ])
  return { pools, goplus, jupiter, rugcheck }
}

/** Second and third hop of the holders: owners of the accounts, then the owners' own accounts. */
async function readOwners(mint: string, largest: readonly { address: string }[], signal: AbortSignal) {
  if (largest.length === 0) return null
  const read = (addresses: string[], options: object) =>
    solanaRpc({
      method: 'getMultipleAccounts',
      params: [addresses, { ...options, commitment: 'confirmed' }],
      result: Accounts,
      timeoutMs: CALL_MS,
      signal,
    })
  const field = 'holders.top10ExcludingPoolsPct'
  const accounts = await gather(
    'solana-rpc-holders',
    field,
    read(
      largest.slice(0, 20).map(({ address }) => address),
      { encoding: 'jsonParsed' },
    ),
  )
  if (accounts.value === null) return { owners: [], kinds: null, parts: [accounts.part] }
  const owners = toOwners(accounts.value, mint)
  const unique = [...new Set(owners.filter((owner) => owner !== null))]
  if (unique.length === 0) return { owners, kinds: null, parts: [accounts.part] }
  const kinds = await gather('solana-rpc-holders', field, read(unique, { encoding: 'base64', dataSlice: { offset: 0, length: 0 } }))
  return {
    owners,
    kinds: kinds.value === null ? null : new Map(unique.map((owner, index) => [owner, kinds.value?.[index]])),
    parts: [accounts.part, kinds.part],
  }
}

type Core = Awaited<ReturnType<typeof readCore>>
type Rest = {
  largest: Promise<Gathered<z.output<typeof LargestAccounts>>>
  owners: Promise<Awaited<ReturnType<typeof readOwners>>>
  side: Side
  signal: AbortSignal
}

async function complete(mint: string, { found, metadata, part }: Core, rest: Rest): Promise<SolanaRead> {
  const { side, signal } = rest
  const goplus = side.goplus.value
  const jupiter = side.jupiter.value
  const rugcheck = side.rugcheck.value
  const symbol = metadata.symbol ?? symbolIn(mint, side.pools)
  const likeness = imitated('solana', mint, metadata.name, symbol)
  const largest = await rest.largest
  const noHolders = !largest.value?.length && !goplus?.holders.length
  const [epoch, signatures, owners, info] = await Promise.all([
    needsEpoch(found) ? readEpoch(signal) : null,
    hasAge(side) ? null : readSignatures(mint, signal),
    rest.owners,
    likeness || noHolders ? gather('geckoterminal', 'holders', geckoInfo('solana', mint, signal, CALL_MS)) : null,
  ])
  const now = Date.now()
  const holders = chooseHolders(found, largest.value ?? [], owners, side, info?.value ?? null)
  const liquidity = toSolanaLiquidity(mint, side)
  const age = toAge(
    [
      { atMs: oldestPool(side.pools.found?.pools ?? []), source: 'pool' },
      { atMs: jupiter?.firstPoolAtMs ?? null, source: 'jupiter' },
      { atMs: rugcheck?.detectedAtMs ?? null, source: 'rugcheck' },
      ...(signatures?.value
        ? [{ atMs: signatures.value.oldestMs, source: 'signatures' as const, isLowerBound: signatures.value.full }]
        : []),
    ],
    now,
  )
  const facts: SolanaFacts = {
    mint: found,
    metadata,
    epoch: epoch?.value ?? null,
    goplus,
    rugcheck,
    liquidity,
    age,
    trust: toTrust(mint, goplus, jupiter),
    imitation: toImitation({ name: metadata.name, symbol }, likeness, info?.value?.coingeckoId, info !== null && info.error === null),
    concentration: {
      excludingPct: holders.top10ExcludingPoolsPct,
      excludingUpperPct: holders.excludingUpperPct,
      rawPct: holders.top10Pct,
      rawUpperPct: holders.rawUpperPct,
      largestWalletPct: holders.largestWalletPct,
      source: holders.source,
    },
    curvePct: holders.top.find(({ label }) => label === programs[PUMP_CURVE_PROGRAM]?.label)?.pct ?? null,
    isWallet: isWalletAddress,
  }
  const parts = [
    part,
    ...side.pools.parts,
    side.goplus.part,
    side.jupiter.part,
    side.rugcheck.part,
    largest.part,
    ...(owners?.parts ?? []),
    ...[epoch, signatures, info].flatMap((gathered) => (gathered ? [gathered.part] : [])),
    ...(holders.source === null
      ? [missing('holders', { source: 'solana-rpc-holders', reason: largest.error?.reason ?? 'not_found' })]
      : []),
    ...(metadata.standard === null ? [missing('metadata', { source: 'solana-rpc', reason: 'not_found' })] : []),
  ]
  return { facts, holders, parts }
}

/** The symbol that exchanges show, where the chain names none. */
const symbolIn = (mint: string, { found }: PoolsRead): string | null =>
  found?.pools.flatMap(({ base, quote }) => [base, quote]).find(({ address, symbol }) => address === mint && symbol !== null)?.symbol ??
  null

/** The epoch matters only while two different fees are on record. */
function needsEpoch({ facts: { transferFeeConfig } }: Mint): boolean {
  if (typeof transferFeeConfig === 'string') return false
  return transferFeeConfig.olderTransferFee.transferFeeBasisPoints !== transferFeeConfig.newerTransferFee.transferFeeBasisPoints
}

const readEpoch = (signal: AbortSignal) =>
  gather(
    'solana-rpc',
    'summary.checks',
    solanaRpc({
      method: 'getEpochInfo',
      params: [],
      result: z.object({ epoch: z.number().int().min(0) }).transform(({ epoch }) => epoch),
      timeoutMs: CALL_MS,
      signal,
    }),
  )

const hasAge = ({ pools, jupiter, rugcheck }: Side): boolean =>
  oldestPool(pools.found?.pools ?? []) !== null || jupiter.value?.firstPoolAtMs != null || rugcheck.value?.detectedAtMs != null

const Signatures = z
  .array(z.object({ blockTime: z.number().int().positive().nullish() }))
  .transform((rows) => ({ oldestMs: toOldest(rows), full: rows.length >= SIGNATURE_PAGE }))

const toOldest = (rows: readonly { blockTime?: number | null | undefined }[]): number | null => {
  const times = rows.flatMap(({ blockTime }) => (blockTime ? [blockTime * 1000] : []))
  return times.length === 0 ? null : Math.min(...times)
}

const readSignatures = (mint: string, signal: AbortSignal) =>
  gather(
    'solana-rpc',
    'age',
    solanaRpc({
      method: 'getSignaturesForAddress',
      params: [mint, { limit: SIGNATURE_PAGE, commitment: 'confirmed' }],
      result: Signatures,
      timeoutMs: CALL_MS,
      signal,
    }),
  )

/** The chain of holder sources: a node, then GoPlus, GeckoTerminal, Jupiter, RugCheck; the latter give the raw share only. */
function chooseHolders(
  { supply }: Mint,
  largest: z.output<typeof LargestAccounts>,
  owners: Awaited<ReturnType<typeof readOwners>>,
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
    if (kind) known.set(address, { kind, label: clean(name ?? type).slice(0, 60) })
  }
  for (const pool of pools.found?.pools ?? []) known.set(pool.address, { kind: 'pool', label: clean(pool.dex).slice(0, 60) })
  return known
}

function toSolanaLiquidity(mint: string, { pools, goplus, rugcheck }: Side): Liquidity {
  const listed = pools.found
    ? toLiquidity('solana', mint, pools.found.pools, pools.found.capped, pools.found.source)
    : fromGoplus(goplus.value?.dex ?? [])
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

function toTrust(mint: string, goplus: GoplusSolana | null, jupiter: JupiterToken | null): Trust | null {
  const listed = listedAsset('solana', mint)
  if (listed) return { issuer: listed.issuer, by: 'our curated list', source: 'curated list' }
  if (goplus?.trusted) return { issuer: null, by: 'the trust list of GoPlus', source: 'goplus' }
  if (jupiter?.verified && jupiter.tags.some((tag) => TRUSTED_TAGS.includes(tag)))
    return { issuer: null, by: 'the verified list of Jupiter', source: 'jupiter' }
  return null
}

function toImitation(
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
