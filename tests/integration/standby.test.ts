/** A standby that is promoted may lack the last sales, and says so to nobody: the till notices it by itself, on a real PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../lib/db/index.ts'
import { takeClaim } from '../../lib/payments/books/claims.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'

requires('postgres')('the server of the books', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  let number = 0
  /** What a new payment gets, of whom nobody has heard. */
  async function take() {
    number += 1
    const [key, db] = [`key-${number}`, await openDatabase({ databaseUrl: postgres.url })]
    const asked = { key, fingerprint: 'f', identifier: null, bound: 'b', isTicketed: true, tool: 't', network: 'n', amount: '1' }
    return takeClaim(db, { ...asked, requestId: 'r', payer: key, leaseMs: 60_000 }).finally(() => db.close())
  }

  test('may crash and start again: it has lost nothing, and sells on', async () => {
    expect(await take()).toMatchObject({ kind: 'owned' })
    await postgres.restart()
    expect(await take()).toMatchObject({ kind: 'owned' })
    await postgres.crash()
    await postgres.start()
    expect(await take()).toMatchObject({ kind: 'owned' })
  })

  test('is another one: nothing is sold before all of what it may lack has run out', async () => {
    await postgres.promote()
    expect(await take()).toMatchObject({ kind: 'closed' })
  })
})
