import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ended } from '../../lib/jobs/test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'jobs-off-'))
for (const [name, value] of Object.entries({ DATA_DIR: folder, JOBS_DRIVER: 'off', OPERATOR_TOKEN: 'secret' })) vi.stubEnv(name, value)
const { db, closeDb } = await import('../../lib/db/index.ts')
const { jobsCollection } = await import('../../lib/jobs/api.ts')
const { startJobs } = await import('../../lib/jobs/start.ts')
const { jobsStatus } = await import('../../lib/jobs/status.ts')

afterAll(async () => {
  await closeDb()
  rmSync(folder, { recursive: true, force: true })
})

test('off: nothing is scheduled, and what an operator asks for runs all the same', async () => {
  const running = startJobs()
  try {
    const request = new Request('http://localhost/api/jobs', {
      method: 'POST',
      headers: { authorization: 'Bearer secret' },
      body: '{"type":"reconcile-payments"}',
    })
    const { id } = (await (await jobsCollection(request)).json()) as { id: string }
    const database = await db()
    expect(await ended(database, id)).toMatchObject({ state: 'succeeded', trigger: 'api' })
    expect(await database.query('select type from jobs')).toEqual([{ type: 'reconcile-payments' }])
    const status = await jobsStatus()
    expect(status.driver).toBe('off')
    expect(status.jobs.map(({ nextRunAt }) => nextRunAt)).toEqual(status.jobs.map(() => null))
    expect(status.jobs.find(({ name }) => name === 'reconcile-payments')).toMatchObject({ lastState: 'succeeded' })
  } finally {
    await running.stop()
  }
})
