/** Quotes for terms: CoinGecko, and where it fails DefiLlama for assets whose id is certain, then our last good data. */
import { lastGood } from '../../../http/cached.ts'
import { UpstreamError } from '../../../http/upstream-types.ts'
import { answered, missing, type TailPart, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type Candidates, SOURCE as COINGECKO, type Coin, candidatesFor } from './coingecko.ts'
import { SOURCE as DEFILLAMA, type LlamaPrice, pricesOf } from './defillama.ts'
import { knownAsset } from './known-assets.ts'
import { type Match, pick } from './resolve.ts'

type Quote = Match & { query: string; source: string; stale: boolean }
export type Quotes = { quotes: Map<string, Quote>; parts: TailPart[] }

/** A price older than this is marked stale; one older than ten minutes is not sold. */
const FRESH_MS = 300_000
const SOLD_MS = 600_000

/**
 * A quote per lower-case term that is known.
 * @throws ApiError 502, 503 or 504 when no source gives any
 */
export async function quotesFor(terms: readonly string[], signal: AbortSignal): Promise<Quotes> {
  const found: Quotes = { quotes: new Map(), parts: [] }
  try {
    const { known, halves, failure } = await candidatesFor(terms, signal)
    for (const [term, candidates] of known) take(found, term, candidates)
    if (!failure) return found
    // With one of the two pages missing an obscure coin could pass for a famous one: only what is certain anyway is taken.
    for (const [term, candidates] of halves) {
      const likely = pick(term, candidates.coins)
      if (likely && likely.coin.id === idOf(term)?.coin.id) take(found, term, candidates)
    }
    found.parts.push(missing('prices.ambiguous', failure))
    const rest = terms.filter((term) => !known.has(term) && !found.quotes.has(term))
    return rest.length > 0 ? fallback(found, rest, failure, signal) : found
  } catch (error) {
    if (error instanceof UpstreamError) return fallback(found, terms, error, signal)
    throw error
  }
}

function take({ quotes, parts }: Quotes, term: string, candidates: Candidates): void {
  parts.push(answered(COINGECKO, candidates))
  const match = pick(term, candidates.coins)
  if (match) quotes.set(term, { ...match, query: term, source: COINGECKO, stale: false })
  else if (!candidates.complete) parts.push(missing(`prices.${term}`, { source: COINGECKO, reason: 'not_found' }))
}

type LastPage = { coins: Coin[] }

/** An id we may ask the fallback for: resolved lately, a large asset, or written as a full id. Short unknown words may be tickers. */
function idOf(term: string): { coin: Coin; matchedBy: Match['matchedBy']; others: Coin[] } | null {
  const recent = lastGood<LastPage>(COINGECKO, term)
  const match = recent && pick(term, recent.value.coins)
  if (match) return match
  const known = knownAsset(term)
  if (known) return { coin: blank(known.id, known.symbol, known.name), matchedBy: known.id === term ? 'id' : 'symbol', others: [] }
  return term.length >= 6 && /^[a-z0-9-]+$/.test(term) ? { coin: blank(term, '', term), matchedBy: 'id', others: [] } : null
}

const blank = (id: string, symbol: string, name: string): Coin => ({
  id,
  symbol,
  name,
  priceUsd: null,
  change24hPct: null,
  marketCapUsd: null,
  volume24hUsd: null,
  lastUpdatedAt: null,
})

async function fallback({ quotes, parts }: Quotes, terms: readonly string[], failure: UpstreamError, signal: AbortSignal): Promise<Quotes> {
  const resolved = new Map(
    terms.flatMap((term) => {
      const match = idOf(term)
      return match ? [[term, match] as const] : []
    }),
  )
  const failures = [failure]
  parts.push(missing('prices', failure))
  const prices = await llamaPrices([...new Set([...resolved.values()].map(({ coin }) => coin.id))], failures, parts, signal)
  const now = Date.now()
  for (const term of terms) {
    const match = resolved.get(term)
    const price = match && prices[match.coin.id]
    if (match && price && price.at > now - SOLD_MS) {
      const symbol = match.coin.symbol || cleanUpstreamText(price.symbol ?? match.coin.id, 50)
      const coin = {
        ...blank(match.coin.id, symbol, match.coin.name),
        priceUsd: price.priceUsd,
        lastUpdatedAt: new Date(price.at).toISOString(),
      }
      quotes.set(term, { ...match, coin, query: term, source: DEFILLAMA, stale: price.at < now - FRESH_MS })
      continue
    }
    const recent = lastGood<LastPage>(COINGECKO, term)
    const last = recent && pick(term, recent.value.coins)
    if (recent && last) {
      parts.push(answered(COINGECKO, recent))
      quotes.set(term, { ...last, query: term, source: COINGECKO, stale: true })
    }
  }
  if (quotes.size === 0) throw toApiError(failures)
  return { quotes, parts }
}

async function llamaPrices(
  ids: string[],
  failures: UpstreamError[],
  parts: TailPart[],
  signal: AbortSignal,
): Promise<Record<string, LlamaPrice>> {
  if (ids.length === 0) return {}
  try {
    const result = await pricesOf(ids, signal)
    parts.push(answered(DEFILLAMA, result))
    // It knows prices only; say once what that leaves out.
    for (const field of ['marketCapUsd', 'volume24hUsd', 'change24hPct'])
      parts.push(missing(field, { source: DEFILLAMA, reason: 'not_found' }))
    return result.value
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    failures.push(error)
    parts.push(missing('prices', error))
    return {}
  }
}
