/** OpenRouter's public model list: prices as text, in US dollars per token. */
import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { log } from '../../../log.ts'
import { cleanUpstreamText } from '../../text.ts'
import { shiftDecimal } from './decimal.ts'
import type { Entry } from './entry.ts'
import { type FullModel, MAX_ID, MAX_NAME, toInstant, toTokens } from './model.ts'
import { type Kind, MOST_USD, type Rate, type Stated, toRates, type When } from './rates.ts'

export const SOURCE = 'openrouter'

/** Read price by price: one that cannot be read must not pass for one that is not stated. */
const price = z.unknown().optional()

/** Their price keys, and ours. */
const prices = {
  prompt: price,
  completion: price,
  input_cache_read: price,
  input_cache_write: price,
  input_cache_write_1h: price,
  internal_reasoning: price,
  audio: price,
  audio_output: price,
  input_audio_cache: price,
  request: price,
  web_search: price,
}
const kindOf: Record<keyof typeof prices, Kind> = {
  prompt: 'input',
  completion: 'output',
  input_cache_read: 'cache_read',
  input_cache_write: 'cache_write',
  input_cache_write_1h: 'cache_write_1h',
  internal_reasoning: 'reasoning',
  audio: 'input_audio',
  audio_output: 'output_audio',
  input_audio_cache: 'cache_audio_read',
  request: 'request',
  web_search: 'web_search',
}

const words = z.array(z.string()).nullish().catch(null)

const Row = z.object({
  id: z.string().min(1).max(MAX_ID),
  name: z.string().nullish().catch(null),
  canonical_slug: z.string().nullish().catch(null),
  context_length: z.unknown().optional(),
  expiration_date: z.unknown().optional(),
  architecture: z
    .object({ modality: z.string().nullish().catch(null), input_modalities: words, output_modalities: words })
    .nullish()
    .catch(null),
  top_provider: z.object({ context_length: z.unknown().optional(), max_completion_tokens: z.unknown().optional() }).nullish().catch(null),
  pricing: z
    .object({ ...prices, discount: z.unknown().optional(), overrides: z.unknown().optional() })
    .nullish()
    .catch(null),
})
type Row = z.output<typeof Row>

/** HHMM as a number: 800 is 08:00. */
const clock = z
  .int()
  .refine((hhmm) => hhmm >= 0 && hhmm <= 2400 && hhmm % 100 < 60)
  .transform((hhmm) => `${String(Math.floor(hhmm / 100)).padStart(2, '0')}:${String(hhmm % 100).padStart(2, '0')}`)
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const images = z.unknown().optional()

/** Strict: an override with a condition we do not know cannot be judged. */
const Override = z
  .strictObject({
    ...prices,
    image: images,
    image_output: images,
    image_token: images,
    min_prompt_tokens: z.int().nonnegative().optional(),
    max_prompt_tokens: z.int().nonnegative().optional(),
    utc_start: clock.optional(),
    utc_end: clock.optional(),
    utc_days: z.array(z.enum(DAYS)).optional(),
  })
  .refine(({ utc_start, utc_end }) => (utc_start === undefined) === (utc_end === undefined))

const statedIn = (row: Partial<Record<keyof typeof prices, unknown>>, when: When = {}): Stated[] =>
  Object.entries(kindOf).map(([key, kind]) => [kind, row[key as keyof typeof prices], when])

/** Overrides that are no list are one that cannot be read. */
const overridesOf = (pricing: Row['pricing']): unknown[] => {
  const overrides = pricing?.overrides ?? []
  return Array.isArray(overrides) ? overrides : [null]
}

/** Every condition of an override must hold; of those that apply the later wins, price by price; what it leaves out keeps the base price. */
function ratesOf(pricing: Row['pricing']): { rates: Rate[]; uncertain: boolean } {
  if (!pricing) return { rates: [], uncertain: false }
  const overrides = overridesOf(pricing).map((override) => Override.safeParse(override))
  const read = overrides.map((override) => {
    if (!override.success) return { rates: [], uncertain: true }
    const { min_prompt_tokens: min, max_prompt_tokens: max, utc_start, utc_end, utc_days } = override.data
    return toRates(
      statedIn(override.data, {
        ...(min === undefined || min === 0 ? {} : { over: min - 1 }),
        ...(max === undefined ? {} : { upTo: max }),
        ...(utc_start === undefined || utc_end === undefined ? {} : { utc: [utc_start, utc_end] }),
        ...(utc_days === undefined ? {} : { days: utc_days.map((day) => DAYS.indexOf(day)) }),
      }),
      true,
    )
  })
  const parts = [toRates(statedIn(pricing), true), ...read]
  return {
    // A request price of zero is how the source says that there is none.
    rates: parts.flatMap(({ rates }) => rates).filter(({ kind, usd }) => kind !== 'request' || usd !== '0'),
    uncertain: parts.some(({ uncertain }) => uncertain) || Number(pricing.discount ?? 0) !== 0,
  }
}

/** Per million tokens; null when absent, unreadable, senselessly high or negative (-1 = depends on the route). */
const perMillion = (value: unknown): number | null => {
  const shifted = typeof value === 'number' || typeof value === 'string' ? shiftDecimal(String(value), 6) : null
  return shifted === null || shifted < 0 || shifted > MOST_USD ? null : shifted
}

const isNegative = (value: unknown): boolean => Number(value) < 0

/** A snapshot row from one of the source's rows; null when it does not parse. */
export function toModel(raw: unknown): FullModel | null {
  const result = Row.safeParse(raw)
  if (!result.success) return null
  const row = result.data
  const id = cleanUpstreamText(row.id, MAX_ID)
  if (!id) return null
  const { pricing } = row
  const inputUsdPer1M = perMillion(pricing?.prompt)
  const outputUsdPer1M = perMillion(pricing?.completion)
  return {
    id,
    name: cleanUpstreamText(row.name ?? '', MAX_NAME) || id,
    provider: id.includes('/') ? id.slice(0, id.indexOf('/')) : id,
    inputUsdPer1M,
    outputUsdPer1M,
    cacheReadUsdPer1M: perMillion(pricing?.input_cache_read),
    cacheWriteUsdPer1M: perMillion(pricing?.input_cache_write),
    reasoningUsdPer1M: perMillion(pricing?.internal_reasoning),
    canonicalId: row.canonical_slug ? cleanUpstreamText(row.canonical_slug, MAX_ID) : null,
    modality: row.architecture?.modality ? cleanUpstreamText(row.architecture.modality, 100) : null,
    contextLength: toTokens(row.context_length) ?? toTokens(row.top_provider?.context_length),
    maxOutputTokens: toTokens(row.top_provider?.max_completion_tokens),
    free: inputUsdPer1M === 0 && outputUsdPer1M === 0,
    variable: isNegative(pricing?.prompt) || isNegative(pricing?.completion),
    conditional: overridesOf(pricing).length > 0,
    expiresAt: toInstant(row.expiration_date),
  }
}

const cleanWords = (list: string[] | null | undefined): string[] => (list ?? []).slice(0, 10).map((word) => cleanUpstreamText(word, 20))

/** Their ids are `maker/model`; people leave the maker out. */
const afterSlash = (id: string): string => id.slice(id.indexOf('/') + 1)

function toEntry(raw: unknown): Entry | null {
  const result = Row.safeParse(raw)
  const model = toModel(raw)
  if (!result.success || !model) return null
  const { architecture, pricing } = result.data
  const { rates, uncertain } = ratesOf(pricing)
  const hasModalities = architecture?.input_modalities || architecture?.output_modalities
  return {
    provider: SOURCE,
    id: model.id,
    name: model.name,
    aliases: [model.canonicalId, afterSlash(model.id), model.canonicalId && afterSlash(model.canonicalId)].filter((id) => id !== null),
    match: null,
    rates,
    batchRates: null,
    uncertain,
    context: model.contextLength,
    maxOutput: model.maxOutputTokens,
    modalities: hasModalities
      ? { input: cleanWords(architecture.input_modalities), output: cleanWords(architecture.output_modalities) }
      : null,
    deprecated: null,
    deprecatedOn: model.expiresAt?.slice(0, 10) ?? null,
    statedOn: null,
  }
}

const BATCH = ':batch'
const idOf = (raw: unknown): string | null =>
  typeof raw === 'object' && raw !== null && 'id' in raw && typeof raw.id === 'string' ? raw.id : null

/** Batch prices and moving aliases repeat a model under other terms: they are no models of their own. */
const isRepeat = (id: string | null): boolean => id !== null && (id.endsWith(BATCH) || id.startsWith('~'))

const ErrorBody = z.object({ error: z.object({ code: z.number() }) })

/** An error may come with HTTP 200. */
function refuseError(body: unknown): void {
  const result = ErrorBody.safeParse(body)
  if (!result.success) return
  const { code } = result.data.error
  throw new UpstreamError(SOURCE, code === 429 ? 'rate_limited' : 'http_error', `error ${code}`, { status: code === 429 ? 429 : 500 })
}

/** `unread`: the list holds rows that cannot be read, so that it is not whole. */
export type OpenRouter = { models: FullModel[]; entries: Entry[]; unread: boolean }

/** All models of the list, first of each id; batch rows become batch rates of theirs. @throws UpstreamError, also when no row can be read */
export async function fromOpenRouter(core: Core, signal: AbortSignal): Promise<OpenRouter> {
  const { data } = await callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.OPENROUTER_URL}/api/v1/models`,
    schema: z.object({ data: z.array(z.unknown()) }),
    inspect: refuseError,
    timeoutMs: 4_000,
    signal,
  })
  const models = new Map<string, FullModel>()
  const entries = new Map<string, Entry>()
  const batches = new Map<string, Entry>()
  let skipped = 0
  for (const raw of data) {
    const id = idOf(raw)
    const entry = id?.startsWith('~') ? null : toEntry(raw)
    if (id && isRepeat(id)) {
      if (entry && id.endsWith(BATCH)) batches.set(entry.id.slice(0, -BATCH.length), entry)
      continue
    }
    const model = toModel(raw)
    if (!model || !entry) skipped++
    else if (!models.has(model.id)) {
      models.set(model.id, model)
      entries.set(model.id, entry)
    } else if (JSON.stringify(entries.get(model.id)?.rates) !== JSON.stringify(entry.rates))
      entries.set(model.id, { ...entry, uncertain: true })
  }
  if (skipped > 0) log.warn({ source: SOURCE, skipped }, 'rows skipped')
  if (models.size === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no readable model')
  const withBatch = [...entries.values()].map((entry) => {
    const batch = batches.get(entry.id)
    return batch && !batch.uncertain ? { ...entry, batchRates: batch.rates } : entry
  })
  return { models: [...models.values()], entries: withBatch, unread: skipped > 0 }
}
