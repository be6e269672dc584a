import pg from 'pg'
import { log } from '../log.ts'
import { atMost } from '../wait.ts'
import type { Database, Queryable } from './database.ts'

/** Connecting, and waiting for one of the pool's connections. */
const CONNECT_MS = 5_000
/** One statement by itself. */
const STATEMENT_MS = 15_000
/** One statement of a transaction: ingests, exports, migrations. */
const TX_STATEMENT_MS = 120_000
/** Waiting for somebody else's lock within a transaction. A statement by itself waits as long as it may take. */
const LOCK = '10s'
/** Closing: idle connections say goodbye, and one that hangs need not answer. */
const CLOSE_MS = 3_000

// Times are kept by the client, which a network that went silent cannot stop, and which poolers in transaction mode allow. A statement that
// took too long closes its connection: the next one gets another.
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

type Ask = (text: string, params: unknown[] | undefined) => Promise<pg.QueryResult>

const over = (ask: Ask): Queryable => ({
  query: async <T>(text: string, params?: unknown[]) => (await ask(text, params)).rows as T[],
  run: async (text, params) => (await ask(text, params)).rowCount ?? 0,
})

/** Statements of a transaction, each within `limitMs`. */
const within = (client: pg.PoolClient, limitMs: number): Queryable =>
  over((text, values) => client.query({ text, query_timeout: limitMs, ...(values ? { values } : {}) } as pg.QueryConfig))

/** PostgreSQL through a small pool; statements and transactions only, so that a pooled URL (transaction mode) works too. */
export async function openPostgres(connectionString: string): Promise<Database> {
  // A connection lives for minutes, idle or not: an idle timeout would set and clear a timer around every statement.
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 300,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    // Of the pool, not of each statement: an object of settings is copied, property by property, for every one of them.
    query_timeout: STATEMENT_MS,
  })
  // A lost connection is replaced by the pool; without a listener it would end the process. The pool listens to idle ones alone, and one in
  // the middle of a transaction is lost as easily.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ error: error.message }, 'database connection lost')))
  pool.on('error', () => undefined)
  return {
    engine: 'postgres',
    ...over((text, params) => pool.query(text, params)),
    async tx(work) {
      const client = await pool.connect()
      const { query } = within(client, STATEMENT_MS)
      let failure: Error | undefined
      try {
        await query(`begin; set local lock_timeout = '${LOCK}'`)
        const result = await work(within(client, TX_STATEMENT_MS))
        await query('commit')
        return result
      } catch (error) {
        if (isTimeout(error)) failure = error as Error
        else
          await query('rollback').catch((rollbackError: Error) => {
            failure = rollbackError
          })
        throw error
      } finally {
        client.release(failure)
      }
    },
    close: () => atMost(CLOSE_MS, pool.end()),
  }
}
