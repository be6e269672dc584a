/**
 * npm run export -- --to DIR
 * Writes every file of the tenders feed and every page of its trades once, with gzip and brotli twins, as static files below DIR. Asks the database itself.
 */
import { createCore } from '../lib/core.ts'
import { readEnv } from '../lib/env.ts'
import { pagesSection } from '../lib/pages/tenders/export-pages.ts'
import { exportOnce } from '../lib/tenders/export/export.ts'
import { feedSections } from '../lib/tenders/export/feed-section.ts'
import { stopSnapshot } from '../lib/tenders/snapshot/snapshot.ts'
import { misused, readOptions } from './steps/options.ts'

const core = createCore(readEnv())
const { values } = readOptions(import.meta.url, { options: { to: { type: 'string' } } })
if (values.to === undefined) misused('Name the folder: npm run export -- --to DIR')

try {
  process.stdout.write(`${await exportOnce(core, values.to, [...feedSections, pagesSection])} files written below ${values.to}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await stopSnapshot(core)
  await core.closeDatabase()
}
