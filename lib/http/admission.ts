/**
 * Who gets in for nothing. Every client has an allowance of free calls that refills evenly (RATE_LIMIT_PER_MINUTE, 0 = none is counted), and
 * free work that has to wait for something has so many places, for each client and in all. Over its own limits a client is told 429, over the
 * whole's 503, both with Retry-After. Who pays is not limited here.
 */
import { type Core, part } from '../core.ts'
import { ApiError } from '../errors.ts'
import { createRateLimit } from './rate-limit.ts'

/** Free work at once: less than a database takes beside its payments. */
const PLACES = 48
const PLACES_PER_CLIENT = 16

export type Refusal = 'allowance' | 'places_of_client' | 'places'

const state = part((core) => ({
  allowance: createRateLimit(core.env.RATE_LIMIT_PER_MINUTE),
  held: new Map<string, number>(),
  all: 0,
  refused: new Map<Refusal, number>(),
}))

function refuse(core: Core, reason: Refusal, detail: string, retryAfterSeconds: number): ApiError {
  const { refused } = state(core)
  refused.set(reason, (refused.get(reason) ?? 0) + 1)
  return new ApiError(reason === 'places' ? 'unavailable' : 'rate_limited', detail, { retryAfterSeconds })
}

/** Takes `cost` free calls from a client's allowance. @throws ApiError `rate_limited` */
export function spendAllowance(core: Core, client: string, cost = 1): void {
  const wait = state(core).allowance.take(client, core.now(), cost)
  if (wait === undefined) return
  throw refuse(core, 'allowance', 'Too many free calls from this address. Paid calls are not limited by address.', wait)
}

/** Takes a place for free work; the result gives it back. @throws ApiError `rate_limited`, or `unavailable` when all are taken */
export function takePlace(core: Core, client: string): () => void {
  const places = state(core)
  const own = places.held.get(client) ?? 0
  if (own >= PLACES_PER_CLIENT && core.env.RATE_LIMIT_PER_MINUTE > 0)
    throw refuse(core, 'places_of_client', `Too many calls at once from this address: ${PLACES_PER_CLIENT} may wait.`, 1)
  if (places.all >= PLACES) throw refuse(core, 'places', 'Too many free calls at once. Try again in a moment.', 2)
  places.held.set(client, own + 1)
  places.all += 1
  return () => {
    const left = (places.held.get(client) ?? 1) - 1
    if (left === 0) places.held.delete(client)
    else places.held.set(client, left)
    places.all -= 1
  }
}

/** How many free calls were refused since the program started, by reason. */
export const refusals = (core: Core): ReadonlyMap<Refusal, number> => state(core).refused
