/** How old a token is, as far as anybody saw it. */
import { z } from 'zod'
import { type Chain, sinceFirstBlock } from '../../upstreams/pool.ts'
import { toIso } from '../../upstreams/values.ts'

const ageSources = ['pool', 'signatures', 'jupiter', 'rugcheck'] as const

export const Age = z.object({
  createdAt: z.iso.datetime().nullable().describe('Earliest sighting, ISO 8601 UTC; null when nobody says.'),
  ageSeconds: z.int().nonnegative().nullable().describe('Seconds since then.'),
  isLowerBound: z.boolean().describe('True when the token may be older than this.'),
  source: z.enum(ageSources).nullable().describe('Who saw it first: its oldest pool, its first transactions, Jupiter or RugCheck.'),
})
export type Age = z.output<typeof Age>

export const NO_AGE: Age = { createdAt: null, ageSeconds: null, isLowerBound: false, source: null }

type Sighting = { atMs: number | null; source: (typeof ageSources)[number]; isLowerBound?: boolean }

/** The earliest of the sightings that can be one on this chain. */
export function toAge(chain: Chain, sightings: readonly Sighting[], nowMs: number): Age {
  const [first] = sightings
    .map((sighting) => ({ ...sighting, atMs: sinceFirstBlock(chain, sighting.atMs) }))
    .filter((sighting): sighting is Sighting & { atMs: number } => sighting.atMs !== null && sighting.atMs <= nowMs)
    .sort((left, right) => left.atMs - right.atMs)
  if (!first) return NO_AGE
  return {
    createdAt: toIso(first.atMs),
    ageSeconds: Math.floor((nowMs - first.atMs) / 1000),
    isLowerBound: first.isLowerBound ?? false,
    source: first.source,
  }
}
