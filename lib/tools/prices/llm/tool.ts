import { z } from 'zod'
import { defineTool } from '../../define.ts'
import { tailShape, toTail } from '../../tail.ts'
import { type FullModel, fieldNames, Model } from './model.ts'
import { llmPrices, REFRESH_SECONDS, requireSnapshot } from './snapshot.ts'

const TOTAL_MS = 6_000

const input = z.strictObject({
  q: z
    .string()
    .max(100, 'must be at most 100 characters')
    .optional()
    .describe('Keeps models whose id or name contains this text; letter case does not matter. Default: all models.')
    .meta({ example: 'claude' }),
  sort: z
    .string()
    .default('id')
    .pipe(z.enum(['id', 'name'], 'must be id or name'))
    .describe('Order of the models: id (default) or name.')
    .meta({ example: 'name', enum: ['id', 'name'] }),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000 in plain digits, without a leading zero')
    .transform(Number)
    .optional()
    .describe('At most this many models, 1 to 1000. Default: all.')
    .meta({ example: '20' }),
  fields: z
    .string()
    .max(500, 'must be at most 500 characters')
    .transform((text, context) => {
      const names = text.split(',').map((name) => name.trim())
      if (names.every((name) => (fieldNames as string[]).includes(name))) return [...new Set(names)] as (keyof FullModel)[]
      context.addIssue(`must be a comma list of ${fieldNames.join(', ')}`)
      return z.NEVER
    })
    .optional()
    .describe(`Comma list of the model fields wanted; the id always comes. One or more of ${fieldNames.join(', ')}. Default: all.`)
    .meta({ example: 'id,inputUsdPer1M,outputUsdPer1M' }),
})

const output = z.object({
  count: z.int().nonnegative().describe('Models that match q, before limit.'),
  total: z.int().nonnegative().describe('Models in the list.'),
  currency: z.literal('USD').describe('Always USD.'),
  unit: z.literal('per_1m_tokens').describe('Prices are per one million tokens.'),
  refreshSeconds: z.int().describe('How often the list is refreshed at most.'),
  stale: z.boolean().describe('True when the sources are down and the last good list, at most 10 minutes old, is given.'),
  source: z.string().describe('Who gave the list: openrouter or models.dev.'),
  models: z.array(Model).describe('Models in the order asked. An empty list means that nothing matches q.'),
  ...tailShape,
})

const byName = (one: FullModel, other: FullModel): number => {
  const [left, right] = [one.name.toLowerCase(), other.name.toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}

/** @throws ApiError 502, 503 or 504 when there is no list younger than ten minutes */
async function run({ q, sort, limit, fields }: z.output<typeof input>, signal: AbortSignal): Promise<z.input<typeof output>> {
  const { models, source, stale, parts } = await llmPrices(AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]))
  const wanted = q?.trim().toLowerCase() ?? ''
  const matching = models.filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
  const ordered = sort === 'name' ? matching.toSorted(byName) : matching
  const shown = ordered.slice(0, limit)
  const keys = fields && [...new Set(['id' as const, ...fields])]
  return {
    count: matching.length,
    total: models.length,
    currency: 'USD',
    unit: 'per_1m_tokens',
    refreshSeconds: REFRESH_SECONDS,
    stale,
    source,
    models: keys ? shown.map((model) => ({ id: model.id, ...Object.fromEntries(keys.map((key) => [key, model[key]])) })) : shown,
    ...toTail(parts),
  }
}

export default defineTool({
  path: '/v1/prices/llm',
  price: '0.002000',
  summary: 'Token prices of about 300 language models',
  description:
    'Lists US dollar prices per million input, output, cached and reasoning tokens of about 300 language models, with context size, decimal-exact; a price nobody states is null. Use it to choose a model or to estimate a bill; for renting GPUs use prices/gpu. Costs 0.002 USD; a call that fails is never charged. Answers from a list at most 5 minutes old, mostly within milliseconds.',
  input,
  output,
  examples: [
    {
      title: 'Models of one family',
      query: { q: 'claude', limit: '1' },
      output: {
        count: 2,
        total: 300,
        currency: 'USD',
        unit: 'per_1m_tokens',
        refreshSeconds: 300,
        stale: false,
        source: 'openrouter',
        models: [
          {
            id: 'anthropic/claude-example',
            name: 'Anthropic: Claude Example',
            provider: 'anthropic',
            inputUsdPer1M: 3,
            outputUsdPer1M: 15,
            cacheReadUsdPer1M: 0.3,
            cacheWriteUsdPer1M: 3.75,
            reasoningUsdPer1M: null,
            canonicalId: 'anthropic/claude-example-20260101',
            modality: 'text+image->text',
            contextLength: 200000,
            maxOutputTokens: 64000,
            free: false,
            variable: false,
            conditional: false,
            expiresAt: null,
          },
        ],
        fetchedAt: '2026-11-20T12:00:00.000Z',
        ageSeconds: 0,
        cached: false,
        sources: [{ name: 'openrouter', ok: true }],
        unavailable: [],
      },
    },
    {
      title: 'Only the two prices of each model',
      query: { limit: '2', fields: 'inputUsdPer1M,outputUsdPer1M' },
      output: {
        count: 300,
        total: 300,
        currency: 'USD',
        unit: 'per_1m_tokens',
        refreshSeconds: 300,
        stale: false,
        source: 'openrouter',
        models: [
          { id: 'anthropic/claude-example', inputUsdPer1M: 3, outputUsdPer1M: 15 },
          { id: 'deepseek/example-chat', inputUsdPer1M: 0.2002, outputUsdPer1M: 0.8001 },
        ],
        fetchedAt: '2026-11-20T12:00:00.000Z',
        ageSeconds: 61,
        cached: true,
        sources: [{ name: 'openrouter', ok: true }],
        unavailable: [],
      },
    },
  ],
  sources: ['OpenRouter', 'models.dev'],
  freshness: 'Refreshed at most every 5 minutes; in an outage up to 10 minutes old and marked stale.',
  limits: ['All models come by default (more than 30 kB): use q, limit or fields for a short answer.'],
  handlerCapMs: 7_000,
  ready: requireSnapshot,
  run: (parsed, { signal }) => run(parsed, signal),
})
