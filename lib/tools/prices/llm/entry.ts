/** One model of one provider as one source knows it. */
import type { Rate } from './rates.ts'

/** A tree that says which names mean a model, as genai-prices writes it. */
export type Match =
  | { equals: string }
  | { starts_with: string }
  | { ends_with: string }
  | { contains: string }
  | { regex: string }
  | { or: Match[] }
  | { and: Match[] }

export type Entry = {
  /** Who bills: the source's own id of the provider. */
  provider: string
  /** Id inside the provider. */
  id: string
  name: string | null
  /** Other exact ids. */
  aliases: string[]
  match: Match | null
  rates: Rate[]
  /** Rates of the same model sent as a batch; null when the source states none. */
  batchRates: Rate[] | null
  /** The price depends on something we cannot know; nothing is computed from it. */
  uncertain: boolean
  context: number | null
  maxOutput: number | null
  modalities: { input: string[]; output: string[] } | null
  deprecated: boolean | null
  /** Date the model goes away, YYYY-MM-DD. */
  deprecatedOn: string | null
  /** Date the source says it last changed the row, YYYY-MM-DD. */
  statedOn: string | null
}
