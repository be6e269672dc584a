/** For the tests of this folder: a database in memory, a source on loopback, and an ingest under a clock of the test's own. */
import { memoryDatabase } from '../../../tests/support/database.ts'
import { type Core, createCore, type Env } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { parseEnv } from '../../env.ts'
import type { JobContext, JobResult } from '../../steps.ts'
import { type IngestParams, ingest } from './ingest.ts'

/** A job context that runs every step once, at once. */
export function plainContext(signal: AbortSignal = new AbortController().signal): JobContext {
  return { step: (_name, work) => work(), signal, progress: () => {} }
}

/** An empty embedded database, and a way to empty it again: starting one takes seconds. */
export async function openTestDatabase(): Promise<Database & { clear(): Promise<void> }> {
  const database = await memoryDatabase()
  const tables = ['releases', 'notices', 'published', 'changes', 'windows', 'days', 'sources', 'outlook']
  return {
    ...database,
    clear: async () => {
      // Of few rows, a tenth of what `truncate` costs.
      for (const table of tables) await database.query(`delete from tender_${table}`)
      await database.query('alter sequence tender_changes_seq_seq restart')
      await database.query(`update tender_state set version = 0, changed_at = null, published_at = null, sources = '[]'`)
    },
  }
}

/** A core over an open database, with default settings but for these, and a clock that may stand still. */
export const coreOver = (database: Database, { settings = {}, now }: { settings?: Partial<Env>; now?: () => number } = {}): Core =>
  createCore({ ...parseEnv({ RATE_LIMIT_PER_MINUTE: '0' }), ...settings }, { openDatabase: async () => database, ...(now ? { now } : {}) })

/** An ingest by hand. */
export const runIngest = (core: Core, params: IngestParams, context = plainContext()): Promise<JobResult> => ingest(core, params, context)
