/** One price of one machine, as every source is read into it, and the rows that are made of such prices. Pure. */
import { z } from 'zod'
import { round } from '../../../upstreams/values.ts'

const THIN_BELOW = 3

/** Whether a GPU can cost so many dollars an hour; what is less or more is a price of something else, or in another unit. */
export const isGpuPrice = (usd: number | null | undefined): usd is number => typeof usd === 'number' && usd >= 0.001 && usd <= 100

/** What a machine costs per GPU and hour. `spot` = may be taken away. `offers` = how many offers of the machine stand behind the price. */
export const Listing = z.object({
  gpu: z.string(),
  vramGb: z.number().nullable(),
  region: z.string().nullable(),
  spot: z.boolean(),
  usd: z.number().positive(),
  gpus: z.number().int().positive().nullable(),
  vcpus: z.number().nullable(),
  memoryGb: z.number().nullable(),
  offers: z.number().int().positive(),
})
export type Listing = z.output<typeof Listing>

export type Machine = { gpus: number | null; vcpus: number | null; memoryGb: number | null }

/** Prices of one model at one provider. `at` is the cheapest machine. */
export type Group = {
  gpu: string
  vramGb: number | null
  spot: boolean
  region: string | null
  min: number
  median: number
  p25: number | null
  p75: number | null
  machines: number
  offers: number
  thin: boolean
  machine: Machine
}

/** Groups one provider's prices by model, memory and kind. The median is over machines (or, for a list of prices, over its prices). */
export function toGroups(listings: readonly Listing[]): Group[] {
  const groups = new Map<string, Listing[]>()
  for (const listing of listings) {
    const key = `${listing.gpu}|${listing.vramGb}|${listing.spot}`
    const group = groups.get(key)
    if (group) group.push(listing)
    else groups.set(key, [listing])
  }
  return [...groups.values()].map(toGroup)
}

function toGroup(listings: readonly Listing[]): Group {
  const sorted = listings.toSorted((one, other) => one.usd - other.usd)
  const first = sorted[0] as Listing // a group holds one at least
  const prices = sorted.map(({ usd }) => usd)
  const thin = prices.length < THIN_BELOW
  const at = (share: number) => round(quantile(prices, share), 4)
  const { gpu, vramGb, spot, region, gpus, vcpus, memoryGb } = first
  return {
    gpu,
    vramGb,
    spot,
    region,
    min: at(0),
    median: at(0.5),
    p25: thin ? null : at(0.25),
    p75: thin ? null : at(0.75),
    machines: prices.length,
    offers: listings.reduce((sum, { offers }) => sum + offers, 0),
    thin,
    machine: { gpus, vcpus, memoryGb },
  }
}

/** Linear between the two nearest of sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const [low = 0, high = low] = [sorted[below], sorted[below + 1]]
  return low + (high - low) * (position - below)
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether a region is meant: every word asked for begins one of its words, so `us` is `us-east-1` and `Texas, US`, but not `Russia`. */
export function isInRegion(region: string | null, asked: string): boolean {
  const has = words(region ?? '')
  const wanted = words(asked)
  return wanted.length > 0 && wanted.every((word) => has.some((one) => one.startsWith(word)))
}
