import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { getCall } from '../../../tests/support/endpoint.ts'
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { type Page, toDocument } from '../../html/document.ts'
import type { Reply } from '../../http/reply.ts'
import { answerOutlook } from '../../pages/tenders/outlook-page.ts'
import { answerNotice } from '../../pages/tenders/serve.ts'
import { createSite } from '../../site/table.ts'
import { ATTRIBUTION } from '../feed/feed.ts'
import { recomputeOutdated } from '../ingest/outdated.ts'
import { storeReleases } from '../ingest/store.ts'
import { coreOver } from '../ingest.test-support.ts'
import { UNNAMED } from '../notices/supplier.ts'
import { publishNotices } from '../publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../snapshot/snapshot.ts'
import { toRawRelease } from '../sources/release.ts'
import { sources } from '../sources/sources.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
let clock = NOW
let database: Database
let core: Core

const buyer = { id: 'GB-1', name: 'Made Council' }
const release = (number: string, tag: string[], changes: Record<string, unknown>) => ({
  ocid: `ocds-h6vhtk-0a${number}`,
  id: `${number}-2026`,
  date: '2026-09-03T09:00:00+01:00',
  tag,
  buyer,
  ...changes,
})
const award = (number: string, title: string, endDate: string, supplier: string) =>
  release(number, ['award', 'contract'], {
    tender: { title, classification: { scheme: 'CPV', id: '90910000' } },
    awards: [{ id: '1', status: 'active', suppliers: [{ id: 'X', name: supplier }], contractPeriod: { startDate: '2025-01-01', endDate } }],
  })
const plan = (number: string, tag: string[], tender: Record<string, unknown>) =>
  release(number, tag, { planning: { documents: [{ id: `${number}-2026`, noticeType: 'UK2' }] }, tender })

beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => clock })
  const [fts] = sources
  if (!fts) throw new Error('no source')
  const made = [
    award('000301', 'Office cleaning <&>', '2027-01-31', 'Jane Example'),
    award('000302', 'Cleaning of schools', '2027-09-30', 'Made Cleaning Ltd'),
    award('000303', 'Cleaning that has ended', '2026-11-19', 'Made Cleaning Ltd'),
    award('000304', 'Cleaning far ahead', '2029-01-31', 'Made Cleaning Ltd'),
    award('000305', 'Cleaning of libraries 2025', '2027-01-15', 'Made Cleaning Ltd'),
    {
      ...release('000411', ['tender'], {
        tender: {
          title: 'Cleaning of Libraries 2027',
          status: 'active',
          classification: { scheme: 'CPV', id: '90910000' },
          tenderPeriod: { endDate: '2026-12-20T12:00:00Z' },
        },
      }),
      date: '2026-11-03T09:00:00+00:00',
    },
    plan('000401', ['planning'], { title: 'Window cleaning', communication: { futureNoticeDate: '2027-02-01' } }),
    plan('000402', ['planning'], { title: 'Cleaning of offices' }),
    {
      ...plan('000402', ['tender'], { title: 'Cleaning of offices', status: 'active', tenderPeriod: { endDate: '2026-12-20T12:00:00Z' } }),
      id: '000403-2026',
      planning: undefined,
    },
  ]
  const raw = made.map((each) => toRawRelease(fts, JSON.parse(JSON.stringify(each))))
  await storeReleases(
    database,
    fts,
    raw.flatMap((each) => ('reported' in each ? expect.unreachable(each.reported) : [each])),
  )
  await publishNotices(database, NOW)
})
afterAll(async () => {
  await stopSnapshot(core)
  await database.close()
})

const get = async (path: string) => {
  const reply = await createSite(core)(getCall(`/api/uk-tenders/${path}`))
  return { status: reply.status, headers: reply.headers, text: String(reply.body) }
}
const titles = async (path: string) =>
  (JSON.parse((await get(path)).text) as { items: { title: string }[] }).items.map(({ title }) => title)

test('contracts that end within 3, 6 and 12 months, soonest first; none that has ended', async () => {
  expect(await titles('renewals/cleaning.json?months=3')).toEqual(['Cleaning of libraries 2025', 'Office cleaning <&>'])
  expect(await titles('renewals/cleaning.json')).toEqual(['Cleaning of libraries 2025', 'Office cleaning <&>', 'Cleaning of schools'])
  expect(await titles('renewals/cleaning.json?fbclid=x&months=3&utm_source=y&_=1')).toHaveLength(2)
  expect(await titles('renewals/all.json?months=6')).toEqual(['Cleaning of libraries 2025', 'Office cleaning <&>'])
  clock = Date.parse('2027-02-01T00:00:00Z')
  expect(await titles('renewals/cleaning.json')).toEqual(['Cleaning of schools'])
  clock = NOW
})

test('plans are listed with the notice they became', async () => {
  const { items, meta } = JSON.parse((await get('planned/cleaning.json')).text)
  expect(meta).toMatchObject({ total: 2, attribution: ATTRIBUTION })
  expect(items).toMatchObject([
    { title: 'Window cleaning', stage: 'market engagement', expected: '2027-02-01', tender: null },
    { title: 'Cleaning of offices', tender: { id: 'fts:000403-2026' } },
  ])
})

test('CSV, RSS, calendar and page say the same, and name nobody who trades under their own name', async () => {
  const csv = await get('renewals/cleaning.csv')
  const [header = [], ...lines] = parse(csv.text, { bom: true, relax_column_count: true }) as string[][]
  expect(lines.map((line) => line[header.indexOf('title')]).slice(0, 3)).toEqual([
    'Cleaning of libraries 2025',
    'Office cleaning <&>',
    'Cleaning of schools',
  ])
  expect(csv.text.endsWith(ATTRIBUTION)).toBe(true)
  const rss = await new RssParser().parseString((await get('renewals/cleaning.xml')).text)
  expect(rss.items.map(({ title }) => title)).toEqual(['Cleaning of libraries 2025', 'Office cleaning <&>', 'Cleaning of schools'])
  const calendar = new ICAL.Component(ICAL.parse((await get('renewals/cleaning.ics')).text))
  expect(calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('dtstart')?.toString())).toEqual([
    '2027-01-15',
    '2027-01-31',
    '2027-09-30',
  ])
  const page = toDocument(await answerOutlook(core, 'renewals', 'cleaning', new URLSearchParams()), core.env)
  expect(page).toContain('Office cleaning &lt;&amp;&gt;')
  for (const text of [csv.text, JSON.stringify(rss), page, (await get('renewals/cleaning.json')).text]) {
    expect(text).toContain(UNNAMED)
    expect(text).toContain('Made Cleaning Ltd')
    expect(text).not.toContain('Jane Example')
  }
})

test('a file of a notice that is over or unknown is a problem to programs, and a page to people who follow a link to it', async () => {
  clock = Date.parse('2027-01-02T12:00:00Z')
  const ask = (path: string, accept: string) => createSite(core)(getCall(`/tenders/notice/${path}`, { accept }))
  for (const form of ['json', 'ics']) {
    const gone = await ask(`fts:000411-2026.${form}`, '*/*')
    expect([gone.status, gone.headers['Content-Type']]).toEqual([410, expect.stringContaining('application/problem+json')])
    expect(JSON.parse(String(gone.body))).toMatchObject({
      ...{ code: 'gone', id: 'fts:000411-2026', reason: 'expired', deadline: '2026-12-20T12:00:00+00:00' },
      notice_url: 'https://www.find-tender.service.gov.uk/Notice/000411-2026',
    })
    const unknown = await ask(`fts:999999-2026.${form}`, '*/*')
    expect([unknown.status, JSON.parse(String(unknown.body)).code]).toEqual([404, 'not_found'])
    for (const [id, status] of [
      ['fts:000411-2026', 410],
      ['fts:999999-2026', 404],
    ] as const) {
      const page = await ask(`${id}.${form}`, 'text/html')
      expect([page.status, page.headers['Content-Type']]).toEqual([status, 'text/html; charset=utf-8'])
    }
  }
  clock = NOW
})

test('each contract that ends says whether it is needed again, in every form that can hold it', async () => {
  const { items } = JSON.parse((await get('renewals/cleaning.json')).text)
  expect(items[1].again).toEqual({ sure: true, why: 'a service that runs on, for a year or more' })
  expect((await get('renewals/cleaning.csv')).text).toMatch(/again\r\n.*,sure\r\n/s)
  for (const form of ['xml', 'ics']) expect((await get(`renewals/cleaning.${form}`)).text.replace(/\r\n /g, '')).toContain('Needed again')
})

test('a notice says who won last time, on its page and in its JSON, and stands without it while the database is away', async () => {
  const page = toDocument((await answerNotice(core, 'fts:000411-2026')) as Page, core.env)
  expect(page).toContain('Who won last time')
  expect(page).toContain('Made Cleaning Ltd')
  const json = async (id: string, now?: number) =>
    JSON.parse(String(((await answerNotice(core, `${id}.json`, undefined, now)) as Reply).body))
  expect(await json('fts:000411-2026')).toMatchObject({
    won_last_time: { sure: true, awards: [{ id: 'fts:ocds-h6vhtk-0a000305:1', contract_end: '2027-01-15' }] },
  })
  expect(await json('fts:000403-2026')).toMatchObject({
    won_last_time: null,
    unavailable: [{ reason: expect.stringMatching(/no earlier award/) }],
  })
  const query = vi.spyOn(database, 'query').mockRejectedValue(new Error('away'))
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
  expect(await json('fts:000411-2026')).toMatchObject({
    won_last_time: null,
    unavailable: [{ reason: expect.stringMatching(/could not be read/) }, { field: 'amendments' }],
  })
  query.mockRestore()
  expect(await json('fts:000411-2026')).toMatchObject({ won_last_time: { sure: true } })
})

test('awards that an earlier program stored are found too, once they are computed again', async () => {
  await database.query('update tender_outlook set name_key = null')
  expect(await recomputeOutdated(database, sources, NOW)).toBeGreaterThanOrEqual(0)
  expect(await database.query('select 1 from tender_outlook where name_key is null')).toEqual([])
})

test('an award that cannot be read hides no other', async () => {
  const change = (item: string) => database.run(`update tender_outlook set item = ${item} where id = 'fts:ocds-h6vhtk-0a000305:1'`)
  await change(`jsonb_set(item, '{awarded}', '"10000-01-01"')`)
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
  expect(await titles('renewals/cleaning.json?months=3')).toEqual(['Office cleaning <&>'])
  await change(`jsonb_set(item, '{awarded}', 'null')`)
  await publishNotices(database, NOW)
  await reloadSnapshot(core, NOW)
  expect(await titles('renewals/cleaning.json?months=3')).toHaveLength(2)
})

test('unknown months, parameters, trades and forms are refused', async () => {
  const statuses = [
    'renewals/cleaning.json?months=5',
    'renewals/cleaning.json?months=3&months=6',
    'renewals/cleaning.json?region=Wales',
    'planned/cleaning.json?months=3',
    'renewals/none.json',
    'renewals/cleaning.exe',
    'renewals/constructor.json',
  ]
  expect(await Promise.all(statuses.map(async (path) => (await get(path)).status))).toEqual([400, 400, 400, 400, 404, 404, 404])
})
