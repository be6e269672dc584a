/** Vast.ai: a marketplace of GPUs. At most 64 offers an answer and a few requests a minute, so one model is asked at a time, by the job only. */

import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { amount, count, rowsOf } from '../../../upstreams/values.ts'
import { gpuName } from './gpu-name.ts'
import { isGpuPrice, Listing } from './listing.ts'
import { OFFERS_CAP, OffersBody, toListings } from './offers.ts'

const SOURCE = 'vast'
const TIMEOUT_MS = 5_000

const headers = ({ env }: Core): Record<string, string> => {
  const key = env.VAST_KEY
  return key ? { authorization: `Bearer ${key}` } : {}
}

/** Only what to ask for: a name that nobody can read leaves the others as they are. */
const NamesBody = z
  .object({ gpu_names: z.array(z.unknown()).max(1_000) })
  .transform(({ gpu_names }) => rowsOf(gpuName, gpu_names) ?? [])
  .pipe(z.array(z.string()).min(1))

/** Names of all models, as the offers spell them. @throws UpstreamError */
export const readNames = (core: Core, signal: AbortSignal): Promise<string[]> =>
  callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.VAST_URL}/api/v0/gpu_names/unique/`,
    headers: headers(core),
    schema: NamesBody,
    timeoutMs: TIMEOUT_MS,
    signal,
  })

/** `capped`: the answer was full, so there may be more. `offers`: how many it held of the model, comparable or not. */
export const ModelReading = z.object({ capped: z.boolean(), listings: z.array(Listing) })
export type ModelReading = z.output<typeof ModelReading> & { offers: number }

/**
 * Prices of the machines of one model, or of several that have few offers, in the order asked; no listings where nobody offers one now.
 * Cheapest first, so that one model's minimum is exact even when its answer is full.
 * @throws UpstreamError; `bad_body` too when an answer for several models is full: then nobody knows what is missing of which
 */
export async function readModels(core: Core, models: readonly string[], signal: AbortSignal): Promise<ModelReading[]> {
  const filter = {
    gpu_name: models.length === 1 ? { eq: models[0] } : { in: models },
    type: 'on-demand',
    rentable: { eq: true },
    rented: { eq: false },
    verified: { eq: true },
    dph_total: { gt: 0 },
    order: [['dph_total', 'asc']],
    limit: OFFERS_CAP,
  }
  const url = `${core.env.VAST_URL}/api/v0/bundles/?q=${encodeURIComponent(JSON.stringify(filter))}`
  const body = await callUpstream({ core, source: SOURCE, url, headers: headers(core), schema: OffersBody, timeoutMs: TIMEOUT_MS, signal })
  const capped = body.rowCount >= OFFERS_CAP
  if (capped && models.length > 1) throw new UpstreamError(SOURCE, 'bad_body', 'a full answer for several models')
  const readings = models.map((model) => ({ capped, ...toListings(model, body.offers) }))
  const asked = new Set(models.map((model) => model.toLowerCase()))
  // Then it is not the answer to this question, and what it holds of the model is not all there is.
  if (body.offers.some(({ gpu_name }) => !asked.has(gpu_name.toLowerCase())))
    throw new UpstreamError(SOURCE, 'bad_body', 'offers of another model')
  if (body.rowCount > 0 && readings.every(({ offers }) => offers === 0)) throw new UpstreamError(SOURCE, 'bad_body', 'no readable offer')
  return readings
}

/** Prices of a model over all its offers, in US dollars per GPU and hour. */
export const Metric = z.object({
  gpu: z.string(),
  median: z.number(),
  p25: z.number().nullable(),
  p75: z.number().nullable(),
  offers: z.number().int().nullable(),
})
export type Metric = z.output<typeof Metric>

const price = amount.transform((usd) => (isGpuPrice(usd) ? usd : null))

const MetricRow = z.object({
  gpu_name: gpuName,
  price_median: price,
  price_p25: price,
  price_p75: price,
  avail_verified: count,
})

export const MetricsBody = z
  .object({ gpus: z.array(z.unknown()) })
  .transform(({ gpus }) =>
    (rowsOf(MetricRow, gpus) ?? []).flatMap(({ gpu_name, price_median, price_p25, price_p75, avail_verified }): Metric[] =>
      price_median === null ? [] : [{ gpu: gpu_name, median: price_median, p25: price_p25, p75: price_p75, offers: avail_verified }],
    ),
  )

/** Medians of all models in one call; needs a key. @throws UpstreamError */
export const readMetrics = (core: Core, signal: AbortSignal): Promise<Metric[]> =>
  callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.VAST_URL}/api/v0/metrics/gpu/current/`,
    headers: headers(core),
    schema: MetricsBody,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
