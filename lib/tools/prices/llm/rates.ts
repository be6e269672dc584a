/**
 * What a model costs, as its source publishes it: a list of rates, each with the conditions under which it holds. For every kind the last
 * rate whose conditions hold is the price. Prices are decimal text, so that a bill made of them is exact.
 */
import { z } from 'zod'
import { type Decimal, shift, toDecimal, toDouble, toText } from './decimal.ts'

export const kinds = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'cache_write_1h',
  'reasoning',
  'citation',
  'input_audio',
  'output_audio',
  'cache_audio_read',
  'input_image',
  'output_image',
  'cache_image_read',
  'input_video',
  'output_video',
  'request',
  'web_search',
] as const
export type Kind = (typeof kinds)[number]

/** Kinds that are not tokens: priced per thousand. */
const perThousand = new Set<Kind>(['request', 'web_search'])

export type When = {
  /** Holds when there are more input tokens than this, cached ones included. */
  over?: number
  /** Holds up to so many input tokens. */
  upTo?: number
  /** Holds from this UTC date on, YYYY-MM-DD. */
  from?: string
  /** Holds at these UTC times of day, `HH:MM` to before `HH:MM`; may span midnight. */
  utc?: [start: string, end: string]
  /** Holds on these UTC days of the week, 0 = Sunday. */
  days?: number[]
}

/** `usd` null: under these conditions the source states no price of this kind. Per million tokens, or per thousand of what is counted. */
export type Rate = { kind: Kind; usd: string | null; when?: When }

/** `cachedTokens`, `writtenTokens` and `writtenHourTokens` are parts of `inputTokens`, and share none. */
export type Usage = { inputTokens: number; cachedTokens: number; writtenTokens: number; writtenHourTokens: number; outputTokens: number }

/** Dearer than any model by far: what is more was stated in another unit. Per million tokens, or per thousand. */
export const MOST_USD = 10_000

/** A price as a rate's text; null for what is no price (absent, not a number, negative, senselessly high). */
function toRate(kind: Kind, value: unknown, perToken: boolean, when: When): Rate | null {
  const decimal = toDecimal(value)
  if (!decimal || decimal.digits < 0n) return null
  const scaled: Decimal = perToken ? shift(decimal, perThousand.has(kind) ? 3 : 6) : decimal
  if (toDouble(scaled) > MOST_USD) return null
  return { kind, usd: toText(scaled), ...(Object.keys(when).length > 0 ? { when } : {}) }
}

/** A price as a source states it: null and undefined are "not stated". */
export type Stated = readonly [kind: Kind, value: unknown, when?: When]

/**
 * Rates of the prices that a source states, in their order. `uncertain`: one of them cannot be read, or the same is stated twice and
 * differently. A bill that leaves it out would be wrong, so nothing may be computed from the rest.
 */
export function toRates(stated: readonly Stated[], perToken: boolean): { rates: Rate[]; uncertain: boolean } {
  const given = stated.filter(([, value]) => value !== null && value !== undefined)
  const rates = given.flatMap(([kind, value, when = {}]) => toRate(kind, value, perToken, when) ?? [])
  const once = new Map(rates.map((rate) => [JSON.stringify([rate.kind, rate.when]), rate.usd]))
  const isTwofold = rates.some((rate) => once.get(JSON.stringify([rate.kind, rate.when])) !== rate.usd)
  return { rates, uncertain: rates.length < given.length || isTwofold }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Whether a rate's conditions hold for so many input tokens at an instant (Unix milliseconds). */
export function holds(when: When | undefined, inputTokens: number, at: number): boolean {
  if (!when) return true
  if (when.over !== undefined && inputTokens <= when.over) return false
  if (when.upTo !== undefined && inputTokens > when.upTo) return false
  const date = new Date(at)
  if (when.from !== undefined && date.toISOString().slice(0, 10) < when.from) return false
  if (when.days && !when.days.includes(date.getUTCDay())) return false
  if (when.utc) {
    const [start, end] = when.utc.map(minutesOf) as [number, number]
    const now = date.getUTCHours() * 60 + date.getUTCMinutes()
    if (start <= end ? now < start || now >= end : now < start && now >= end) return false
  }
  return true
}

/** The rate of a kind that holds; null when the source states none. */
export function rateOf(rates: readonly Rate[], kind: Kind, inputTokens: number, at: number): (Rate & { usd: string }) | null {
  const last = rates.findLast((rate) => rate.kind === kind && holds(rate.when, inputTokens, at))
  return last?.usd === undefined || last.usd === null ? null : { ...last, usd: last.usd }
}

/** The price of a kind for a short prompt now, in US dollars per million tokens; null when there is none. */
export function basePrice(rates: readonly Rate[], kind: Kind, at: number): number | null {
  const rate = rateOf(rates, kind, 0, at)
  return rate && Number(toDouble(toDecimal(rate.usd) ?? { digits: 0n, scale: 0 }).toPrecision(12))
}

/** A rate as sold. */
export const ScheduleRow = z.object({
  kind: z.enum(kinds).describe('What is priced.'),
  usd: z.number().nonnegative().nullable().describe('Price in US dollars; null when the source states none under these conditions.'),
  unit: z.enum(['per_1m_tokens', 'per_1k']).describe('Per million tokens, or per thousand requests or searches.'),
  overInputTokens: z.int().nullable().describe('Holds when input tokens, cached ones included, are more than this; null = always.'),
  upToInputTokens: z.int().nullable().describe('Holds up to so many input tokens; null = no bound.'),
  from: z.string().nullable().describe('Holds from this UTC date on; null = always.'),
  utcFrom: z.string().nullable().describe('Holds from this UTC time of day, HH:MM; null = all day.'),
  utcTo: z.string().nullable().describe('Holds until this UTC time of day, HH:MM.'),
  utcDays: z.array(z.int()).nullable().describe('Holds on these UTC days, 0 = Sunday; null = every day.'),
})

export const toScheduleRow = ({ kind, usd, when = {} }: Rate): z.output<typeof ScheduleRow> => ({
  kind,
  usd: usd === null ? null : Number(usd),
  unit: perThousand.has(kind) ? 'per_1k' : 'per_1m_tokens',
  overInputTokens: when.over ?? null,
  upToInputTokens: when.upTo ?? null,
  from: when.from ?? null,
  utcFrom: when.utc?.[0] ?? null,
  utcTo: when.utc?.[1] ?? null,
  utcDays: when.days ?? null,
})
