/** Token buckets per client, in process: a flood is turned away before it costs anything, and touches no store. */
import { LRUCache } from 'lru-cache'

type Bucket = { tokens: number; at: number }

/** Clients remembered at once; the least recently seen is forgotten first. */
const MAX_CLIENTS = 50_000

export type RateLimit = {
  /** Takes `cost` tokens (at most a whole bucket). @returns undefined when they were there, else the seconds until they are. */
  take(client: string, now?: number, cost?: number): number | undefined
  /** Takes `cost` tokens that are owed, also where they are not there: until they have come again nothing is let in. */
  charge(client: string, now: number, cost: number): void
  /** Seconds until a token, without taking one; undefined when there is one. */
  peek(client: string, now?: number): number | undefined
}

/** A bucket of `perMinute` tokens that refills evenly; 0 = no limit. */
export function createRateLimit(perMinute: number): RateLimit {
  // By size: with `max` the whole table is there from the start.
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })
  const perMs = perMinute / 60_000
  const bucketOf = (client: string, now: number): Bucket => {
    let bucket = buckets.get(client)
    if (!bucket) {
      bucket = { tokens: perMinute, at: now }
      buckets.set(client, bucket)
    }
    // A clock that is set back costs nobody a token.
    bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs)
    bucket.at = now
    return bucket
  }
  // Refills are sums of fractions: whoever waited as told gets the token.
  const waitOf = ({ tokens }: Bucket, cost: number) =>
    tokens >= cost - 1e-9 ? undefined : Math.ceil((cost - tokens) / perMs / 1000 - 1e-6)
  return {
    take(client, now = Date.now(), asked = 1) {
      if (perMinute === 0 || asked === 0) return undefined
      const cost = Math.min(asked, perMinute)
      const bucket = bucketOf(client, now)
      const wait = waitOf(bucket, cost)
      if (wait === undefined) bucket.tokens -= cost
      return wait
    },
    charge(client, now, cost) {
      if (perMinute === 0) return
      const bucket = bucketOf(client, now)
      bucket.tokens = Math.max(bucket.tokens - cost, -perMinute)
    },
    peek: (client, now = Date.now()) => (perMinute === 0 ? undefined : waitOf(bucketOf(client, now), 1)),
  }
}
