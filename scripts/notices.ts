/**
 * npm run --silent notices -- <release package files…> --at <time>
 * Prints, as JSON lines, every notice that these releases give at that time: all fields but `match`, plus `open` and `reason`.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { decodeBody } from '../lib/tenders/decode.ts'
import { parseJson } from '../lib/tenders/json-repair.ts'
import { parseMoment } from '../lib/tenders/london.ts'
import { replay } from '../lib/tenders/replay.ts'

const { values, positionals } = parseArgs({ options: { at: { type: 'string' } }, allowPositionals: true })
const now = values.at === undefined ? Date.now() : /^\d+$/.test(values.at) ? Number(values.at) * 1000 : parseMoment(values.at)
if (now === undefined || positionals.length === 0) {
  console.error('Usage: npm run --silent notices -- <release package files…> --at <date-time, for example 2026-09-10T12:00:00Z>')
  process.exit(2)
}

const packages: unknown[] = []
let unreadable = 0
for (const path of positionals) {
  try {
    packages.push(parseJson(decodeBody(await readFile(path))))
  } catch (error) {
    unreadable += 1
    console.error(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
for (const notice of replay(packages, now, (problem) => console.error(problem))) process.stdout.write(`${JSON.stringify(notice)}\n`)
if (unreadable > 0) process.exitCode = 1
