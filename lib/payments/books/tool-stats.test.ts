import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/index.ts'
import { toolStats } from './tool-stats.ts'

let database: Database
beforeAll(async () => {
  database = await openDatabase({})
})
afterAll(() => database.close())

const record = (tool: string, outcome: string, status: number, handlerMs: number | null, daysAgo = 0) =>
  database.query(
    `insert into ledger (at, request_id, tool, network, payment_key, price_micro_usd, outcome, status, handler_ms)
     values (now() - make_interval(days => $5::integer), 'r', $1, 'eip155:8453', gen_random_uuid()::text, 1000, $2, $3, $4)`,
    [tool, outcome, status, handlerMs, daysAgo],
  )

test('a tool without calls has no row, and refused payments are not its failures', async () => {
  await record('a', 'settled', 200, 100)
  await record('a', 'settled', 200, 300)
  await record('a', 'failed', 504, 5_000)
  await record('a', 'unknown', 503, 50)
  await record('a', 'failed', 404, 50)
  await record('a', 'invalid', 402, null)
  await record('a', 'refused', 402, 50)
  await record('a', 'settled', 200, 9_999, 8)
  await record('b', 'invalid', 402, null)
  expect(await toolStats(database, 7)).toEqual([
    { tool: 'a', settled: 2, failed: 2, declined: 1, p50_ms: 200, p95_ms: 290 },
    { tool: 'b', settled: 0, failed: 0, declined: 0, p50_ms: null, p95_ms: null },
  ])
})
