import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../db/index.ts'

type Posted = { kind: string; subject: string; detail: string }
const posted: Posted[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  posted.push(JSON.parse(body) as Posted)
  response.end()
})
let database: Database
let service: typeof import('./service.ts')

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vi.stubEnv('ALERT_WEBHOOK_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('BASE_URL', 'http://tools.test')
  vi.resetModules()
  service = await import('./service.ts')
  database = await openDatabase({})
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.close()
  server.close()
})
beforeEach(async () => {
  posted.length = 0
  const { shared } = await import('../shared.ts')
  shared('alerts', () => new Map<string, number>()).clear()
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
  expect(await service.watchTenders(database)).toBe(2)
  expect(posted.map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
    ['ingest_failed', 'ocds-a'],
    ['ingest_stale', 'ocds-b'],
  ])
  expect(posted.find(({ kind }) => kind === 'ingest_failed')?.detail).toContain('HTTP 503')
})

test('a settlement is told of once it has been unknown for a quarter of an hour, the abandoned one too', async () => {
  await claim('unknown', 10)
  await claim('settled', 60)
  expect(await service.watchSettlements(database)).toBe(1)
  expect(posted).toEqual([])
  await claim('settling', 16)
  expect(await service.watchSettlements(database)).toBe(2)
  expect(posted).toMatchObject([{ kind: 'settlement_unknown', count: 2 }])
  await service.watchSettlements(database)
  expect(posted).toHaveLength(1)
})

test('without a node to ask nothing is compared, and that is no failure', async () => {
  expect(await service.watchLedger(database)).toBe(0)
})
