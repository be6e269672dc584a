/** From a marketplace's offers to the prices of one GPU model. Pure. */

import { z } from 'zod'
import { round, rowsOf, toAmount, toCount } from '../../../upstreams/values.ts'
import { gpuName } from './gpu-name.ts'

/** As many offers as one answer holds, whatever the limit asked for: that many may mean more. */
export const OFFERS_CAP = 64

const THIN_BELOW = 3

const Offer = z.object({
  machine_id: z.union([z.number(), z.string()]).transform(String),
  num_gpus: z.number().int().positive(),
  gpu_name: gpuName,
  gpu_ram: z.unknown().optional().transform(toAmount),
  dph_total: z.number().positive(),
  is_bid: z.boolean().nullish(),
  rentable: z.boolean().nullish(),
  rented: z.boolean().nullish(),
  verification: z.string().nullish(),
})
type Offer = z.output<typeof Offer>

export const OffersBody = z.object({ offers: z.array(z.unknown()) }).transform(({ offers }) => offers)

/** Prices of one model with one memory size, in US dollars per GPU and hour. */
export const Group = z.object({
  vramGb: z.number().nullable(),
  min: z.number(),
  median: z.number(),
  p25: z.number().nullable(),
  p75: z.number().nullable(),
  machines: z.number().int(),
  offers: z.number().int(),
  capped: z.boolean(),
  thin: z.boolean(),
})
export type Group = z.output<typeof Group>

/** Verified hosts, on demand, free to rent: the query asks for them, and rows that are something else are left out here. */
const isComparable = ({ is_bid, rentable, rented, verification }: Offer): boolean =>
  is_bid !== true && rentable !== false && rented !== true && verification === 'verified'

const sameModel = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/**
 * Groups the offers of `model` by memory size. A machine offers overlapping slices of the same GPUs, so it counts once, with its lowest
 * price, and the median is over machines.
 */
export function toGroups(model: string, rows: readonly unknown[]): Group[] {
  const offers = (rowsOf(Offer, rows) ?? []).filter((offer) => sameModel(offer.gpu_name, model) && isComparable(offer))
  const byMemory = new Map<number | null, Offer[]>()
  for (const offer of offers) byMemory.set(toGb(offer.gpu_ram), [...(byMemory.get(toGb(offer.gpu_ram)) ?? []), offer])
  return [...byMemory]
    .map(([vramGb, group]) => toGroup(vramGb, group, rows.length >= OFFERS_CAP))
    .sort((left, right) => (left.vramGb ?? 0) - (right.vramGb ?? 0))
}

/** MiB, a little below the nominal size where memory is reserved, as whole GiB. */
const toGb = (mib: number | null): number | null => (mib === null || mib <= 0 ? null : toCount(Math.round(mib / 1024)))

function toGroup(vramGb: number | null, offers: readonly Offer[], capped: boolean): Group {
  const lowest = new Map<string, number>()
  for (const { machine_id, dph_total, num_gpus } of offers)
    lowest.set(machine_id, Math.min(lowest.get(machine_id) ?? Number.POSITIVE_INFINITY, dph_total / num_gpus))
  const prices = [...lowest.values()].sort((left, right) => left - right)
  const thin = prices.length < THIN_BELOW
  const at = (share: number) => round(quantile(prices, share), 4)
  return {
    vramGb,
    min: at(0),
    median: at(0.5),
    p25: thin ? null : at(0.25),
    p75: thin ? null : at(0.75),
    machines: prices.length,
    offers: offers.length,
    capped,
    thin,
  }
}

/** Linear between the two nearest of sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const [low = 0, high = low] = [sorted[below], sorted[below + 1]]
  return low + (high - low) * (position - below)
}
