/**
 * `npm run fuzz -- --tool T --n N --seed S`: N random queries through the tool's input parser and N/10 damaged upstream answers through the
 * tool. Nothing may be thrown outside the error model, and whatever is sold fits the tool's schema. Without --tool every tool is run.
 * Prints one line of JSON a tool; exits 1 on a finding. The same seed gives the same run.
 */
import { log } from '../lib/log.ts'
import type { Tool } from '../lib/tools/define.ts'
import { tools } from '../lib/tools/registry.ts'
import { testCore } from '../tests/support/core.ts'
import { startUpstreams } from '../tests/support/upstreams/server.ts'
import { fuzzBodies } from './fuzz/bodies.ts'
import { fuzzInputs } from './fuzz/inputs.ts'
import { subjectOf } from './fuzz/subjects.ts'
import { startTarget } from './fuzz/target.ts'
import { misused, readOptions } from './steps/options.ts'

const { values } = readOptions(import.meta.url, {
  options: {
    tool: { type: 'string' },
    n: { type: 'string', default: '1000' },
    seed: { type: 'string' },
  },
})

if (!/^[1-9]\d{0,7}$/.test(values.n)) misused('--n is a whole number from 1 to 99999999')
if (values.seed !== undefined && !/^-?\d{1,9}$/.test(values.seed)) misused('--seed is a whole number')
const runs = Number(values.n)
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed)

const upstreams = await startUpstreams({ loud: false })
const target = await startTarget()
const core = testCore({ ...upstreams.env, FETCH_ALLOW_TARGETS: target.hostPort })
if (process.env.LOG_LEVEL === undefined) log.level = 'silent'

const chosen: readonly Tool[] = values.tool === undefined ? tools : tools.filter(({ id }) => id === values.tool)
if (chosen.length === 0) misused(`There is no tool ${values.tool}; there are ${tools.map(({ id }) => id).join(', ')}.`)

let findings = 0
for (const tool of chosen) {
  const started = performance.now()
  const inputs = fuzzInputs(core, tool, runs, seed)
  const bodies = await fuzzBodies(core, subjectOf(tool, target), Math.ceil(runs / 10), seed, target)
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
