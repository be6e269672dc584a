import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Queryable } from './database.ts'
import { lockFolder } from './lock.ts'

type Client = { query(text: string, params?: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }> }

/**
 * The embedded PostgreSQL. `dataDir` undefined: in memory, from the bytes of a dumped data folder if `image` gives them. One process only: two on one folder lose rows silently, so an own
 * lock guards it. @throws Error that says who holds the folder.
 */
export async function openPglite(dataDir: string | undefined, image?: Blob): Promise<Database> {
  const { PGlite, types } = await import('@electric-sql/pglite')
  let unlock = () => {}
  let folder: string | undefined
  if (dataDir !== undefined) {
    // Payments and keys to them: nobody else's to read.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    unlock = await lockFolder(join(dataDir, 'db.lock'))
    folder = join(dataDir, 'db')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }
  const text = (value: string) => value
  let client: InstanceType<typeof PGlite>
  try {
    client = await PGlite.create({
      ...(folder ? { dataDir: folder } : image ? { loadDataDir: image } : {}),
      parsers: { [types.INT8]: text, [types.NUMERIC]: text, [types.DATE]: text },
    })
  } catch (error) {
    unlock()
    throw error
  }
  const over = (inner: Client): Queryable => ({
    query: async <T>(statement: string, params?: unknown[]) => (await inner.query(statement, params)).rows as T[],
    run: async (statement, params) => (await inner.query(statement, params)).affectedRows ?? 0,
  })
  return {
    engine: 'pglite',
    ...over(client as Client),
    tx: (work) => client.transaction((inner) => work(over(inner as unknown as Client))),
    async close() {
      await client.close()
      unlock()
    },
  }
}
