/** CoinGecko: every asset whose id or ticker is a term, with its market data. Two calls serve any 25 terms. */

import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { cached, recall, remember } from '../../../egress/cached.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { atCoingecko } from '../../../upstreams/coingecko.ts'
import { toMillis } from '../../../upstreams/values.ts'
import { cleanUpstreamText } from '../../text.ts'
import { toChange, toNumber, toWorth } from './numbers.ts'

/** Market data of one asset. Numbers are null where the source has none. */
export type Coin = {
  id: string
  symbol: string
  name: string
  priceUsd: number | null
  change24hPct: number | null
  marketCapUsd: number | null
  volume24hUsd: number | null
  lastUpdatedAt: string | null
}

/**
 * Assets whose id or ticker is the term, unranked. `complete` false = the source's page was full, or held a row that cannot be read, so there
 * may be more; `unread` = such a row, which may be the largest.
 */
export type Candidates = Page & { fetchedAt: string; cached: boolean }

export const SOURCE = 'coingecko'
const AGE_MS = 60_000
const UNKNOWN_MS = 30_000
const TIMEOUT_MS = 3_000
const PAGE = 250

const number = z
  .unknown()
  .optional()
  .transform((value) => toNumber(value))

const worth = z.unknown().optional().transform(toWorth)

const CoinRow = z
  .object({
    id: z.string().min(1).max(200),
    symbol: z.string().min(1).max(200),
    name: z.string().nullish().catch(null),
    current_price: worth,
    market_cap: worth,
    total_volume: number,
    price_change_percentage_24h: z.unknown().optional().transform(toChange),
    last_updated: z.string().nullish().catch(null),
  })
  .transform((row): Coin => {
    const updated = toMillis(row.last_updated)
    return {
      id: cleanUpstreamText(row.id, 100),
      symbol: cleanUpstreamText(row.symbol, 50),
      name: cleanUpstreamText(row.name || row.id, 100),
      priceUsd: row.current_price,
      change24hPct: row.price_change_percentage_24h,
      marketCapUsd: row.market_cap,
      volume24hUsd: row.total_volume,
      lastUpdatedAt: updated === null ? null : new Date(updated).toISOString(),
    }
  })

const ErrorStatus = z.object({ status: z.object({ error_code: z.number() }) })

/** An error body may come with HTTP 200. */
function refuseErrorStatus(body: unknown): void {
  const error = ErrorStatus.safeParse(body)
  if (!error.success) return
  const code = error.data.status.error_code
  throw new UpstreamError(SOURCE, code === 429 ? 'rate_limited' : 'http_error', `error ${code}`, { status: code === 429 ? 429 : 500 })
}

type Page = { coins: Coin[]; complete: boolean; unread: boolean }

async function markets(core: Core, by: 'ids' | 'symbols', terms: readonly string[], signal: AbortSignal): Promise<Page> {
  const list = encodeURIComponent(terms.join(','))
  const rows = await callUpstream({
    core,
    source: SOURCE,
    ...atCoingecko(
      core,
      `coins/markets?vs_currency=usd&${by}=${list}${by === 'symbols' ? '&include_tokens=all' : ''}&order=market_cap_desc&per_page=${PAGE}`,
    ),
    schema: z.array(z.unknown()),
    inspect: refuseErrorStatus,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 4_000_000,
    signal,
  })
  const coins = rows.flatMap((row) => {
    const result = CoinRow.safeParse(row)
    return result.success ? [result.data] : []
  })
  if (rows.length > 0 && coins.length === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no row has the expected shape')
  const unread = coins.length < rows.length
  return { coins, complete: rows.length < PAGE && !unread, unread }
}

/**
 * Candidates for each lower-case term. Cached per term; what is missing is asked for by id and by ticker at the same time.
 * @returns also the failure of one of the two calls: then a term's candidates may lack the right one, and nothing new is kept
 * @throws UpstreamError when both calls fail
 */
export async function candidatesFor(
  core: Core,
  terms: readonly string[],
  signal: AbortSignal,
): Promise<{ known: Map<string, Candidates>; halves: Map<string, Candidates>; failure: UpstreamError | null }> {
  const known = new Map<string, Candidates>()
  const halves = new Map<string, Candidates>()
  const remembered = await Promise.all(terms.map((term) => recall<Page>(core, SOURCE, term)))
  for (const [index, page] of remembered.entries())
    if (page) known.set(terms[index] ?? '', { ...page.value, fetchedAt: page.fetchedAt, cached: true })
  const wanted = terms.filter((term) => !known.has(term)).sort()
  if (wanted.length === 0) return { known, halves, failure: null }
  // Not kept under the batch's key: each term is kept under its own.
  const load = (by: 'ids' | 'symbols') =>
    cached({
      core,
      source: SOURCE,
      key: `${by}:${wanted.join(',')}`,
      ageMs: 0,
      signal,
      load: (flight) => markets(core, by, wanted, flight),
    })
  const pages = await Promise.allSettled([load('ids'), load('symbols')])
  const answers = pages.flatMap((page) => (page.status === 'fulfilled' ? [page.value] : []))
  const failure = pages.find((page) => page.status === 'rejected')?.reason as unknown
  if (failure && !(failure instanceof UpstreamError)) throw failure
  const [first] = answers
  if (!first) throw failure
  const complete = answers.every(({ value }) => value.complete)
  const unread = answers.some(({ value }) => value.unread)
  for (const term of wanted) {
    const coins = new Map<string, Coin>()
    for (const coin of answers.flatMap(({ value }) => value.coins))
      if (coin.id.toLowerCase() === term || coin.symbol.toLowerCase() === term) coins.set(coin.id, coin)
    const page: Page = { coins: [...coins.values()], complete, unread }
    const candidates = { ...page, fetchedAt: first.fetchedAt, cached: false }
    if (failure) {
      halves.set(term, candidates)
      continue
    }
    if (complete || page.coins.length > 0)
      remember(core, SOURCE, term, page, page.coins.length > 0 ? AGE_MS : UNKNOWN_MS, Date.parse(first.fetchedAt))
    known.set(term, candidates)
  }
  return { known, halves, failure: failure instanceof UpstreamError ? failure : null }
}

const TokenRow = z.object({
  usd: worth,
  usd_market_cap: worth,
  usd_24h_vol: number,
  usd_24h_change: z.unknown().optional().transform(toChange),
  last_updated_at: z.unknown().optional(),
})

/** Market data by address; null where the source knows the token and says no price that can be read. */
export type Tokens = Record<string, Coin | null>

/** Market data of tokens of one platform by address (lower case for EVM); what it does not know is absent. @throws UpstreamError */
export async function tokensOf(core: Core, platform: string, addresses: readonly string[], signal: AbortSignal): Promise<Tokens> {
  const list = addresses.map(encodeURIComponent).join(',')
  const body = await callUpstream({
    core,
    source: SOURCE,
    ...atCoingecko(
      core,
      `simple/token_price/${platform}?contract_addresses=${list}&vs_currencies=usd&include_market_cap=true&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true`,
    ),
    schema: z.record(z.string(), z.unknown()),
    inspect: refuseErrorStatus,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  const tokens: Tokens = {}
  const byAddress = new Map(Object.entries(body).map(([address, row]) => [address.toLowerCase(), row]))
  const isOurs = addresses.some((address) => byAddress.has(address.toLowerCase()))
  if (byAddress.size > 0 && !isOurs) throw new UpstreamError(SOURCE, 'bad_body', 'an answer about something else')
  for (const address of addresses) {
    const key = address.toLowerCase()
    if (!byAddress.has(key)) continue
    const row = TokenRow.safeParse(byAddress.get(key))
    if (!row.success || row.data.usd === null) {
      tokens[address] = null
      continue
    }
    const seconds = toNumber(row.data.last_updated_at)
    const at = seconds === null ? null : toMillis(seconds * 1000)
    tokens[address] = {
      id: address,
      symbol: '',
      name: address,
      priceUsd: row.data.usd,
      change24hPct: row.data.usd_24h_change,
      marketCapUsd: row.data.usd_market_cap,
      volume24hUsd: row.data.usd_24h_vol,
      lastUpdatedAt: at === null ? null : new Date(at).toISOString(),
    }
  }
  return tokens
}
