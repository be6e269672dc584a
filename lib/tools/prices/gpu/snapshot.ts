/** The copy of the prices in memory, from which requests are answered: loaded from the database in the background, never inside a request. */
import { type Core, part } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import { log } from '../../../log.ts'
import { round, rowsOf } from '../../../upstreams/values.ts'
import { Group } from './offers.ts'
import { ListPrice } from './runpod.ts'
import { allReadings, type Reading } from './store.ts'
import { Metric } from './vast.ts'

/** Older prices are marked as stale; still older ones are not sold. */
export const REFRESH_SECONDS = 300
const SOLD_MS = 600_000
const RELOAD_MS = 15_000
/** A process whose timer has not run for so long was asleep: then a call may start the reload itself. */
const ASLEEP_MS = 60_000
/** Keeps a full answer below 30 kB, whatever a source lists. */
const MAX_ROWS = 90

export type Price = {
  gpu: string
  vramGb: number | null
  minUsdPerGpuHour: number | null
  medianUsdPerGpuHour: number | null
  p25UsdPerGpuHour: number | null
  p75UsdPerGpuHour: number | null
  machines: number | null
  offers: number | null
  capped: boolean
  thin: boolean
  observedAtMs: number
  source: 'vast' | 'runpod'
}

type Copy = { prices: Price[]; loadedAtMs: number; loading: Promise<void> | undefined }

/** Exported for the fuzz, which has no job. */
export const copy = part((): Copy => ({ prices: [], loadedAtMs: 0, loading: undefined }))

const byName = (one: Price, other: Price): number =>
  one.gpu === other.gpu ? (one.vramGb ?? 0) - (other.vramGb ?? 0) : one.gpu < other.gpu ? -1 : 1

/** Rows as they are sold, from readings: the rotation's groups, medians of all offers where the key gives them, the other marketplace apart. */
export function toPrices(readings: readonly Reading[]): Price[] {
  const of = (source: Reading['source']) =>
    readings.filter((row): row is Reading & { observedAt: Date } => row.source === source && row.observedAt !== null)
  const prices = of('vast').flatMap(({ model, data, observedAt }) =>
    (rowsOf(Group, data) ?? []).map((group) => toPrice(model, group, observedAt.getTime())),
  )
  for (const { data, observedAt } of of('vast-metrics')) {
    for (const metric of rowsOf(Metric, data) ?? []) {
      const same = prices.filter(({ gpu }) => gpu === metric.gpu)
      // The marketplace's own median does not tell memory sizes apart: it belongs to a model with one size only.
      if (same[0] && same.length === 1)
        Object.assign(same[0], toMedians(metric), { observedAtMs: Math.min(same[0].observedAtMs, observedAt.getTime()) })
      else if (same.length === 0 && prices.length < MAX_ROWS) prices.push(fromMetric(metric, observedAt.getTime()))
    }
  }
  const others = of('runpod').flatMap(({ data, observedAt }) =>
    (rowsOf(ListPrice, data) ?? []).map((row) => fromRunpod(row, observedAt.getTime())),
  )
  return [...prices.slice(0, MAX_ROWS), ...others.slice(0, MAX_ROWS)].sort(byName)
}

const toPrice = (gpu: string, { min, median, p25, p75, ...group }: Group, observedAtMs: number): Price => ({
  gpu,
  ...group,
  minUsdPerGpuHour: min,
  medianUsdPerGpuHour: median,
  p25UsdPerGpuHour: p25,
  p75UsdPerGpuHour: p75,
  observedAtMs,
  source: 'vast',
})

const toMedians = ({ median, p25, p75 }: Metric) => ({
  medianUsdPerGpuHour: round(median, 4),
  p25UsdPerGpuHour: round(p25, 4),
  p75UsdPerGpuHour: round(p75, 4),
})

const fromMetric = (metric: Metric, observedAtMs: number): Price => ({
  gpu: metric.gpu,
  vramGb: null,
  minUsdPerGpuHour: null,
  ...toMedians(metric),
  machines: null,
  offers: metric.offers,
  capped: false,
  thin: metric.offers !== null && metric.offers < 3,
  observedAtMs,
  source: 'vast',
})

const fromRunpod = ({ gpu, vramGb, min }: ListPrice, observedAtMs: number): Price => ({
  gpu,
  vramGb,
  minUsdPerGpuHour: round(min, 4),
  medianUsdPerGpuHour: null,
  p25UsdPerGpuHour: null,
  p75UsdPerGpuHour: null,
  machines: null,
  offers: null,
  capped: false,
  thin: true,
  observedAtMs,
  source: 'runpod',
})

/** Brings the copy up to date with the database. Called by the job after it has written, at start, and in the background. */
export async function loadGpuPrices(core: Core): Promise<void> {
  const state = copy(core)
  state.prices = toPrices(await allReadings(core))
  state.loadedAtMs = core.now()
}

/** Starts a reload when the copy is old and none is under way; never waits for it. */
function reloadInBackground(core: Core, olderThanMs: number): void {
  const state = copy(core)
  if (state.loading || core.now() - state.loadedAtMs < olderThanMs) return
  state.loading = loadGpuPrices(core)
    .catch((error: unknown) => log.error({ err: error }, 'GPU prices could not be loaded'))
    .finally(() => {
      state.loadedAtMs = Math.max(state.loadedAtMs, core.now() - RELOAD_MS + 2_000)
      state.loading = undefined
    })
}

const timer = part((core) => setInterval(() => reloadInBackground(core, RELOAD_MS), RELOAD_MS / 3).unref())

/** Keeps the copy fresh by a timer, so that no unpaid call ever costs a query. Once per core. */
export function keepFresh(core: Core): void {
  reloadInBackground(core, RELOAD_MS)
  timer(core)
}

/** Prices young enough to be sold: one marketplace's, or the other's when that has none. */
export function currentPrices(core: Core): Price[] {
  reloadInBackground(core, ASLEEP_MS)
  const young = copy(core).prices.filter(({ observedAtMs }) => core.now() - observedAtMs <= SOLD_MS)
  const vast = young.filter(({ source }) => source === 'vast')
  return vast.length > 0 ? vast : young
}

/** @throws ApiError `warming_up` when there is nothing young enough to sell */
export function requirePrices(core: Core): Price[] {
  const prices = currentPrices(core)
  if (prices.length === 0)
    throw new ApiError('warming_up', 'GPU prices are still being collected. Nothing was charged; try again in 30 s.', {
      retryAfterSeconds: 30,
    })
  return prices
}
