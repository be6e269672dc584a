import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { requireSources } from '../../../egress/breaker.ts'
import { ApiError } from '../../../errors.ts'
import { defineTool } from '../../define.ts'
import { missing, tailShape, toTail } from '../../tail.ts'
import { chains, foldTerm, toTokenAddress } from './address.ts'
import { bothKnownExample, notFoundExample } from './examples.ts'
import { toDecimalText } from './numbers.ts'
import { type Quote, quotesFor } from './quotes.ts'
import { tokenQuotes } from './token-quotes.ts'

const TOTAL_MS = 5_000
const MAX_TERMS = 25
const MAX_AMBIGUOUS = 5
/** Bytes of the rows, so that an answer stays below 30 kB; without other bearers of a ticker 25 rows always fit. */
const MAX_ROWS_BYTES = 22_000

/** Ids and tickers hold letters, digits and a few signs (USD₮0); what is left out is a slip: two items without a comma, a URL, markup. */
const TERM = /^[\p{L}\p{N}\p{Sc}\p{So}.\-_+!@*]{1,100}$/u

/** A list of items as far as a schema can say it: which letters there are is left to `TERM`. */
const ITEM = String.raw`\s*[^\s,"#%&'()/;<=>?\[\]\\^\x60{|}~\x00-\x1f\x7f]{1,100}\s*`
const ITEMS = `^${ITEM}(?:,${ITEM}){0,${MAX_TERMS - 1}}$`

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
            : terms.some((term) => !TERM.test(term) && !toTokenAddress(term))
              ? `has an item that is not an id or ticker (letters, digits, signs of currencies, pictures and . - _ + ! @ *, at most 100 characters) and not chain:address with a chain of ${chains.join(', ')}`
              : null
      if (problem === null) return terms
      context.addIssue(problem)
      return z.NEVER
    })
    .describe(
      `Comma list of CoinGecko ids, ticker symbols or chain:address (${chains.join(', ')}), 1 to 25; letter case does not matter but in Solana addresses. Equal items are folded.`,
    )
    .meta({ pattern: ITEMS, example: 'btc,ethereum' }),
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
  stale: z
    .boolean()
    .describe('True when the price was last updated more than 5 minutes ago, whenever it was fetched, or when nobody says when.'),
  priceAgeSeconds: z.int().nonnegative().nullable().describe('Seconds since lastUpdatedAt; null when that is unknown.'),
  address: z
    .object({ chain: z.string().describe('Chain.'), address: z.string().describe('Address of the token.') })
    .nullable()
    .describe('For an item asked by chain:address; else null.'),
  secondSource: z
    .object({
      source: z.string().describe('Name of the other source.'),
      priceUsd: z.number().nonnegative().describe('Its price in US dollars.'),
      as_of: z.iso.datetime().describe('When it last updated its price, ISO 8601 UTC.'),
    })
    .nullable()
    .describe('What the other source states; null when it was not asked, does not know the asset, or failed.'),
  spreadPct: z
    .number()
    .nonnegative()
    .nullable()
    .describe('Difference of the two prices in percent of the lower one; null without a second.'),
  ambiguous: z
    .array(
      z.object({
        id: z.string().describe('CoinGecko id.'),
        name: z.string().describe('Name.'),
        marketCapUsd: usd('Market capitalisation'),
      }),
    )
    .max(MAX_AMBIGUOUS)
    .describe('Other assets with this ticker, largest first, five at most; fewer where the answer would pass 30 kB.'),
})

const output = z.object({
  ids: z.array(z.string()).describe('Per item the resolved id, or the item as typed when nothing matched.'),
  count: z.int().positive().describe('Items asked for, equal ones folded.'),
  found: z.int().positive().describe('Items with an asset.'),
  prices: z.array(price).describe('One row per item found, in the order asked.'),
  notFound: z.array(z.string()).describe('Items that every source asked says it does not know.'),
  unanswered: z.array(z.string()).describe('Items that may exist: a source failed that might know them; the reason is in unavailable.'),
  source: z.string().describe('coingecko, defillama, or both joined by +.'),
  stale: z
    .boolean()
    .describe('True when some price is older than 5 minutes by its own time, or bridged from the last 10 minutes in an outage.'),
  ...tailShape,
})

const Reasons = tailShape.unavailable.element.pick({ source: true, reason: true }).array()

/** The sources that a failure names. */
const reasonsOf = (error: ApiError) => Reasons.safeParse(error.extra.unavailable).data ?? []

const spread = (one: number | null, other: number | undefined): number | null => {
  if (one === null || other === undefined || !(Math.min(one, other) > 0)) return null
  return Number(((Math.abs(one - other) / Math.min(one, other)) * 100).toFixed(4))
}

const toRow = (query: string, { coin, matchedBy, source, stale, second, others }: Quote, now: number) => {
  const token = toTokenAddress(coin.id)
  return {
    query,
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
    stale,
    priceAgeSeconds: coin.lastUpdatedAt === null ? null : Math.max(0, Math.floor((now - Date.parse(coin.lastUpdatedAt)) / 1000)),
    address: token && { chain: token.chain, address: token.address },
    secondSource: second && { source: second.source, priceUsd: second.priceUsd, as_of: new Date(second.at).toISOString() },
    spreadPct: spread(coin.priceUsd, second?.priceUsd),
    ambiguous: others.slice(0, MAX_AMBIGUOUS).map(({ id, name, marketCapUsd }) => ({ id, name, marketCapUsd })),
  }
}

/** The rows, each with as many other bearers of its ticker as all rows have room for. */
function fitting<Row extends { ambiguous: unknown[] }>(rows: readonly Row[]): Row[] {
  const kept = Array.from({ length: MAX_AMBIGUOUS + 1 }, (_, less) => MAX_AMBIGUOUS - less)
  const forms = kept.map((most) => rows.map((row) => ({ ...row, ambiguous: row.ambiguous.slice(0, most) })))
  return forms.find((form) => Buffer.byteLength(JSON.stringify(form)) <= MAX_ROWS_BYTES) ?? forms.at(-1) ?? []
}

/** @throws ApiError 404 when no item is known; 502, 503 or 504 when no source answers */
async function run(core: Core, { q }: z.output<typeof input>, callerSignal: AbortSignal): Promise<z.input<typeof output>> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(TOTAL_MS)])
  const typed = new Map<string, string>()
  for (const term of q) if (!typed.has(foldTerm(term))) typed.set(foldTerm(term), term)
  const terms = [...typed.keys()]
  const tokens = terms.filter((term) => toTokenAddress(term))
  const names = terms.filter((term) => !tokens.includes(term))
  const results = await Promise.allSettled([
    names.length > 0 ? quotesFor(core, names, signal) : null,
    tokens.length > 0 ? tokenQuotes(core, tokens, signal) : null,
  ])
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : []))
  const quotes = new Map(answers.flatMap((answer) => [...answer.quotes]))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && (quotes.size === 0 || !(failed.reason instanceof ApiError))) throw failed.reason
  if (quotes.size === 0)
    throw new ApiError('subject_not_found', 'No item matches the id or the ticker of an asset. Nothing was charged; check the spelling.', {
      param: 'q',
    })
  const unanswered = new Set(answers.flatMap((answer) => [...answer.unanswered]))
  // One half failed whole: its items may exist.
  if (failed) for (const term of results[0]?.status === 'rejected' ? names : tokens) unanswered.add(term)
  const lost = failed ? reasonsOf(failed.reason).map((reason) => missing('prices', reason)) : []
  const found = terms.flatMap((term) => quotes.get(term) ?? [])
  const asTyped = (wanted: (term: string) => boolean) => terms.filter(wanted).map((term) => typed.get(term) ?? term)
  return {
    ids: terms.map((term) => quotes.get(term)?.coin.id ?? typed.get(term) ?? term),
    count: terms.length,
    found: found.length,
    prices: fitting(found.map((quote) => toRow(typed.get(quote.query) ?? quote.query, quote, core.now()))),
    notFound: asTyped((term) => !quotes.has(term) && !unanswered.has(term)),
    unanswered: asTyped((term) => unanswered.has(term)),
    source: [...new Set(found.map(({ source }) => source))].sort().join('+'),
    stale: found.some(({ stale }) => stale),
    ...toTail([...answers.flatMap(({ parts }) => parts), ...lost], core.now()),
  }
}

export default defineTool({
  path: '/v1/crypto/price',
  price: '0.002000',
  summary: 'Spot prices of up to 25 crypto assets',
  description:
    'Gives US dollar prices, 24 h change, market cap and volume for up to 25 ids, tickers or chain:address. A ticker means the asset with the highest market cap; how each item was resolved, who else bears the ticker, and a second source are stated. Use it to value holdings; for the safety of a token use solana/token-risk or base/token-risk. Costs {price} USD; a call that fails or knows no item is never charged. Takes about 0.5 s, at most 5 s.',
  input,
  output,
  examples: [bothKnownExample, notFoundExample],
  sources: ['CoinGecko', 'DefiLlama'],
  freshness: 'At most 60 seconds old; in an outage of the main source up to 10 minutes, marked stale.',
  limits: [
    '1 to 25 items a call.',
    'The second source is asked where the asset is certain before the first has answered: a known ticker, an id, an address.',
    'Prices in US dollars only.',
  ],
  handlerCapMs: 6_000,
  ready: (core) => requireSources(core, [['coingecko', 'defillama']]),
  run: (parsed, { core, signal }) => run(core, parsed, signal),
})
