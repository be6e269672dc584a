import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { defineJob } from '../define.ts'
import { done } from '../test-support.ts'
import { createScheduler } from './scheduler.ts'

let database: Database
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())

test('a clock that was far ahead and is put right delays nothing, in no process', async () => {
  const base = { summary: 'Test.', params: z.strictObject({}), event: 'test/requested', run: async () => done() } as const
  const jobs = [
    defineJob({ ...base, name: 'look-often', schedule: { everyMs: 120_000 } }),
    defineJob({ ...base, name: 'look-daily', schedule: { dailyAt: '00:30', timeZone: 'Europe/London' } }),
  ]
  let now = Date.parse('2027-06-01T12:00:00Z')
  const asked: string[] = []
  const start = () =>
    createScheduler({
      database,
      jobs,
      now: () => now,
      fire: async (_tx, job) => {
        asked.push(job.name)
        return true
      },
    })
  const [one, other] = [start(), start()]
  await one.tick()
  await other.tick()
  now = Date.parse('2026-06-01T12:00:00Z')
  const ticks = async () => {
    asked.length = 0
    for (const scheduler of [one, other]) await scheduler.tick()
    return asked
  }
  expect(await ticks()).toEqual([])
  now += 120_000
  expect(await ticks()).toEqual(['look-often'])
  now = Date.parse('2026-06-02T00:00:00Z')
  expect(await ticks()).toEqual(['look-often', 'look-daily'])
})
