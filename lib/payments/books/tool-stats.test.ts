import { afterAll, beforeEach, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { keepToolDays, lastSale, toolDays, toolStats, weekTotals } from './tool-stats.ts'

const database: Database = await memoryDatabase()
beforeEach(async () => {
  await database.query('delete from ledger')
  await database.query('delete from tool_days')
})
afterAll(() => database.close())

type Call = {
  tool: string
  outcome: string
  status: number
  handlerMs?: number | null
  daysAgo?: number
  reason?: string
  key?: string
  hoursAgo?: number
}
const record = ({ tool, outcome, status, handlerMs = null, daysAgo = 0, reason, key, hoursAgo = 0 }: Call) =>
  database.query(
    `insert into ledger (at, request_id, tool, network, payment_key, price_micro_usd, outcome, status, handler_ms, reason, transaction)
     values (now() - make_interval(days => $5::integer, hours => $8::integer), 'r', $1, 'eip155:8453', coalesce($7::text, gen_random_uuid()::text), 1000, $2, $3, $4, $6::text, '0xabc')`,
    [tool, outcome, status, handlerMs, daysAgo, reason ?? null, key ?? null, hoursAgo],
  )

test('a tool without calls has no row, and refused payments are not its failures', async () => {
  await record({ tool: 'a', outcome: 'settled', status: 200, handlerMs: 100 })
  await record({ tool: 'a', outcome: 'settled', status: 200, handlerMs: 300 })
  await record({ tool: 'a', outcome: 'failed', status: 504 })
  await record({ tool: 'a', outcome: 'unknown', status: 503 })
  await record({ tool: 'a', outcome: 'failed', status: 404 })
  await record({ tool: 'a', outcome: 'invalid', status: 402 })
  await record({ tool: 'a', outcome: 'refused', status: 402 })
  await record({ tool: 'a', outcome: 'settled', status: 200, handlerMs: 9_999, daysAgo: 8 })
  await record({ tool: 'b', outcome: 'invalid', status: 402 })
  expect(await toolStats(database, 7)).toEqual([
    { tool: 'a', settled: 2, failed: 2, declined: 1, p50_ms: 200, p95_ms: 290 },
    { tool: 'b', settled: 0, failed: 0, declined: 0, p50_ms: null, p95_ms: null },
  ])
})

test('a settlement that was unknown for a while is one call, and no failure', async () => {
  await record({ tool: 'a', outcome: 'unknown', status: 503, key: 'k' })
  await record({ tool: 'a', outcome: 'settled', status: 200, key: 'k', handlerMs: 5 })
  expect(await toolStats(database, 7)).toMatchObject([{ tool: 'a', settled: 1, failed: 0 }])
})

test('a dead page that the caller named does not lower the figure; a fault of ours does', async () => {
  await record({ tool: 'web/markdown', outcome: 'settled', status: 200, handlerMs: 5 })
  for (const reason of ['upstream_failed', 'upstream_timeout'])
    await record({ tool: 'web/markdown', outcome: 'failed', status: 502, reason })
  await record({ tool: 'web/markdown', outcome: 'failed', status: 500, reason: 'internal_error' })
  await record({ tool: 'crypto/price', outcome: 'failed', status: 502, reason: 'upstream_failed' })
  expect(await toolStats(database, 7)).toMatchObject([
    { tool: 'crypto/price', settled: 0, failed: 1, declined: 0 },
    { tool: 'web/markdown', settled: 1, failed: 1, declined: 2 },
  ])
})

test('the last sale and the totals are those of the ledger; before the first there is none', async () => {
  expect(await lastSale(database)).toBeUndefined()
  expect(await weekTotals(database, 7)).toEqual({ settled: 0, failedUncharged: 0 })
  await record({ tool: 'a', outcome: 'settled', status: 200, daysAgo: 1 })
  await record({ tool: 'b', outcome: 'settled', status: 200 })
  await record({ tool: 'c', outcome: 'failed', status: 502 })
  await record({ tool: 'c', outcome: 'invalid', status: 402 })
  expect(await lastSale(database)).toMatchObject({ tool: 'b', transaction: '0xabc', micro: 1000n })
  expect(await weekTotals(database, 7)).toEqual({ settled: 2, failedUncharged: 1 })
})

test('days are kept after the ledger forgot their failures, and written down again only while it knows all of them', async () => {
  for (const daysAgo of [0, 1, 5, 20]) {
    await record({ tool: 'a', outcome: 'settled', status: 200, handlerMs: 10, daysAgo })
    await record({ tool: 'a', outcome: 'failed', status: 502, daysAgo })
  }
  await keepToolDays(database)
  const before = await toolDays(database)
  expect(before.map(({ settled, failed }) => [settled, failed])).toEqual([1, 2, 3, 4].map(() => [1, 1]))
  await database.query(`delete from ledger where outcome = 'failed' and at < now() - interval '10 days'`)
  // As the sweep leaves it: nothing of a day that is older than what is kept whole.
  await database.query(`update ledger set at = at - interval '15 days' where at < now() - interval '10 days'`)
  await database.query(`update tool_days set day = day - 15 where day < current_date - 10`)
  await keepToolDays(database)
  expect((await toolDays(database)).map(({ settled, failed }) => [settled, failed])).toEqual([1, 2, 3, 4].map(() => [1, 1]))
})

test('after 500 calls with failures every figure equals a count of the ledger by hand', async () => {
  const names = ['web/markdown', 'crypto/price', 'util/ping']
  const ends = [
    ['settled', 200, null],
    ['settled', 200, null],
    ['failed', 502, 'upstream_failed'],
    ['failed', 404, 'subject_not_found'],
    ['failed', 500, 'internal_error'],
    ['invalid', 402, 'insufficient_funds'],
    ['refused', 402, 'expired'],
    ['unknown', 503, 'timeout'],
  ] as const
  let seed = 7
  const pick = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const calls = Array.from({ length: 500 }, () => {
    const [outcome, status, reason] = ends[pick(ends.length)]!
    return { tool: names[pick(3)]!, outcome, status, reason: reason ?? undefined, handlerMs: pick(900), daysAgo: pick(12) }
  })
  for (const { reason, ...call } of calls) await record(reason === undefined ? call : { ...call, reason })
  const week = calls.filter(({ daysAgo }) => daysAgo < 7)
  const median = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  }
  expect(await weekTotals(database, 7)).toEqual({
    settled: week.filter(({ outcome }) => outcome === 'settled').length,
    failedUncharged: week.filter(({ outcome }) => outcome === 'failed').length,
  })
  const isTargets = ({ tool, reason }: { tool: string; reason: string | undefined }) =>
    tool === 'web/markdown' && reason === 'upstream_failed'
  for (const stats of await toolStats(database, 7)) {
    const own = week.filter(({ tool }) => tool === stats.tool)
    const failed = own.filter((call) => call.outcome === 'unknown' || (call.outcome === 'failed' && call.status >= 500 && !isTargets(call)))
    const declined = own.filter((call) => call.outcome === 'failed' && (call.status < 500 || isTargets(call)))
    const settled = own.filter(({ outcome }) => outcome === 'settled')
    expect([stats.settled, stats.failed, stats.declined]).toEqual([settled.length, failed.length, declined.length])
    expect(Math.abs(stats.p50_ms! - median(settled.map(({ handlerMs }) => handlerMs)))).toBeLessThanOrEqual(0.5)
  }
  await keepToolDays(database)
  const days = await toolDays(database)
  for (const name of names)
    expect(days.filter(({ tool }) => tool === name).reduce((sum, { settled }) => sum + settled, 0)).toBe(
      calls.filter(({ tool, outcome }) => tool === name && outcome === 'settled').length,
    )
})
