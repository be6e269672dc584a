/**
 * Runs everything there is: lint, types, unused code, the production build, unit, integration and browser tests. The last line is
 * `N passed, N failed`. Suites whose program is absent count as not run; REQUIRE_ALL=1 makes them failures.
 *
 *   npm test                     everything
 *   npm test -- unit lint        only these steps
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIsCurrent, ensureBuild } from './steps/build.ts'
import { misused, readOptions } from './steps/options.ts'
import { bin, duration, root, runNode } from './steps/run.ts'
import { readVitestReport, type TestCounts } from './steps/vitest-report.ts'

const reports = mkdtempSync(join(tmpdir(), 'tests-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

type Step = { name: string; run: (label?: string) => Promise<TestCounts> }

/** Exit code of the first program that a signal ended: whoever sends one means all of them. */
let stoppedWith: number | undefined
async function runToEnd(script: string, args: string[], label?: string): Promise<number> {
  const code = await runNode(script, args, { label })
  if (code > 128) stoppedWith ??= code
  return code
}

/** A check that passes or fails as a whole. */
function check(name: string, run: (label?: string) => Promise<number>): Step {
  return {
    name,
    run: async (label) => {
      const code = await run(label)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, notRun: {}, failures: code === 0 ? [] : [name] }
    },
  }
}

/** The tests of a Vitest project, and of others that belong to it. */
function suite(project: string, others: string[] = []): Step {
  const report = join(reports, `${project}.json`)
  const args = [
    'run',
    ...[project, ...others].flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return {
    name: project,
    run: async (label) => {
      const code = await runToEnd(bin.vitest, [...args, '--passWithNoTests'], label)
      try {
        return readVitestReport(report, code)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { passed: 0, failed: 1, skipped: 0, notRun: {}, failures: [`${project} left no report: ${reason}`] }
      }
    },
  }
}

/**
 * One after another, but for the checks, which run beside the unit tests. Integration and browser tests have the machine to themselves: beside
 * the unit tests one test of integration in thousands misses its deadline, and a browser takes longer than both one after the other.
 */
const checks: Step[] = [
  check('lint', (label) => runToEnd(bin.biome, ['check', '.'], label)),
  check('types', async (label) => (await runToEnd(bin.next, ['typegen'], label)) || runToEnd(bin.tsc, ['--noEmit'], label)),
  check('knip', (label) => runToEnd(bin.knip, ['--no-progress'], label)),
  check('supply', (label) => runToEnd(join(root, 'scripts/licences.ts'), ['--check', '--sbom', join(root, '.ci/sbom.cdx.json')], label)),
  check('build', (label) => {
    if (buildIsCurrent()) console.log('The production build is up to date.')
    return ensureBuild(label)
  }),
]
const stages: Step[][][] = [[checks, [suite('unit', ['unit-mocking'])]], [[suite('integration')]], [[suite('browser')]]]
const steps = stages.flat(2)

const { positionals: wanted } = readOptions(import.meta.url, { allowPositionals: true })
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) misused(`There is no step ${unknown.join(', ')}; the steps are ${steps.map(({ name }) => name).join(', ')}`)
const isChosen = ({ name }: Step) => wanted.length === 0 || wanted.includes(name)
const count = steps.filter(isChosen).length

const startedAt = Date.now()
const results: { name: string; counts: TestCounts; ms: number }[] = []
let started = 0
async function runRow(row: Step[]): Promise<void> {
  for (const { name, run } of row.filter(isChosen)) {
    if (stoppedWith !== undefined) return
    started += 1
    console.log(`\n── ${started}/${count} ${name} ──`)
    const stepStarted = Date.now()
    results.push({ name, counts: await run(count > 1 ? name : undefined), ms: Date.now() - stepStarted })
  }
}
for (const rows of stages) await Promise.all(rows.map(runRow))
if (stoppedWith !== undefined) process.exit(stoppedWith)

console.log(`\n── summary, ${duration(Date.now() - startedAt)} ──`)
const notRun: Record<string, number> = {}
for (const { name, counts, ms } of results) {
  for (const [reason, count] of Object.entries(counts.notRun)) notRun[reason] = (notRun[reason] ?? 0) + count
  const missing = Object.values(counts.notRun).reduce((sum, count) => sum + count, 0)
  const extra = `${missing > 0 ? `, ${missing} not run` : ''}${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`
  console.log(`${name.padEnd(12)} ${counts.passed} passed, ${counts.failed} failed${extra} (${duration(ms)})`)
}
for (const failure of results.flatMap(({ counts }) => counts.failures)) console.log(`failed: ${failure}`)
for (const [reason, count] of Object.entries(notRun)) console.log(`not run: ${count} tests need ${reason}`)

const total = (pick: (counts: TestCounts) => number) => results.reduce((sum, { counts }) => sum + pick(counts), 0)
const failed = total((counts) => counts.failed)
console.log(`${total((counts) => counts.passed)} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
