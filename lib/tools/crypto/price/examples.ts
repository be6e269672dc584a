/** Examples of the tool: the docs, the samples and the contract sweep read them. */

const quoted = {
  lastUpdatedAt: '2026-11-20T11:59:30.000Z',
  source: 'coingecko' as const,
  stale: false,
  priceAgeSeconds: 30,
  address: null,
  secondSource: null,
  spreadPct: null,
}

const bitcoin = (query: string, matchedBy: 'id' | 'symbol', ambiguous: { id: string; name: string; marketCapUsd: null }[]) => ({
  query,
  id: 'bitcoin',
  symbol: 'btc',
  name: 'Bitcoin',
  matchedBy,
  priceUsd: 90000,
  priceUsdText: '90000',
  change24hPct: -1.25,
  marketCapUsd: 1800000000000,
  volume24hUsd: 30000000000,
  ...quoted,
  ambiguous,
})

const ethereum = {
  query: 'ethereum',
  id: 'ethereum',
  symbol: 'eth',
  name: 'Ethereum',
  matchedBy: 'id' as const,
  priceUsd: 3000.5,
  priceUsdText: '3000.5',
  change24hPct: 2.5,
  marketCapUsd: 360000000000,
  volume24hUsd: 15000000000,
  ...quoted,
  ambiguous: [],
}

const answer = <Price>(ids: [string, string], prices: Price[], notFound: string[]) => ({
  ids,
  count: 2,
  found: prices.length,
  prices,
  notFound,
  unanswered: [],
  source: 'coingecko',
  stale: false,
  fetchedAt: '2026-11-20T12:00:00.000Z',
  ageSeconds: 0,
  cached: false,
  sources: [{ name: 'coingecko', ok: true }],
  unavailable: [],
})

const namesake = { id: 'example-btc', name: 'Example BTC', marketCapUsd: null }

export const bothKnownExample = {
  title: 'A ticker and an id',
  query: { q: 'btc,ethereum' },
  output: answer(['bitcoin', 'ethereum'], [bitcoin('btc', 'symbol', [namesake]), ethereum], []),
}

export const notFoundExample = {
  title: 'An item that nobody knows is listed, not invented',
  query: { q: 'bitcoin,no-such-coin' },
  output: answer(['bitcoin', 'no-such-coin'], [bitcoin('bitcoin', 'id', [])], ['no-such-coin']),
}
