import { rmSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { ended } from '../../lib/jobs/test-support.ts'
import { dataFolder } from '../support/database.ts'
import { webOf } from '../support/endpoint.ts'

const folder = await dataFolder('jobs-off')
for (const [name, value] of Object.entries({ DATA_DIR: folder, JOBS_DRIVER: 'off', OPERATOR_TOKEN: 'secret-of-the-tests' }))
  vi.stubEnv(name, value)
const { createCore } = await import('../../lib/core.ts')
const { readEnv } = await import('../../lib/env.ts')
const { jobRows } = await import('../../lib/jobs/api/api.ts')
const { startJobs } = await import('../../lib/jobs/start.ts')
const { jobsStatus } = await import('../../lib/jobs/status.ts')
const core = createCore(readEnv())

afterAll(async () => {
  await core.closeDatabase()
  rmSync(folder, { recursive: true, force: true })
})

test('off: nothing is scheduled, and what an operator asks for runs all the same', async () => {
  const running = startJobs(core)
  try {
    const request = new Request('http://localhost/api/jobs', {
      method: 'POST',
      headers: { authorization: 'Bearer secret-of-the-tests' },
      body: '{"type":"reconcile-payments"}',
    })
    const { id } = (await (await webOf(jobRows()[0]!.answer, core)(request)).json()) as { id: string }
    const database = await core.database()
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded', trigger: 'api' })
    expect(await database.query('select type from jobs')).toEqual([{ type: 'reconcile-payments' }])
    const status = await jobsStatus(core)
    expect(status.driver).toBe('off')
    expect(status.jobs.map(({ nextRunAt }) => nextRunAt)).toEqual(status.jobs.map(() => null))
    expect(status.jobs.find(({ name }) => name === 'reconcile-payments')).toMatchObject({ lastState: 'succeeded' })
  } finally {
    await running.stop()
  }
})
