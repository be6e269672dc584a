/** models.dev: provider to models to cost, per million tokens already, with tiers by context length. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { cleanUpstreamText } from '../../text.ts'
import { shiftDecimal } from './decimal.ts'
import type { Entry } from './entry.ts'
import { type FullModel, MAX_ID, MAX_NAME, toTokens } from './model.ts'
import { type Kind, MOST_USD, type Rate, type Stated, toRates, type When } from './rates.ts'

export const SOURCE = 'models.dev'
const MAX_MODELS = 10_000
/** As many as the list for people holds. */
const MAX_LISTED = 5_000

/** Read price by price: one that cannot be read must not pass for one that is not stated. */
const cost = z.unknown().optional()
const costs = {
  input: cost,
  output: cost,
  reasoning: cost,
  cache_read: cost,
  cache_write: cost,
  input_audio: cost,
  output_audio: cost,
}
const kindOf: Record<keyof typeof costs, Kind> = {
  input: 'input',
  output: 'output',
  reasoning: 'reasoning',
  cache_read: 'cache_read',
  cache_write: 'cache_write',
  input_audio: 'input_audio',
  output_audio: 'output_audio',
}

const Tier = z.object({ ...costs, tier: z.object({ type: z.literal('context'), size: z.int().nonnegative() }) })

const words = z.array(z.string()).nullish().catch(null)

const ModelRow = z.object({
  name: z.string().nullish().catch(null),
  cost: z
    .object({ ...costs, tiers: z.array(z.unknown()).nullish(), context_over_200k: z.unknown().optional() })
    .nullish()
    .catch(null),
  limit: z.object({ context: z.unknown().optional(), output: z.unknown().optional() }).nullish().catch(null),
  modalities: z.object({ input: words, output: words }).nullish().catch(null),
  status: z.string().nullish().catch(null),
  last_updated: z.string().nullish().catch(null),
})
type ModelRow = z.output<typeof ModelRow>

const Provider = z.object({ models: z.record(z.string(), z.unknown()) })

const usd = (value: unknown): number | null => {
  const price = typeof value === 'number' || typeof value === 'string' ? shiftDecimal(String(value), 0) : null
  return price === null || price < 0 || price > MOST_USD ? null : price
}

const statedIn = (prices: Partial<Record<keyof typeof costs, unknown>>, when: When = {}): Stated[] =>
  Object.entries(kindOf).map(([key, kind]) => [kind, prices[key as keyof typeof costs], when])

/** `context_over_200k` says less than `tiers` and also stands for other sizes: without tiers it makes the price uncertain. */
function ratesOf(prices: NonNullable<ModelRow['cost']>): { rates: Rate[]; uncertain: boolean } {
  const tiers = (prices.tiers ?? []).map((tier) => Tier.safeParse(tier))
  const readable = tiers.flatMap((tier) => (tier.success ? [tier.data] : [])).sort((one, other) => one.tier.size - other.tier.size)
  const { rates, uncertain } = toRates(
    [...statedIn(prices), ...readable.flatMap((tier) => statedIn(tier, { over: tier.tier.size }))],
    false,
  )
  const isUnread = tiers.some(({ success }) => !success) || (tiers.length === 0 && prices.context_over_200k !== undefined)
  return { rates, uncertain: uncertain || isUnread }
}

const cleanWords = (list: string[] | null | undefined): string[] => (list ?? []).slice(0, 10).map((word) => cleanUpstreamText(word, 20))

function toEntry(provider: string, key: string, row: ModelRow): Entry {
  const { rates, uncertain } = row.cost ? ratesOf(row.cost) : { rates: [], uncertain: false }
  return {
    provider,
    id: cleanUpstreamText(key, MAX_ID),
    name: row.name ? cleanUpstreamText(row.name, MAX_NAME) : null,
    aliases: [],
    match: null,
    rates,
    batchRates: null,
    uncertain,
    context: toTokens(row.limit?.context),
    maxOutput: toTokens(row.limit?.output),
    modalities: row.modalities ? { input: cleanWords(row.modalities.input), output: cleanWords(row.modalities.output) } : null,
    deprecated: row.status === 'deprecated',
    deprecatedOn: null,
    statedOn: row.last_updated && /^\d{4}-\d{2}(-\d{2})?$/.test(row.last_updated) ? row.last_updated : null,
  }
}

function toModel(id: string, { name, cost: prices, limit, modalities }: ModelRow): FullModel {
  const inputUsdPer1M = usd(prices?.input)
  const outputUsdPer1M = usd(prices?.output)
  const side = (list: string[] | null | undefined) => (list ?? []).join('+')
  const modality = modalities ? cleanUpstreamText(`${side(modalities.input)}->${side(modalities.output)}`, 100) : null
  return {
    id,
    name: cleanUpstreamText(name ?? '', MAX_NAME) || id,
    provider: id.includes('/') ? id.slice(0, id.indexOf('/')) : id,
    inputUsdPer1M,
    outputUsdPer1M,
    cacheReadUsdPer1M: usd(prices?.cache_read),
    cacheWriteUsdPer1M: usd(prices?.cache_write),
    reasoningUsdPer1M: usd(prices?.reasoning),
    canonicalId: null,
    modality: modality === '->' ? null : modality,
    contextLength: toTokens(limit?.context),
    maxOutputTokens: toTokens(limit?.output),
    free: inputUsdPer1M === 0 && outputUsdPer1M === 0,
    variable: false,
    conditional: (prices?.tiers?.length ?? 0) > 0 || prices?.context_over_200k !== undefined,
    expiresAt: null,
  }
}

/** `models` is the list for people (where the source has OpenRouter's own section, only that: its ids are those of the first source). */
export type ModelsDev = { models: FullModel[]; entries: Entry[]; unread: boolean }

/** @throws UpstreamError, also when no model can be read */
export async function fromModelsDev(core: Core, signal: AbortSignal): Promise<ModelsDev> {
  const body = await callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.MODELS_DEV_URL}/api.json`,
    schema: z.record(z.string(), z.unknown()),
    timeoutMs: 4_000,
    maxBytes: 16_000_000,
    signal,
  })
  const models = new Map<string, FullModel>()
  const entries: Entry[] = []
  let unread = false
  const listed = Object.hasOwn(body, 'openrouter') ? 'openrouter' : null
  for (const [provider, section] of Object.entries(body)) {
    const parsed = Provider.safeParse(section)
    if (!parsed.success) {
      unread = true
      continue
    }
    for (const [key, raw] of Object.entries(parsed.data.models)) {
      const row = ModelRow.safeParse(raw)
      if (!row.success || !key || entries.length >= MAX_MODELS) {
        unread = true
        continue
      }
      entries.push(toEntry(cleanUpstreamText(provider, MAX_ID).toLowerCase(), key, row.data))
      if ((listed !== null && listed !== provider) || models.size >= MAX_LISTED) continue
      const id = cleanUpstreamText(key.includes('/') ? key : `${provider}/${key}`, MAX_ID)
      if (id && !models.has(id)) models.set(id, toModel(id, row.data))
    }
  }
  if (models.size === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no readable model')
  return { models: [...models.values()], entries, unread }
}
