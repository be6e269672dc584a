import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { parseEnv } from '../../env.ts'
import { tools } from '../../tools/registry.ts'
import { belowCost, facilitatorCosts, toMicro } from './costs.ts'
import { ledgerReport, parseLedgerQuery } from './ledger-report.ts'

const rowsOf = (...list: object[]) => parseEnv({ FACILITATORS: JSON.stringify(list) }).FACILITATORS
const [A, B] = ['https://a.example', 'https://b.example']

let db: Database
beforeAll(async () => {
  db = await memoryDatabase()
  let number = 0
  const add = (at: string, facilitator: string | null, tool: string, outcome = 'settled') =>
    db.query(
      `insert into ledger (at, request_id, tool, network, payment_key, price_micro_usd, outcome, status, facilitator)
       values ($1, 'r', $2, 'eip155:8453', $3, 2000, $4, 200, $5)`,
      [at, tool, `key-${number++}`, outcome, facilitator],
    )
  for (let count = 0; count < 5; count += 1) await add(`2026-10-${10 + count}T00:00:00Z`, A, count < 3 ? 'early' : 'late')
  await add('2026-10-31T23:59:59Z', A, 'late')
  await add('2026-11-01T00:00:00Z', A, 'late')
  await add('2026-11-02T00:00:00Z', A, 'late', 'refused')
  await add('2026-11-02T00:00:00Z', B, 'late')
})
afterAll(() => db?.close())

test('the first ones of a month are free, by UTC months, and only what settled is billed', async () => {
  const costs = await facilitatorCosts(db, rowsOf({ url: A, feeUsd: '0.0015', freePerMonth: 4 }, { url: B }), {})
  expect(costs).toEqual([
    { facilitator: A, month: '2026-10', settlements: 6, billed: 2, fee_micro_usd: '3000' },
    { facilitator: A, month: '2026-11', settlements: 1, billed: 0, fee_micro_usd: '0' },
    { facilitator: B, month: '2026-11', settlements: 1, billed: 1, fee_micro_usd: null },
  ])
})

test('a filter chooses rows; which of a month are free does not depend on it', async () => {
  const facilitators = rowsOf({ url: A, feeUsd: '0.001', freePerMonth: 4 })
  const costs = (tool: string) => facilitatorCosts(db, facilitators, { tool, to: '2026-11-01' })
  expect(await costs('early')).toMatchObject([{ settlements: 3, billed: 0 }])
  expect(await costs('late')).toMatchObject([{ settlements: 3, billed: 2, fee_micro_usd: '2000' }])
})

test('the report says what is left, and nothing where a fee is not known', async () => {
  const report = async (...rows: object[]) => (await ledgerReport(db, parseLedgerQuery({}), rowsOf(...rows))).body
  const known = await report({ url: A, feeUsd: '0.001' }, { url: B, feeUsd: '0.01' })
  expect(known).toContain('2026-10  https://a.example  6 settled, 6 billed, fees 0.006000 USD')
  expect(known).toContain('after fees -0.001000 USD')
  const unknown = await report({ url: A, feeUsd: '0.001' }, { url: B })
  expect(unknown).toContain('fee unknown')
  expect(unknown).not.toContain('after fees')
})

test.each([
  ['0.001', 1_000n],
  ['1', 1_000_000n],
  ['0.000001', 1n],
  ['12.5', 12_500_000n],
])('%s USD are %d micro-dollars', (usd, micro) => {
  expect(toMicro(usd)).toBe(micro)
})

test('tools are named whose price leaves nothing', () => {
  const cheapest = tools.filter(({ price }) => Number(price) === Math.min(...tools.map((tool) => Number(tool.price))))
  const [found] = belowCost(tools, rowsOf({ url: A, feeUsd: cheapest[0]!.price }, { url: B }))
  expect(found).toEqual({ facilitator: A, feeUsd: cheapest[0]!.price, tools: cheapest.map(({ id }) => id) })
  expect(belowCost(tools, rowsOf({ url: A, feeUsd: '0.000001' }))).toEqual([])
})

test('in the table a word of a facilitator is one line of plain text: it moves no cursor and forges no row', async () => {
  const reason = '\u001b[2Jsettle: no\n2026-11-23T00:00:00.000Z  util/ping  eip155:8453  0xaa  1000  settled\u202e'
  const table = async () => (await ledgerReport(db, parseLedgerQuery({}), [])).body.split('\n\n')[0]!
  const before = (await table()).split('\n').length
  await db.query(
    `insert into ledger (request_id, tool, network, payment_key, price_micro_usd, outcome, status, reason)
     values ('r', 'util/ping', 'eip155:8453', 'forged', 2000, 'failed', 503, $1)`,
    [reason],
  )
  const body = await table()
  expect(body).not.toMatch(/[\u001b\u202e]/)
  expect(body.split('\n').length).toBe(before + 1)
})
