import { z } from 'zod'
import { ApiError } from '../../../errors.ts'
import { requireSources } from '../../../http/breaker.ts'
import { defineTool } from '../../define.ts'
import { tailShape, toTail } from '../../tail.ts'
import { toDecimalText } from './numbers.ts'
import { quotesFor } from './quotes.ts'

const TOTAL_MS = 5_000
const MAX_TERMS = 25
const MAX_AMBIGUOUS = 5

/** Ids and tickers hold letters, digits and a few signs; what is left out would change the meaning of a URL. */
const TERM = /^[\p{L}\p{N}.\-_$+!@*]{1,100}$/u

const input = z.strictObject({
  q: z
    .string()
    .max(3_000, 'must be at most 3000 characters')
    .transform((text, context) => {
      const terms = text.split(',').map((term) => term.trim())
      const problem =
        terms.length > MAX_TERMS
          ? `has ${terms.length} items; at most ${MAX_TERMS} are allowed`
          : terms.some((term) => term === '')
            ? 'has an empty item; write ids or tickers separated by single commas, such as btc,ethereum'
            : terms.some((term) => !TERM.test(term))
              ? 'has an item that is not an id or ticker: letters, digits and . - _ $ + ! @ *, at most 100 characters'
              : null
      if (problem === null) return terms
      context.addIssue(problem)
      return z.NEVER
    })
    .describe('Comma list of CoinGecko ids or ticker symbols, 1 to 25; letter case does not matter. Equal items are folded.')
    .meta({ example: 'btc,ethereum' }),
})

const usd = (what: string) => z.number().nonnegative().nullable().describe(`${what} in US dollars; null when unknown.`)

const price = z.object({
  query: z.string().describe('The item as asked.'),
  id: z.string().describe('CoinGecko id of the asset it resolved to.'),
  symbol: z.string().describe('Ticker of the asset.'),
  name: z.string().describe('Name of the asset; its id when the source gives none.'),
  matchedBy: z.enum(['id', 'symbol']).describe('Whether the item was the id or the ticker of the asset.'),
  priceUsd: usd('Price'),
  priceUsdText: z.string().nullable().describe('The same price as plain decimal text, for tiny prices; null when unknown.'),
  change24hPct: z.number().nullable().describe('Change over 24 hours in percent; null when unknown.'),
  marketCapUsd: usd('Market capitalisation'),
  volume24hUsd: usd('Volume of 24 hours'),
  lastUpdatedAt: z.iso.datetime().nullable().describe('When the source last updated the price, ISO 8601 UTC.'),
  source: z.string().describe('Who gave this price.'),
  ambiguous: z
    .array(
      z.object({
        id: z.string().describe('CoinGecko id.'),
        name: z.string().describe('Name.'),
        marketCapUsd: usd('Market capitalisation'),
      }),
    )
    .max(MAX_AMBIGUOUS)
    .describe('Other assets with this ticker, largest first, five at most.'),
})

const output = z.object({
  ids: z.array(z.string()).describe('Per item the resolved id, or the item as typed when nothing matched.'),
  count: z.int().positive().describe('Items asked for, equal ones folded.'),
  found: z.int().positive().describe('Items with an asset.'),
  prices: z.array(price).describe('One row per item found, in the order asked.'),
  notFound: z.array(z.string()).describe('Items that match no id and no ticker.'),
  source: z.string().describe('coingecko, defillama, or both joined by +.'),
  stale: z
    .boolean()
    .describe('True when some price is older than it should be because the main source is down; never older than 10 minutes.'),
  ...tailShape,
})

/** @throws ApiError 404 when no item is known; 502, 503 or 504 when no source answers */
async function run({ q }: z.output<typeof input>, signal: AbortSignal): Promise<z.input<typeof output>> {
  const typed = new Map<string, string>()
  for (const term of q) if (!typed.has(term.toLowerCase())) typed.set(term.toLowerCase(), term)
  const terms = [...typed.keys()]
  const { quotes, parts } = await quotesFor(terms, AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]))
  if (quotes.size === 0)
    throw new ApiError('subject_not_found', 'No item matches the id or the ticker of an asset. Nothing was charged; check the spelling.', {
      param: 'q',
    })
  const found = terms.flatMap((term) => quotes.get(term) ?? [])
  return {
    ids: terms.map((term) => quotes.get(term)?.coin.id ?? typed.get(term) ?? term),
    count: terms.length,
    found: found.length,
    prices: found.map(({ query, coin, matchedBy, source, others }) => ({
      query: typed.get(query) ?? query,
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      matchedBy,
      priceUsd: coin.priceUsd,
      priceUsdText: coin.priceUsd === null ? null : toDecimalText(coin.priceUsd),
      change24hPct: coin.change24hPct,
      marketCapUsd: coin.marketCapUsd,
      volume24hUsd: coin.volume24hUsd,
      lastUpdatedAt: coin.lastUpdatedAt,
      source,
      ambiguous: others.slice(0, MAX_AMBIGUOUS).map(({ id, name, marketCapUsd }) => ({ id, name, marketCapUsd })),
    })),
    notFound: terms.filter((term) => !quotes.has(term)).map((term) => typed.get(term) ?? term),
    source: [...new Set(found.map(({ source }) => source))].sort().join('+'),
    stale: found.some(({ stale }) => stale),
    ...toTail(parts),
  }
}

export default defineTool({
  path: '/v1/crypto/price',
  price: '0.002000',
  summary: 'Spot prices of up to 25 crypto assets',
  description:
    'Gives US dollar prices, 24 h change, market cap and volume for up to 25 ids or tickers. A ticker means the asset with the highest market cap; how each item was resolved and who else bears the ticker is stated. Use it to value holdings; for the safety of a token use solana/token-risk or base/token-risk. Costs 0.002 USD; a call that fails or knows no item is never charged. Takes about 0.5 s, at most 5 s.',
  input,
  output,
  examples: [
    {
      title: 'A ticker and an id',
      query: { q: 'btc,ethereum' },
      output: {
        ids: ['bitcoin', 'ethereum'],
        count: 2,
        found: 2,
        prices: [
          {
            query: 'btc',
            id: 'bitcoin',
            symbol: 'btc',
            name: 'Bitcoin',
            matchedBy: 'symbol',
            priceUsd: 90000,
            priceUsdText: '90000',
            change24hPct: -1.25,
            marketCapUsd: 1800000000000,
            volume24hUsd: 30000000000,
            lastUpdatedAt: '2026-11-20T11:59:30.000Z',
            source: 'coingecko',
            ambiguous: [{ id: 'example-btc', name: 'Example BTC', marketCapUsd: null }],
          },
          {
            query: 'ethereum',
            id: 'ethereum',
            symbol: 'eth',
            name: 'Ethereum',
            matchedBy: 'id',
            priceUsd: 3000.5,
            priceUsdText: '3000.5',
            change24hPct: 2.5,
            marketCapUsd: 360000000000,
            volume24hUsd: 15000000000,
            lastUpdatedAt: '2026-11-20T11:59:30.000Z',
            source: 'coingecko',
            ambiguous: [],
          },
        ],
        notFound: [],
        source: 'coingecko',
        stale: false,
        fetchedAt: '2026-11-20T12:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'coingecko', ok: true }],
        unavailable: [],
      },
    },
    {
      title: 'An item that nobody knows is listed, not invented',
      query: { q: 'bitcoin,no-such-coin' },
      output: {
        ids: ['bitcoin', 'no-such-coin'],
        count: 2,
        found: 1,
        prices: [
          {
            query: 'bitcoin',
            id: 'bitcoin',
            symbol: 'btc',
            name: 'Bitcoin',
            matchedBy: 'id',
            priceUsd: 90000,
            priceUsdText: '90000',
            change24hPct: -1.25,
            marketCapUsd: 1800000000000,
            volume24hUsd: 30000000000,
            lastUpdatedAt: '2026-11-20T11:59:30.000Z',
            source: 'coingecko',
            ambiguous: [],
          },
        ],
        notFound: ['no-such-coin'],
        source: 'coingecko',
        stale: false,
        fetchedAt: '2026-11-20T12:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'coingecko', ok: true }],
        unavailable: [],
      },
    },
  ],
  sources: ['CoinGecko', 'DefiLlama'],
  freshness: 'At most 60 seconds old; in an outage of the main source up to 10 minutes, marked stale.',
  limits: ['1 to 25 items a call.', 'Prices in US dollars only.'],
  handlerCapMs: 6_000,
  ready: () => requireSources([['coingecko', 'defillama']]),
  run: (parsed, { signal }) => run(parsed, signal),
})
