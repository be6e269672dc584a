import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { type MadeRelease, type OcdsSources, startOcdsSources } from '../../../tests/support/ocds-source/index.ts'
import type { Database } from '../../db/index.ts'
import { coreOver, runIngest } from '../ingest.test-support.ts'
import { coreThrough, sourceFacts } from './source-facts.ts'

let database: Database & { clear(): Promise<void> }
let sources: OcdsSources
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.clear()
  sources = await startOcdsSources()
})
afterEach(() => sources.stop())

const notice = (ocid: string, number: string, date: string, changes: Record<string, unknown> = {}): MadeRelease =>
  ({
    ocid,
    id: `rls-1-${number}`,
    date: `${date}T00:00:00Z`,
    tag: ['tender'],
    language: 'EN',
    parties: [{ id: 'org-1', name: 'Made Council', roles: ['buyer'] }],
    buyer: { id: 'org-1', name: 'Made Council' },
    tender: { title: `Notice ${number}`, status: 'active', tenderPeriod: { endDate: '2027-01-15T12:00:00Z' }, documents: [] },
    ...changes,
  }) as MadeRelease

const ingestOn = (day: string, params = {}) => {
  const settings = { ...sources.env, INGEST_INTERVAL_MS: 0, INGEST_BACKOFF_SCALE: 0.00001 }
  return runIngest(coreOver(database, { settings, now: () => Date.parse(`${day}T06:00:00Z`) }), params)
}
const facts = async () => Object.fromEntries((await sourceFacts(database)).map((fact) => [fact.source, fact]))
const openIds = async () =>
  (await database.query<{ id: string }>('select id from tender_published where live order by id')).map(({ id }) => id)

test('months are fetched by type, empty ones too, and count as far as they were read', async () => {
  sources.add(
    'pcs',
    notice('ocds-r6ebe6-1', 'NOV100001', '2026-11-03'),
    notice('ocds-r6ebe6-2', 'NOV100002', '2026-11-04', { tag: ['planning'] }),
  )
  sources.add(
    's2w',
    notice('ocds-kuma6s-1', 'NOV200001', '2026-11-05'),
    notice('ocds-kuma6s-1', 'NOV200001-W', '2026-11-05', { language: 'CY' }),
  )
  const result = await ingestOn('2026-11-20', { from: '2026-11-19' })
  expect(result).toMatchObject({ outcome: 'succeeded', dataThrough: '2026-11-19' })
  expect(await openIds()).toEqual(['pcs:NOV100001', 's2w:NOV200001'])
  expect(await facts()).toMatchObject({ pcs: { data_through: '2026-11-19', failing: false }, s2w: { data_through: '2026-11-19' } })
  const asked = sources.requests.flatMap(({ source, path }) => (source === 'pcs' ? [path] : []))
  expect(asked).toEqual([101, 102, 103, 104].map((type) => `/v1/Notices?dateFrom=11-2026&noticeType=${type}&outputType=0`))
})

test('a month is read again until the next is over: what comes late is there', async () => {
  await ingestOn('2026-10-30', { from: '2026-10-29' })
  sources.add('pcs', notice('ocds-r6ebe6-1', 'OCT100001', '2026-10-31'))
  await ingestOn('2026-11-02', { from: '2026-11-01' })
  expect(await openIds()).toEqual(['pcs:OCT100001'])
  expect((await facts()).pcs).toMatchObject({ data_through: '2026-11-01' })
  await ingestOn('2026-12-01', { from: '2026-11-30' })
  const [october] = await database.query(`select distinct state from tender_windows where source = 'pcs' and day = '2026-10-01'`)
  expect(october).toEqual({ state: 'done' })
})

test('a portal that answers 500 for a month is stale, and nobody else notices', async () => {
  await ingestOn('2026-10-20', { from: '2026-10-15' })
  sources.trap('server error', { source: 's2w', times: 100_000 })
  sources.add('pcs', notice('ocds-r6ebe6-1', 'NOV100001', '2026-11-18'))
  const result = await ingestOn('2026-11-20', { from: '2026-09-20' })
  expect(result).toMatchObject({ outcome: 'succeeded', dataThrough: '2026-11-19' })
  expect(await facts()).toMatchObject({
    fts: { data_through: '2026-11-19', failing: false },
    cf: { data_through: '2026-11-19', failing: false },
    pcs: { data_through: '2026-11-19', failing: false },
    // September, the first month asked for, was never read: there is no day up to which everything is there.
    s2w: { data_through: null, failing: true },
  })
  expect(coreThrough(await sourceFacts(database))).toBe('2026-11-19')
  expect(await openIds()).toEqual(['pcs:NOV100001'])
})

test('a portal that is dead for months keeps its last full day, however long; the day of the others goes on, and the run has succeeded', async () => {
  await ingestOn('2026-04-10', { from: '2026-04-01' })
  expect((await facts()).s2w).toMatchObject({ data_through: '2026-04-09', failing: false })
  sources.trap('server error', { source: 's2w', times: 100_000 })
  for (const [from, day, yesterday] of [
    ['2026-04-10', '2026-05-12', '2026-05-11'],
    ['2027-01-20', '2027-02-03', '2027-02-02'],
  ] as const) {
    expect(await ingestOn(day, { from })).toMatchObject({ outcome: 'succeeded', dataThrough: yesterday })
    expect(await facts()).toMatchObject({
      s2w: { data_through: '2026-04-09', failing: true },
      pcs: { data_through: yesterday, failing: false },
    })
  }
})

test('one type that fails in every month keeps neither the others nor later months from their turn', async () => {
  sources.trap('server error', { source: 's2w', times: 100_000, path: 'locale=1106' })
  sources.trap('server error', { source: 's2w', times: 100_000, path: 'dateFrom=10-2026' })
  sources.add('s2w', notice('ocds-kuma6s-1', 'NOV200001', '2026-11-05'))
  await ingestOn('2026-11-20', { from: '2026-10-20' })
  expect(await openIds()).toEqual(['s2w:NOV200001'])
})

test('a portal that nobody can reach is left alone after a few windows', async () => {
  sources.trap('connection reset', { source: 'pcs', times: 100_000 })
  await ingestOn('2026-11-20', { from: '2026-10-20' })
  expect(sources.requests.filter(({ source }) => source === 'pcs')).toHaveLength(9)
})

test('a link between portals joins what buyers of two names published, in the database too', async () => {
  const ocid = 'ocds-r6ebe6-0000900001'
  const href = `https://api.publiccontractsscotland.gov.uk/v1/Notice?id=${ocid}`
  const parties = [{ id: 'GB-FTS-1', name: 'Another Name', roles: ['buyer'] }]
  sources.add('pcs', notice(ocid, 'NOV100001', '2026-11-18'))
  await ingestOn('2026-11-19', { from: '2026-11-18' })
  expect(await openIds()).toEqual(['pcs:NOV100001'])
  const copy = { id: '000201-2026', links: [{ rel: 'canonical', href }], parties, buyer: parties[0] }
  sources.add(
    'fts',
    notice('ocds-h6vhtk-0a0001', '', '2026-11-19', copy),
    notice('ocds-h6vhtk-0a0002', 'apart', '2026-11-19', { ...copy, id: '000202-2026', links: [] }),
  )
  await ingestOn('2026-11-20', { from: '2026-11-19' })
  const rows = await database.query<{ id: string; hidden: boolean; twins: string | null }>(
    `select id, hidden_until is not null and hidden_until >= deadline as hidden, notice #>> '{also_at,0,id}' as twins from tender_published where live order by id`,
  )
  // What was served first stays before its copy.
  expect(rows).toEqual([
    { id: 'fts:000202-2026', hidden: false, twins: null },
    { id: 'pcs:NOV100001', hidden: false, twins: 'fts:000201-2026' },
  ])
})
