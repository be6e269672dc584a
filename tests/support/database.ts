/** The embedded database for tests, with our schema. Making one from nothing costs seconds, so it starts from an image. */

import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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

/** An empty database of the test's own, in memory. */
export async function memoryDatabase(): Promise<Database> {
  if (!existsSync(IMAGE)) await makeImage()
  return openDatabase({ image: new Blob([readFileSync(IMAGE)]) })
}

/** A folder of the test's own for DATA_DIR, with an empty database in it. The caller removes it. */
export async function dataFolder(name: string): Promise<string> {
  if (!existsSync(IMAGE)) await makeImage()
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  mkdirSync(join(folder, 'db'), { mode: 0o700 })
  await promisify(execFile)('tar', ['-xf', IMAGE, '-C', join(folder, 'db')])
  return folder
}
