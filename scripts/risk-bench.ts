/**
 * `npm run risk-bench -- <cases.jsonl>`: runs labelled tokens through both risk tools, over bodies in the shape of the real sources, and prints
 * what they were called, by class. Without a file: the project's own cases, and apart from their table recorded bodies where they are at hand; with `--write` their table goes into the docs. Ends with 1 when a case was called something else than its label allows.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { log } from '../lib/log.ts'
import { hasRecorded, recordedCases } from './risk-bench/recorded.ts'
import { confusion, expected, parseCases, type Result, runCase } from './risk-bench/run.ts'
import { readOptions } from './steps/options.ts'

log.level = 'silent'
const { values, positionals } = readOptions(import.meta.url, { options: { write: { type: 'boolean' } }, allowPositionals: true })
const [given] = positionals
const file = given ?? path.join(import.meta.dirname, 'risk-bench/cases.jsonl')
const results: Result[] = []
for (const one of parseCases(readFileSync(file, 'utf8'))) results.push(await runCase(one))
const table = confusion(results)
console.log(table)
const recorded = given === undefined && hasRecorded ? recordedCases() : []
for (const one of recorded) results.push(await runCase(one))
const wrong = results.filter(({ one, answer }) => !expected[one.label].includes(answer))
for (const { one, answer, findings } of wrong) console.log(`wrong: ${one.id} (${one.label}) was called ${answer}: ${findings.join(', ')}`)
if (values.write)
  writeFileSync(
    path.join(import.meta.dirname, '../lib/tools/risk/docs/bench-table.ts'),
    `/** What the labelled cases of scripts/risk-bench came to. Written by \`npm run risk-bench -- --write\`. */\nexport const benchTable = \`${table}\`\n`,
  )
console.log(`${results.length} cases (${recorded.length} over recorded bodies), ${wrong.length} wrong.`)
process.exitCode = wrong.length > 0 ? 1 : 0
