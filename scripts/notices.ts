/**
 * npm run --silent notices -- <release package files…> [--at <date-time or Unix seconds>]
 * Prints, as JSON lines, every notice that these releases give at that time: all fields but `match`, plus `open` and `reason`.
 */
import { readFile } from 'node:fs/promises'
import { replay } from '../lib/tenders/notices/replay.ts'
import { decodeBody } from '../lib/tenders/sources/decode.ts'
import { parseJson } from '../lib/tenders/sources/json-repair.ts'
import { parseMoment } from '../lib/tenders/words/london.ts'
import { misused, readOptions } from './steps/options.ts'

const { values, positionals } = readOptions(import.meta.url, { options: { at: { type: 'string' } }, allowPositionals: true })
const now = values.at === undefined ? Date.now() : /^\d+$/.test(values.at) ? Number(values.at) * 1000 : parseMoment(values.at)
if (now === undefined) misused('--at is a date-time, for example 2026-09-10T12:00:00Z')
if (positionals.length === 0) misused('Name the release packages: npm run --silent notices -- FILE…')

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
