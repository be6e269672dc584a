/** From the first marketplace's offers to prices of machines. Pure. */
import { z } from 'zod'
import { amount, count, everyRowOf, flag, toAmount } from '../../../upstreams/values.ts'
import { cleanUpstreamText } from '../../text.ts'
import { gpuName } from './gpu-name.ts'
import { isGpuPrice, type Listing } from './listing.ts'
import { toVramGb } from './models.ts'

/** As many offers as one answer holds, whatever the limit asked for: that many may mean more. */
export const OFFERS_CAP = 64

const loose = z.unknown().optional().transform(toAmount)

/** What makes a price, or says of what, is read or fails; the rest describes the machine. One without a name, a price or GPUs is no offer. */
const Offer = z.object({
  machine_id: z.union([z.number(), z.string()]).nullish(),
  num_gpus: count,
  gpu_name: gpuName.nullish(),
  gpu_ram: amount,
  dph_total: amount,
  min_bid: amount,
  cpu_cores_effective: loose,
  cpu_ram: loose,
  geolocation: z.string().nullish().catch(null),
  is_bid: flag,
  rentable: flag,
  rented: flag,
  verification: z.string().nullish(),
})
type Row = z.output<typeof Offer>
type Offer = Row & { machine_id: string | number; num_gpus: number; gpu_name: string; dph_total: number }

const isOffer = (row: Row): row is Offer => row.machine_id != null && !!row.num_gpus && row.gpu_name != null && !!row.dph_total

/** Offers, and how many rows hold them. A list of which one row cannot be read is none: it may be the cheapest. */
export const OffersBody = z.object({ offers: z.array(z.unknown()) }).transform(({ offers }, context) => {
  const rows = everyRowOf(Offer, offers)
  if (rows === null) context.addIssue({ code: 'custom', message: 'an offer that cannot be read' })
  return { offers: (rows ?? []).filter(isOffer), rowCount: offers.length }
})

/** Verified hosts, on demand, free to rent: the query asks for them, and rows that are something else are left out here. */
const isComparable = ({ is_bid, rentable, rented, verification }: Offer): boolean =>
  is_bid !== true && rentable !== false && rented !== true && verification === 'verified'

const sameModel = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/**
 * Prices of the machines that offer `model`. A machine offers overlapping slices of the same GPUs, so it counts once for each memory size,
 * with its lowest price. What the whole offer costs when it may be interrupted is its least bid. `offers` counts all of the model's.
 */
export function toListings(model: string, offers: readonly Offer[]): { listings: Listing[]; offers: number } {
  const own = offers.filter((offer) => sameModel(offer.gpu_name, model))
  const lowest = new Map<string, Listing>()
  for (const offer of own.filter(isComparable)) {
    for (const [spot, total] of [
      [false, offer.dph_total],
      [true, offer.min_bid],
    ] as const) {
      if (!total || !isGpuPrice(total / offer.num_gpus)) continue
      const listing = toListing(model, offer, spot, total)
      const key = `${offer.machine_id}|${listing.vramGb}|${spot}`
      const before = lowest.get(key)
      const offered = (before?.offers ?? 0) + 1
      lowest.set(key, { ...(before && before.usd <= listing.usd ? before : listing), offers: offered })
    }
  }
  return { listings: [...lowest.values()], offers: own.length }
}

/** MiB, a little below the nominal size where memory is reserved, as GiB. */
const toGb = (mib: number | null): number | null => (mib === null || mib <= 0 ? null : mib / 1024)

const toListing = (gpu: string, offer: Offer, spot: boolean, totalUsd: number): Listing => {
  const memory = toGb(offer.cpu_ram)
  return {
    gpu,
    vramGb: toVramGb(gpu, toGb(offer.gpu_ram)),
    region: offer.geolocation ? cleanUpstreamText(offer.geolocation, 60) : null,
    spot,
    usd: totalUsd / offer.num_gpus,
    gpus: offer.num_gpus,
    vcpus: offer.cpu_cores_effective,
    memoryGb: memory && Math.round(memory),
    offers: 1,
  }
}
