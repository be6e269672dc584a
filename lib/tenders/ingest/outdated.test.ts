import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { ftsCleaning } from '../../../tests/support/ocds-source/index.ts'
import type { Database } from '../../db/index.ts'
import { storeMade } from '../ingest.test-support.ts'
import { publishNotices } from '../publish/publish.ts'
import { findATender } from '../sources/find-a-tender.ts'
import { sources } from '../sources/sources.ts'
import { MAPPING } from './computed.ts'
import { recomputeOutdated } from './outdated.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
let database: Database
beforeAll(async () => {
  database = await memoryDatabase()
  const date = NOW - 5 * 86_400_000
  const cleaning = (at: number) => ({ ocid: `ocds-h6vhtk-0a000${at}`, id: `00034${at}-2026`, date, title: `Cleaning ${at}` })
  const buyers = [1, 2].map((at) => ({ id: `GB-MADE-${at}`, name: `Council ${at}` }))
  const shared = { ocid: 'ocds-h6vhtk-0a0009', date: '2026-11-02T09:00:00Z' }
  await storeMade(database, findATender, [
    ...Array.from({ length: 9 }, (_, at) => ftsCleaning({ ...cleaning(at), deadline: NOW + at * 86_400_000 })),
    { ...ftsCleaning({ ...cleaning(1), deadline: NOW }), id: '000351-2026', tag: ['award'], awards: [{ id: '1', status: 'active' }] },
    ...buyers.flatMap((buyer, at) => [
      { ...shared, id: `00036${at}-2026`, tag: ['planning'], buyer, tender: { title: `Roofs ${at}` } },
      {
        ...shared,
        id: `00037${at}-2026`,
        tag: ['tender'],
        buyer,
        tender: { title: `Roofs ${at}`, tenderPeriod: { endDate: '2026-12-09' } },
      },
    ]),
  ])
})
afterAll(() => database.close())

const tables = async () => ({
  notices: await database.query('select * from tender_notices order by ocid, buyer_key'),
  outlook: await database.query('select * from tender_outlook order by id'),
})

test('a plan becomes its own buyer’s notice where several share a process', async () => {
  const plans = await database.query(
    `select item->>'buyer' as buyer, item->'tender'->>'id' as tender from tender_outlook where kind = 'planned' order by 1`,
  )
  expect(plans).toEqual([
    { buyer: 'Council 1', tender: 'fts:000370-2026' },
    { buyer: 'Council 2', tender: 'fts:000371-2026' },
  ])
})

test('an upgrade that maps otherwise reaches what was stored before, and tells readers of nothing that did not change', async () => {
  await recomputeOutdated(database, sources, NOW)
  await publishNotices(database, NOW)
  const before = await tables()
  // As an earlier program wrote it: one open notice with another title and another end, an award with another buyer.
  await database.run(`update tender_notices set notice = jsonb_set(notice, '{title}', '"Old"'), closed_at = now(), digest = 'old'
    where id = 'fts:000343-2026'`)
  await database.run(`update tender_outlook set item = jsonb_set(item, '{title}', '"Old"')`)
  await database.run('update tender_state set mapping = $1', [MAPPING - 1])
  expect(await recomputeOutdated(database, sources, NOW)).toBeGreaterThan(0)
  expect(await recomputeOutdated(database, sources, NOW)).toBe(0)
  expect((await publishNotices(database, NOW)).changes).toBe(0)
  expect(await tables()).toEqual(before)
})

test('rows that follow from these releases change only together with MAPPING, so that stored ones follow', async () => {
  const { notices, outlook } = await tables()
  const rows = [...notices.map(({ checked_at, dirty, digest, ...row }) => row), ...outlook]
  expect([MAPPING, hash('sha256', JSON.stringify(rows))]).toEqual([4, 'ed659a811130234d6460b99eea7182fd1fe3f6f2f75f904b39a7247a2d387514'])
})
