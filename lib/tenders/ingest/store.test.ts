import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import type { Database } from '../../db/index.ts'
import { storeMade, toRaw } from '../ingest.test-support.ts'
import { publishNotices } from '../publish/publish.ts'
import { contractsFinder } from '../sources/contracts-finder.ts'
import { findATender } from '../sources/find-a-tender.ts'
import { publicContractsScotland } from '../sources/public-contracts-scotland.ts'
import { recomputeOutdated } from './outdated.ts'
import { storeReleases } from './store.ts'

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

describe('a notice whose buyer is corrected in the release itself, which is read again', () => {
  const release = (name: string) => ({
    ...{ ocid: 'ocds-r6ebe6-0000579001', id: 'rls-1-NOV579001', date: '2026-11-02T00:00:00Z', tag: ['tender'] },
    ...{ buyer: { id: 'org-1', name }, tender: { ...tender, tenderPeriod: { endDate: '2026-12-01T12:00:00Z' } } },
  })
  const publish = (day: number) => publishNotices(database, Date.parse(`2026-11-${day}T12:00:00Z`))
  const open = () => database.query(`select id, notice->>'buyer' as buyer from tender_published where live and listed_at is not null`)

  test.each([
    ['NHS Lothian', 'Lothian Health Board'],
    ['Lothian Health Board', 'NHS Lothian'],
    ['', 'NHS Lothian'],
  ])('from %j to %j: the publish goes on, and lists it once', async (before, after) => {
    await storeMade(database, publicContractsScotland, [release(before)])
    await publish(10)
    await storeMade(database, publicContractsScotland, [release(after)])
    await publish(11)
    expect(await open()).toEqual([{ id: expect.stringMatching(/^pcs:/), buyer: after }])
    await storeMade(database, publicContractsScotland, [release('A third name')])
    await storeMade(database, publicContractsScotland, [release('A fourth name')])
    await publish(12)
    expect(await open()).toMatchObject([{ buyer: 'A fourth name' }])
    await storeMade(database, publicContractsScotland, [release('A fifth name')])
    await storeMade(database, publicContractsScotland, [{ ...release('A sixth name'), tag: ['planning'] }])
    await publish(13)
    expect(await open()).toEqual([])
    await database.query('truncate tender_releases, tender_notices, tender_published, tender_outlook')
  })
})

test('one number under two processes is one notice', async () => {
  const made = { date: '2026-11-02T09:00:00Z', tag: ['tender'], tender: { ...tender, datePublished: '2026-11-02T09:00:00Z' } }
  const guid = '11111111-1111-4111-8111-111111111111'
  await storeMade(database, contractsFinder, [
    { ...made, ocid: 'ocds-b5fd17-a', id: `${guid}-1`, buyer },
    { ...made, ocid: 'ocds-b5fd17-b', id: `${guid}-2`, buyer: { id: 'GB-MADE-2', name: 'Other Council' } },
  ])
  await publishNotices(database, Date.parse('2026-11-20T12:00:00Z'))
  expect(await database.query('select id from tender_published where live')).toEqual([{ id: `cf:${guid}` }])
})

describe('what a database refuses, or nobody can compute', () => {
  const made = { date: '2026-11-02T09:00:00Z', tag: ['tender'], tender }
  const page = [1, 2, 3].map((at) => ({
    ...made,
    ocid: `ocds-h6vhtk-0a000${at}`,
    id: `00032${at}-2026`,
    buyer: { id: `GB-MADE-${at}`, name: `Council ${at}` },
  }))
  const listed = () => database.query('select id from tender_published where live order by id')
  const others = [{ id: 'fts:000321-2026' }, { id: 'fts:000323-2026' }]
  const NOW = Date.parse('2026-11-20T12:00:00Z')
  const refuse = (table: string) => database.run(`alter table ${table} add constraint odd check (id not like '%000322-2026')`)
  const allow = (table: string) => database.run(`alter table ${table} drop constraint odd`)
  beforeEach(() => database.query('truncate tender_releases, tender_notices, tender_published, tender_outlook'))

  test('is left out of a page, and the others are stored', async () => {
    await refuse('tender_notices')
    const stored = await storeReleases(
      database,
      findATender,
      page.map((release) => toRaw(findATender, release)),
    )
    expect(stored).toEqual({ changed: 2, notices: 2, refused: ['000322-2026'] })
    await expect(
      storeReleases(
        database,
        findATender,
        page.slice(1, 2).map((release) => toRaw(findATender, release)),
      ),
    ).resolves.toMatchObject({ refused: ['000322-2026'] })
    await publishNotices(database, NOW)
    expect(await listed()).toEqual(others)
    await allow('tender_notices')
    await storeMade(database, findATender, page)
    await publishNotices(database, NOW)
    expect(await listed()).toHaveLength(3)
  })

  test('is left out of a publish until it can be published, and the others are listed', async () => {
    await storeMade(database, findATender, page)
    await refuse('tender_published')
    await publishNotices(database, NOW)
    await publishNotices(database, NOW)
    expect(await listed()).toEqual(others)
    await allow('tender_published')
    await publishNotices(database, NOW)
    expect(await listed()).toHaveLength(3)
  })

  test('is computed again no more than it can be, and the others are', async () => {
    await storeMade(database, findATender, page)
    await database.run('update tender_notices set places = null')
    await database.run(`alter table tender_notices add constraint odd check (places is null or id not like '%000322-2026')`)
    await database.run(`update tender_notices set digest = ''`)
    expect(await recomputeOutdated(database, [findATender], NOW)).toBe(2)
    expect(await database.query('select id from tender_notices where places is null')).toEqual([{ id: 'fts:000322-2026' }])
    await allow('tender_notices')
  })

  test('does not hide that the database is away, nor that none can be stored', async () => {
    await database.run('alter table tender_releases rename to elsewhere')
    await expect(storeMade(database, findATender, page)).rejects.toThrow(/tender_releases/)
    await database.run('alter table elsewhere rename to tender_releases')
    await database.run('alter table tender_releases add constraint odd check (id is null)')
    await expect(storeMade(database, findATender, page)).rejects.toThrow(/odd/)
    await allow('tender_releases')
  })
})

test('a release that moves to another process leaves nothing behind', async () => {
  await database.query('truncate tender_releases, tender_notices, tender_published, tender_outlook')
  const at = (ocid: string, tag: string, title: string) => ({
    ...{ ocid, id: '000331-2026', date: '2026-11-02T09:00:00Z', tag: [tag], buyer },
    ...{ tender: { ...tender, title }, awards: [{ id: '1', status: 'active' }] },
  })
  const rows = async () => ({
    notices: await database.query('select ocid, id from tender_notices'),
    outlook: await database.query('select ocid, kind from tender_outlook'),
  })
  const NOW = Date.parse('2026-11-20T12:00:00Z')
  await storeMade(database, findATender, [at('ocds-h6vhtk-0a0031', 'tender', 'Works')])
  await publishNotices(database, NOW)
  await storeMade(database, findATender, [at('ocds-h6vhtk-0a0032', 'tender', 'Works')])
  await publishNotices(database, NOW)
  expect(await rows()).toEqual({ notices: [{ ocid: 'ocds-h6vhtk-0a0032', id: 'fts:000331-2026' }], outlook: [] })
  expect(await database.query('select id from tender_published where live')).toEqual([{ id: 'fts:000331-2026' }])
  await storeMade(database, findATender, [at('ocds-h6vhtk-0a0033', 'award', 'Works')])
  await publishNotices(database, NOW)
  expect(await rows()).toEqual({ notices: [], outlook: [{ ocid: 'ocds-h6vhtk-0a0033', kind: 'award' }] })
  // Read again as what it is: no award after all.
  await storeMade(database, findATender, [at('ocds-h6vhtk-0a0033', 'tender', 'Other works')])
  expect(await rows()).toMatchObject({ notices: [{ ocid: 'ocds-h6vhtk-0a0033' }], outlook: [] })
})

test('an older copy of a release, under another process, says nothing about that one', async () => {
  await database.query('truncate tender_releases, tender_notices, tender_published, tender_outlook')
  const made = (id: string, ocid: string, day: number) => ({ id, ocid, date: `2026-11-0${day}T09:00:00Z`, tag: ['tender'], buyer, tender })
  await storeMade(database, findATender, [made('000341-2026', 'ocds-h6vhtk-0a0041', 5)])
  await storeMade(database, findATender, [made('000341-2026', 'ocds-h6vhtk-0a0042', 1), made('000342-2026', 'ocds-h6vhtk-0a0042', 2)])
  expect(await database.query('select ocid, id from tender_notices order by ocid')).toEqual([
    { ocid: 'ocds-h6vhtk-0a0041', id: 'fts:000341-2026' },
    { ocid: 'ocds-h6vhtk-0a0042', id: 'fts:000342-2026' },
  ])
})
