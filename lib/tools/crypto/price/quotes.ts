/**
 * Quotes for terms: CoinGecko, with DefiLlama as a second opinion; where CoinGecko fails DefiLlama for assets whose id is certain, then our
 * last good data. What a source could not answer is unanswered, never unknown.
 */
import type { Core } from '../../../core.ts'
import { lastGood } from '../../../egress/cached.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { answered, missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type Candidates, SOURCE as COINGECKO, type Coin, candidatesFor } from './coingecko.ts'
import { SOURCE as DEFILLAMA, type LlamaAnswer, pricesOf } from './defillama.ts'
import { knownAsset } from './known-assets.ts'
import { type Match, pick } from './resolve.ts'

/** `second` is the other source's price; `stale` says that the price itself is old, whenever it was fetched. */
export type Quote = Match & {
  query: string
  source: string
  stale: boolean
  second: { source: string; priceUsd: number; at: number } | null
}
export type Quotes = { quotes: Map<string, Quote>; unanswered: Set<string>; parts: TailPart[] }

/** A price older than this is marked stale; a bridged one older than ten minutes is not sold. */
const FRESH_MS = 300_000
const SOLD_MS = 600_000

const idKey = (id: string) => `coingecko:${id}`

/** Whether a price may not pass for a fresh one: it is old, of a time that has not come, or nobody says how old. */
export const isOld = (lastUpdatedAt: string | null, now: number): boolean =>
  lastUpdatedAt === null || Math.abs(Date.parse(lastUpdatedAt) - now) > FRESH_MS

/** What CoinGecko's row leaves open, besides its market value: said once for all rows, which show where. */
export const gapsOf = ({ change24hPct, volume24hUsd, lastUpdatedAt }: Coin): TailPart[] =>
  Object.entries({ change24hPct, volume24hUsd, lastUpdatedAt }).flatMap(([field, value]) =>
    value === null ? missing(field, { source: COINGECKO, reason: 'not_found' }) : [],
  )

/** DefiLlama's answer, or why there is none; nothing asked is an empty answer. */
async function askLlama(core: Core, keys: string[], signal: AbortSignal): Promise<LlamaAnswer | UpstreamError | null> {
  if (keys.length === 0) return null
  try {
    return await pricesOf(core, [...new Set(keys)], signal)
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}

/**
 * A quote per lower-case term that is known.
 * @throws ApiError 502, 503 or 504 when no source gives any, though one might have
 */
export async function quotesFor(core: Core, terms: readonly string[], signal: AbortSignal): Promise<Quotes> {
  const found: Quotes = { quotes: new Map(), unanswered: new Set(), parts: [] }
  const certain = new Map(
    terms.flatMap((term) => {
      const match = idOf(core, term)
      return match ? [[term, match] as const] : []
    }),
  )
  // Both are asked at once: the second opinion must not lengthen the answer.
  const llama = askLlama(
    core,
    [...certain.values()].map(({ coin }) => idKey(coin.id)),
    signal,
  )
  const failures: UpstreamError[] = []
  let open = [...terms]
  try {
    const { known, halves, failure } = await candidatesFor(core, terms, signal)
    for (const [term, candidates] of known) take(core, found, term, candidates)
    open = terms.filter((term) => !known.has(term))
    if (failure) {
      failures.push(failure)
      // With one of the two pages missing an obscure coin could pass for a famous one: only what is certain anyway is taken.
      for (const [term, candidates] of halves) {
        const likely = pick(term, candidates.coins)
        if (likely && likely.coin.id === certain.get(term)?.coin.id) take(core, found, term, candidates)
      }
      open = open.filter((term) => !found.quotes.has(term))
      found.parts.push(missing('prices.ambiguous', failure))
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    failures.push(error)
  }
  const second = await llama
  compare(found, second)
  // What the first says it does not know while the second prices it: one that lists nothing is not to be believed.
  const doubted = terms.filter((term) => {
    const match = certain.get(term)
    return match && !open.includes(term) && !found.quotes.has(term) && second !== null && !(second instanceof UpstreamError)
      ? second.prices.has(idKey(match.coin.id))
      : false
  })
  const unpriced = withoutPrice(core, found)
  if (unpriced.length > 0) failures.push(new UpstreamError(COINGECKO, 'not_found', 'an asset without a price'))
  const left = [...(failures[0] ? open : []), ...doubted]
  if (left.length > 0) bridge(core, found, left, certain, failures, second)
  if (found.quotes.size === 0 && found.unanswered.size > 0)
    throw toApiError(failures.length > 0 ? failures : [new UpstreamError(COINGECKO, 'bad_body', 'a page of which a part is missing')])
  return found
}

function take(core: Core, { quotes, unanswered, parts }: Quotes, term: string, candidates: Candidates): void {
  parts.push(answered(COINGECKO, candidates))
  const famous = knownAsset(term)
  // With a part of the page missing an obscure coin could pass for a famous one.
  const isHidden = famous !== undefined && !candidates.complete && candidates.coins.every(({ id }) => id !== famous.id)
  const match = isHidden ? null : pick(term, candidates.coins)
  if (match) {
    quotes.set(term, { ...match, query: term, source: COINGECKO, stale: isOld(match.coin.lastUpdatedAt, core.now()), second: null })
    for (const [field, value] of [
      ['priceUsd', match.coin.priceUsd],
      ['marketCapUsd', match.coin.marketCapUsd],
    ])
      if (value === null) parts.push(missing(`${field}.${match.coin.id}`, { source: COINGECKO, reason: 'not_found' }))
    parts.push(...gapsOf(match.coin))
    if (candidates.unread) parts.push(missing('prices.ambiguous', { source: COINGECKO, reason: 'bad_body' }))
  } else if (!candidates.complete) {
    unanswered.add(term)
    parts.push(missing(`prices.${term}`, { source: COINGECKO, reason: 'not_found' }))
  }
}

/** Puts the second source's price beside the first's, where it knows the same asset. */
function compare({ quotes, parts }: Quotes, second: LlamaAnswer | UpstreamError | null): void {
  if (second === null || quotes.size === 0) return
  if (second instanceof UpstreamError) {
    parts.push(missing('spreadPct', second))
    return
  }
  parts.push(answered(DEFILLAMA, second))
  for (const quote of quotes.values()) {
    const other = second.prices.get(idKey(quote.coin.id))
    if (other) quote.second = { source: DEFILLAMA, priceUsd: other.priceUsd, at: other.at }
    else parts.push(missing('secondSource', { source: DEFILLAMA, reason: 'not_found' }))
  }
}

/**
 * Assets whose price the first source does not state: the second's price where it is young, else nothing that could be sold.
 * @returns the terms that are left unanswered
 */
function withoutPrice(core: Core, { quotes, unanswered }: Quotes): string[] {
  const now = core.now()
  return [...quotes.values()].flatMap((quote) => {
    const { coin, second, query } = quote
    if (coin.priceUsd !== null) return []
    if (second && second.at > now - SOLD_MS) {
      const lastUpdatedAt = new Date(second.at).toISOString()
      const priced = { ...coin, priceUsd: second.priceUsd, lastUpdatedAt }
      quotes.set(query, { ...quote, coin: priced, source: second.source, stale: isOld(lastUpdatedAt, now), second: null })
      return []
    }
    quotes.delete(query)
    unanswered.add(query)
    return query
  })
}

type LastPage = { coins: Coin[] }

/** An id that is certain without asking: resolved lately, a large asset, or written as a full id. Short unknown words may be tickers. */
function idOf(core: Core, term: string): Match | null {
  const recent = lastGood<LastPage>(core, COINGECKO, term)
  const match = recent && pick(term, recent.value.coins)
  if (match) return match
  const known = knownAsset(term)
  if (known) return { coin: blank(known.id, known.symbol, known.name), matchedBy: known.id === term ? 'id' : 'symbol', others: [] }
  return term.length >= 6 && /^[a-z0-9-]+$/.test(term) ? { coin: blank(term, '', term), matchedBy: 'id', others: [] } : null
}

export const blank = (id: string, symbol: string, name: string): Coin => ({
  id,
  symbol,
  name,
  priceUsd: null,
  change24hPct: null,
  marketCapUsd: null,
  volume24hUsd: null,
  lastUpdatedAt: null,
})

/** What CoinGecko left open, from DefiLlama where the id is certain, else from our last good data. */
function bridge(
  core: Core,
  { quotes, unanswered, parts }: Quotes,
  open: readonly string[],
  certain: ReadonlyMap<string, Match>,
  failures: UpstreamError[],
  second: LlamaAnswer | UpstreamError | null,
): void {
  const [failure] = failures
  if (failure) parts.push(missing('prices', failure))
  if (second instanceof UpstreamError) {
    failures.push(second)
    parts.push(missing('prices', second))
  }
  const llama = second instanceof UpstreamError ? null : second
  if (llama) {
    parts.push(answered(DEFILLAMA, llama))
    // It knows prices only; say once what that leaves out.
    for (const field of ['marketCapUsd', 'volume24hUsd', 'change24hPct'])
      parts.push(missing(field, { source: DEFILLAMA, reason: 'not_found' }))
  }
  const now = core.now()
  for (const term of open) {
    const match = certain.get(term)
    const price = match && llama?.prices.get(idKey(match.coin.id))
    if (match && price && price.at > now - SOLD_MS) {
      const symbol = match.coin.symbol || cleanUpstreamText(price.symbol ?? match.coin.id, 50)
      const lastUpdatedAt = new Date(price.at).toISOString()
      const coin = { ...blank(match.coin.id, symbol, match.coin.name), priceUsd: price.priceUsd, lastUpdatedAt }
      quotes.set(term, { ...match, coin, query: term, source: DEFILLAMA, stale: price.at < now - FRESH_MS, second: null })
      continue
    }
    const recent = lastGood<LastPage>(core, COINGECKO, term)
    const last = recent && pick(term, recent.value.coins)
    if (recent && last) {
      parts.push(answered(COINGECKO, recent))
      quotes.set(term, { ...last, query: term, source: COINGECKO, stale: true, second: null })
      continue
    }
    unanswered.add(term)
    if (failure) parts.push(missing(`prices.${term}`, failure))
  }
}
