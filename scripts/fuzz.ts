/**
 * `npm run fuzz -- --tool T --n N --seed S`: N random queries through the tool's input parser and N/10 damaged upstream answers through the
 * tool. Nothing may be thrown outside the error model, and whatever is sold fits the tool's schema. Without --tool every tool is run.
 * Prints one line of JSON a tool; exits 1 on a finding. The same seed gives the same run.
 */
import { parseArgs } from 'node:util'
import type { Tool } from '../lib/tools/define.ts'
import { startTarget } from './fuzz/target.ts'

const { values } = parseArgs({
  options: {
    tool: { type: 'string' },
    n: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

const fail = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

if (values.help) {
  process.stdout.write('npm run fuzz -- [--tool evm/4byte] [--n 1000] [--seed 1]\n')
  process.exit(0)
}
if (!/^[1-9]\d{0,7}$/.test(values.n)) fail('--n is a whole number from 1 to 99999999.')
if (values.seed !== undefined && !/^-?\d{1,9}$/.test(values.seed)) fail('--seed is a whole number.')
const runs = Number(values.n)
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed)

// Set before any module of the product reads its configuration.
const { startUpstreams } = await import('../tests/support/upstreams/server.ts')
const upstreams = await startUpstreams({ loud: false })
const target = await startTarget()
Object.assign(process.env, upstreams.env, { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', FETCH_ALLOW_TARGETS: target.hostPort })
const { tools } = await import('../lib/tools/registry.ts')
const { fuzzInputs } = await import('./fuzz/inputs.ts')
const { fuzzBodies } = await import('./fuzz/bodies.ts')
const { subjectOf } = await import('./fuzz/subjects.ts')

const chosen: readonly Tool[] = values.tool === undefined ? tools : tools.filter(({ id }) => id === values.tool)
if (chosen.length === 0) fail(`There is no tool ${values.tool}; there are ${tools.map(({ id }) => id).join(', ')}.`)

let findings = 0
for (const tool of chosen) {
  const started = performance.now()
  const inputs = fuzzInputs(tool, runs, seed)
  const bodies = await fuzzBodies(await subjectOf(tool, target), Math.ceil(runs / 10), seed, target)
  const found = [inputs.finding, bodies.finding].filter((finding) => finding !== null)
  findings += found.length
  const line = {
    tool: tool.id,
    seed,
    inputs: { runs: inputs.runs, accepted: inputs.accepted, refused: inputs.refused, slowestMs: inputs.slowestMs },
    bodies: {
      runs: bodies.runs,
      damaged: bodies.damaged,
      sold: bodies.sold,
      refused: bodies.refused,
      largestAnswer: bodies.largestAnswer,
    },
    seconds: Math.round((performance.now() - started) / 100) / 10,
    findings: found,
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

await target.stop()
await upstreams.stop()
// Worker pools and connections of the tools may still be open; the run is over.
process.exit(findings > 0 ? 1 : 0)
