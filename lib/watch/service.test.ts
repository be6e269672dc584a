import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCore } from '../../tests/support/core.ts'
import { memoryDatabase } from '../../tests/support/database.ts'
import type { Core } from '../core.ts'
import type { Database } from '../db/index.ts'
import { watchLedger, watchSettlements, watchTenders } from './service.ts'

type Posted = { kind: string; subject: string; detail: string }
const posted: Posted[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  posted.push(JSON.parse(body) as Posted)
  response.end()
})
let core: Core
let database: Database

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  database = await memoryDatabase()
})
afterAll(async () => {
  await database.close()
  server.close()
})
beforeEach(async () => {
  posted.length = 0
  const ALERT_WEBHOOK_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // One of its own for each test: an alert is posted once an hour.
  core = testCore({ ALERT_WEBHOOK_URL }, { openDatabase: async () => database })
  await database.query('delete from claims')
  await database.query('delete from tender_sources')
})

const source = (name: string, failing: boolean, hoursAgo: number | null) =>
  database.query(
    `insert into tender_sources (source, last_attempt, last_success, failing, last_error) values ($1, now(), now() - make_interval(hours => $2::integer), $3, $4)`,
    [name, hoursAgo, failing, failing ? 'HTTP 503' : null],
  )
const claim = (state: string, minutesAgo: number) =>
  database.query(
    `insert into claims (payment_key, fingerprint, tool, network, amount, state, owner, lease_until, request_id, created_at)
     values ($1, 'f', 'util/ping', 'eip155:8453', 1000, $2, $3, now() - interval '1 second', 'r', now() - make_interval(mins => $4::integer))`,
    [randomUUID(), state, randomUUID(), minutesAgo],
  )

test('a source of tenders that fails, and one that is stale, are told; a healthy one is not', async () => {
  await source('ocds-a', true, 2)
  await source('ocds-b', false, 37)
  await source('ocds-c', false, 35)
  expect(await watchTenders(core)).toBe(2)
  expect(posted.map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
    ['ingest_failed', 'ocds-a'],
    ['ingest_stale', 'ocds-b'],
  ])
  expect(posted.find(({ kind }) => kind === 'ingest_failed')?.detail).toContain('HTTP 503')
})

test('a settlement is told of once it has been unknown for a quarter of an hour, the abandoned one too', async () => {
  await claim('unknown', 10)
  await claim('settled', 60)
  expect(await watchSettlements(core)).toBe(1)
  expect(posted).toEqual([])
  await claim('settling', 16)
  expect(await watchSettlements(core)).toBe(2)
  expect(posted).toMatchObject([{ kind: 'settlement_unknown', count: 2 }])
  await watchSettlements(core)
  expect(posted).toHaveLength(1)
})

test('without a node to ask nothing is compared, and that is no failure', async () => {
  expect(await watchLedger(core)).toBe(0)
})
