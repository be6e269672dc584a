/** A model with its prices, as sold. */
import { z } from 'zod'
import { toTime } from '../../../upstreams/values.ts'

const usd = (what: string) => z.number().nonnegative().nullable().describe(`US dollars per million ${what}; null when unknown or variable.`)

/** `fields` may leave out everything but the id; otherwise every field is present. */
export const Model = z.object({
  id: z.string().describe('Stable id, provider/model.'),
  name: z.string().optional().describe('Display name; the id when the source gives none.'),
  provider: z.string().optional().describe('What stands before the slash of the id.'),
  inputUsdPer1M: usd('input tokens').optional(),
  outputUsdPer1M: usd('output tokens').optional(),
  cacheReadUsdPer1M: usd('input tokens read from a cache').optional(),
  cacheWriteUsdPer1M: usd('input tokens written to a cache').optional(),
  reasoningUsdPer1M: usd('reasoning tokens, where priced apart').optional(),
  canonicalId: z.string().nullable().optional().describe('Dated id of the same model; null when unknown.'),
  modality: z.string().nullable().optional().describe('Inputs and outputs, e.g. text+image->text; null when unknown.'),
  contextLength: z.int().nonnegative().nullable().optional().describe('Context window in tokens; null when unknown.'),
  maxOutputTokens: z.int().nonnegative().nullable().optional().describe('Longest answer in tokens; null when unknown.'),
  free: z.boolean().optional().describe('Input and output cost nothing.'),
  variable: z.boolean().optional().describe('The price depends on where a router sends the call; the price fields are null.'),
  conditional: z.boolean().optional().describe('Other prices hold at some times or prompt lengths.'),
  expiresAt: z.iso.datetime().nullable().optional().describe('When the model goes away, ISO 8601 UTC; null when not announced.'),
})

export type SoldModel = z.output<typeof Model>

/** A model with every field, as in a snapshot. */
export type FullModel = Required<SoldModel>

export const fieldNames = Object.keys(Model.shape) as (keyof FullModel)[]

/** Limits of text and numbers a source may send us. */
export const MAX_ID = 200
export const MAX_NAME = 200

/** A count of tokens; null for anything that is not one. */
export const toTokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

/** A date or date-time as ISO 8601 UTC; null when it is neither. */
export function toInstant(value: unknown): string | null {
  const at = toTime(value)
  return at === null ? null : new Date(at).toISOString()
}
