/** RunPod: list prices of another marketplace, all models in one call. A minimum only; no two sources are ever mixed in a row. */

import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream, UpstreamError } from '../../../egress/call-upstream.ts'
import { amount, everyRowOf, toAmount } from '../../../upstreams/values.ts'
import { gpuName } from './gpu-name.ts'
import { isGpuPrice, type Listing } from './listing.ts'
import { toGpuModel } from './models.ts'

const SOURCE = 'runpod'
const QUERY =
  '{ gpuTypes { displayName memoryInGb securePrice communityPrice lowestPrice(input: { gpuCount: 1 }) { minimumBidPrice uninterruptablePrice minVcpu minMemory } } }'

const loose = z.unknown().optional().transform(toAmount)

/** What makes a price, or says of what, is read or fails; the rest describes the machine. One without a name is no model. */
const Row = z.object({
  displayName: gpuName.nullish().or(z.literal('').transform(() => null)),
  memoryInGb: amount,
  securePrice: amount,
  communityPrice: amount,
  lowestPrice: z.object({ minimumBidPrice: amount, uninterruptablePrice: amount, minVcpu: loose, minMemory: loose }).nullish(),
})
type Row = z.output<typeof Row>

function toListings({ displayName, memoryInGb, securePrice, communityPrice, lowestPrice }: Row): Listing[] {
  const model = displayName ? toGpuModel(displayName, '', [memoryInGb ?? 0]) : null
  if (!model) return []
  // Zero means "not offered here".
  const onDemand = [lowestPrice?.uninterruptablePrice, securePrice, communityPrice].filter(isGpuPrice)
  const spot = lowestPrice?.minimumBidPrice
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
  return [...(onDemand.length > 0 ? [of(Math.min(...onDemand), false)] : []), ...(isGpuPrice(spot) ? [of(spot, true)] : [])]
}

/** A list of which one row cannot be read is none: it may be the cheapest of its model. */
export const RunpodBody = z.object({ data: z.object({ gpuTypes: z.array(z.unknown()) }) }).transform(({ data }, context) => {
  const rows = everyRowOf(Row, data.gpuTypes)
  if (rows === null) context.addIssue({ code: 'custom', message: 'a model that cannot be read' })
  return (rows ?? []).flatMap(toListings)
})

/** The lowest price of each model, on demand and by bid. @throws UpstreamError, also when no price can be read */
export async function readRunpod(core: Core, signal: AbortSignal): Promise<Listing[]> {
  const listings = await callUpstream({
    core,
    source: SOURCE,
    url: `${core.env.RUNPOD_URL}/graphql`,
    method: 'POST',
    body: JSON.stringify({ query: QUERY }),
    schema: RunpodBody,
    timeoutMs: 5_000,
    signal,
  })
  if (listings.length === 0) throw new UpstreamError(SOURCE, 'bad_body', 'no readable price')
  return listings
}
