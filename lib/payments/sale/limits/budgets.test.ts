import { expect, test } from 'vitest'
import { testCore } from '../../../../tests/support/core.ts'
import { UNPAID } from '../../books/claims.ts'
import { allSalesEnded } from '../in-hand.ts'
import { admitRun, noteSettled } from './budgets.ts'

test('a payer who paid before this process began may do at once what the ledger says, not what this process has seen', async () => {
  const core = testCore()
  const database = await core.database()
  await database.query(
    `insert into ledger (request_id, tool, network, payer, payment_key, price_micro_usd, outcome, status)
     select 'r', 'util/ping', 'eip155:8453', '0xaa', 'key ' || nth, 1000, 'settled', 200 from generate_series(1, $1) as nth`,
    [UNPAID.settledCounted],
  )
  noteSettled(core, '0xaa', true)
  await allSalesEnded(core)
  const runs = await Promise.all(Array.from({ length: 100 }, () => admitRun(core, '192.0.2.1', '0xaa')))
  expect(runs).toHaveLength(100)
  await core.closeDatabase()
})
