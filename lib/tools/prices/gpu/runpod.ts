/** RunPod: list prices of another marketplace, asked when Vast.ai has been silent. A minimum only; the two are never mixed. */

import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { callUpstream } from '../../../egress/call-upstream.ts'
import { amount, rowsOf } from '../../../upstreams/values.ts'
import { gpuName } from './gpu-name.ts'

const QUERY =
  '{ gpuTypes { displayName memoryInGb securePrice communityPrice lowestPrice(input: { gpuCount: 1 }) { uninterruptablePrice } } }'

const Row = z.object({
  displayName: gpuName,
  memoryInGb: amount,
  securePrice: amount,
  communityPrice: amount,
  lowestPrice: z.object({ uninterruptablePrice: amount }).nullish().catch(null),
})

export const ListPrice = z.object({ gpu: z.string(), vramGb: z.number().nullable(), min: z.number() })
export type ListPrice = z.output<typeof ListPrice>

export const RunpodBody = z.object({ data: z.object({ gpuTypes: z.array(z.unknown()) }) }).transform(({ data }) =>
  (rowsOf(Row, data.gpuTypes) ?? []).flatMap(({ displayName, memoryInGb, securePrice, communityPrice, lowestPrice }): ListPrice[] => {
    // Zero means "not offered here".
    const offered = [lowestPrice?.uninterruptablePrice, securePrice, communityPrice].filter((price) => price != null && price > 0)
    return offered.length === 0 ? [] : [{ gpu: displayName, vramGb: memoryInGb || null, min: Math.min(...(offered as number[])) }]
  }),
)

/** The lowest price of each model on demand. @throws UpstreamError */
export const readRunpod = (core: Core, signal: AbortSignal): Promise<ListPrice[]> =>
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
