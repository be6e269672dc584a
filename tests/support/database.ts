/** The embedded database for tests, with our schema. Making one from nothing costs seconds, so it starts from an image. */

import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { type Database, openDatabase, type Queryable } from '../../lib/db/index.ts'
import { migrate } from '../../lib/db/migrate.ts'
import { migrations } from '../../lib/db/migrations/index.ts'
import packageJson from '../../package.json' with { type: 'json' }

const VERSION = packageJson.dependencies['@electric-sql/pglite']
/** One for every schema and version; test files and runs share it. */
const IMAGE = join(tmpdir(), `paid-agent-tools-${hash('sha256', JSON.stringify([VERSION, migrations])).slice(0, 16)}.pglite`)

async function makeImage(): Promise<void> {
  const client = await PGlite.create()
  const over = (inner: Pick<PGlite, 'query'>): Queryable => ({
    query: async <Found>(text: string, params?: unknown[]) => (await inner.query<Found>(text, params)).rows,
    run: async (text, params) => (await inner.query(text, params)).affectedRows ?? 0,
  })
  await migrate({
    ...over(client),
    engine: 'pglite',
    tx: (work) => client.transaction((inner) => work(over(inner as unknown as PGlite))),
    close: () => client.close(),
  })
  const image = await client.dumpDataDir('none')
  await client.close()
  const file = `${IMAGE}.${process.pid}`
  writeFileSync(file, Buffer.from(await image.arrayBuffer()))
  // At once, whoever else is making it.
  renameSync(file, IMAGE)
}

/** Takes away every row but those a migration wrote. Of few rows, a tenth of what `truncate` costs. */
async function empty(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'tender_state', 'lineages')`,
  )
  const sequences = await database.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  )
  await database.tx(async (tx) => {
    await tx.run('set local session_replication_role = replica')
    for (const { name } of tables) await tx.run(`delete from ${name}`)
    for (const { name } of sequences) await tx.run(`alter sequence ${name} restart`)
    await tx.run(`update tender_state set version = 0, mapping = 0, changed_at = null, published_at = null, sources = '[]'`)
  })
}

/** The columns and constraints of all tables, as one text. */
async function schemaOf(database: Database): Promise<string> {
  const [found] = await database.query<{ all: string }>(
    `select string_agg(name, ' ' order by name) as all from (
       select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
       union all select conname from pg_constraint where connamespace = 'public'::regnamespace) as parts (name)`,
  )
  return found!.all
}

/** Databases of this process that were closed, in our schema; and that schema, once one was opened. */
const idle: Database[] = []
let ours: string | undefined

/**
 * An empty database of the test's own, in memory, with a way to empty it again. What is closed serves the next, unless a test has changed its
 * schema: to empty one takes milliseconds, to start one half a second.
 */
export async function memoryDatabase(): Promise<Database & { clear(): Promise<void> }> {
  if (!existsSync(IMAGE)) await makeImage()
  const database = idle.pop() ?? (await openDatabase({ image: await openAsBlob(IMAGE) }))
  ours ??= await schemaOf(database)
  let closed = false
  const whileOpen =
    <Args extends unknown[], Found>(work: (...args: Args) => Promise<Found>) =>
    async (...args: Args): Promise<Found> => {
      if (closed) throw new Error('This database is closed.')
      return await work(...args)
    }
  return {
    engine: database.engine,
    query: whileOpen(database.query) as Database['query'],
    run: whileOpen(database.run),
    tx: whileOpen(database.tx) as Database['tx'],
    clear: () => empty(database),
    close: async () => {
      if (closed) return
      closed = true
      if ((await schemaOf(database)) !== ours) return database.close()
      await empty(database)
      idle.push(database)
    },
  }
}

/** A folder of the test's own for DATA_DIR, with an empty database in it. The caller removes it. */
export async function dataFolder(name: string): Promise<string> {
  if (!existsSync(IMAGE)) await makeImage()
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  mkdirSync(join(folder, 'db'), { mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', IMAGE, '-C', join(folder, 'db')])
  return folder
}
