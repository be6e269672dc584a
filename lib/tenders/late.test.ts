/** What a source shows later than it dates it, and a source that shows an old state of itself: everything open is listed soon after all. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryDatabase } from '../../tests/support/database.ts'
import { cfTender, ftsTender, type MadeRelease, type OcdsSources, startOcdsSources } from '../../tests/support/ocds-source/index.ts'
import type { Database } from '../db/index.ts'
import { readStatus } from './ingest/status.ts'
import { coreOver, runIngest } from './ingest.test-support.ts'
import { addDays } from './words/london.ts'

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

const FIRST = '2026-11-02'
const made = (number: number, date: string) => ({
  date: Date.parse(date),
  deadline: Date.parse('2027-01-15T12:00:00Z'),
  title: `Grounds maintenance, area ${number}`,
  description: '',
  cpv: '77314000',
  category: 'services',
  value: 90_000,
  buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'] as const,
  buyerId: 'GB-MADE-1',
})
const eight = (number: number) => String(number).padStart(8, '0')
const cf = (number: number, date: string): MadeRelease =>
  cfTender({ ...made(number, date), ocid: `ocds-b5fd17-${number}`, id: `${eight(number)}-1111-4111-8111-111111111111-500001` })
const fts = (number: number, date: string): MadeRelease =>
  ftsTender({ ...made(number, date), ocid: `ocds-h6vhtk-${number}`, id: `${String(number).padStart(6, '0')}-2026` })

/** The run that begins half an hour into a day. */
const night = (day: string) => {
  const settings = { ...sources.env, INGEST_INTERVAL_MS: 0, INGEST_BACKOFF_SCALE: 0.00001 }
  return runIngest(coreOver(database, { settings, now: () => Date.parse(`${day}T00:30:00Z`) }), { from: FIRST, to: addDays(day, -1) })
}
const nights = async (from: string, count: number) => {
  for (let passed = 0; passed < count; passed += 1) expect(await night(addDays(from, passed))).toMatchObject({ outcome: 'succeeded' })
}
const listed = async () => {
  const rows = await database.query<{ id: string }>('select id from tender_published where live order by id')
  return rows.map(({ id }) => Number(/:0*(\d+)-/.exec(id)?.[1]))
}
/** Requests of a piece of work, by source: searches, and releases asked for singly. */
async function asked(work: () => Promise<unknown>) {
  const before = sources.requests.length
  await work()
  const count: Record<string, number> = {}
  for (const { source, path } of sources.requests.slice(before)) {
    const kind = path.includes('?') ? source : `${source} singly`
    count[kind] = (count[kind] ?? 0) + 1
  }
  return count
}

test('a day that its source shows only days later is read by the first night that sees anything newer', async () => {
  sources.add('cf', cf(1, '2026-11-12T15:00:00Z'))
  await nights('2026-11-13', 4)
  sources.add('cf', cf(2, '2026-11-13T09:00:00Z'), cf(3, '2026-11-16T09:00:00Z'))
  await night('2026-11-17')
  expect(await listed()).toEqual([1, 2, 3])
})

describe.each([
  ['cf', cf],
  ['fts', fts],
] as const)('single releases that %s shows late', (source, release) => {
  test.each([1, 2, 3, 4, 5])('%i days late are listed the night after', async (days) => {
    sources.add(source, release(1, '2026-11-12T09:00:00Z'), release(3, '2026-11-12T16:00:00Z'))
    for (let day = 13; day <= 19; day += 1) sources.add(source, release(day - 9, `2026-11-${day}T09:00:00Z`))
    await nights('2026-11-13', days)
    expect(await listed()).not.toContain(2)
    sources.add(source, release(2, '2026-11-12T12:00:00Z'))
    await night(addDays('2026-11-13', days))
    expect(await listed()).toContain(2)
  })

  test('up to three weeks late are listed within a week', async () => {
    sources.add(source, release(1, '2026-11-12T09:00:00Z'), release(3, '2026-11-12T16:00:00Z'), release(4, '2026-11-26T10:00:00Z'))
    await nights('2026-11-13', 21)
    sources.add(source, release(2, '2026-11-12T12:00:00Z'))
    await nights('2026-12-04', 7)
    expect(await listed()).toEqual([1, 2, 3, 4])
  })

  test('are listed by the next run that can read their day again, and a day that cannot be costs nothing else', async () => {
    sources.add(source, release(1, '2026-11-12T09:00:00Z'), release(3, '2026-11-12T16:00:00Z'))
    await nights('2026-11-13', 1)
    sources.add(source, release(2, '2026-11-12T13:00:00Z'), release(4, '2026-11-13T12:00:00Z'))
    sources.trap('server error', { source, times: 6, path: source === 'cf' ? 'publishedTo=2026-11-13T00' : 'updatedTo=2026-11-12T18' })
    await nights('2026-11-14', 1)
    expect(await listed()).toEqual([1, 3, 4])
    await nights('2026-11-14', 1)
    expect(await listed()).toEqual([1, 2, 3, 4])
    expect(await asked(() => nights('2026-11-14', 1))).not.toHaveProperty(source)
  })
})

test('a hundred that Find a Tender shows late, more than are asked for singly in a night, are listed the night after', async () => {
  sources.add('fts', fts(1, '2026-11-12T09:00:00Z'), fts(110, '2026-11-12T16:00:00Z'))
  await nights('2026-11-13', 1)
  for (let number = 2; number < 110; number += 1)
    sources.add('fts', fts(number, new Date(Date.parse('2026-11-12T10:00:00Z') + number * 60_000).toISOString()))
  await nights('2026-11-14', 1)
  expect(await listed()).toHaveLength(110)
})

test('what a quiet night asks: a day, and of a source without numbers eight days again; of a month all its types', async () => {
  for (let day = 1; day <= 29; day += 1) {
    const date = `2026-11-${String(day).padStart(2, '0')}T09:00:00Z`
    sources.add('fts', fts(day, date))
    sources.add('cf', cf(day, date))
  }
  // A first fill reads nothing twice.
  expect(await asked(() => nights('2026-11-29', 1))).toMatchObject({ cf: 27, fts: 4 * 27 })
  const again = { 'cf singly': 28, pcs: 4, s2w: 12 }
  expect(await asked(() => nights('2026-11-30', 1))).toEqual({ ...again, cf: 9, fts: 4 })
  expect(await asked(() => nights('2026-11-30', 1))).toEqual(again)
  // However often they were read.
  expect(await readStatus(database, Date.parse('2026-11-30T00:30:00Z'))).toMatchObject([
    { source: 'fts', row: { releases: 28, missing_numbers: 0 } },
    { source: 'cf', row: { releases: 28 } },
    { source: 'pcs', row: { releases: 0 } },
    { source: 's2w', row: { releases: 0 } },
  ])
})

describe('a source that shows an old state of itself for a night', () => {
  const both = (number: number, date: string) => [['fts', fts(number, date)] as const, ['cf', cf(number + 100, date)] as const]
  const shown = Array.from({ length: 12 }, (_, index) => both(index + 1, `2026-11-${10 + index}T09:00:00Z`)).flat()
  const showUntil = (day: string) => {
    for (const [source, release] of shown) {
      sources.remove(source, release.id)
      if (release.date < day) sources.add(source, release)
    }
  }
  const state = () => database.query('select id, listed_at, notice from tender_published where live order by id')

  test('loses nothing, closes nothing and moves nothing', async () => {
    showUntil('2026-11-17')
    await nights('2026-11-14', 4)
    const before = await state()
    showUntil('2026-11-13')
    await night('2026-11-18')
    expect(await state()).toEqual(before)
    showUntil('2026-11-20')
    await nights('2026-11-19', 2)
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
    expect((await listed()).sort((a, b) => a - b)).toEqual([...numbers, ...numbers.map((number) => 100 + number)])
    expect(await state()).toEqual(expect.arrayContaining(before))
    expect(await database.query('select id from tender_changes group by id having count(*) > 1')).toEqual([])
  })

  test('has what vanished then, too little to be told from a withdrawal, listed again by the first night that finds it', async () => {
    const [first, second] = [cf(1, '2026-11-12T09:00:00Z'), cf(2, '2026-11-13T09:00:00Z')]
    sources.add('cf', first, second)
    await nights('2026-11-13', 2)
    sources.remove('cf', second.id)
    await nights('2026-11-15', 2)
    expect(await listed()).toEqual([1])
    sources.add('cf', second)
    await nights('2026-11-17', 2)
    expect(await listed()).toEqual([1, 2])
    expect(
      await database.query(`select before is null as opened, reason from tender_changes where id like '%2-1111%' order by seq`),
    ).toEqual([
      { opened: true, reason: null },
      { opened: false, reason: 'vanished' },
      { opened: true, reason: null },
    ])
  })
})
