/** RunPod: list prices of another marketplace, all models in one call. A minimum only; no two sources are ever mixed in a row. */

import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream } from '../../../egress/call-upstream.ts'
import { amount, rowsOf } from '../../../upstreams/values.ts'
import { gpuName } from './gpu-name.ts'
import type { Listing } from './listing.ts'
import { toGpuModel } from './models.ts'

const QUERY =
  '{ gpuTypes { displayName memoryInGb securePrice communityPrice lowestPrice(input: { gpuCount: 1 }) { minimumBidPrice uninterruptablePrice minVcpu minMemory } } }'

const Row = z.object({
  displayName: gpuName,
  memoryInGb: amount,
  securePrice: amount,
  communityPrice: amount,
  lowestPrice: z
    .object({ minimumBidPrice: amount, uninterruptablePrice: amount, minVcpu: amount, minMemory: amount })
    .nullish()
    .catch(null),
})
type Row = z.output<typeof Row>

function toListings({ displayName, memoryInGb, securePrice, communityPrice, lowestPrice }: Row): Listing[] {
  const model = toGpuModel(displayName, '', [memoryInGb ?? 0])
  if (!model) return []
  // Zero means "not offered here".
  const onDemand = [lowestPrice?.uninterruptablePrice, securePrice, communityPrice].filter(
    (price) => price != null && price > 0,
  ) as number[]
  const spot = lowestPrice?.minimumBidPrice || 0
  const of = (usd: number, isSpot: boolean): Listing => ({
    ...model,
    region: null,
    spot: isSpot,
    usd,
    gpus: 1,
    vcpus: lowestPrice?.minVcpu || null,
    memoryGb: lowestPrice?.minMemory || null,
    offers: 1,
  })
  return [...(onDemand.length > 0 ? [of(Math.min(...onDemand), false)] : []), ...(spot > 0 ? [of(spot, true)] : [])]
}

export const RunpodBody = z
  .object({ data: z.object({ gpuTypes: z.array(z.unknown()) }) })
  .transform(({ data }) => (rowsOf(Row, data.gpuTypes) ?? []).flatMap(toListings))

/** The lowest price of each model, on demand and by bid. @throws UpstreamError */
export const readRunpod = (core: Core, signal: AbortSignal): Promise<Listing[]> =>
  callUpstream({
    core,
    source: 'runpod',
    url: `${core.env.RUNPOD_URL}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUERY }),
    schema: RunpodBody,
    timeoutMs: 5_000,
    signal,
  })
