/** For tests of tenders: a core over an open database, releases in it, and an ingest under a clock of the test's own. */

import type { MadeRelease } from '../../tests/support/ocds-source/index.ts'
import { type Core, createCore, type Env } from '../core.ts'
import type { Database } from '../db/index.ts'
import { parseEnv } from '../env.ts'
import type { JobContext, JobResult } from '../steps.ts'
import { type IngestParams, ingest } from './daily-ingest.ts'
import { storeReleases } from './ingest/store.ts'
import { type RawRelease, toRawRelease } from './sources/release.ts'
import type { Source } from './sources/source.ts'

/** A job context that runs every step once, at once. */
export function plainContext(signal: AbortSignal = new AbortController().signal): JobContext {
  return { step: (_name, work) => work(), signal, progress: () => {} }
}

/** A core over an open database, with default settings but for these, and a clock that may stand still. */
export const coreOver = (database: Database, { settings = {}, now }: { settings?: Partial<Env>; now?: () => number } = {}): Core =>
  createCore({ ...parseEnv({ RATE_LIMIT_PER_MINUTE: '0' }), ...settings }, { openDatabase: async () => database, ...(now ? { now } : {}) })

/** A made release as it is stored. @throws Error when it cannot be read */
export function toRaw(source: Source, release: MadeRelease): RawRelease {
  const read = toRawRelease(source, release)
  if ('reported' in read) throw new Error(`not to be read: ${JSON.stringify(read)}`)
  return read
}

/** Stores releases as if they had been fetched. @throws Error when one cannot be read */
export async function storeMade(database: Database, source: Source, releases: readonly MadeRelease[]): Promise<void> {
  await storeReleases(
    database,
    source,
    releases.map((release) => toRaw(source, release)),
  )
}

/** An ingest by hand. */
export const runIngest = (core: Core, params: IngestParams, context = plainContext()): Promise<JobResult> => ingest(core, params, context)
