import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { defineTool } from '../../define.ts'
import { tailShape, toTail } from '../../tail.ts'
import { costExample, familyExample, fieldsExample } from './examples.ts'
import { type FullModel, fieldNames, Model } from './model.ts'
import { toPage } from './page.ts'
import { answerQuestion, Comparison, CostAnswer, Resolved } from './question.ts'
import type { Usage } from './rates.ts'
import { llmPrices, REFRESH_SECONDS, requireSnapshot, schedules } from './snapshot.ts'

const TOTAL_MS = 6_000

const tokens = (what: string, sample: string) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, 'must be a whole number of at most 10 plain digits, without a leading zero')
    .transform(Number)
    .optional()
    .describe(what)
    .meta({ example: sample })

const questionShape = {
  model: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'must be at most 200 characters')
    .optional()
    .describe(
      'One model by id, alias or name, with or without a provider (gpt-4o, groq/llama-3.3-70b; :batch at its end means batch): answers its whole price schedule and what the name resolved to. A bare name means its maker.',
    )
    .meta({ example: 'claude-example' }),
  input_tokens: tokens(
    'Input tokens of a request whose cost is wanted, cached ones included. Counts need model (or q, then read as one); those left out are 0.',
    '250000',
  ),
  output_tokens: tokens('Its output tokens. Needs model.', '1000'),
  cached_tokens: tokens('Of the input tokens, those read from a cache. Needs model.', '100000'),
  cache_write_tokens: tokens('Of the input tokens, those written to a cache of minutes. Needs model.', '20000'),
  cache_write_1h_tokens: tokens('Of the input tokens, those written to a cache of an hour. Needs model.', '0'),
  batch: z
    .string()
    .pipe(z.enum(['true', 'false'], 'must be true or false'))
    .transform((text) => text === 'true')
    .optional()
    .describe('true: at batch prices. Needs model. Default false.')
    .meta({ example: 'false', enum: ['true', 'false'] }),
}

const counts = ['input_tokens', 'output_tokens', 'cached_tokens', 'cache_write_tokens', 'cache_write_1h_tokens'] as const

const FIELD = String.raw`\s*(?:${fieldNames.join('|')})\s*`
const FIELDS = `^${FIELD}(?:,${FIELD})*$`

const listShape = {
  q: z
    .string()
    .max(100, 'must be at most 100 characters')
    .optional()
    .describe('Models whose id or name contains this, in any case. With model: a part of it. Default: all.')
    .meta({ example: 'claude' }),
  sort: z
    .string()
    .default('id')
    .pipe(z.enum(['id', 'name'], 'must be id or name'))
    .describe('Order: id (default) or name.')
    .meta({ example: 'name', enum: ['id', 'name'] }),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000 in plain digits, without a leading zero')
    .transform(Number)
    .optional()
    .describe('At most so many models, 1 to 1000. Default: what fits into 30 kB.')
    .meta({ example: '20' }),
  offset: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,4})$/, 'must be a whole number of at most 5 plain digits, without a leading zero')
    .default('0')
    .transform(Number)
    .describe('Models to skip: next of an answer that did not hold all. Default 0.')
    .meta({ example: '0' }),
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
    .describe(
      `Comma list of model fields besides the id: ${fieldNames.filter((name) => name !== 'id').join(', ')}. Default: all, or prices alone where all pass 30 kB.`,
    )
    .meta({ pattern: FIELDS, example: 'id,inputUsdPer1M,outputUsdPer1M' }),
}

const input = z.strictObject({ ...listShape, ...questionShape }).superRefine((value, context) => {
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const { model, q } = value
  const { inputTokens, ...parts } = usageOf(value)
  if (model !== undefined && q !== undefined && !model.toLowerCase().includes(q.trim().toLowerCase()))
    refuse('q', 'must be part of model when both are given: model names one model, q filters the list')
  for (const name of [...counts, 'batch'] as const)
    if (value[name] !== undefined && !(model ?? q)) refuse(name, 'needs model: a cost is that of one model')
  if (parts.cachedTokens > inputTokens) refuse('cached_tokens', 'must not be more than input_tokens, of which they are part')
  else if (parts.cachedTokens + parts.writtenTokens + parts.writtenHourTokens > inputTokens)
    refuse('cache_write_tokens', 'and the other cached tokens together must not be more than input_tokens, of which they are part')
})
type Input = z.output<typeof input>
type Counts = { [name in (typeof counts)[number]]?: number | undefined }

function usageOf(asked: Counts): Usage {
  const [inputTokens = 0, outputTokens = 0, cachedTokens = 0, writtenTokens = 0, writtenHourTokens = 0] = counts.map((name) => asked[name])
  return { inputTokens, outputTokens, cachedTokens, writtenTokens, writtenHourTokens }
}

const output = z.object({
  count: z.int().nonnegative().describe('Models that match q, before offset and limit.'),
  total: z.int().nonnegative().describe('Models in the list.'),
  currency: z.literal('USD').describe('Always USD.'),
  unit: z.literal('per_1m_tokens').describe('Prices are per one million tokens.'),
  refreshSeconds: z.int().describe('How often the list is refreshed at most.'),
  stale: z.boolean().describe('True when the sources are down and the last good list, at most 10 minutes old, is given.'),
  source: z.string().describe('Who gave the list: openrouter or models.dev.'),
  models: z.array(Model).describe('Models in the order asked. An empty list means that nothing matches q. With model, that one.'),
  short: z
    .boolean()
    .optional()
    .describe(
      'True when the rows hold id and prices alone, because whole ones would pass 30 kB (conditional and variable when they are true).',
    ),
  next: z.int().nullable().optional().describe('offset of the models that follow; null when these were the last.'),
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

const isCounted = (asked: Counts): boolean => counts.some((name) => asked[name] !== undefined)

const head = { currency: 'USD', unit: 'per_1m_tokens', refreshSeconds: REFRESH_SECONDS } as const

async function list(core: Core, { q, sort, ...page }: Input, signal: AbortSignal): Promise<z.input<typeof output>> {
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
    ...toPage(ordered, page),
    resolved: null,
    cost_usd: null,
    cost: null,
    comparison: null,
    ...toTail(parts, core.now()),
  }
}

async function one(core: Core, asked: Input & { model: string }, signal: AbortSignal): Promise<z.input<typeof output>> {
  const { index, parts, stale, fetchedAt } = await schedules(core, signal)
  const batchName = /:batch$/i.test(asked.model)
  const question = {
    model: asked.model.replace(/:batch$/i, ''),
    batch: asked.batch ?? batchName,
    usage: isCounted(asked) ? usageOf(asked) : null,
  }
  const { row, ...answer } = answerQuestion(index, question, core.now(), fetchedAt)
  return {
    count: 1,
    total: [...index.values()].reduce((sum, offers) => sum + offers.length, 0),
    ...head,
    stale,
    source: answer.resolved.source,
    ...toPage([row], { offset: 0, fields: asked.fields }),
    ...answer,
    ...toTail(parts, core.now()),
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
    'An answer is at most 30 kB: where whole rows would pass it they hold the prices alone, and next leads on; q, limit and fields choose otherwise.',
    'A cost is made of text tokens only: audio, images and tools are in the schedule, not in cost_usd.',
    'A model that no source knows, or whose price nobody states, is a 404 and costs nothing.',
  ],
  handlerCapMs: 7_000,
  ready: requireSnapshot,
  run: (parsed, { core, signal }) => run(core, parsed, signal),
})
