/** What is kept of a notice that was asked for again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { ftsTender } from '../../../tests/support/ocds-source/index.ts'
import type { Database } from '../../db/index.ts'
import { storeMade } from '../ingest.test-support.ts'
import { findATender } from '../sources/find-a-tender.ts'
import { leastRecentlyChecked, storeChecked, storeFound, storeVanished } from './presence.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const ids = ['000001-2026', '000002-2026'] as const

let database: Database
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())

test('what was asked for comes last the next time, and only of what is thought to be gone is that said', async () => {
  const made = ids.map((id, index) =>
    ftsTender({
      ...{ id, ocid: `ocds-h6vhtk-${index}`, date: NOW - 86_400_000 + index, deadline: NOW + 9 * 86_400_000, title: `Cleaning ${index}` },
      ...{
        description: '',
        cpv: '90911300',
        category: 'services',
        value: 1,
        buyer: ['Council', 'Town', 'LS1 1UR', 'UKE42'],
        buyerId: 'GB-1',
      },
    }),
  )
  await storeMade(database, findATender, made)
  const next = async () => (await leastRecentlyChecked(database, 'fts', NOW, 9)).map(({ id }) => id)
  expect(await next()).toEqual(ids)
  expect(await storeChecked(database, 'fts', ids[0], NOW)).toBe(false)
  expect(await next()).toEqual([ids[1], ids[0]])
  await storeVanished(database, findATender, ids[1], NOW)
  expect(await storeChecked(database, 'fts', ids[1], NOW)).toBe(true)
  expect(await storeFound(database, findATender, ids[1])).toBe(true)
  expect(await storeChecked(database, 'fts', ids[1], NOW)).toBe(false)
})
