/**
 * `npm run docs`: writes everything that is derived from code (`docs/derived.ts`), and samples of tools that have none. `npm run check` names
 * what is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleFile } from '../lib/catalogue/samples.ts'
import { tools } from '../lib/tools/registry.ts'
import { derivedFiles } from './docs/derived.ts'
import { readOptions } from './steps/options.ts'
import { root, runNode } from './steps/run.ts'

readOptions(import.meta.url, {})

for (const [path, text] of derivedFiles((file) => readFileSync(join(root, file), 'utf8'))) {
  writeFileSync(join(root, path), text)
  process.stdout.write(`${path}\n`)
}
const unrecorded = tools.filter((tool) => !existsSync(join(root, sampleFile(tool, 'answer')))).map(({ id }) => id)
if (unrecorded.length > 0) process.exitCode = await runNode('scripts/record-samples.ts', unrecorded)
