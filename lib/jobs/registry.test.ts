import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { nextIngest } from '../tenders/ingest/schedule.ts'
import { defineJob } from './define.ts'
import { findJob, registry } from './registry.ts'
import { nextDue } from './runner/schedule.ts'

describe.each(registry)('$name', (job) => {
  test('runs without parameters, and takes none that it does not know', () => {
    expect(job.params.safeParse({}).success).toBe(true)
    expect(job.params.safeParse({ unknown: 1 }).success).toBe(false)
  })
})

test('names and events are unique', () => {
  expect(new Set(registry.map(({ name }) => name)).size).toBe(registry.length)
  expect(new Set(registry.map(({ event }) => event)).size).toBe(registry.length)
})

test('what status.json says of the next ingest is when the job is due, on days of clock changes too', () => {
  const schedule = findJob('ingest-tenders')?.schedule
  if (!schedule) throw new Error('the ingest is not scheduled')
  const around = (day: string) => fc.integer({ min: Date.parse(day) - 86_400_000, max: Date.parse(day) + 2 * 86_400_000 })
  fc.assert(
    fc.property(
      fc.oneof(around('2026-03-29T00:00:00Z'), around('2026-10-25T00:00:00Z'), fc.integer({ min: Date.UTC(2020), max: Date.UTC(2036) })),
      (now) => nextIngest(now) === nextDue(schedule, now),
    ),
  )
})

test.each([
  [{ name: 'Ingest' }, /kebab-case/],
  [{ name: 'do-it', schedule: { dailyAt: '24:00', timeZone: 'Europe/London' } }, /HH:MM/],
  [{ name: 'do-it', schedule: { everyMs: 0 } }, /too short/],
  [{ name: 'do-it', params: z.strictObject({ day: z.string() }) }, /no parameters/],
])('a wrong definition is refused: %j', (wrong, message) => {
  const right = { name: 'do-it', summary: '', params: z.strictObject({}), schedule: null, event: 'a/b' } as const
  expect(() => defineJob({ ...right, run: async () => ({ outcome: 'succeeded', counts: {} }), ...wrong })).toThrow(message)
})
