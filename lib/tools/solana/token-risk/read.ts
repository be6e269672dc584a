/**
 * Reads everything about a mint in at most three hops: accounts and all side sources at once; then owners of the largest accounts, and what
 * only now turned out to be needed; then what those owners are. Only the mint account is indispensable.
 */
import type { z } from 'zod'
import { ApiError } from '../../../errors.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { geckoInfo } from '../../../upstreams/geckoterminal.ts'
import { solanaRpc } from '../../../upstreams/solana-rpc.ts'
import { toAge } from '../../risk/age.ts'
import { type Gathered, gather } from '../../risk/gather.ts'
import { oldestPool } from '../../risk/liquidity.ts'
import { missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { imitated } from '../../trust-list.ts'
import type { SolanaFacts } from './facts.ts'
import type { Holders, LargestAccounts } from './holders.ts'
import { PUMP_CURVE_PROGRAM, programs } from './labels.ts'
import { chooseHolders, symbolIn, toImitation, toSolanaLiquidity, toTrust } from './merge.ts'
import { isWalletAddress, metaplexAddress } from './metaplex.ts'
import { MintAccounts, readMetadata, readMint } from './mint.ts'
import {
  askLargest,
  CALL_MS,
  hasAge,
  needsEpoch,
  type OwnersRead,
  readEpoch,
  readOwners,
  readSide,
  readSignatures,
  type Side,
} from './sources.ts'

const BUDGET_MS = 7_500

const clean = (text: string) => cleanUpstreamText(text, 200)

type SolanaRead = { facts: SolanaFacts; holders: Holders; parts: TailPart[] }

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

type Core = Awaited<ReturnType<typeof readCore>>
type Rest = {
  largest: Promise<Gathered<z.output<typeof LargestAccounts>>>
  owners: Promise<OwnersRead>
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
