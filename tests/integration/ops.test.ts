/** What the operator sees equals the ledger and the chains, nobody else sees it, and differences are found. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rails } from '../local/buyer.ts'
import { type LocalWorld, startLocalWorld } from '../local/index.ts'
import { webOf } from '../support/endpoint.ts'
import { startGate, type TestGate } from '../support/gate.ts'

let world: LocalWorld
let app: TestGate
let ops: (request: Request) => Promise<Response>
let csv: (request: Request) => Promise<Response>

const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}` })
const page = (headers: Record<string, string> = basic(world.operatorToken), method = 'GET') =>
  ops(new Request('http://tools.test/ops', { headers, method }))
const usd = (micro: bigint) => `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`
const store = () => app.core.database()
const compare = async () => {
  const { findDrift } = await import('../../lib/payments/books/drift.ts')
  // A chain that mines at once has more blocks than seconds.
  return findDrift(await store(), app.core.env, { lagMs: -3_600_000, windowMs: 24 * 3_600_000 })
}

beforeAll(async () => {
  world = await startLocalWorld()
  app = await startGate(world.appEnv())
  const { createSite } = await import('../../lib/site/table.ts')
  const site = createSite(app.core)
  ops = webOf((_core, call) => site(call))
  csv = ops
  for (const rail of rails)
    for (const path of ['/v1/util/ping', '/v1/util/uuid?n=2', '/v1/util/uuid?n=3']) {
      const answer = await world.buyer.payingFetch(rail, app.fetch)(`http://tools.test${path}`)
      expect(answer.status).toBe(200)
    }
})
afterAll(async () => {
  await app?.close()
  await world?.stop()
})

test('its totals equal the ledger and the chains, in all, per network, and per day and tool', async () => {
  const balances = await world.balances()
  const { totalLedger } = await import('../../lib/payments/books/ledger.ts')
  const ledger = await totalLedger(await store(), {})
  expect(BigInt(ledger.settled_micro_usd)).toBe(balances.base + balances.solana)
  const answer = await page()
  expect(answer.status).toBe(200)
  const text = await answer.text()
  expect(text).toContain(`<strong>${usd(balances.base + balances.solana)} USD</strong> in 6 sales`)
  expect(text).toContain(`<code>${world.base.network}</code> ${usd(balances.base)} USD`)
  expect(text).toContain(`<code>${world.solana.network}</code> ${usd(balances.solana)} USD`)
  const { readFigures } = await import('../../lib/ops/figures.ts')
  const { days } = await readFigures(await store(), 30, [])
  expect(days.reduce((sum, { micro }) => sum + BigInt(micro), 0n)).toBe(balances.base + balances.solana)
  expect(Object.fromEntries(days.flatMap(({ tools }) => tools.map(({ tool, micro }) => [tool, micro])))).toEqual(ledger.by_tool)
  expect(text).toMatch(/watch-service/)
})

test('it needs no script, is kept nowhere, and loads nothing from elsewhere', async () => {
  const answer = await page()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'none'/)
  expect(await answer.text()).not.toMatch(/<script|<link rel="stylesheet"|src="http/)
})

test('what a facilitator said of a payment is shown as text, never as markup', async () => {
  const key = randomUUID()
  await (await store()).query(
    `insert into claims (payment_key, fingerprint, tool, network, amount, state, owner, lease_until, request_id, reason)
     values ($1, 'f', 'util/ping', $2, 1000, 'unknown', $3, now(), 'r', '<img src=x onerror=alert(1)>')`,
    [key, world.base.network, randomUUID()],
  )
  const text = await (await page()).text()
  expect(text).toContain(key)
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text).not.toContain('<img src=x')
  await (await store()).query('delete from claims where payment_key = $1', [key])
})

describe('without the password', () => {
  test.each([
    ['nothing', () => ({})],
    ['a wrong password', () => basic('wrong')],
    ['an empty password', () => basic('')],
    ['the token as user name', () => ({ authorization: `Basic ${Buffer.from(`${world.operatorToken}:`).toString('base64')}` })],
    ['no colon', () => ({ authorization: `Basic ${Buffer.from(world.operatorToken).toString('base64')}` })],
    ['the token with a line break', () => basic(`${world.operatorToken}\n`)],
    ['text that is not base64', () => ({ authorization: 'Basic %%%' })],
  ])('%s gets 401 and no figure', async (_, headers: () => Record<string, string>) => {
    for (const answer of [await page(headers()), await csv(new Request('http://tools.test/ops/ledger.csv', { headers: headers() }))]) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      expect(await answer.text()).not.toContain('sales')
    }
  })
  test('a password containing colons is compared whole', async () => {
    expect((await page(basic(`:${world.operatorToken}`))).status).toBe(401)
  })
})

test('the CSV holds every row of the ledger and obeys its filters', async () => {
  const read = async (query: string) => {
    const answer = await csv(new Request(`http://tools.test/ops/ledger.csv${query}`, { headers: basic(world.operatorToken) }))
    return { status: answer.status, lines: (await answer.text()).trim().split('\n') }
  }
  expect((await read('')).lines).toHaveLength(7)
  expect((await read('?tool=util/ping')).lines).toHaveLength(3)
  expect((await read('?tool=util/ping&nonsense=1')).status).toBe(400)
})

describe('ledger and chains', () => {
  test('agree after honest sales', async () => {
    const report = await compare()
    expect(report.checked).toEqual([world.base.network, world.solana.network])
    expect(report.transfers).toBe(6)
    expect(report.differences).toEqual([])
  })

  test('differ when a sale is missing from the ledger, on either rail', async () => {
    for (const network of [world.base.network, world.solana.network]) {
      const database = await store()
      const [row] = await database.query<{ id: string; transaction: string }>(
        `update ledger set outcome = 'refused' where id = (select min(id) from ledger where network = $1 and outcome = 'settled') returning id, transaction`,
        [network],
      )
      const { differences } = await compare()
      expect(differences).toMatchObject([{ network, kind: 'not_in_ledger', chainMicroUsd: '1000', ledgerMicroUsd: '0' }])
      expect(differences[0]!.transaction.toLowerCase()).toBe(row!.transaction.toLowerCase())
      await database.query(`update ledger set outcome = 'settled' where id = $1`, [row!.id])
    }
  })

  test('differ when a sale was booked that no chain knows, on either rail', async () => {
    const database = await store()
    const invented = { [world.base.network]: `0x${'ab'.repeat(32)}`, [world.solana.network]: '5'.repeat(88) }
    for (const [network, transaction] of Object.entries(invented)) {
      await database.query(
        `insert into ledger (request_id, tool, network, payment_key, price_micro_usd, outcome, status, transaction)
         values ('invented', 'util/ping', $1, $2, 5000, 'settled', 200, $2)`,
        [network, transaction],
      )
      expect((await compare()).differences).toEqual([
        { network, transaction, kind: 'not_on_chain', chainMicroUsd: '0', ledgerMicroUsd: '5000' },
      ])
      await database.query(`delete from ledger where request_id = 'invented'`)
    }
  })
})

test('other methods are refused, and a database that is away is said to be so', async () => {
  expect((await page(basic(world.operatorToken), 'POST')).status).toBe(405)
  const { database } = app.core
  Object.assign(app.core, { database: () => Promise.reject(new Error('the database is away')) })
  const answer = await page()
  Object.assign(app.core, { database })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: 'This could not be read: the database is away' })
  expect((await page()).status).toBe(200)
})
