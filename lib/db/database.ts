/** What a database is to the program, whichever engine it has. */

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
