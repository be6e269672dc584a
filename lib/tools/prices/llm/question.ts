/** A question about one model: which it is, what it costs by schedule, what a request costs, and whether the sources agree. */
import { z } from 'zod'
import { ApiError } from '../../../errors.ts'
import { type Cost, costOf } from './cost.ts'
import type { Entry } from './entry.ts'
import type { FullModel } from './model.ts'
import { basePrice, type Kind, kinds, type Rate, ScheduleRow, toScheduleRow, type Usage } from './rates.ts'
import { type Ambiguous, type Found, type Index, type Offer, resolveModel } from './resolve.ts'

const MAX_SCHEDULE = 60

const money = z.number().nonnegative().nullable()

export const Resolved = z.object({
  asked: z.string().describe('The name as asked.'),
  provider: z.string().describe('Who bills at these prices.'),
  model: z.string().describe('Id of the model at that provider.'),
  name: z.string().nullable().describe('Display name; null when the source gives none.'),
  matchedBy: z
    .enum(['id', 'spelling', 'alias', 'name'])
    .describe('How the name was understood: as an id, an id in another spelling, an alias a source lists, or a display name.'),
  source: z.string().describe('Whose schedule is used.'),
  as_of: z.iso.datetime().describe('When that schedule was fetched, ISO 8601 UTC.'),
  statedOn: z.string().nullable().describe('Date on which the source says it last changed the row; null when it does not say.'),
  context: z.int().nullable().describe('Context window in tokens; null when no source says.'),
  max_output: z.int().nullable().describe('Longest answer in tokens; null when no source says.'),
  modalities: z
    .object({
      input: z.array(z.string()).describe('Kinds it takes, e.g. text, image.'),
      output: z.array(z.string()).describe('Kinds it gives.'),
    })
    .nullable()
    .describe('What it takes and gives; null when no source says.'),
  deprecated: z.boolean().nullable().describe('Whether a source marks it as deprecated; null when none says.'),
  deprecated_on: z.string().nullable().describe('Date it goes away, YYYY-MM-DD; null when not announced.'),
  schedule: z
    .array(ScheduleRow)
    .describe(
      'Every price with its conditions. For a kind, the last row whose conditions hold is the price; a tier is for all tokens of a request.',
    ),
  batchSchedule: z
    .array(ScheduleRow)
    .nullable()
    .describe('The same for requests sent as a batch; null when no source states batch prices.'),
})

export const CostAnswer = z.object({
  at: z.iso.datetime().describe('Instant whose prices are used, ISO 8601 UTC.'),
  inputTokens: z.int().describe('Input tokens, cached ones included; they choose the tier.'),
  cachedTokens: z.int().describe('How many of them were read from a cache.'),
  writtenTokens: z.int().optional().describe('How many of them were written to a cache at its usual lifetime.'),
  writtenHourTokens: z.int().optional().describe('How many of them were written to a cache for an hour.'),
  outputTokens: z.int().describe('Output tokens.'),
  batch: z.boolean().describe('Whether batch prices are used.'),
  source: z.string().describe('Whose schedule was used.'),
  lines: z
    .array(
      z.object({
        kind: z.enum(kinds).describe('What is charged.'),
        count: z.int().describe('Tokens, or requests.'),
        rateUsd: z.string().describe('Price used, decimal text: per million tokens, or per thousand requests.'),
        overInputTokens: z.int().nullable().describe('The tier used holds above so many input tokens; null = the base price.'),
        usd: z.string().describe('count x rateUsd, exact, decimal text.'),
      }),
    )
    .describe('The working; the sum is exactUsd.'),
  exactUsd: z.string().describe('The sum before rounding, decimal text.'),
  notes: z.array(z.string()).describe('What had to be assumed; empty when nothing.'),
})

export const Comparison = z.object({
  agree: z
    .boolean()
    .nullable()
    .describe(
      'Whether all sources state the same; null when only one knows the model, or one that does states no price that can be compared.',
    ),
  sources: z
    .array(
      z.object({
        source: z.string().describe('Name of the source.'),
        provider: z.string().describe('Whose price it states.'),
        model: z.string().describe('Its id of the model.'),
        as_of: z.iso.datetime().describe('When its list was fetched, ISO 8601 UTC.'),
        statedOn: z.string().nullable().describe('Date it says it last changed the row.'),
        inputUsdPer1M: money.describe('Input price of a short prompt now.'),
        outputUsdPer1M: money.describe('Output price of a short prompt now.'),
        cacheReadUsdPer1M: money.describe('Cached input price of a short prompt now.'),
        cost_usd: money.describe('The same request by its schedule; null when not asked or not stated.'),
      }),
    )
    .describe('Every source that knows the model, the one used first.'),
  differences: z.array(z.string()).describe('What differs, in words; empty when nothing does.'),
})

export type Asked = { model: string; batch: boolean; usage: Usage | null }

/** What a named model adds to an answer. */
export type Question = {
  resolved: z.output<typeof Resolved>
  cost_usd: number | null
  cost: z.output<typeof CostAnswer> | null
  comparison: z.output<typeof Comparison>
  row: FullModel
}

const listOf = (several: Found[]): string =>
  several
    .slice(0, 10)
    .map(({ provider, model }) => `${provider}/${model}`)
    .join(', ')

function find(index: Index, model: string): Found {
  const found: Found | Ambiguous | null = resolveModel(index, model)
  if (!found)
    throw new ApiError(
      'subject_not_found',
      `No list of prices knows the model ${JSON.stringify(model)}. Nothing was charged; q lists models by part of a name.`,
      { param: 'model' },
    )
  if ('several' in found)
    throw new ApiError(
      'subject_not_found',
      `Several providers sell ${JSON.stringify(model)} at different prices, so its price is unknown without one. Nothing was charged; ask for one of ${listOf(found.several)}.`,
      { param: 'model' },
    )
  return found
}

const ratesOf = ({ entry }: Offer, batch: boolean): readonly Rate[] | null =>
  entry.uncertain ? null : batch ? entry.batchRates : entry.rates.length > 0 ? entry.rates : null

type Priced = { offer: Offer; rates: readonly Rate[]; cost: Cost | null }

const isTiered = (rates: readonly Rate[]): boolean => rates.some(({ when }) => when?.over !== undefined)
const isDated = (rates: readonly Rate[]): boolean => rates.some(({ when }) => when?.from !== undefined)

/**
 * The offer whose schedule is used: the first in order of trust that states what is asked. Where the same seller's schedule has a tier in
 * another source and is otherwise the same, the source without tiers has left it out (unless it dates its prices, and so may know better).
 */
function priced(offers: readonly Offer[], { batch, usage }: Asked, at: number): Priced | null {
  const able = offers.flatMap((offer): Priced[] => {
    const rates = ratesOf(offer, batch)
    const cost = rates && usage ? costOf(rates, usage, at) : null
    return !rates || (cost && 'unpriced' in cost) ? [] : [{ offer, rates, cost }]
  })
  const [first] = able
  if (!first || isTiered(first.rates) || isDated(first.rates)) return first ?? null
  const base = (rates: readonly Rate[]) => JSON.stringify([basePrice(rates, 'input', at), basePrice(rates, 'output', at)])
  const isSame = ({ offer, rates }: Priced) => offer.entry.provider !== 'openrouter' && isTiered(rates) && base(rates) === base(first.rates)
  return able.find(isSame) ?? first
}

const same = (numbers: readonly (number | null)[]): boolean => new Set(numbers.filter((number) => number !== null)).size <= 1

function compare(offers: readonly Offer[], asked: Asked, at: number, fetchedAt: (source: string) => string): z.output<typeof Comparison> {
  const sources = offers.map((offer) => {
    const { entry, source } = offer
    const rates = ratesOf(offer, asked.batch) ?? []
    const cost = asked.usage && rates.length > 0 ? costOf(rates, asked.usage, at) : null
    const base = (kind: Kind) => basePrice(rates, kind, at)
    return {
      source,
      provider: entry.provider,
      model: entry.id,
      as_of: fetchedAt(source),
      statedOn: entry.statedOn,
      inputUsdPer1M: base('input'),
      outputUsdPer1M: base('output'),
      cacheReadUsdPer1M: base('cache_read'),
      cost_usd: cost && !('unpriced' in cost) ? cost.usd : null,
    }
  })
  const fields = ['inputUsdPer1M', 'outputUsdPer1M', 'cacheReadUsdPer1M', 'cost_usd'] as const
  const differences = fields.flatMap((field) =>
    same(sources.map((row) => row[field]))
      ? []
      : [`${field}: ${sources.flatMap((row) => (row[field] === null ? [] : [`${row[field]} at ${row.source}`])).join(', ')}`],
  )
  // One that knows the model and states nothing to compare may mean another price.
  const compared = sources.filter(({ inputUsdPer1M, cost_usd }) => inputUsdPer1M !== null && (asked.usage === null || cost_usd !== null))
  const isOpen = compared.length < 2 || (differences.length === 0 && compared.length < sources.length)
  return { agree: isOpen ? null : differences.length === 0, sources, differences }
}

const firstOf = <Value>(offers: readonly Offer[], read: (offer: Offer) => Value | null): Value | null => {
  for (const offer of offers) {
    const value = read(offer)
    if (value !== null) return value
  }
  return null
}

/** The row of the list for people, from a schedule: prices of a short prompt now. */
function toRow(found: Found, { source, entry }: Offer, at: number): FullModel {
  const price = (kind: Kind) => (entry.uncertain ? null : basePrice(entry.rates, kind, at))
  const { offers } = found
  const modalities = firstOf(offers, (offer) => offer.entry.modalities)
  const deprecatedOn = firstOf(offers, (offer) => offer.entry.deprecatedOn)
  const id = source === 'openrouter' || entry.id.startsWith(`${found.provider}/`) ? entry.id : `${found.provider}/${entry.id}`
  return {
    id,
    name: entry.name ?? firstOf(offers, (offer) => offer.entry.name) ?? entry.id,
    provider: id.slice(0, id.indexOf('/')) || found.provider,
    inputUsdPer1M: price('input'),
    outputUsdPer1M: price('output'),
    cacheReadUsdPer1M: price('cache_read'),
    cacheWriteUsdPer1M: price('cache_write'),
    reasoningUsdPer1M: price('reasoning'),
    canonicalId: entry.aliases.find((alias) => alias.includes('/')) ?? null,
    modality: modalities && `${modalities.input.join('+')}->${modalities.output.join('+')}`,
    contextLength: firstOf(offers, (offer) => offer.entry.context),
    maxOutputTokens: firstOf(offers, (offer) => offer.entry.maxOutput),
    free: price('input') === 0 && price('output') === 0,
    variable: entry.uncertain,
    conditional: entry.rates.some(({ when }) => when !== undefined),
    expiresAt: deprecatedOn && `${deprecatedOn}T00:00:00.000Z`,
  }
}

/**
 * The answer about one model.
 * @throws ApiError 404 `subject_not_found` when no source knows the model, several hosts sell it at different prices, or nobody states the
 *   prices a cost needs: nobody is charged for an answer without content
 */
export function answerQuestion(index: Index, asked: Asked, at: number, fetchedAt: ReadonlyMap<string, string>): Question {
  const found = find(index, asked.model)
  const { offers } = found
  const chosen = priced(offers, asked, at)
  if (!chosen && (asked.usage || asked.batch))
    throw new ApiError(
      'subject_not_found',
      `No source states ${asked.batch ? 'a batch price' : 'the prices this cost needs'} of ${found.provider}/${found.model}. Nothing was charged.`,
      { param: 'model' },
    )
  const offer = chosen?.offer ?? (offers[0] as Offer) // a model is found through an offer
  const stamp = (source: string) => fetchedAt.get(source) ?? new Date(at).toISOString()
  const { entry, source } = offer
  const first = <Value>(read: (entry: Entry) => Value | null) => firstOf([offer, ...offers], (one) => read(one.entry))
  const batchRates = first((one) => one.batchRates)
  const cost = chosen?.cost ?? null
  return {
    resolved: {
      asked: asked.model,
      provider: source === 'openrouter' ? 'openrouter' : found.provider,
      model: entry.id,
      name: first((one) => one.name),
      matchedBy: found.how,
      source,
      as_of: stamp(source),
      statedOn: entry.statedOn,
      context: first((one) => one.context),
      max_output: first((one) => one.maxOutput),
      modalities: first((one) => one.modalities),
      deprecated: first((one) => one.deprecated),
      deprecated_on: first((one) => one.deprecatedOn),
      schedule: entry.rates.slice(0, MAX_SCHEDULE).map(toScheduleRow),
      batchSchedule: batchRates?.slice(0, MAX_SCHEDULE).map(toScheduleRow) ?? null,
    },
    cost_usd: cost?.usd ?? null,
    cost: cost &&
      asked.usage && {
        at: new Date(at).toISOString(),
        ...asked.usage,
        batch: asked.batch,
        source,
        lines: cost.lines,
        exactUsd: cost.exact,
        notes: cost.notes,
      },
    comparison: compare([offer, ...offers.filter((one) => one !== offer)], asked, at, stamp),
    row: toRow(found, offer, at),
  }
}
