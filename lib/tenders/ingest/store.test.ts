import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { publishNotices } from '../publish/publish.ts'
import { findATender } from '../sources/find-a-tender.ts'
import { storeMade } from './test-support.ts'

let database: Database
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())

/** Words that no database can make shorter, so many characters or more. */
const words = (length: number): string =>
  Array.from({ length: Math.ceil(length / 41) }, (_, index) => createHash('sha1').update(String(index)).digest('hex')).join(' ')

const tender = { title: 'Works', tenderPeriod: { endDate: '2026-12-01T12:00:00Z' } }
const buyer = { id: 'GB-MADE-1', name: 'Made Council' }

test.each<[string, Record<string, unknown>]>([
  ['a name of 9,000 characters', { buyer: { ...buyer, name: words(9_000) } }],
  ['an id of 9,000 characters', { buyer: { ...buyer, id: words(9_000) } }],
  [
    'a link to a process of such a name',
    { links: [{ rel: 'canonical', href: `https://a.example/?id=ocds-r6ebe6-${words(9_000).replaceAll(' ', '')}` }] },
  ],
  ['an award of such an id', { tag: ['award'], awards: [{ id: words(9_000), status: 'active' }] }],
  [
    'a contract of the year 0',
    { tag: ['award'], awards: [{ id: '1', contractPeriod: { startDate: '0000-01-01', endDate: '0000-12-31' } }] },
  ],
])('%s does not keep the others of its page from being stored', async (_, odd) => {
  const made = { date: '2026-11-02T09:00:00Z', tag: ['tender'], buyer, tender }
  const page = [
    { ...made, ocid: 'ocds-h6vhtk-0a0001', id: '000321-2026', ...odd },
    { ...made, ocid: 'ocds-h6vhtk-0a0002', id: '000322-2026' },
  ]
  await storeMade(database, findATender, page)
  await publishNotices(database, Date.parse('2026-11-20T12:00:00Z'))
  const [row] = await database.query(`select 1 as live from tender_published where id = 'fts:000322-2026' and live`)
  expect(row).toEqual({ live: 1 })
  await database.query('truncate tender_releases, tender_notices, tender_published, tender_outlook')
})
