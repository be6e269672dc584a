/** What a publish says about each source, beside its notices. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { SourcePrefix } from '../sources/source.ts'
import { sourceOf, sources } from '../sources/sources.ts'
import { dataThrough } from './windows.ts'

export const SourceFacts = z.array(
  z.object({
    source: z.enum(sources.map(({ prefix }) => prefix)),
    /** Last day fully ingested. */
    data_through: z.string().nullable(),
    /** True when the last run could not fetch all it should. */
    failing: z.boolean(),
  }),
)
export type SourceFacts = z.output<typeof SourceFacts>

/** Last day and state of every source, as of now. */
export async function sourceFacts(database: Queryable): Promise<SourceFacts> {
  const failing = await database.query<{ source: string }>('select source from tender_sources where failing')
  const facts: SourceFacts = []
  for (const source of sources) {
    const { prefix } = source
    facts.push({
      source: prefix,
      data_through: await dataThrough(database, source),
      failing: failing.some((row) => row.source === prefix),
    })
  }
  return facts
}

/** The last day that every core source has fully; null while one of them has none. Facts of the others say nothing about the whole. */
export function coreThrough(facts: SourceFacts): string | null {
  const days = facts.filter(({ source }) => sourceOf(source).isCore).map(({ data_through }) => data_through)
  return days.includes(null) ? null : (days.sort()[0] ?? null)
}

/** Records how a source's part of a run went. `error`: what failed, or null. */
export async function recordRun(database: Queryable, source: SourcePrefix, error: string | null, at: number): Promise<void> {
  await database.query(
    `insert into tender_sources as s (source, last_attempt, last_success, failing, last_error)
     values ($1, to_timestamp($2 / 1000.0), case when $3::text is null then to_timestamp($2 / 1000.0) end, $3::text is not null, $3)
     on conflict (source) do update set last_attempt = excluded.last_attempt, last_success = coalesce(excluded.last_success, s.last_success),
       failing = excluded.failing, last_error = excluded.last_error`,
    [source, at, error],
  )
}
