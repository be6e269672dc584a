/**
 * The one database. `DATABASE_URL` set: PostgreSQL through pg. Unset: the embedded PGlite under DATA_DIR, for one process.
 * All SQL is written for PostgreSQL 15 and runs on both; migrations are applied on first use.
 */
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

export type { Database, Queryable, Row } from './database.ts'

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
