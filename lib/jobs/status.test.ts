import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryDatabase } from '../../tests/support/database.ts'
import type { Database } from '../db/index.ts'
import { defineJob } from './define.ts'
import { claimNext, finish } from './queue/store.ts'
import { createScheduler, enqueueDue } from './runner/scheduler.ts'
import { jobsStatus } from './status.ts'
import { coreOver, done } from './test-support.ts'

let database: Database
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())

const base = { summary: 'Test.', params: z.strictObject({}), event: 'test/requested', run: async () => done() } as const
const jobs = [
  defineJob({ ...base, name: 'ingest-things', schedule: { dailyAt: '00:30', timeZone: 'Europe/London' } }),
  defineJob({ ...base, name: 'clean-things', schedule: null }),
]
const now = Date.parse('2026-06-01T12:00:00Z')
const statusOf = (driver: string) => jobsStatus(coreOver(database, { JOBS_DRIVER: driver, now: () => now }), jobs)
const runOnce = async (state: 'succeeded' | 'partial') => {
  const row = await claimNext(database, 'me', 1_000, ['ingest-things'])
  await finish(database, row?.id ?? '', 'me', { state })
}

test('says what drives, when each job last ran and will run, from the database alone', async () => {
  expect(await statusOf('runner')).toEqual({
    driver: 'runner',
    jobs: ['ingest-things', 'clean-things'].map((name) => ({
      name,
      lastState: null,
      lastFinishedAt: null,
      lastSuccessAt: null,
      nextRunAt: null,
    })),
  })
  const scheduler = createScheduler({ database, jobs, fire: enqueueDue, now: () => now })
  expect(await scheduler.tick()).toBe(1)
  expect(await scheduler.tick()).toBe(0)
  await runOnce('succeeded')
  const first = (await statusOf('runner')).jobs[0]
  expect(first).toMatchObject({ lastState: 'succeeded', nextRunAt: '2026-06-01T23:30:00.000Z' })
  expect(first?.lastSuccessAt).toBe(first?.lastFinishedAt)
})

test('a partial run is not a success', async () => {
  await enqueueDue(database, jobs[0]!, 'later')
  const before = (await statusOf('runner')).jobs[0]
  await runOnce('partial')
  const after = (await statusOf('runner')).jobs[0]
  expect(after).toMatchObject({ lastState: 'partial', lastSuccessAt: before?.lastSuccessAt })
})

test('nothing is promised where nothing is scheduled; at Inngest the same rule decides', async () => {
  expect((await statusOf('off')).jobs[0]?.nextRunAt).toBeNull()
  expect((await statusOf('inngest')).jobs[0]?.nextRunAt).toBe('2026-06-01T23:30:00.000Z')
})
