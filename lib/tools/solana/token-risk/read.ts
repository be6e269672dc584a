/**
 * Reads everything about a mint in at most three hops: accounts and all side sources at once; then owners of the largest accounts, and what
 * only now turned out to be needed; then what those owners are. Only the mint account is indispensable.
 */
import type { z } from 'zod'
import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { ApiError } from '../../../errors.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { geckoInfo } from '../../../upstreams/geckoterminal.ts'
import { solanaAccounts } from '../../../upstreams/solana-accounts.ts'
import { toAge } from '../../risk/age.ts'
import { type Gathered, gather } from '../../risk/gather.ts'
import { oldestPool, socialsOf } from '../../risk/liquidity.ts'
import { listedNames } from '../../risk/names/snapshot.ts'
import { symbolIn } from '../../risk/read-pools.ts'
import { missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { imitated } from '../../trust-list.ts'
import { pumpCurveAddress, readCurve } from './curve.ts'
import type { SolanaFacts } from './facts.ts'
import type { Holders, LargestAccounts } from './holders.ts'
import { PUMP_CURVE_PROGRAM, programs } from './labels.ts'
import { chooseHolders, toImitation, toInsiders, toSolanaLiquidity, toTrust } from './merge.ts'
import { isWalletAddress, metaplexAddress } from './metaplex.ts'
import { MintAccounts, readMetadata, readMint } from './mint.ts'
import {
  askLargest,
  hasAge,
  needsEpoch,
  type OwnersRead,
  readEpoch,
  readOwners,
  readProp,
  readSide,
  readSignatures,
  type Side,
} from './sources.ts'

const CALL_MS = 3_000
const BUDGET_MS = 7_500
/** The mint account is indispensable: in a crowd, a call waits for the nodes' limits (30 calls in 10 seconds) rather than go without. */
const QUEUE_MS = 14_000

const clean = (text: string) => cleanUpstreamText(text, 200)

type SolanaRead = { facts: SolanaFacts; holders: Holders; parts: TailPart[] }

/**
 * The facts about a mint and where they came from.
 * @throws ApiError 404 `subject_not_found` when there is no such mint; 502, 503 or 504 when no node gave the mint account
 */
export async function readSolana(core: Core, mint: string, caller: AbortSignal): Promise<SolanaRead> {
  const stop = new AbortController()
  const within = (ms: number): Ask => ({
    core,
    signal: AbortSignal.any([caller, stop.signal, AbortSignal.timeout(ms)]),
    timeoutMs: CALL_MS,
  })
  const ask = within(BUDGET_MS)
  try {
    const largest = gather('solana-rpc-holders', 'holders.top10ExcludingPoolsPct', askLargest(ask, mint))
    const owners = largest.then(({ value }) => readOwners(ask, mint, value ?? []))
    const side = readSide(ask, mint)
    const account = await readAccounts(within(QUEUE_MS + CALL_MS), mint)
    return await complete(within(BUDGET_MS), mint, account, { largest, owners, side: await side })
  } finally {
    stop.abort()
  }
}

async function readAccounts(ask: Ask, mint: string) {
  const asked = solanaAccounts(ask, {
    addresses: [mint, metaplexAddress(mint), pumpCurveAddress(mint)],
    options: { encoding: 'jsonParsed' },
    result: MintAccounts,
    maxWaitMs: QUEUE_MS,
    ageMs: ([account]) => (account === null ? 30_000 : 60_000),
  })
  const { value, part, error } = await gather('solana-rpc', 'mint', asked)
  if (value === null) throw toApiError([error ?? new UpstreamError('solana-rpc', 'bad_body', 'no accounts')])
  const [account = null, metaplex = null, curve = null] = value
  const found = readMint(account, clean)
  if (found === 'no-account') throw new ApiError('subject_not_found', 'No account exists at this address on Solana. Nothing was charged.')
  if (found === 'not-a-mint')
    throw new ApiError(
      'subject_not_found',
      'This account is not a token mint. Give the mint of the token, not a wallet or token account. Nothing was charged.',
    )
  return { found, metadata: readMetadata(mint, found.facts, metaplex, clean), curve: readCurve(curve), part }
}

type Accounts = Awaited<ReturnType<typeof readAccounts>>
type Rest = {
  largest: Promise<Gathered<z.output<typeof LargestAccounts>>>
  owners: Promise<OwnersRead>
  side: Side
}

async function complete(ask: Ask, mint: string, { found, metadata, curve, part }: Accounts, rest: Rest): Promise<SolanaRead> {
  const { side } = rest
  requireSide(side)
  const goplus = side.goplus.value
  const jupiter = side.jupiter.value
  const rugcheck = side.rugcheck.value
  const listed = symbolIn('solana', mint, side.pools)
  const symbol = metadata.symbol ?? listed
  const names = listedNames(ask.core)
  // A name may have been another when exchanges took it up, and still be shown there.
  const own = imitated('solana', mint, metadata.name, symbol, names)
  const likeness = own ?? imitated('solana', mint, null, listed, names)
  const largest = await rest.largest
  const noHolders = !largest.value?.length && !goplus?.holders.length
  const [epoch, signatures, owners, info, prop] = await Promise.all([
    needsEpoch(found) ? readEpoch(ask) : null,
    hasAge(side) ? null : readSignatures(ask, mint),
    rest.owners,
    likeness || noHolders ? gather('geckoterminal', 'holders', geckoInfo(ask, 'solana', mint)) : null,
    readProp(ask, side),
  ])
  const holders = chooseHolders(found, largest.value ?? [], owners, side, info?.value ?? null)
  const liquidity = toSolanaLiquidity(mint, side, curve)
  const age = toAge(
    'solana',
    [
      { atMs: oldestPool(side.pools.found?.pools ?? []), source: 'pool' },
      { atMs: jupiter?.firstPoolAtMs ?? null, source: 'jupiter' },
      { atMs: rugcheck?.detectedAtMs ?? null, source: 'rugcheck' },
      ...(signatures?.value
        ? [{ atMs: signatures.value.oldestMs, source: 'signatures' as const, isLowerBound: signatures.value.full }]
        : []),
    ],
    ask.core.now(),
  )
  const facts: SolanaFacts = {
    mint: found,
    metadata,
    epoch: epoch?.value ?? null,
    goplus,
    jupiter,
    rugcheck,
    insiders: toInsiders(found, rugcheck),
    socials: socialsOf(side.pools.found?.pools ?? []),
    liquidity,
    prop,
    age,
    trust: toTrust(mint, goplus, jupiter),
    imitation: toImitation(
      own ? 'solana-rpc' : (side.pools.found?.source ?? 'dexscreener'),
      metadata.name !== null && symbol !== null,
      likeness,
      jupiter?.verified === true || (info === null || info.error !== null ? null : info.value?.coingeckoId != null),
    ),
    concentration: {
      excludingPct: holders.top10ExcludingPoolsPct,
      excludingUpperPct: holders.excludingUpperPct,
      rawPct: holders.top10Pct,
      contractsPct: holders.programsPct,
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
    ...(goplus?.holdersRead === false ? [missing('holders', { source: 'goplus', reason: 'bad_body' })] : []),
    ...(holders.source === null
      ? [missing('holders', { source: 'solana-rpc-holders', reason: largest.error?.reason ?? 'not_found' })]
      : []),
    ...(metadata.standard === null ? [missing('metadata', { source: 'solana-rpc', reason: 'not_found' })] : []),
  ]
  return { facts, holders, parts }
}

/**
 * A verdict from the mint account alone is not for sale: what it costs to sell, and what became of others who bought, is the question.
 * @throws ApiError when every source besides the node failed
 */
function requireSide({ pools, goplus, jupiter, rugcheck }: Side): void {
  const others = [goplus.error, jupiter.error, rugcheck.error]
  if (pools.found !== null || others.includes(null)) return
  throw new ApiError('upstream_unavailable', 'Every source besides the chain failed. Nothing was charged; try again in 10 s.', {
    retryAfterSeconds: 10,
    extra: {
      unavailable: [...pools.errors, ...others].flatMap((error) => (error ? [{ source: error.source, reason: error.reason }] : [])),
    },
  })
}
