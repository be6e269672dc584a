/** From readings to rows as they are sold. Pure. */
import { round, rowsOf } from '../../../upstreams/values.ts'
import { CATALOGUE, CatalogueReading } from './catalogue.ts'
import { type Group, Listing, type Machine, toGroups } from './listing.ts'
import type { Reading, ReadingSource, Sample } from './store.ts'
import { Metric, ModelReading } from './vast.ts'

/** A row: one model with one memory size at one provider, on demand or not. */
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
  provider: string
  region: string | null
  spot: boolean
  machine: Machine | null
  daily: boolean
  listedOn: string | null
  observedAtMs: number
  source: ReadingSource
}

/** A reading that gave something, understood once: its prices one by one, and the rows made of all of them. */
export type Known = {
  source: ReadingSource
  provider: string
  observedAtMs: number
  listings: readonly Listing[]
  rows: readonly Price[]
  metrics: readonly Metric[]
  capped: boolean
  listedOn: string | null
}

/** null for a reading that gave nothing, or nothing that we can read. */
export function toKnown({ source, model, data, observedAt }: Pick<Reading, 'source' | 'model' | 'data' | 'observedAt'>): Known | null {
  if (observedAt === null || source === 'vast-names') return null
  const base = {
    source,
    provider: source === CATALOGUE ? model : source.replace('vast-metrics', 'vast'),
    observedAtMs: observedAt.getTime(),
  }
  const read = { ...base, listings: [] as Listing[], rows: [], metrics: [], capped: false, listedOn: null }
  const vast = source === 'vast' ? ModelReading.safeParse(data) : null
  const list = source === CATALOGUE ? CatalogueReading.safeParse(data) : null
  const known: Known = {
    ...read,
    ...(vast?.success ? vast.data : {}),
    ...(list?.success ? list.data : {}),
    ...(source === 'runpod' ? { listings: rowsOf(Listing, data) ?? [] } : {}),
    ...(source === 'vast-metrics' ? { metrics: rowsOf(Metric, data) ?? [] } : {}),
  }
  return { ...known, rows: toRows(known, known.listings) }
}

/** Rows of some of a reading's prices. */
export function toRows(known: Known, listings: readonly Listing[]): Price[] {
  return toGroups(listings).map((group) => toPrice(known, group))
}

function toPrice({ source, provider, capped, listedOn, observedAtMs }: Known, group: Group): Price {
  const { min, median, p25, p75, machines, offers, thin, machine, ...model } = group
  const isLowest = source === 'runpod'
  return {
    ...model,
    minUsdPerGpuHour: min,
    // Its one price is the lowest: that is no median.
    medianUsdPerGpuHour: isLowest ? null : median,
    p25UsdPerGpuHour: isLowest ? null : p25,
    p75UsdPerGpuHour: isLowest ? null : p75,
    machines: source === 'vast' ? machines : null,
    offers: isLowest ? null : offers,
    capped,
    thin,
    provider,
    machine,
    daily: source === CATALOGUE,
    listedOn,
    observedAtMs,
    source,
  }
}

const toMedians = ({ median, p25, p75 }: Metric) => ({
  medianUsdPerGpuHour: round(median, 4),
  p25UsdPerGpuHour: round(p25, 4),
  p75UsdPerGpuHour: round(p75, 4),
})

/** The marketplace's own medians of all offers, where its key gives them. They tell neither memory sizes nor regions apart. */
export function withMetrics(rows: readonly Price[], known: readonly Known[]): Price[] {
  const prices = [...rows]
  for (const { metrics, observedAtMs } of known)
    for (const metric of metrics) {
      const same = prices.flatMap(({ gpu, source, spot }, at) => (gpu === metric.gpu && source === 'vast' && !spot ? [at] : []))
      const [at] = same
      const row = at === undefined ? undefined : prices[at]
      if (row && at !== undefined && same.length === 1)
        prices[at] = { ...row, ...toMedians(metric), observedAtMs: Math.min(row.observedAtMs, observedAtMs) }
      else if (same.length === 0) prices.push(fromMetric(metric, observedAtMs))
    }
  return prices
}

const fromMetric = (metric: Metric, observedAtMs: number): Price => ({
  gpu: metric.gpu,
  vramGb: null,
  minUsdPerGpuHour: null,
  ...toMedians(metric),
  machines: null,
  offers: metric.offers,
  capped: false,
  thin: metric.offers !== null && metric.offers < 3,
  provider: 'vast',
  region: null,
  spot: false,
  machine: null,
  daily: false,
  listedOn: null,
  observedAtMs,
  source: 'vast',
})

/** What is remembered of a reading. */
export const toSamples = ({ rows }: Known): Sample[] =>
  rows.map(({ provider, gpu, vramGb, spot, minUsdPerGpuHour, medianUsdPerGpuHour }) => ({
    provider,
    gpu,
    vramGb,
    spot,
    min: minUsdPerGpuHour,
    median: medianUsdPerGpuHour,
  }))
