/** The `security` object: GoPlus name by name, honeypot.is where GoPlus is silent about selling, the chain where it knows better. */
import { z } from 'zod'
import { toChecksumAddress } from '../../../chain/evm-address.ts'
import { round } from '../../../upstreams/values.ts'
import { type ChainFacts, known } from './chain.ts'
import type { GoplusEvm, HolderRow } from './goplus.ts'
import type { Simulation } from './honeypot.ts'

const tri = (what: string) => z.boolean().nullable().describe(`${what}; null when unknown.`)
const percent = (what: string) => z.number().min(0).max(100).nullable().describe(`${what}, in percent; null when unknown.`)

export const Security = z.object({
  honeypot: tri('Whether the token can be bought but not sold'),
  cannotBuy: tri('Whether buying is blocked'),
  cannotSellAll: tri('Whether a holder cannot sell everything at once'),
  verifiedSource: tri('Whether the source code is published'),
  proxy: tri('Whether the code can be replaced behind the address'),
  mintable: tri('Whether more can be minted'),
  pausable: tri('Whether transfers can be paused'),
  blacklist: tri('Whether addresses can be blocked'),
  whitelist: tri('Whether addresses can be favoured'),
  antiWhale: tri('Whether amounts are limited'),
  tradingCooldown: tri('Whether trades must be spaced'),
  slippageModifiable: tri('Whether the tax can be changed'),
  hiddenOwner: tri('Whether a hidden owner exists'),
  canTakeBackOwnership: tri('Whether ownership can be taken back'),
  ownerCanChangeBalance: tri('Whether the owner can change balances'),
  selfDestruct: tri('Whether the contract can destroy itself'),
  buyTaxPct: percent('Tax on buying'),
  sellTaxPct: percent('Tax on selling'),
  transferTaxPct: percent('Tax on transfers'),
  owner: z.string().nullable().describe('Owner of the contract, EIP-55; null when unknown.'),
  ownerRenounced: tri('Whether the owner is the zero or the dead address; hidden owners count as unknown'),
  creator: z.string().nullable().describe('Who deployed it, EIP-55; null when unknown.'),
  creatorHoneypots: z.int().nonnegative().nullable().describe('Honeypots by the same creator; null when unknown.'),
  holderCount: z.int().nonnegative().nullable().describe('Number of holders; null when unknown.'),
  top10HolderPct: percent('Share of the listed top holders, pools included'),
  top10ExcludingPoolsPct: percent('The same without pools, lockers and burn addresses'),
  lpBurnedOrLockedPct: percent(
    'Share of the liquidity that is burned or locked: liquidity tokens of V2 pools, else positions of V3 and V4 pools',
  ),
  trusted: tri('Whether GoPlus has it on its trust list'),
  impersonates: z.string().nullable().describe('Address of the token it imitates, by GoPlus; null when none is known.'),
  simulated: tri('Whether a simulated trade by honeypot.is agrees'),
})
export type Security = z.output<typeof Security>

const NOBODY = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'])

/** True for addresses that nobody can sign for. */
export const isNobody = (address: string): boolean => NOBODY.has(address.toLowerCase())

/** Uniswap v4 keeps all its pools in one contract; its address on Base. */
export const V4_POOL_MANAGER = '0x498581ff718922c3f8e6a244956af099b2652b2b'

const DEX_TAG =
  /uniswap|sushi|pancake|aerodrome|velodrome|balancer|curve|maverick|baseswap|alienbase|swap|\bdex\b|\bamm\b|\bpool\b|\bpair\b|\blp\b/i

export type HolderShares = {
  top10Pct: number | null
  excludingPct: number | null
  /** Whether every listed row could be read: without one the shares are only the least that they can be. */
  whole: boolean
  /** Bounds of both shares when fewer than ten rows are listed. */
  rawUpperPct: number | null
  excludingUpperPct: number | null
  largestWalletPct: number | null
  /** The part of `excludingPct` that contracts without a label hold. */
  contractsPct: number | null
}

const NO_SHARES: HolderShares = {
  top10Pct: null,
  excludingPct: null,
  whole: true,
  rawUpperPct: null,
  excludingUpperPct: null,
  largestWalletPct: null,
  contractsPct: null,
}

/** Exchanges that keep their customers' tokens: the wallets of many. */
const CUSTODIAN_TAG = /binance|coinbase|kraken|okx|okex|bybit|kucoin|gate\.?io|bitget|mexc|crypto\.com|robinhood|upbit|bitfinex|htx|huobi/i

/** Rows with their share in percent. Not `whole` when one says nothing usable, or more than there is: it may hold anything. */
function toPercent(rows: readonly HolderRow[]) {
  const all = rows.flatMap((row) =>
    row.percent === null || row.percent > 1 || row.address === '' ? [] : [{ ...row, pct: row.percent * 100 }],
  )
  return { all, whole: all.length === rows.length }
}

/** Shares of the listed holders. `pools` are known pool addresses, lower-case. */
export function toShares(holders: readonly HolderRow[], holderCount: number | null, pools: ReadonlySet<string>): HolderShares {
  // A row whose balance is zero is stale, whatever share it still shows.
  const { all, whole } = toPercent(holders.filter(({ balance }) => balance !== 0))
  const rows = all.sort((left, right) => right.pct - left.pct).slice(0, 10)
  const total = rows.reduce((sum, { pct }) => sum + pct, 0)
  if (rows.length === 0 || total > 100.5) return NO_SHARES
  const people = rows.filter(({ address, tag, is_locked, is_contract }) => {
    const key = address.toLowerCase()
    // A wallet is no pool, whatever it is called.
    const labelled = tag !== null && ((is_contract !== false && DEX_TAG.test(tag)) || CUSTODIAN_TAG.test(tag))
    return !isNobody(key) && is_locked !== true && !pools.has(key) && key !== V4_POOL_MANAGER && !labelled
  })
  const share = people.reduce((sum, { pct }) => sum + pct, 0)
  // A holder of which nobody says that it is a contract counts as a wallet.
  const wallets = people.filter(({ is_contract }) => is_contract !== true)
  const smallest = rows.at(-1)?.pct ?? 0
  const unlisted = holderCount !== null && holderCount <= rows.length ? 0 : smallest
  return {
    top10Pct: round(Math.min(100, total), 2),
    excludingPct: round(Math.min(100, share), 2),
    whole,
    rawUpperPct: whole ? Math.min(100, total + (10 - rows.length) * unlisted) : 100,
    excludingUpperPct: whole ? Math.min(100, share + (10 - people.length) * unlisted) : 100,
    largestWalletPct: wallets[0] ? round(wallets[0].pct, 2) : null,
    contractsPct: round(
      people.filter(({ is_contract }) => is_contract === true).reduce((sum, { pct }) => sum + pct, 0),
      2,
    ),
  }
}

export type LpFacts = {
  /** Liquidity tokens of V2 pools, or positions of concentrated ones. */
  kind: 'tokens' | 'positions'
  /** Whether every listed row could be read. */
  whole: boolean
  burnedPct: number
  lockedPct: number
  largestFreeWalletPct: number
  /** Who holds that, lower-case; null when no wallet holds any. */
  largestFreeWallet: string | null
  /** What contracts without a label hold, unlocked: a farm, a multisig, or somebody's drawer. */
  contractsPct: number
  /** What creator and owner hold of it together, unlocked. */
  insidersPct: number
}

/** Who holds the liquidity; null when nobody says. Liquidity tokens of V2 pools come first; else the positions of V3 and V4 pools. */
export function toLp({ dex, lp_holders, creator_address, owner_address }: GoplusEvm): LpFacts | null {
  const insiders = [creator_address, owner_address].filter((address) => address !== null)
  const has = (pattern: RegExp) => dex.some(({ liquidity_type }) => liquidity_type !== null && pattern.test(liquidity_type))
  const isPosition = (row: HolderRow) => Array.isArray(row.NFT_list) && row.NFT_list.length > 0
  if (has(/^UniV2$/i)) {
    const tokens = toHeld(
      lp_holders.filter((row) => !isPosition(row)),
      insiders,
    )
    if (tokens) return { kind: 'tokens', ...tokens }
  }
  const positions = has(/^UniV[34]$/i) ? toHeld(lp_holders.filter(isPosition), insiders) : null
  return positions && { kind: 'positions', ...positions }
}

function toHeld(holders: readonly HolderRow[], insiders: readonly string[]): Omit<LpFacts, 'kind'> | null {
  const { all: rows, whole } = toPercent(holders)
  // Rows that add to more than everything are stale or double: a lock among them may be of nothing.
  if (holders.length === 0 || rows.reduce((total, { pct }) => total + pct, 0) > 100.5) return null
  const sum = (some: typeof rows) =>
    Math.min(
      100,
      some.reduce((total, { pct }) => total + pct, 0),
    )
  const unlocked = rows.filter(({ address, is_locked }) => !isNobody(address) && is_locked !== true)
  const free = unlocked.filter(({ is_contract }) => is_contract !== true).sort((left, right) => right.pct - left.pct)
  return {
    whole,
    burnedPct: round(sum(rows.filter(({ address }) => isNobody(address))), 2),
    lockedPct: round(sum(rows.filter(({ address, is_locked }) => !isNobody(address) && is_locked === true)), 2),
    largestFreeWalletPct: round(free[0]?.pct ?? 0, 2),
    largestFreeWallet: free[0]?.address.toLowerCase() ?? null,
    contractsPct: round(sum(unlocked.filter(({ is_contract, tag }) => is_contract === true && tag === null)), 2),
    insidersPct: round(sum(free.filter(({ address }) => insiders.includes(address.toLowerCase()))), 2),
  }
}

const shown = (address: string | null): string | null => (address === null ? null : toChecksumAddress(address))

/** The owner as far as anybody knows: the chain first, then GoPlus. */
export const ownerOf = (chain: ChainFacts, goplus: GoplusEvm | null): string | null =>
  known(chain.owner) ?? shown(goplus?.owner_address ?? null)

/** The object, or null when neither GoPlus nor a simulation answered. */
export function toSecurity(
  goplus: GoplusEvm | null,
  simulation: Simulation | null,
  chain: ChainFacts,
  shares: HolderShares,
  lp: LpFacts | null,
): Security | null {
  const simulated = simulation !== null && simulation.honeypot !== null
  if (goplus === null && !simulated) return null
  const owner = ownerOf(chain, goplus)
  const replaced = known(chain.implementation) !== null || known(chain.beacon) !== null
  return {
    honeypot: goplus?.is_honeypot ?? simulation?.honeypot ?? null,
    cannotBuy: goplus?.cannot_buy ?? null,
    cannotSellAll: goplus?.cannot_sell_all ?? null,
    verifiedSource: goplus?.is_open_source ?? null,
    proxy: goplus?.is_proxy ?? (replaced ? true : null),
    mintable: goplus?.is_mintable ?? null,
    pausable: goplus?.transfer_pausable ?? null,
    blacklist: goplus?.is_blacklisted ?? null,
    whitelist: goplus?.is_whitelisted ?? null,
    antiWhale: goplus?.is_anti_whale ?? null,
    tradingCooldown: goplus?.trading_cooldown ?? null,
    slippageModifiable: goplus?.slippage_modifiable ?? null,
    hiddenOwner: goplus?.hidden_owner ?? null,
    canTakeBackOwnership: goplus?.can_take_back_ownership ?? null,
    ownerCanChangeBalance: goplus?.owner_change_balance ?? null,
    selfDestruct: goplus?.selfdestruct ?? null,
    buyTaxPct: goplus?.buy_tax ?? simulation?.buyTaxPct ?? null,
    sellTaxPct: goplus?.sell_tax ?? simulation?.sellTaxPct ?? null,
    transferTaxPct: goplus?.transfer_tax ?? simulation?.transferTaxPct ?? null,
    owner,
    ownerRenounced: owner === null || goplus?.hidden_owner === true ? null : isNobody(owner),
    creator: shown(goplus?.creator_address ?? null),
    creatorHoneypots: goplus?.honeypot_with_same_creator ?? null,
    holderCount: goplus?.holder_count ?? null,
    top10HolderPct: shares.whole ? shares.top10Pct : null,
    top10ExcludingPoolsPct: shares.whole ? shares.excludingPct : null,
    lpBurnedOrLockedPct: lp === null || !lp.whole ? null : round(Math.min(100, lp.burnedPct + lp.lockedPct), 2),
    trusted: goplus?.trust_list ?? null,
    impersonates: goplus?.fake_token?.value ? (toImitated(goplus.fake_token.true_token_address) ?? null) : null,
    simulated:
      simulation === null || simulation.honeypot === null ? null : (goplus?.is_honeypot ?? simulation.honeypot) === simulation.honeypot,
  }
}

const toImitated = (address: string | null): string | null =>
  address !== null && /^0x[0-9a-fA-F]{40}$/.test(address) ? toChecksumAddress(address) : null
