import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { giveRunBack, sweepRuns, takeRun } from './unpaid-runs.ts'

let db: Database
beforeAll(async () => {
  db = await memoryDatabase()
})
afterAll(() => db?.close())
const payer = (who: string) => [
  { who, most: 10 },
  { who: 'address', most: 1_000 },
]
const runsOf = async (who: string) => (await db.query<{ runs: number }>('select runs from unpaid_runs where who = $1', [who]))[0]?.runs

test('a burst gets no further than a row of calls', async () => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => takeRun(db, payer('burst'))))
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(await runsOf('burst')).toBe(10)
  // What is refused for one reason takes nothing of the other.
  expect(await runsOf('address')).toBe(10)
})

test('what was paid is given back', async () => {
  for (let count = 0; count < 30; count += 1) {
    expect(await takeRun(db, payer('good'))).toBe(true)
    await giveRunBack(db, ['good', 'address'])
  }
  expect(await runsOf('good')).toBe(0)
})

test('a window ends after ten minutes, and its row goes', async () => {
  await Promise.all(Array.from({ length: 12 }, () => takeRun(db, payer('late'))))
  expect(await takeRun(db, payer('late'))).toBe(false)
  await db.query(`update unpaid_runs set since = since - interval '11 minutes'`)
  expect(await takeRun(db, payer('late'))).toBe(true)
  expect(await runsOf('late')).toBe(1)
  expect(await sweepRuns(db)).toBeGreaterThan(0)
  expect([await runsOf('late'), await runsOf('burst')]).toEqual([1, undefined])
})
