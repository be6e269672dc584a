/** OpenRouter's public model list: prices as text, in US dollars per token (upstreams.md section 3.8). */
import { z } from 'zod'
import { env } from '../../../env.ts'
import { callUpstream, UpstreamError } from '../../../http/call-upstream.ts'
import { log } from '../../../log.ts'
import { cleanUpstreamText } from '../../text.ts'
import { shiftDecimal } from './decimal.ts'
import { type FullModel, MAX_ID, MAX_NAME, toInstant, toTokens } from './model.ts'

export const SOURCE = 'openrouter'

const price = z.union([z.string(), z.number()]).nullish().catch(null)

const Row = z.object({
  id: z.string().min(1).max(MAX_ID),
  name: z.string().nullish().catch(null),
  canonical_slug: z.string().nullish().catch(null),
  context_length: z.unknown().optional(),
  expiration_date: z.unknown().optional(),
  architecture: z
    .object({ modality: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  top_provider: z.object({ context_length: z.unknown().optional(), max_completion_tokens: z.unknown().optional() }).nullish().catch(null),
  pricing: z
    .object({
      prompt: price,
      completion: price,
      input_cache_read: price,
      input_cache_write: price,
      internal_reasoning: price,
      overrides: z.array(z.unknown()).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

/** Per million tokens; null when absent, unreadable or negative (-1 = depends on the route). */
const perMillion = (value: string | number | null | undefined): number | null => {
  const shifted = value === null || value === undefined ? null : shiftDecimal(String(value), 6)
  return shifted === null || shifted < 0 ? null : shifted
}

const isNegative = (value: string | number | null | undefined) => value !== null && value !== undefined && Number(value) < 0

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
    conditional: (pricing?.overrides?.length ?? 0) > 0,
    expiresAt: toInstant(row.expiration_date),
  }
}

/** Batch prices and moving aliases repeat a model under other terms. */
const isRepeat = (raw: unknown): boolean => {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : null
  return typeof id === 'string' && (id.endsWith(':batch') || id.startsWith('~'))
}

const ErrorBody = z.object({ error: z.object({ code: z.number() }) })

/** An error may come with HTTP 200. */
function refuseError(body: unknown): void {
  const result = ErrorBody.safeParse(body)
  if (!result.success) return
  const { code } = result.data.error
  throw new UpstreamError(SOURCE, code === 429 ? 'rate_limited' : 'http_error', `error ${code}`, { status: code === 429 ? 429 : 500 })
}

/** All models of the list, first of each id. @throws UpstreamError, also when no row can be read */
export async function fromOpenRouter(signal: AbortSignal): Promise<FullModel[]> {
  const { data } = await callUpstream({
    source: SOURCE,
    url: `${env().OPENROUTER_URL}/api/v1/models`,
    schema: z.object({ data: z.array(z.unknown()) }),
    inspect: refuseError,
    timeoutMs: 4_000,
    signal,
  })
  const models = new Map<string, FullModel>()
  let skipped = 0
  for (const raw of data) {
    if (isRepeat(raw)) continue
    const model = toModel(raw)
    if (!model) skipped++
    else if (!models.has(model.id)) models.set(model.id, model)
  }
  if (skipped > 0) log.warn({ source: SOURCE, skipped }, 'rows skipped')
  if (models.size === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no readable model')
  return [...models.values()]
}
