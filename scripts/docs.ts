/** `npm run docs`: writes what is derived from code: `.env.example` and the price table of the README. A test fails when they are stale. */
import { readFileSync, writeFileSync } from 'node:fs'
import { derivedFiles } from './docs/derived.ts'
import { readOptions } from './steps/options.ts'

readOptions(import.meta.url, {})

for (const [path, text] of derivedFiles((file) => readFileSync(file, 'utf8'))) {
  writeFileSync(path, text)
  process.stdout.write(`${path}\n`)
}
