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
import { type Gathered, gather } from '../../risk/gather.ts'
import { type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { pumpCurveAddress, readCurve } from './curve.ts'
import type { SolanaFacts } from './facts.ts'
import type { Holders, LargestAccounts } from './holders.ts'
import { chooseHolders } from './merge.ts'
import { metaplexAddress } from './metaplex.ts'
import { type Mint, MintAccounts, readMetadata, readMint } from './mint.ts'
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
import { toFacts, toNames, toParts } from './to-facts.ts'

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

async function complete(ask: Ask, mint: string, accounts: Accounts, { side, ...rest }: Rest): Promise<SolanaRead> {
  requireSide(side)
  const names = toNames(ask.core, mint, accounts.metadata, side)
  const more = await readMore(ask, mint, accounts.found, side, rest, names.likeness !== null)
  const known = { mint, ...accounts, side, names, ...more }
  const holders = chooseHolders(known.found, known.largest.value ?? [], known.owners, side, known.info?.value ?? null)
  return { facts: toFacts(known, holders, ask.core.now()), holders, parts: toParts(known, holders) }
}

/** What was asked for from the beginning, and what only now turned out to be needed. */
async function readMore(ask: Ask, mint: string, found: Mint, side: Side, rest: Omit<Rest, 'side'>, isLike: boolean) {
  const largest = await rest.largest
  const noHolders = !largest.value?.length && !side.goplus.value?.holders.length
  const [epoch, signatures, owners, info, prop] = await Promise.all([
    needsEpoch(found) ? readEpoch(ask) : null,
    hasAge(side) ? null : readSignatures(ask, mint),
    rest.owners,
    isLike || noHolders ? gather('geckoterminal', 'holders', geckoInfo(ask, 'solana', mint)) : null,
    readProp(ask, side),
  ])
  return { largest, epoch, signatures, owners, info, prop }
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
