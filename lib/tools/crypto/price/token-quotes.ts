/** Quotes for `chain:address`: both sources at once, CoinGecko's first because it knows more than the price. */
import type { Core } from '../../../core.ts'
import { type Cached, cached } from '../../../egress/cached.ts'
import { UpstreamError } from '../../../egress/upstream-types.ts'
import { answered, missing, toApiError } from '../../tail.ts'
import { cleanUpstreamText } from '../../text.ts'
import { type TokenAddress, toTokenAddress } from './address.ts'
import { SOURCE as COINGECKO, type Tokens, tokensOf } from './coingecko.ts'
import { SOURCE as DEFILLAMA, type LlamaAnswer, pricesOf } from './defillama.ts'
import { blank, gapsOf, isOld, type Quotes } from './quotes.ts'

/** A price older than this is not sold when nobody states when it was last right. */
const SOLD_MS = 600_000

const caught = async <Value>(work: Promise<Value>): Promise<Value | UpstreamError> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
}

type Page = Cached<Tokens>

/** @throws ApiError 502, 503 or 504 when neither source answers for any of them */
export async function tokenQuotes(core: Core, terms: readonly string[], signal: AbortSignal): Promise<Quotes> {
  const found: Quotes = { quotes: new Map(), unanswered: new Set(), parts: [] }
  const tokens = new Map(
    terms.map((term) => [term, toTokenAddress(term)] as const).filter((pair): pair is [string, TokenAddress] => pair[1] !== null),
  )
  if (tokens.size === 0) return found
  const platforms = [...new Set([...tokens.values()].map(({ platform }) => platform))].sort()
  const addressesOf = (platform: string) =>
    [...tokens.values()]
      .filter((token) => token.platform === platform)
      .map(({ address }) => address)
      .sort()
  const [llama, ...pages] = await Promise.all([
    caught<LlamaAnswer>(pricesOf(core, [...tokens.keys()], signal)),
    ...platforms.map((platform) => {
      const addresses = addressesOf(platform)
      const key = `${platform} ${addresses.join(',')}`
      const load = (flight: AbortSignal) => tokensOf(core, platform, addresses, flight)
      return caught<Page>(cached({ core, source: COINGECKO, key, ageMs: 60_000, signal, load }))
    }),
  ])
  const byPlatform = new Map(platforms.map((platform, index) => [platform, pages[index] as Page | UpstreamError])) // one page each
  const failures = [llama, ...pages].filter((result) => result instanceof UpstreamError)
  for (const page of pages) found.parts.push(page instanceof UpstreamError ? missing('marketCapUsd', page) : answered(COINGECKO, page))
  found.parts.push(llama instanceof UpstreamError ? missing('spreadPct', llama) : answered(DEFILLAMA, llama))
  for (const [term, token] of tokens) one(core, found, term, token, byPlatform.get(token.platform) as Page | UpstreamError, llama)
  if (found.quotes.size === 0 && found.unanswered.size > 0)
    throw toApiError(failures.length > 0 ? failures : [new UpstreamError(COINGECKO, 'not_found', 'tokens without a price')])
  return found
}

function one(
  core: Core,
  found: Quotes,
  term: string,
  { address }: TokenAddress,
  page: Page | UpstreamError,
  llama: LlamaAnswer | UpstreamError,
): void {
  const now = core.now()
  const coin = page instanceof UpstreamError ? undefined : page.value[address]
  const price = llama instanceof UpstreamError ? undefined : llama.prices.get(term)
  if (coin === null) found.parts.push(missing(`prices.${term}`, { source: COINGECKO, reason: 'bad_body' }))
  const symbol = cleanUpstreamText(price?.symbol ?? '', 50) || address
  if (coin) {
    const quote = {
      coin: { ...coin, id: term, symbol, name: symbol },
      matchedBy: 'id' as const,
      others: [],
      query: term,
      source: COINGECKO,
    }
    const second = price ? { source: DEFILLAMA, priceUsd: price.priceUsd, at: price.at } : null
    found.quotes.set(term, { ...quote, stale: isOld(coin.lastUpdatedAt, now), second })
    found.parts.push(...gapsOf(coin))
    if (!second && !(llama instanceof UpstreamError)) found.parts.push(missing('secondSource', { source: DEFILLAMA, reason: 'not_found' }))
    if (coin.marketCapUsd === null) found.parts.push(missing(`marketCapUsd.${term}`, { source: COINGECKO, reason: 'not_found' }))
  } else if (price && price.at > now - SOLD_MS) {
    const lastUpdatedAt = new Date(price.at).toISOString()
    const row = { ...blank(term, symbol, symbol), priceUsd: price.priceUsd, lastUpdatedAt }
    found.quotes.set(term, {
      coin: row,
      matchedBy: 'id',
      others: [],
      query: term,
      source: DEFILLAMA,
      stale: isOld(lastUpdatedAt, now),
      second: null,
    })
    found.parts.push(missing(`marketCapUsd.${term}`, { source: DEFILLAMA, reason: 'not_found' }))
  } else {
    // Unknown only when both have answered so; a source that failed might have known it.
    const failure = [page, llama].find((result) => result instanceof UpstreamError)
    if (failure || price || coin === null) found.unanswered.add(term)
    if (failure) found.parts.push(missing(`prices.${term}`, failure))
    else if (price) found.parts.push(missing(`prices.${term}`, { source: DEFILLAMA, reason: 'not_found' }))
  }
}
