/** Books that may have lost their last moments, with nobody there to say so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { refuseUnclaimed, takeClaim } from './claims.ts'
import { ageUnbooked, CLOSED_SECONDS, closedSeconds } from './lost-moments.ts'

let db: Database
beforeAll(async () => {
  db = await memoryDatabase()
})
afterAll(() => db?.close())

let number = 0
const payment = () => {
  number += 1
  const key = `key-${number}`
  return { key, fingerprint: 'f', bound: 'b', tool: 't', network: 'n', requestId: 'r', payer: key }
}
const take = () => takeClaim(db, { ...payment(), identifier: null, isTicketed: true, amount: '1', leaseMs: 60_000 })
const moments = async () => Number((await db.query<{ count: string }>('select count(*) from lost_moments'))[0]!.count)

test('the age of a payment that no row knows is told by the last loss and by its first attempt', async () => {
  expect(await ageUnbooked(db, 'key')).toEqual({ lostAt: null, lostMs: null, attemptedMs: null })
  await db.run(`insert into lost_moments select now() - n * interval '1 hour' from generate_series(2, 3) as n`)
  await db.run(
    `insert into ledger (at, request_id, tool, network, payment_key, price_micro_usd, outcome, status)
     select now() - n * interval '1 minute', 'r', 't', 'n', case n when 9 then 'other' else 'key' end, 1, 'invalid', 503 from generate_series(4, 9) as n`,
  )
  const { lostAt, lostMs, attemptedMs } = await ageUnbooked(db, 'key')
  expect([Math.round(lostMs! / 60_000), Math.round(attemptedMs! / 60_000)]).toEqual([120, 8])
  expect(Math.abs(lostAt! * 1000 - (Date.now() - lostMs!))).toBeLessThan(60_000)
  await db.query('delete from lost_moments')
})

test('a server that steps in takes and refuses nothing that it does not know until all of before has run out, and that once', async () => {
  expect([(await take()).kind, await closedSeconds(db), await moments()]).toEqual(['owned', 0, 0])
  const told = (await db.query<{ definition: string }>(`select pg_get_functiondef('books_lineage'::regproc) as definition`))[0]!.definition
  try {
    await db.query(`create or replace function books_lineage() returns text language sql stable as $$ select 'its identifier 00000002' $$`)
    expect(await ageUnbooked(db, 'of it')).toMatchObject({ lostMs: 0 })
    expect(await refuseUnclaimed(db, payment(), 'offer_mismatch')).toBe(false)
    const [one, other] = await Promise.all([take(), take()])
    for (const took of [one, other]) expect(took).toEqual({ kind: 'closed', seconds: CLOSED_SECONDS })
    expect(await moments()).toBe(1)
    await db.run(`update lost_moments set at = now() - interval '${CLOSED_SECONDS} seconds'`)
    expect([(await take()).kind, await refuseUnclaimed(db, payment(), 'offer_mismatch'), await moments()]).toEqual(['owned', true, 1])
  } finally {
    await db.query(told)
  }
})
