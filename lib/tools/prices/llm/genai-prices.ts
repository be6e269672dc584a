/**
 * pydantic/genai-prices: curated prices with tiers, dates and times of day, per million tokens, and the names that mean each model.
 * Once the input tokens exceed a tier's start, every token of the request costs the tier's price.
 */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { cleanUpstreamText } from '../../text.ts'
import type { Entry, Match } from './entry.ts'
import { MAX_ID, MAX_NAME, toTokens } from './model.ts'
import { type Kind, type Rate, type Stated, toRates, type When } from './rates.ts'

export const SOURCE = 'genai-prices'
const MAX_MODELS = 10_000
const FOLDER = '/pydantic/genai-prices/main/prices/new_data/v2'

const kindOf: Record<string, Kind> = {
  input_mtok: 'input',
  output_mtok: 'output',
  cache_read_mtok: 'cache_read',
  cache_write_mtok: 'cache_write',
  cache_write_1h_mtok: 'cache_write_1h',
  output_reasoning_mtok: 'reasoning',
  output_citation_mtok: 'citation',
  input_audio_mtok: 'input_audio',
  output_audio_mtok: 'output_audio',
  cache_audio_read_mtok: 'cache_audio_read',
  input_image_mtok: 'input_image',
  output_image_mtok: 'output_image',
  cache_image_read_mtok: 'cache_image_read',
  input_video_mtok: 'input_video',
  output_video_mtok: 'output_video',
  requests_kcount: 'request',
  web_searches_kcount: 'web_search',
}

const text = z.string().min(1).max(MAX_ID)
const MatchTree: z.ZodType<Match> = z.lazy(() =>
  z.union([
    z.strictObject({ equals: text }),
    z.strictObject({ starts_with: text }),
    z.strictObject({ ends_with: text }),
    z.strictObject({ contains: text }),
    z.strictObject({ regex: text }),
    z.strictObject({ or: z.array(MatchTree).max(200) }),
    z.strictObject({ and: z.array(MatchTree).max(20) }),
  ]),
)

const Tiered = z.strictObject({
  base: z.number().nonnegative(),
  tiers: z.array(z.strictObject({ start: z.int().nonnegative(), price: z.number().nonnegative() })).max(50),
})
const Prices = z.record(z.string(), z.union([z.number().nonnegative(), Tiered]))
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?(Z|\+00:00)$/)
const Constraint = z.union([z.strictObject({ start_date: z.iso.date() }), z.strictObject({ start_time: clock, end_time: clock })])
const Period = z.strictObject({ constraint: Constraint.nullish(), prices: Prices })

const Model = z.object({
  id: text,
  name: z.string().nullish().catch(null),
  match: MatchTree.nullish().catch(null),
  context_window: z.unknown().optional(),
  prices: z.union([Prices, z.array(Period).min(1).max(50)]),
  deprecated: z.boolean().nullish().catch(null),
})

const Provider = z.object({ id: text, models: z.array(z.unknown()) })

const whenOf = (constraint: z.output<typeof Constraint> | null | undefined): When =>
  !constraint
    ? {}
    : 'start_date' in constraint
      ? { from: constraint.start_date }
      : { utc: [constraint.start_time.slice(0, 5), constraint.end_time.slice(0, 5)] }

/** A later period replaces the earlier ones whole: a kind it leaves out has no price while it holds. */
function ratesOf(periods: readonly z.output<typeof Period>[]): { rates: Rate[]; uncertain: boolean } {
  const named = new Set<Kind>()
  const read = periods.map(({ constraint, prices }) => {
    const when = whenOf(constraint)
    const stated = Object.entries(prices).flatMap(([key, price]): Stated[] => {
      const kind = Object.hasOwn(kindOf, key) ? kindOf[key] : undefined
      if (!kind) return []
      if (typeof price === 'number') return [[kind, price, when]]
      const tiers = price.tiers.toSorted((one, other) => one.start - other.start)
      return [[kind, price.base, when], ...tiers.map((tier): Stated => [kind, tier.price, { ...when, over: tier.start }])]
    })
    const gone = [...named].filter((kind) => !stated.some(([one]) => one === kind))
    for (const [kind] of stated) named.add(kind)
    const { rates, uncertain } = toRates(stated, false)
    return { rates: [...gone.map((kind): Rate => ({ kind, usd: null, when })), ...rates], uncertain }
  })
  return { rates: read.flatMap(({ rates }) => rates), uncertain: read.some(({ uncertain }) => uncertain) }
}

function toEntry(provider: string, raw: unknown): Entry | null {
  const result = Model.safeParse(raw)
  if (!result.success) return null
  const { id, name, match, context_window, prices, deprecated } = result.data
  return {
    provider,
    id: cleanUpstreamText(id, MAX_ID),
    name: name ? cleanUpstreamText(name, MAX_NAME) : null,
    aliases: [],
    match: match ?? null,
    ...ratesOf(Array.isArray(prices) ? prices : [{ prices }]),
    batchRates: null,
    context: toTokens(context_window),
    maxOutput: null,
    modalities: null,
    deprecated: deprecated ?? null,
    deprecatedOn: null,
    statedOn: null,
  }
}

/** Every model of a body in the source's form; `unread` says that it holds rows that cannot be read. */
export function toEntries(body: readonly unknown[]): { entries: Entry[]; unread: boolean } {
  const read = body.flatMap((raw): (Entry | null)[] => {
    const provider = Provider.safeParse(raw)
    return provider.success ? provider.data.models.map((model) => toEntry(provider.data.id.toLowerCase(), model)) : [null]
  })
  const entries = read.filter((entry) => entry !== null).slice(0, MAX_MODELS)
  return { entries, unread: entries.length < read.length }
}

/** All models. The whole file first (it has free and deprecated models), else the slim one. @throws UpstreamError, also when no model can be read */
export async function fromGenaiPrices(core: Core, signal: AbortSignal): Promise<ReturnType<typeof toEntries>> {
  const read = (file: string) =>
    callUpstream({
      core,
      source: SOURCE,
      url: `${core.env.GENAI_PRICES_URL}${FOLDER}/${file}`,
      schema: z.array(z.unknown()).max(1_000),
      timeoutMs: 4_000,
      signal,
    })
  let body: unknown[]
  try {
    body = await read('data.json')
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.reason !== 'not_found') throw error
    body = await read('data_slim.json')
  }
  const list = toEntries(body)
  if (list.entries.length === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no readable model')
  return list
}
