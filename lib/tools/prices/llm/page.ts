/** The part of a list that one answer holds. */
import { within } from '../../bounded.ts'
import type { FullModel, SoldModel } from './model.ts'

/** Bytes of the rows, so that an answer stays below 30 kB, its head and tail included. */
const MAX_ROWS_BYTES = 28_500

const pick = (model: FullModel, fields: readonly (keyof FullModel)[]): SoldModel => ({
  id: model.id,
  ...Object.fromEntries(fields.map((key) => [key, model[key]])),
})

/** What a comparison of hundreds needs: the two prices, and whether they are all there is to know. */
const toShort = (model: FullModel): SoldModel => ({
  ...pick(model, ['inputUsdPer1M', 'outputUsdPer1M']),
  ...(model.conditional ? { conditional: true } : {}),
  ...(model.variable ? { variable: true } : {}),
})

/** The leading rows that fit. */
function leading(rows: readonly SoldModel[]): SoldModel[] {
  const kept = within(rows, MAX_ROWS_BYTES)
  const gap = rows.findIndex((row, at) => row !== kept[at])
  return gap === -1 ? kept : kept.slice(0, gap)
}

export type Page = { models: SoldModel[]; short: boolean; next: number | null }

/**
 * The models from `offset` on that fit: whole rows when all of them fit, else short ones; with `fields` those alone.
 * `next` is the offset of the first that was left out; null when none was.
 */
export function toPage(
  models: readonly FullModel[],
  { offset, limit, fields }: { offset: number; limit?: number | undefined; fields?: readonly (keyof FullModel)[] | undefined },
): Page {
  const wanted = models.slice(offset, limit === undefined ? undefined : offset + limit)
  const whole = leading(fields ? wanted.map((model) => pick(model, fields)) : wanted)
  const short = fields === undefined && whole.length < wanted.length
  const rows = short ? leading(wanted.map(toShort)) : whole
  const end = offset + rows.length
  return { models: rows, short, next: end < models.length ? end : null }
}
