/**
 * A purchase and sales of a token, simulated by `eth_call` with state override: our trader's code stands at an empty address (a fresh buyer) or at
 * a real holder's; what the buyer spends, another pool of the quote token lends. It needs a node that takes overrides; what could not run says nothing.
 */
import { type Ask, orNull } from '../../../../upstreams/ask.ts'
import { baseCallWith, baseRpc } from '../../../../upstreams/base-rpc.ts'
import { dexscreenerPools } from '../../../../upstreams/dexscreener.ts'
import type { Pool } from '../../../../upstreams/pool.ts'
import { trustedQuote } from '../../../risk/quotes.ts'
import { selector } from '../chain.ts'
import type { HolderRow } from '../goplus.ts'
import { isNobody, V4_POOL_MANAGER } from '../security.ts'
import type { OwnTrade } from './outcome.ts'
import { TRADER_CODE } from './trader-code.ts'

const WETH = '0x4200000000000000000000000000000000000006'
const ETHER = `0x${'0'.repeat(40)}`
/** Where Uniswap V4 notes what its pools trade, by their id. Its address on Base: docs.uniswap.org/contracts/v4/deployments. */
const V4_POSITIONS = '0x7c5f5a4bbd8fd63184577525326123b519429bdc'
/** Nobody's address: nothing is held there, nothing is deployed. */
const BUYER = '0x7472616465720000000000000000000000000001'
/** What every answer of the trader begins with: another contract's words are not taken for its own. */
const MAGIC = 0x7472616465n
const SPEND_WEI = 10n ** 16n
/** In other quote tokens than ether. */
const SPEND_USD = 25
const MAX_HOLDERS = 3
/** Pools looked at, deepest first: of those of V4 not every one is noted. */
const MAX_POOLS = 3

const kinds = { v2: 0n, aerodrome: 1n, v3: 2n, v4: 3n } as const
type Kind = keyof typeof kinds

/** How a pool trades, by its exchange and labels; null when our trader does not know. */
function kindOf({ dex, labels, address }: Pool): Kind | null {
  const names = [dex, ...labels].map((name) => name.toLowerCase())
  const has = (...some: string[]) => names.some((name) => some.some((part) => name.includes(part)))
  if (has('algebra', 'curve', 'balancer')) return null
  if (has('v4')) return /^0x[0-9a-f]{64}$/i.test(address) ? 'v4' : null
  if (!isAddress(address)) return null
  if (has('v3', 'slipstream', 'clmm')) return 'v3'
  if (has('aerodrome', 'velodrome')) return 'aerodrome'
  return has('v2', 'baseswap', 'sushi', 'alienbase') ? 'v2' : null
}

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)

type Choice = { pool: Pool; kind: Kind; quote: string; quoteUsd: number | null }

/** Pools of the token that our trader can trade in, deepest first. */
function usablePools(token: string, pools: readonly Pool[]): Choice[] {
  const lower = token.toLowerCase()
  return pools
    .flatMap((pool): Choice[] => {
      const kind = kindOf(pool)
      const isBase = pool.base.address.toLowerCase() === lower
      const quote = (isBase ? pool.quote : pool.base).address?.toLowerCase()
      if (kind === null || quote === undefined || quote === lower || !isAddress(quote) || (quote === ETHER && kind !== 'v4')) return []
      const quoteUsd = isBase ? (pool.priceUsd && pool.priceQuote ? pool.priceUsd / pool.priceQuote : null) : pool.priceUsd
      return [{ pool, kind, quote, quoteUsd }]
    })
    .sort((left, right) => (right.pool.liquidityUsd ?? 0) - (left.pool.liquidityUsd ?? 0))
    .slice(0, MAX_POOLS)
}

const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')
const wordsOf = (hex: string): string[] => hex.slice(2).match(/.{64}/g) ?? []

type Market = { terms: string; quote: string }

/** What the trader is told of a market, in words; null when it is a V4 pool that nobody has noted. @throws UpstreamError */
async function toMarket(ask: Ask, token: string, { pool, kind, quote }: Choice): Promise<Market | null> {
  if (kind !== 'v4') return { terms: [token, quote, pool.address, kinds[kind], 0n, 0n, 0n].map(word).join(''), quote }
  const data = `${selector('poolKeys(bytes25)')}${pool.address.slice(2, 52).padEnd(64, '0')}`
  const { value } = await baseRpc(ask, 'eth_call', [{ to: V4_POSITIONS, data }], 'trade')
  const words = wordsOf(value ?? '0x')
  const sides = words.slice(0, 2).map((side) => `0x${side.slice(24)}`.toLowerCase())
  const other = sides.find((side) => side !== token.toLowerCase())
  if (words.length !== 5 || !sides.includes(token.toLowerCase()) || other === undefined) return null
  return { terms: [...[token, other, V4_POOL_MANAGER, kinds.v4].map(word), ...words.slice(2)].join(''), quote: other }
}

/** How much a fresh buyer spends, and who lends it: any other pool of the quote token. null when nobody is known who could. @throws UpstreamError */
async function toPurse(ask: Ask, quote: string, { pool, quoteUsd }: Choice): Promise<{ spend: bigint; lender: string } | null> {
  if (quote === WETH || quote === ETHER) return { spend: SPEND_WEI, lender: ETHER }
  if (!quoteUsd) return null
  const [{ value: decimals }, { value: listed }] = await Promise.all([
    baseRpc(ask, 'eth_call', [{ to: quote, data: selector('decimals()') }], 'trade'),
    dexscreenerPools(ask, 'base', quote),
  ])
  const lender = listed.pools
    .filter(({ address }) => isAddress(address) && address.toLowerCase() !== pool.address.toLowerCase())
    .sort((left, right) => (right.liquidityUsd ?? 0) - (left.liquidityUsd ?? 0))[0]
  const digits = Number(decimals ?? Number.NaN)
  if (lender === undefined || !(digits <= 36)) return null
  return { spend: (BigInt(Math.ceil((SPEND_USD / quoteUsd) * 1e6)) * 10n ** BigInt(digits)) / 1_000_000n, lender: lender.address }
}

/** The trader's answer in words, without its mark; null when the call failed or something else answered. */
async function askTrader(ask: Ask, at: string, data: string, count: number, lender = ETHER): Promise<bigint[] | null> {
  const override = {
    ...(lender === ETHER ? {} : { [lender]: { code: TRADER_CODE } }),
    [at]: { code: TRADER_CODE, ...(at === BUYER ? { balance: `0x${(10n ** 20n).toString(16)}` } : {}) },
  }
  const answer = (await orNull(baseCallWith(ask, { from: at, to: at, data }, override)))?.value ?? null
  if (answer === null || answer.length !== 2 + 64 * count) return null
  const words = wordsOf(answer).map((one) => BigInt(`0x${one}`))
  return words[0] === MAGIC ? words.slice(1) : null
}

const percent = (bps: bigint | undefined): number | null => (bps === undefined || bps > 10_000n ? null : Number(bps) / 100)

const MARKET = '(address,address,address,uint256,uint24,int24,address)'
const FRESH = `fresh(${MARKET},uint256,address)`
const SALE = `sale(${MARKET})`

async function buyFresh(ask: Ask, { terms, quote }: Market, choice: Choice): Promise<bigint[] | null> {
  const purse = await orNull(toPurse(ask, quote, choice))
  return purse && askTrader(ask, BUYER, `${selector(FRESH)}${terms}${word(purse.spend)}${word(purse.lender)}`, 6, purse.lender)
}

async function sellHeld(later: () => Ask, terms: string, holders: Promise<readonly HolderRow[]>): Promise<(bigint[] | null)[]> {
  const sellers = (await holders)
    .filter(
      ({ address, is_contract, is_locked, balance }) =>
        address !== '' && is_contract === false && !is_locked && balance !== 0 && !isNobody(address),
    )
    .slice(0, MAX_HOLDERS)
  const ask = later()
  return Promise.all(sellers.map(({ address }) => askTrader(ask, address, `${selector(SALE)}${terms}`, 3)))
}

/**
 * What our own trades came to; null when there is no pool for them or none could run. Never throws an UpstreamError.
 * @param later makes a question with its whole time left: pools and holders may be long in coming, and neither waits for the other
 */
export async function readTrade(
  later: () => Ask,
  token: string,
  pools: Promise<readonly Pool[]>,
  holders: Promise<readonly HolderRow[]>,
): Promise<OwnTrade | null> {
  // What others are priced in needs no proof that it can be sold.
  const choices = trustedQuote('base', token) === null ? usablePools(token, await pools) : []
  const ask = later()
  const markets = await Promise.all(choices.map((choice) => orNull(toMarket(ask, token, choice))))
  const at = markets.findIndex((market) => market !== null)
  const [choice, market] = [choices[at], markets[at]]
  if (!choice || !market) return null
  const [fresh, sales] = await Promise.all([buyFresh(ask, market, choice), sellHeld(later, market.terms, holders)])
  const ran = sales.filter((sale) => sale !== null)
  const bought = fresh?.[0] === 1n
  // Where not even a purchase goes through and nobody sells, it is our trader that does not fit the pool.
  const trades = bought || ran.some(([sold]) => sold === 1n)
  if (!trades) return null
  const sold = bought && fresh[2] === 1n && fresh[3] === 1n
  return {
    fresh: bought ? (sold ? 'sold' : 'blocked') : null,
    holders: { tried: ran.length, blocked: ran.filter(([done]) => done !== 1n).length },
    buyTaxPct: bought ? percent(fresh[1]) : null,
    sellTaxPct: bought && fresh[2] === 1n ? percent(fresh[4]) : percent(ran.find(([done]) => done === 1n)?.[1]),
    pool: choice.pool.address,
    kind: choice.kind,
  }
}
