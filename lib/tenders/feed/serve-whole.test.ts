import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { ftsTender } from '../../../tests/support/ocds-source/index.ts'
import type { Core } from '../../core.ts'
import { toCall } from '../../http/reply.ts'
import { coreOver, storeMade } from '../ingest.test-support.ts'
import { publishNotices } from '../publish/publish.ts'
import { reloadSnapshot } from '../snapshot/snapshot.ts'
import { sources } from '../sources/sources.ts'
import { feeds } from './serve.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const seen = vi.hoisted(() => ({ atOnce: 0, most: 0, written: 0 }))
vi.mock('./render-whole.ts', async (load) => {
  const real = await load<typeof import('./render-whole.ts')>()
  return {
    ...real,
    renderWhole: async (...given: Parameters<typeof real.renderWhole>) => {
      seen.atOnce += 1
      seen.written += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return real.renderWhole(...given).finally(() => {
        seen.atOnce -= 1
      })
    },
  }
})

let database: Awaited<ReturnType<typeof memoryDatabase>>
let core: Core
beforeAll(async () => {
  database = await memoryDatabase()
  const source = sources.find(({ prefix }) => prefix === 'fts')!
  const release = ftsTender({
    ocid: 'ocds-h6vhtk-0b0001',
    id: '000500-2026',
    date: NOW - 86_400_000,
    deadline: NOW + 86_400_000,
    title: 'Office cleaning',
    description: 'Daily cleaning.',
    cpv: '90919200',
    category: 'services',
    value: 1000,
    buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
    buyerId: 'GB-MADE-1',
  })
  await storeMade(database, source, [release])
  core = coreOver(database, { settings: { RATE_LIMIT_PER_MINUTE: 600 }, now: () => NOW })
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
})
afterAll(() => database.close())

const ask = async (search: string, client: string) =>
  (
    await feeds(
      core,
      toCall('GET', `/api/uk-tenders/all/all.jsonl${search}`, () => undefined, client),
    )
  ).status

test('different whole files are written two at a time, and one client has so many written at once', async () => {
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, value) => ask(`?min_value=${value + 1}`, 'a')))
  expect(seen.most).toBe(2)
  expect(statuses.filter((status) => status === 200)).toHaveLength(16)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  expect(await ask('?min_value=500', 'another')).toBe(200)
})

test('those of one address are written once, and cost no more than a call', async () => {
  seen.written = 0
  const statuses = await Promise.all(Array.from({ length: 12 }, () => ask('', 'b')))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(seen.written).toBe(1)
  expect(new Set(await Promise.all(Array.from({ length: 200 }, () => ask('', 'b'))))).toEqual(new Set([200]))
})

test('who has one after another written that nobody else asks for runs out of free calls', async () => {
  const statuses: number[] = []
  for (let value = 1; value <= 61; value += 1) statuses.push(await ask(`?max_value=${value}`, 'c'))
  expect(statuses.slice(0, 60)).not.toContain(429)
  expect(statuses[60]).toBe(429)
})
