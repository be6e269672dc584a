/**
 * The one database. `DATABASE_URL` set: PostgreSQL through pg. Unset: the embedded PGlite under DATA_DIR, for one process.
 * All SQL is written for PostgreSQL 15 and runs on both; migrations are applied on first use.
 */
import { migrate } from './migrate.ts'

export type Row = Record<string, unknown>

/** Runs statements: `$1` parameters, rows as plain objects. bigint columns arrive as strings, timestamptz as Date, jsonb parsed. */
export interface Queryable {
  query<T = Row>(text: string, params?: unknown[]): Promise<T[]>
  /** Runs a statement that gives no rows. @returns how many it inserted, updated or deleted (its outermost part counts) */
  run(text: string, params?: unknown[]): Promise<number>
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction; a throw rolls back. Keep it short: the pool is small and PGlite has one connection. */
  tx<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  close(): Promise<void>
  readonly engine: 'postgres' | 'pglite'
}

/**
 * Opens a database by its settings and brings its schema up to date. The program's is `core.database()`. `image`: a dumped data folder that one
 * in memory starts from.
 */
export async function openDatabase(settings: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  image?: Blob
}): Promise<Database> {
  const database = settings.databaseUrl
    ? await (await import('./postgres.ts')).openPostgres(settings.databaseUrl)
    : await (await import('./pglite.ts')).openPglite(settings.dataDir, settings.image)
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
