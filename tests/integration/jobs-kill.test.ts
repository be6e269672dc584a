import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { childFlags } from '../support/child-env.ts'
import { dataFolder } from '../support/database.ts'

const STEPS = 24
const folder = await dataFolder('jobs-kill')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const End = z.object({
  state: z.string(),
  counts: z.record(z.string(), z.number()),
  attempt: z.number(),
  pages: z.array(z.object({ page: z.number(), times: z.number() })),
})

/** Runs the child until it ends, or until it is in its `killAt`th step: there it dies without a chance to tidy up. */
async function run(killAt: number): Promise<z.output<typeof End> | undefined> {
  const args = [...childFlags(), join(import.meta.dirname, 'jobs-kill.child.ts'), folder, String(STEPS), String(killAt)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'silent', BASE_URL: '' },
  })
  const said = await text(child.stdout)
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve))
  return said === '' ? undefined : End.parse(JSON.parse(said))
}

test('killed again and again in the middle of its work, a job ends with every step done and none lost', async () => {
  const kills = [3, 5, 1]
  for (const steps of kills) expect(await run(steps)).toBeUndefined()
  const end = await run(Number.POSITIVE_INFINITY)
  expect(end).toMatchObject({ state: 'succeeded', counts: { rows: (STEPS * (STEPS - 1)) / 2 }, attempt: kills.length + 1 })
  expect(end?.pages.map(({ page }) => page)).toEqual(Array.from({ length: STEPS }, (_, page) => page))
  // Only the step that was under way at each kill may have been done twice.
  const repeated = end?.pages.reduce((sum, { times }) => sum + times - 1, 0) ?? Number.NaN
  expect(repeated).toBeLessThanOrEqual(kills.length)
})
