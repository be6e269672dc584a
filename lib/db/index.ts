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

/** Which database: PostgreSQL by its URL, else the embedded one in this folder, else one in memory (`image`: a dumped data folder to start from). */
export type DatabaseSettings = {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  image?: Blob
}

/** Opens a database by its settings and leaves its schema as it is. */
export async function connectDatabase({ databaseUrl, dataDir, image }: DatabaseSettings): Promise<Database> {
  return databaseUrl ? (await import('./postgres.ts')).openPostgres(databaseUrl) : (await import('./pglite.ts')).openPglite(dataDir, image)
}

/** Opens a database by its settings and brings its schema up to date. The program's is `core.database()`. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const database = await connectDatabase(settings)
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
