/**
 * Reads everything about a Base token: chain, GoPlus, honeypot.is and pools at once; then only what that made necessary, which is who controls
 * a proxy, whether roles live on without an owner, a trade of our own, and what an imitation really is.
 */
import type { Core } from '../../../core.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { ApiError } from '../../../errors.ts'
import type { Ask } from '../../../upstreams/ask.ts'
import { geckoInfo } from '../../../upstreams/geckoterminal.ts'
import { goplusToken } from '../../../upstreams/goplus.ts'
import { round } from '../../../upstreams/values.ts'
import { type Age, toAge } from '../../risk/age.ts'
import { type Gathered, gather } from '../../risk/gather.ts'
import { limits } from '../../risk/limits.ts'
import { type Liquidity, NO_LIQUIDITY_DATA, oldestPool, socialsOf, toLiquidity } from '../../risk/liquidity.ts'
import { type Insiders, type MarketFacts, NO_INSIDERS } from '../../risk/market-rules.ts'
import { listedNames } from '../../risk/names/snapshot.ts'
import { type PoolsRead, readPools, symbolIn } from '../../risk/read-pools.ts'
import type { Trust } from '../../risk/rule.ts'
import { missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type Alike, imitated, listedAsset } from '../../trust-list.ts'
import { maybeProxy, readAdmin, readRoles } from './admin.ts'
import { type ChainRead, known, readChain } from './chain.ts'
import type { BaseFacts } from './facts.ts'
import { GoplusEvm } from './goplus.ts'
import { honeypotSimulation, type Simulation } from './honeypot.ts'
import { readProp } from './makers.ts'
import { type HolderShares, isNobody, type LpFacts, ownerOf, type Security, toLp, toSecurity, toShares } from './security.ts'
import type { OwnTrade } from './trade/outcome.ts'
import { readTrade } from './trade/read.ts'

const CALL_MS = 4_000
/** All questions but those to GoPlus, first hop; then once more for the second. */
const HOP_MS = 6_000
/** GoPlus takes one question a second: in a crowd a call waits its turn rather than go without. */
const QUEUE_MS = 50_000

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
export async function readBase(core: Core, address: string, caller: AbortSignal): Promise<BaseRead> {
  const stop = new AbortController()
  const within = (ms: number): Ask => ({
    core,
    signal: AbortSignal.any([caller, stop.signal, AbortSignal.timeout(ms)]),
    timeoutMs: CALL_MS,
  })
  try {
    const ask = within(HOP_MS)
    const asked = [
      readChain(ask, address),
      gather('goplus', 'security', goplusToken(within(QUEUE_MS + CALL_MS), 'base', address, GoplusEvm, QUEUE_MS)),
      gather('honeypot-is', 'security.simulated', honeypotSimulation(ask, address)),
      readPools(ask, 'base', address),
    ] as const
    // Needs pools first and holders last: it does not wait for the slowest of the rest.
    const trade = readTrade(
      () => within(HOP_MS),
      address,
      asked[3].then(({ found }) => found?.pools ?? []),
      asked[1].then(({ value }) => value?.holders ?? []),
    )
    // Looked at only when there is a token to speak of.
    trade.catch(() => undefined)
    const [chain, goplus, simulation, pools] = await Promise.all(asked)
    const answers = { chain, goplus, simulation, pools }
    requireToken(answers)
    return await complete(within(HOP_MS), address, answers, trade)
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

async function complete(ask: Ask, address: string, answers: Answers, traded: Promise<OwnTrade | null>): Promise<BaseRead> {
  const { chain, goplus, simulation, pools } = answers
  const poolAddresses = new Set([
    ...(goplus.value?.dex ?? []).flatMap(({ pair }) => (pair === null ? [] : [pair.toLowerCase()])),
    ...(pools.found?.pools ?? []).map((pool) => pool.address.toLowerCase()),
  ])
  const shares = toShares(goplus.value?.holders ?? [], goplus.value?.holder_count ?? null, poolAddresses)
  const lp = goplus.value ? toLp(goplus.value) : null
  const show = (text: string | null | undefined) => (text == null ? null : cleanUpstreamText(text, 100) || null)
  const name = known(chain.facts.name) ?? show(goplus.value?.token_name)
  const symbol = known(chain.facts.symbol) ?? show(goplus.value?.token_symbol)
  // A contract may give us another name than those whom it deceives: what others show of it counts too.
  const shownAs = [
    ['base-rpc', name, symbol],
    ['goplus', goplus.value?.token_name, goplus.value?.token_symbol],
    [pools.found?.source ?? 'dexscreener', null, symbolIn('base', address, pools)],
  ] as const
  const alike = shownAs.flatMap(([source, one, other]) => {
    const found = imitated('base', address, one ?? null, other ?? null, listedNames(ask.core))
    return found ? { symbol: found.symbol, address: found.address, source: `${source}, ${found.list}` } : []
  })
  const suspect = toSuspect(address, alike[0] ?? null, goplus.value)
  const proxy = goplus.value?.is_proxy ?? null
  // What the contract itself shows, and who calls it a fake, must have been read: a name of others is none that it denies.
  const isNamed =
    name !== null && symbol !== null && chain.facts.name !== 'unread' && chain.facts.symbol !== 'unread' && goplus.error === null
  const failed: TailPart[] = []
  const [info, admin, roles, prop, trade] = await Promise.all([
    suspect ? gather('geckoterminal', 'summary.findings', geckoInfo(ask, 'base', address)) : null,
    maybeProxy(chain.facts, proxy) ? orUnread(failed, 'chain.upgradeAdmin', readAdmin(ask, address, chain.facts, proxy)) : null,
    hasDeadPowers(answers) ? orUnread(failed, 'summary.checks', readRoles(ask, address)) : null,
    readProp(ask, goplus.value, pools.found?.worth),
    traded,
  ])
  const facts: BaseFacts = {
    goplus: goplus.value,
    simulation: simulation.value,
    trade,
    chain: chain.facts,
    admin,
    roles,
    lp,
    insiders: toInsiders(goplus.value, chain.facts),
    prop,
    liquidity: toBaseLiquidity(address, pools, goplus.value, lp),
    age: toBaseAge(pools, ask.core.now()),
    trust: toTrust(address, goplus.value),
    imitation: toImitation(isNamed, suspect, info),
    concentration: toConcentration(shares),
    socials: socialsOf(pools.found?.pools ?? []),
  }
  const security = toSecurity(goplus.value, simulation.value, chain.facts, shares, lp)
  const unread = [
    ...(shares.whole ? [] : ['top10HolderPct', 'top10ExcludingPoolsPct']),
    ...(lp?.whole === false ? ['lpBurnedOrLockedPct'] : []),
  ]
  failed.push(...unread.map((field) => missing(`security.${field}`, { source: 'goplus', reason: 'bad_body' })))
  return { facts, security, name, symbol, parts: [...toParts(answers, security, name, info), ...failed] }
}

/** What the chain said; `unread` when no node answered, which goes into `failed`. */
async function orUnread<Value>(failed: TailPart[], field: string, asked: Promise<Value>): Promise<Value | 'unread'> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    failed.push(missing(field, { source: 'base-rpc', reason: error.reason }))
    return 'unread'
  }
}

/** Powers without an owner: only roles could keep them alive. */
function hasDeadPowers({ chain, goplus }: Answers): boolean {
  const token = goplus.value
  const owner = ownerOf(chain.facts, token)
  if (token === null || owner === null || !isNobody(owner)) return false
  const powers = [
    ...[token.is_mintable, token.is_blacklisted, token.transfer_pausable, token.owner_change_balance, token.slippage_modifiable],
    ...[token.personal_slippage_modifiable, token.is_whitelisted, token.trading_cooldown, token.is_anti_whale, token.anti_whale_modifiable],
  ]
  return powers.includes(true)
}

/** Shares of creator and owner, unless nobody can sign for the address. */
function toInsiders(goplus: GoplusEvm | null, chain: ChainRead['facts']): Insiders {
  const people = [
    { address: goplus?.creator_address ?? null, share: goplus?.creator_percent ?? null },
    {
      address: goplus?.owner_address ?? known(chain.owner) ?? (chain.owner === 'unread' ? 'unread' : null),
      share: goplus?.owner_percent ?? null,
    },
  ].filter(({ address, share }) => (address === null ? share !== null : !isNobody(address)))
  const shares = people.flatMap(({ share }) => (share === null ? [] : [100 * Math.min(share, 1)]))
  const most = shares.length === 0 ? null : round(Math.max(...shares), 2)
  // What one of them holds says nothing of the other, unless it is too much by itself.
  if (most === null || (shares.length < people.length && most <= limits.insiderMediumPct)) return NO_INSIDERS
  return { ...NO_INSIDERS, creatorPct: most, source: 'goplus' }
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

type Suspect = Omit<Alike, 'list'> & { source: string }

/** What the token seems to imitate, by our list or by GoPlus. */
function toSuspect(address: string, alike: Suspect | null, goplus: GoplusEvm | null): Suspect | null {
  if (listedAsset('base', address)) return null
  if (alike) return alike
  if (!goplus?.fake_token?.value) return null
  const real = goplus.fake_token.true_token_address
  return { symbol: 'another token', address: real !== null && /^0x[0-9a-fA-F]{40}$/.test(real) ? real : 'not stated', source: 'goplus' }
}

function toImitation(
  isNamed: boolean,
  suspect: Suspect | null,
  info: Gathered<{ coingeckoId: string | null }> | null,
): MarketFacts['imitation'] {
  if (suspect) return { ...suspect, listed: info === null || info.error !== null ? null : info.value?.coingeckoId != null }
  return isNamed ? 'none' : 'unread'
}

const toConcentration = ({ top10Pct, excludingPct, rawUpperPct, excludingUpperPct, largestWalletPct, contractsPct }: HolderShares) => ({
  excludingPct,
  excludingUpperPct,
  rawPct: top10Pct,
  rawUpperPct,
  largestWalletPct,
  contractsPct,
  source: top10Pct === null ? null : 'goplus',
})

const toBaseAge = (pools: PoolsRead, now: number): Age =>
  toAge('base', [{ atMs: oldestPool(pools.found?.pools ?? []), source: 'pool' }], now)

function toBaseLiquidity(address: string, pools: PoolsRead, goplus: GoplusEvm | null, lp: LpFacts | null): Liquidity {
  const stated = fromGoplus(goplus?.dex ?? [])
  // "No pool" is no fact while GoPlus lists some: pool sources say nothing else of a token they have not indexed.
  const found = pools.found && (pools.found.pools.length > 0 || stated.source === null) ? pools.found : null
  const listed = found ? toLiquidity('base', address, found.pools, found.capped, found.source, found.worth) : stated
  if (listed.lpStatus !== null || lp === null || (!lp.whole && lp.burnedPct + lp.lockedPct < 50)) return listed
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
