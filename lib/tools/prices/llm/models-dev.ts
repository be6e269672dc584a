/** models.dev: provider to models to cost, per million tokens already (upstreams.md section 3.8). Asked when OpenRouter fails. */
import { z } from 'zod'
import { env } from '../../../env.ts'
import { callUpstream, UpstreamError } from '../../../http/call-upstream.ts'
import { cleanUpstreamText } from '../../text.ts'
import { shiftDecimal } from './decimal.ts'
import { type FullModel, MAX_ID, MAX_NAME, toTokens } from './model.ts'

export const SOURCE = 'models.dev'
const MAX_MODELS = 5_000

const cost = z.number().nullish().catch(null)

const ModelRow = z.object({
  name: z.string().nullish().catch(null),
  cost: z.object({ input: cost, output: cost, cache_read: cost, cache_write: cost, reasoning: cost }).nullish().catch(null),
  limit: z.object({ context: z.unknown().optional(), output: z.unknown().optional() }).nullish().catch(null),
  modalities: z
    .object({ input: z.array(z.string()).nullish().catch(null), output: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
})

const Provider = z.object({ models: z.record(z.string(), z.unknown()) })

const usd = (value: number | null | undefined): number | null => {
  const price = value === null || value === undefined ? null : shiftDecimal(String(value), 0)
  return price === null || price < 0 ? null : price
}

function toModel(id: string, raw: unknown): FullModel | null {
  const result = ModelRow.safeParse(raw)
  if (!result.success || !id) return null
  const { name, cost: prices, limit, modalities } = result.data
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
    conditional: false,
    expiresAt: null,
  }
}

/**
 * All models. Where the list has OpenRouter's own section, only that is used: its ids are the same as those of the first source.
 * @throws UpstreamError, also when no model can be read
 */
export async function fromModelsDev(signal: AbortSignal): Promise<FullModel[]> {
  const body = await callUpstream({
    source: SOURCE,
    url: `${env().MODELS_DEV_URL}/api.json`,
    schema: z.record(z.string(), z.unknown()),
    timeoutMs: 4_000,
    maxBytes: 16_000_000,
    signal,
  })
  const sections = Object.hasOwn(body, 'openrouter') ? { openrouter: body.openrouter } : body
  const models = new Map<string, FullModel>()
  for (const [provider, section] of Object.entries(sections)) {
    const parsed = Provider.safeParse(section)
    if (!parsed.success) continue
    for (const [key, raw] of Object.entries(parsed.data.models)) {
      const id = cleanUpstreamText(key.includes('/') ? key : `${provider}/${key}`, MAX_ID)
      const model = models.size < MAX_MODELS ? toModel(id, raw) : null
      if (model && !models.has(id)) models.set(id, model)
    }
  }
  if (models.size === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no readable model')
  return [...models.values()]
}
