/**
 * Reads everything about a Base token in two hops at most: chain, GoPlus, honeypot.is and pools at once; then only what that made necessary.
 * Indispensable is an answer of GoPlus or of a pool source; the chain says whether there is a token at all.
 */
import { ApiError } from '../../../errors.ts'
import type { UpstreamError } from '../../../http/upstream-types.ts'
import { geckoInfo } from '../../../upstreams/geckoterminal.ts'
import { goplusToken } from '../../../upstreams/goplus.ts'
import { round } from '../../../upstreams/values.ts'
import { type Age, toAge } from '../../risk/age.ts'
import { type Gathered, gather } from '../../risk/gather.ts'
import { type Liquidity, NO_LIQUIDITY_DATA, oldestPool, toLiquidity } from '../../risk/liquidity.ts'
import type { MarketFacts } from '../../risk/market-rules.ts'
import { type PoolsRead, readPools } from '../../risk/read-pools.ts'
import type { Trust } from '../../risk/rule.ts'
import { missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { imitated, listedAsset } from '../../trust-list.ts'
import { type ChainRead, known, readChain } from './chain.ts'
import { GoplusEvm } from './goplus.ts'
import { honeypotSimulation, type Simulation } from './honeypot.ts'
import type { BaseFacts } from './rules.ts'
import { type HolderShares, type LpFacts, type Security, toLp, toSecurity, toShares } from './security.ts'

const CALL_MS = 4_000
const BUDGET_MS = 7_500

type BaseRead = {
  facts: BaseFacts
  security: Security | null
  name: string | null
  symbol: string | null
  parts: TailPart[]
}

type Answers = { chain: ChainRead; goplus: Gathered<GoplusEvm>; simulation: Gathered<Simulation>; pools: PoolsRead }

/**
 * The facts about a token contract and where they came from.
 * @throws ApiError 404 `subject_not_found` when no contract, or no token, is at the address; 502, 503 or 504 when neither GoPlus nor a pool
 *   source answered
 */
export async function readBase(address: string, caller: AbortSignal): Promise<BaseRead> {
  const stop = new AbortController()
  const signal = AbortSignal.any([caller, stop.signal, AbortSignal.timeout(BUDGET_MS)])
  try {
    const [chain, goplus, simulation, pools] = await Promise.all([
      readChain(address, signal, CALL_MS),
      gather('goplus', 'security', goplusToken('base', address, GoplusEvm, signal, CALL_MS)),
      gather('honeypot-is', 'security.simulated', honeypotSimulation(address, signal, CALL_MS)),
      readPools('base', address, signal, CALL_MS),
    ])
    const answers = { chain, goplus, simulation, pools }
    requireToken(answers)
    return await complete(address, answers, signal)
  } finally {
    stop.abort()
  }
}

/** Stops before anything is sold that is not there. */
function requireToken({ chain, goplus, pools }: Answers): void {
  if (chain.facts.code === 'none')
    throw new ApiError('subject_not_found', 'No contract is deployed at this address on Base. Nothing was charged.')
  const failures = [goplus.error, ...pools.errors].filter((error): error is UpstreamError => error !== null)
  if (goplus.error !== null && pools.found === null) throw toApiError(failures)
  if (goplus.value !== null || (pools.found?.pools.length ?? 0) > 0) return
  // Nobody knows it: only the chain can still show that it is a token.
  if (known(chain.facts.totalSupply) !== null) return
  const unread = chain.facts.code === 'unread' || chain.facts.totalSupply === 'unread'
  if (unread) throw toApiError(chain.errors.length > 0 ? chain.errors.slice(0, 1) : failures)
  if (failures.length > 0 && goplus.error !== null) throw toApiError(failures)
  throw new ApiError(
    'subject_not_found',
    'The contract at this address is no token: it has no totalSupply and no source knows it. Nothing was charged.',
  )
}

async function complete(address: string, { chain, goplus, simulation, pools }: Answers, signal: AbortSignal): Promise<BaseRead> {
  const poolAddresses = new Set([
    ...(goplus.value?.dex ?? []).flatMap(({ pair }) => (pair === null ? [] : [pair.toLowerCase()])),
    ...(pools.found?.pools ?? []).map((pool) => pool.address.toLowerCase()),
  ])
  const shares = toShares(goplus.value?.holders ?? [], goplus.value?.holder_count ?? null, poolAddresses)
  const lp = goplus.value ? toLp(goplus.value) : null
  const security = toSecurity(goplus.value, simulation.value, chain.facts, shares, lp)
  const show = (text: string | null | undefined) => (text == null ? null : cleanUpstreamText(text, 100) || null)
  const name = known(chain.facts.name) ?? show(goplus.value?.token_name)
  const symbol = known(chain.facts.symbol) ?? show(goplus.value?.token_symbol)
  const suspect = toSuspect(address, name, symbol, goplus.value)
  const info = suspect ? await gather('geckoterminal', 'summary.findings', geckoInfo('base', address, signal, CALL_MS)) : null
  const facts: BaseFacts = {
    goplus: goplus.value,
    simulation: simulation.value,
    chain: chain.facts,
    lp,
    liquidity: toBaseLiquidity(address, pools, goplus.value, lp),
    age: toBaseAge(pools),
    trust: toTrust(address, goplus.value),
    imitation: toImitation(name, symbol, suspect, info),
    concentration: toConcentration(shares),
  }
  return { facts, security, name, symbol, parts: toParts({ chain, goplus, simulation, pools }, security, name, info) }
}

/** Every source asked; and for each thing that is null, why. */
function toParts(
  { chain, goplus, simulation, pools }: Answers,
  security: Security | null,
  name: string | null,
  info: Gathered<unknown> | null,
) {
  const parts = [...chain.parts, goplus.part, simulation.part, ...pools.parts, ...(info ? [info.part] : [])]
  // GoPlus did answer when honeypot.is filled the gap, or the other way round: name the field that is really incomplete.
  const named = parts.map((part) =>
    'field' in part && part.source === 'goplus' && security !== null ? { ...part, field: 'security.owner' } : part,
  )
  if (security === null && 'field' in simulation.part) named.push({ ...simulation.part, field: 'security' })
  if (name === null && chain.facts.name === 'none') named.push(missing('name', { source: 'base-rpc', reason: 'not_found' }))
  if (pools.found?.pools.length === 0) named.push(missing('age', { source: pools.found.source, reason: 'not_found' }))
  return named
}

function toTrust(address: string, goplus: GoplusEvm | null): Trust | null {
  const listed = listedAsset('base', address)
  if (listed) return { issuer: listed.issuer, by: 'our curated list', source: 'curated list' }
  return goplus?.trust_list ? { issuer: null, by: 'the trust list of GoPlus', source: 'goplus' } : null
}

type Suspect = { symbol: string; address: string; source: string }

/** What the token seems to imitate, by our list or by GoPlus. */
function toSuspect(address: string, name: string | null, symbol: string | null, goplus: GoplusEvm | null): Suspect | null {
  if (listedAsset('base', address)) return null
  const listed = imitated('base', address, name, symbol)
  if (listed) return { symbol: listed.symbol, address: listed.address, source: 'base-rpc, curated list' }
  if (!goplus?.fake_token?.value) return null
  const real = goplus.fake_token.true_token_address
  return { symbol: 'another token', address: real !== null && /^0x[0-9a-fA-F]{40}$/.test(real) ? real : 'not stated', source: 'goplus' }
}

function toImitation(
  name: string | null,
  symbol: string | null,
  suspect: Suspect | null,
  info: Gathered<{ coingeckoId: string | null }> | null,
): MarketFacts['imitation'] {
  if (suspect) return { ...suspect, listed: info === null || info.error !== null ? null : info.value?.coingeckoId != null }
  return name === null && symbol === null ? 'unknown' : 'none'
}

const toConcentration = ({ top10Pct, excludingPct, rawUpperPct, excludingUpperPct, largestWalletPct }: HolderShares) => ({
  excludingPct,
  excludingUpperPct,
  rawPct: top10Pct,
  rawUpperPct,
  largestWalletPct,
  source: top10Pct === null ? null : 'goplus',
})

const toBaseAge = (pools: PoolsRead): Age => toAge([{ atMs: oldestPool(pools.found?.pools ?? []), source: 'pool' }], Date.now())

function toBaseLiquidity(address: string, pools: PoolsRead, goplus: GoplusEvm | null, lp: LpFacts | null): Liquidity {
  const stated = fromGoplus(goplus?.dex ?? [])
  // "No pool" is no fact while GoPlus lists some: pool sources say nothing else of a token they have not indexed.
  const found = pools.found && (pools.found.pools.length > 0 || stated.source === null) ? pools.found : null
  const listed = found ? toLiquidity('base', address, found.pools, found.capped, found.source) : stated
  if (listed.lpStatus !== null || lp === null) return listed
  const lpStatus = lp.burnedPct >= 50 ? 'burned' : lp.burnedPct + lp.lockedPct >= 50 ? 'locked' : 'unlocked'
  return { ...listed, lpStatus }
}

/** GoPlus lists pools without their quote tokens: a sum, and nothing that shows what it is worth. */
function fromGoplus(dex: GoplusEvm['dex']): Liquidity {
  const known = dex.flatMap(({ liquidity }) => (liquidity === null ? [] : [liquidity]))
  if (known.length === 0) return NO_LIQUIDITY_DATA
  return {
    ...NO_LIQUIDITY_DATA,
    usd: round(
      known.reduce((sum, value) => sum + value, 0),
      2,
    ),
    poolCount: dex.length,
    lpStatus: dex.every(({ liquidity_type }) => liquidity_type === 'UniV3' || liquidity_type === 'UniV4') ? 'not_applicable' : null,
    source: 'goplus',
  }
}
