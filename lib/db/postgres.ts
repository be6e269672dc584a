import pg from 'pg'
import { log } from '../log.ts'
import type { Database, Queryable } from './index.ts'

/** PostgreSQL through a small pool; statements and transactions only, so that a pooled URL (transaction mode) works too. */
export async function openPostgres(connectionString: string): Promise<Database> {
  // A connection lives for minutes, idle or not: an idle timeout would set and clear a timer around every statement.
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 300,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  // A dropped idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  const over = (client: pg.Pool | pg.PoolClient): Queryable => ({
    query: async <T>(text: string, params?: unknown[]) => (await client.query(text, params)).rows as T[],
    run: async (text, params) => (await client.query(text, params)).rowCount ?? 0,
  })
  return {
    engine: 'postgres',
    ...over(pool),
    async tx(work) {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        await client.query('begin')
        const result = await work(over(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          failure = rollbackError
        })
        throw error
      } finally {
        client.release(failure)
      }
    },
    close: () => pool.end(),
  }
}
