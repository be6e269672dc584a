/** GeckoTerminal: pools and token facts, asked when DexScreener is silent. All its numbers are text. */
import { z } from 'zod'
import type { Core } from '../core.ts'
import { cached } from '../egress/cached.ts'
import { callUpstream } from '../egress/call-upstream.ts'
import { UpstreamError } from '../egress/upstream-types.ts'
import type { Ask } from './ask.ts'
import { type Chain, eachPoolOnce, type Pool, sameAddress, sinceFirstBlock } from './pool.ts'
import { amount, count, everyRowOf, millis, rowsOf, text, usd } from './values.ts'

const CAP = 20

const related = z.object({ data: z.object({ id: z.string().max(160) }) })

const Row = z.object({
  attributes: z.object({
    address: z.string().min(1).max(100),
    name: text,
    base_token_price_usd: usd,
    reserve_in_usd: usd,
    pool_created_at: millis,
    volume_usd: z.object({ h24: usd }).nullish(),
    transactions: z.object({ h24: z.object({ buys: count, sells: count }).nullish() }).nullish(),
  }),
  relationships: z.object({
    base_token: related,
    quote_token: related,
    dex: related.catch({ data: { id: 'unknown' } }),
  }),
})

const Included = z.object({ id: z.string(), type: z.literal('token'), attributes: z.object({ symbol: text }) })

/** CoinGecko's family puts a rate limit inside HTTP 200 too. */
const Limited = z.object({ status: z.object({ error_code: z.number() }) })

function inspect(body: unknown): void {
  const limited = Limited.safeParse(body)
  if (limited.success)
    throw new UpstreamError('geckoterminal', limited.data.status.error_code === 429 ? 'rate_limited' : 'http_error', 'error in the body', {
      status: 200,
    })
}

export const GeckoPoolsBody = z
  .object({ data: z.array(z.unknown()), included: z.array(z.unknown()).nullish().catch(null) })
  .refine(({ data }) => everyRowOf(Row, data) !== null, 'a row has not the shape of a pool')

/** The pools of `address` in a body of `/pools`. */
export function toGeckoPools(body: z.output<typeof GeckoPoolsBody>, chain: Chain, address: string): { pools: Pool[]; capped: boolean } {
  const symbols = new Map((rowsOf(Included, body.included) ?? []).map(({ id, attributes }) => [id, attributes.symbol]))
  const pools = (everyRowOf(Row, body.data) ?? []).flatMap(({ attributes, relationships }): Pool[] => {
    const [baseId, quoteId] = [relationships.base_token.data.id, relationships.quote_token.data.id]
    const [base, quote] = [baseId, quoteId].map((id) => id.slice(id.indexOf('_') + 1)) as [string, string]
    if (!sameAddress(chain, base, address) && !sameAddress(chain, quote, address)) return []
    return [
      {
        dex: relationships.dex.data.id,
        address: attributes.address,
        labels: [],
        base: { address: base, symbol: symbols.get(baseId) ?? null },
        quote: { address: quote, symbol: symbols.get(quoteId) ?? null },
        priceUsd: attributes.base_token_price_usd,
        priceQuote: null,
        baseAmount: null,
        socials: null,
        liquidityUsd: attributes.reserve_in_usd,
        volume24hUsd: attributes.volume_usd?.h24 ?? null,
        buys24h: attributes.transactions?.h24?.buys ?? null,
        sells24h: attributes.transactions?.h24?.sells ?? null,
        createdAtMs: sinceFirstBlock(chain, attributes.pool_created_at),
      },
    ]
  })
  return { pools: eachPoolOnce(chain, pools), capped: body.data.length >= CAP }
}

type GeckoInfo = { coingeckoId: string | null; holderCount: number | null; top10Pct: number | null }

/** Holder share and CoinGecko listing, from a body of `/info`. */
export const GeckoInfoBody = z
  .object({
    data: z.object({
      attributes: z.object({
        coingecko_coin_id: text,
        holders: z
          .object({ count, distribution_percentage: z.object({ top_10: amount }).catch({ top_10: null }) })
          .nullish()
          .catch(null),
      }),
    }),
  })
  .transform(({ data: { attributes } }): GeckoInfo => {
    const share = attributes.holders?.distribution_percentage.top_10 ?? null
    return {
      coingeckoId: attributes.coingecko_coin_id,
      holderCount: attributes.holders?.count ?? null,
      top10Pct: share !== null && share <= 100 ? share : null,
    }
  })

/** Runs a call; null when the source says that the token does not exist. */
async function unlessMissing<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpstreamError && (error.reason === 'not_found' || error.status === 404)) return null
    throw error
  }
}

const url = (core: Core, chain: Chain, address: string, what: 'pools' | 'info') =>
  `${core.env.GECKOTERMINAL_URL}/api/v2/networks/${chain}/tokens/${address}/${what}`

/** Pools in which a token trades; an empty list for a token it does not know. @throws UpstreamError */
export function geckoPools({ core, signal, timeoutMs }: Ask, chain: Chain, address: string) {
  return cached({
    core,
    source: 'geckoterminal',
    key: `pools:${chain}:${address}`,
    ageMs: 60_000,
    signal,
    load: async (signal) => {
      const call = { core, source: 'geckoterminal', schema: GeckoPoolsBody, timeoutMs, signal, inspect }
      const body = await unlessMissing(() =>
        callUpstream({ ...call, url: `${url(core, chain, address, 'pools')}?include=base_token,quote_token,dex` }),
      )
      if (body === null) return { pools: [], capped: false }
      const found = toGeckoPools(body, chain, address)
      if (body.data.length > 0 && found.pools.length === 0) throw new UpstreamError('geckoterminal', 'bad_body', 'pools of another token')
      return found
    },
  })
}

/** Holder share and listing of a token; null for a token it does not know. @throws UpstreamError */
export function geckoInfo({ core, signal, timeoutMs }: Ask, chain: Chain, address: string) {
  return cached({
    core,
    source: 'geckoterminal',
    key: `info:${chain}:${address}`,
    ageMs: 60_000,
    signal,
    load: (signal) =>
      unlessMissing(() =>
        callUpstream({
          core,
          source: 'geckoterminal',
          url: url(core, chain, address, 'info'),
          schema: GeckoInfoBody,
          timeoutMs,
          signal,
          inspect,
        }),
      ),
  })
}
