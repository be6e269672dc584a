/**
 * npm run export -- --to DIR
 * Writes every file of the tenders feed once, with gzip and brotli twins, as static files below DIR. Asks the database itself.
 */
import { createCore } from '../lib/core.ts'
import { readEnv } from '../lib/env.ts'
import { exportOnce } from '../lib/tenders/export/export.ts'
import { stopSnapshot } from '../lib/tenders/snapshot/snapshot.ts'
import { misused, readOptions } from './steps/options.ts'

const core = createCore(readEnv())
const { values } = readOptions(import.meta.url, { options: { to: { type: 'string' } } })
if (values.to === undefined) misused('Name the folder: npm run export -- --to DIR')

try {
  process.stdout.write(`${await exportOnce(core, values.to)} files written below ${values.to}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await stopSnapshot(core)
  await core.closeDatabase()
}
