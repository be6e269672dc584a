import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { defineTool } from '../../define.ts'
import { tailShape, toTail } from '../../tail.ts'
import { costExample, familyExample, fieldsExample } from './examples.ts'
import { type FullModel, fieldNames, Model } from './model.ts'
import { answerQuestion, Comparison, CostAnswer, Resolved } from './question.ts'
import { llmPrices, REFRESH_SECONDS, requireSnapshot, schedules } from './snapshot.ts'

const TOTAL_MS = 6_000

const tokens = (what: string, sample: string) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, 'must be a whole number of at most 10 plain digits, without a leading zero')
    .transform(Number)
    .optional()
    .describe(`${what} Needs model (a q is then read as one). Default 0 when another count is given.`)
    .meta({ example: sample })

const questionShape = {
  model: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must be at most 200 characters')
    .optional()
    .describe(
      'One model, as people write it: an id, an alias or a display name, with or without a provider (gpt-4o, anthropic/claude-sonnet-4.5, groq/llama-3.3-70b-versatile; :batch at its end means batch). Answers its whole price schedule and what the name resolved to. A bare name means its maker. A q beside it must be part of it.',
    )
    .meta({ example: 'claude-example' }),
  input_tokens: tokens('Input tokens of a request whose cost is wanted, cached ones included.', '250000'),
  output_tokens: tokens('Output tokens of that request.', '1000'),
  cached_tokens: tokens('How many of the input tokens are read from a cache; not more than input_tokens.', '100000'),
  batch: z
    .string()
    .pipe(z.enum(['true', 'false'], 'must be true or false'))
    .transform((text) => text === 'true')
    .optional()
    .describe('true: the request is sent as a batch, at the batch prices a source states. Needs model. Default false.')
    .meta({ example: 'false', enum: ['true', 'false'] }),
}

const listShape = {
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
}

const input = z.strictObject({ ...listShape, ...questionShape }).superRefine((value, context) => {
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const { model, q, input_tokens: inputTokens = 0, cached_tokens: cachedTokens = 0 } = value
  if (model !== undefined && q !== undefined && !model.toLowerCase().includes(q.trim().toLowerCase()))
    refuse('q', 'must be part of model when both are given: model names one model, q filters the list')
  for (const name of ['input_tokens', 'output_tokens', 'cached_tokens', 'batch'] as const)
    if (value[name] !== undefined && !(model ?? q)) refuse(name, 'needs model: a cost is that of one model')
  if (cachedTokens > inputTokens) refuse('cached_tokens', 'must not be more than input_tokens, of which they are part')
})
type Input = z.output<typeof input>

const output = z.object({
  count: z.int().nonnegative().describe('Models that match q, before limit.'),
  total: z.int().nonnegative().describe('Models in the list.'),
  currency: z.literal('USD').describe('Always USD.'),
  unit: z.literal('per_1m_tokens').describe('Prices are per one million tokens.'),
  refreshSeconds: z.int().describe('How often the list is refreshed at most.'),
  stale: z.boolean().describe('True when the sources are down and the last good list, at most 10 minutes old, is given.'),
  source: z.string().describe('Who gave the list: openrouter or models.dev.'),
  models: z.array(Model).describe('Models in the order asked. An empty list means that nothing matches q. With model, that one.'),
  resolved: Resolved.nullable().describe('What the name asked for means, with its schedule; null without model.'),
  cost_usd: z
    .number()
    .nonnegative()
    .nullable()
    .describe('Cost of the request in US dollars, rounded once, half up, to six decimals; null when no token count was given.'),
  cost: CostAnswer.nullable().describe('How cost_usd came about; null without a token count.'),
  comparison: Comparison.nullable().describe('What each source states about the model; null without model.'),
  ...tailShape,
})

const byName = (one: FullModel, other: FullModel): number => {
  const [left, right] = [one.name.toLowerCase(), other.name.toLowerCase()]
  return left < right ? -1 : left > right ? 1 : 0
}

const isCounted = ({ input_tokens, output_tokens, cached_tokens }: Input): boolean =>
  [input_tokens, output_tokens, cached_tokens].some((count) => count !== undefined)

const head = { currency: 'USD', unit: 'per_1m_tokens', refreshSeconds: REFRESH_SECONDS } as const

const pick = (model: FullModel, fields: readonly (keyof FullModel)[] | undefined) =>
  fields ? { id: model.id, ...Object.fromEntries(fields.map((key) => [key, model[key]])) } : model

async function list(core: Core, { q, sort, limit, fields }: Input, signal: AbortSignal): Promise<z.input<typeof output>> {
  const { models, source, stale, parts } = await llmPrices(core, signal)
  const wanted = q?.trim().toLowerCase() ?? ''
  const matching = models.filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
  const ordered = sort === 'name' ? matching.toSorted(byName) : matching
  return {
    count: matching.length,
    total: models.length,
    ...head,
    stale,
    source,
    models: ordered.slice(0, limit).map((model) => pick(model, fields)),
    resolved: null,
    cost_usd: null,
    cost: null,
    comparison: null,
    ...toTail(parts),
  }
}

async function one(core: Core, asked: Input & { model: string }, signal: AbortSignal): Promise<z.input<typeof output>> {
  const { index, parts, stale, fetchedAt } = await schedules(core, signal)
  const { input_tokens: inputTokens, output_tokens: outputTokens, cached_tokens: cachedTokens } = asked
  const batchName = /:batch$/i.test(asked.model)
  const question = {
    model: asked.model.replace(/:batch$/i, ''),
    batch: asked.batch ?? batchName,
    usage: isCounted(asked) ? { inputTokens: inputTokens ?? 0, cachedTokens: cachedTokens ?? 0, outputTokens: outputTokens ?? 0 } : null,
  }
  const { row, ...answer } = answerQuestion(index, question, core.now(), fetchedAt)
  return {
    count: 1,
    total: [...index.values()].reduce((sum, offers) => sum + offers.length, 0),
    ...head,
    stale,
    source: answer.resolved.source,
    models: [pick(row, asked.fields)],
    ...answer,
    ...toTail(parts),
  }
}

/** @throws ApiError 404 when the model is unknown; 502, 503 or 504 when there is no list younger than ten minutes */
function run(core: Core, asked: Input, callerSignal: AbortSignal): Promise<z.input<typeof output>> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(TOTAL_MS)])
  const model = asked.model ?? (isCounted(asked) ? asked.q : undefined)
  return model === undefined ? list(core, asked, signal) : one(core, { ...asked, model }, signal)
}

export default defineTool({
  path: '/v1/prices/llm',
  price: '0.002000',
  summary: 'Token prices of about 300 language models',
  description:
    'Lists US dollar prices per million tokens of about 300 language models; with model, that one’s whole schedule (tiers, dates, times of day, batch) in every source that knows it and, with token counts, the cost of a request, exact to a millionth of a dollar. Use it to choose a model or to compute a bill; for renting GPUs use prices/gpu. Costs {price} USD; a call that fails is never charged. Lists are at most 5 minutes old.',
  input,
  output,
  examples: [familyExample, costExample, fieldsExample],
  sources: ['OpenRouter', 'models.dev', 'genai-prices (Pydantic)'],
  freshness: 'Refreshed at most every 5 minutes; in an outage up to 10 minutes old and marked stale.',
  limits: [
    'All models come by default (more than 30 kB): use q, limit or fields for a short answer.',
    'A cost is made of text tokens only: cache writes, audio, images and tools are in the schedule, not in cost_usd.',
    'A model that no source knows, or whose price nobody states, is a 404 and costs nothing.',
  ],
  handlerCapMs: 7_000,
  ready: requireSnapshot,
  run: (parsed, { core, signal }) => run(core, parsed, signal),
})
