/**
 * Cold start: the first answer of the lightest tool in a fresh process, with every other tool in the registry, against the same process
 * after the heavy parts of all tools have been loaded. Lazy loading is worth what lies between.
 */
import { execFileSync } from 'node:child_process'
import { root } from '../steps/run.ts'
import { median } from './measure.ts'

export type ColdStartFigures = { firstAnswerMs: number; withHeavyImportsMs: number; ratio: number }

const LIGHT = `
  const start = performance.now()
  const { toolByPath } = await import('./lib/tools/registry.ts')
  await toolByPath.get('/v1/util/ping').run({}, { signal: AbortSignal.timeout(1000), requestId: 'cold' })
  process.stdout.write(String(performance.now() - start))`
const HEAVY = LIGHT.replace(
  'const { toolByPath }',
  "await Promise.all([import('viem'), import('undici'), import('#extractor'), import('@noble/curves/ed25519')]); const { toolByPath }",
)

/** Medians over fresh processes. */
export function benchColdStart({ quick }: { quick: boolean }): ColdStartFigures {
  const run = (code: string) => Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' }))
  const [light, heavy]: [number[], number[]] = [[], []]
  for (let round = 0; round < (quick ? 2 : 7); round += 1) {
    light.push(run(LIGHT))
    heavy.push(run(HEAVY))
  }
  const [firstAnswerMs, withHeavyImportsMs] = [median(light), median(heavy)]
  return { firstAnswerMs, withHeavyImportsMs, ratio: firstAnswerMs / withHeavyImportsMs }
}
