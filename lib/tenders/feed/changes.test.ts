import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { webOf } from '../../../tests/support/endpoint.ts'
import {
  award,
  cancellation,
  cfTender,
  ftsTender,
  generateReleases,
  type MadeRelease,
  tenderUpdate,
} from '../../../tests/support/ocds-source/index.ts'
import type { Core } from '../../core.ts'
import type { Database } from '../../db/index.ts'
import { storeVanished } from '../ingest/presence.ts'
import { coreOver, storeMade } from '../ingest.test-support.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { publishNotices } from '../publish/publish.ts'
import { idAt } from '../search/notices/notices.ts'
import { firstOpen, noticeAt } from '../search/trade-index.ts'
import { currentSnapshot, reloadSnapshot, stopSnapshot } from '../snapshot/snapshot.ts'
import { contractsFinder } from '../sources/contracts-finder.ts'
import { findATender } from '../sources/find-a-tender.ts'
import type { Source } from '../sources/source.ts'
import { addDays } from '../words/london.ts'
import { feeds } from './serve.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FIRST_DAY = '2026-10-21'
/** The days include the end of summer time. */
const DAYS = 9
const at = (day: number, hour: number) => Date.parse(`${addDays(FIRST_DAY, day)}T00:00:00Z`) + hour * HOUR

let database: Database & { clear(): Promise<void> }
let core: Core
let clock = 0
beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => clock })
})
afterAll(() => database.close())
beforeEach(async () => {
  await stopSnapshot(core)
  await database.clear()
})

const store = (source: Source, releases: readonly MadeRelease[]) => storeMade(database, source, releases)

async function publish(now: number) {
  await publishNotices(database, now)
  await reloadSnapshot(core, now)
}

const get = (path: string, now: number) => {
  clock = now
  return webOf(feeds, core)(new Request(`http://localhost:3000/api/uk-tenders/${path}`))
}

type Copy = Map<string, StoredNotice>
type Changes = {
  meta: { day: string; links: { previous: string | null; next: string | null } }
  added: StoredNotice[]
  changed: { id: string; fields: Record<string, [unknown, unknown]>; notice: StoredNotice }[]
  closed: { id: string; reason: string; at: string }[]
}

/** What a reader who downloads everything has at a moment. */
function copyAt(now: number): Copy {
  const index = currentSnapshot(core, now)?.index
  const positions = index ? [...index.shown.positions(firstOpen(index, now))] : []
  return new Map(positions.flatMap((position) => (index ? [[idAt(index.notices, position), noticeAt(index, position).notice]] : [])))
}

function replay(copy: Copy, { added, changed, closed }: Changes): void {
  for (const notice of added) copy.set(notice.id, notice)
  for (const { id, notice } of changed) copy.set(id, notice)
  for (const { id } of closed) copy.delete(id)
}

/** The files of `day` and all after it, found as a reader finds them: by their links. */
async function filesFrom(day: string, now: number): Promise<Changes[]> {
  const files: Changes[] = []
  for (let path: string | null = `changes/${day}.json`; path !== null; ) {
    const response = await get(path, now)
    expect(response.status).toBe(200)
    const file = (await response.json()) as Changes
    files.push(file)
    path = file.meta.links.next?.replace(/^.*\/api\/uk-tenders\//, '') ?? null
  }
  return files
}

const notice = (index: number, day: number, changes: Partial<Parameters<typeof ftsTender>[0]> = {}) => ({
  ocid: `ocds-h6vhtk-0c${index}`,
  id: `${String(index).padStart(6, '0')}-2026`,
  date: at(day, -2),
  deadline: at(40, 12),
  title: `Office cleaning of site ${index}x`,
  description: 'Daily cleaning.',
  cpv: '90919200',
  category: 'services',
  value: 20_000 + index,
  buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'] as const,
  buyerId: 'GB-MADE-1',
  ...changes,
})
const guid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const onFts = (index: number, day: number, changes = {}) => ftsTender(notice(index, day, changes))
const onCf = (index: number, day: number, changes = {}) =>
  cfTender(notice(index, day, { ocid: `ocds-b5fd17-${guid(index)}`, id: `${guid(index)}-${index}`, ...changes }))

/** What arrives before the publish of each day; every way a notice may come, change, go and come back. */
const arrivals: Record<number, () => Promise<unknown>> = {
  0: () =>
    store(
      findATender,
      [1, 2, 3, 4, 5, 6].map((index) => onFts(index, 0)),
    ),
  1: async () => {
    await store(contractsFinder, [onCf(11, 1), onCf(12, 1, { title: 'Window cleaning of the library' })])
    await store(findATender, [onFts(7, 1, { deadline: at(3, 12) }), onFts(8, 1, { deadline: at(4, 1) })])
  },
  2: () =>
    store(findATender, [
      award(onFts(1, 0), '000101-2026', at(2, -1)),
      cancellation(onFts(2, 0), '000102-2026', at(2, -1)),
      tenderUpdate(onFts(3, 0), '000103-2026', at(2, -1), { tenderPeriod: { endDate: new Date(at(6, 12)).toISOString() } }),
    ]),
  3: async () => {
    await storeVanished(database, contractsFinder, onCf(11, 1).id, at(3, 0))
    await store(findATender, [onFts(21, 3, { title: 'Cleaning of the public library windows' })])
  },
  // The notice of 12 under another title turns out to be the same as that of 21: the later one gives way.
  4: () => store(findATender, [tenderUpdate(onFts(21, 3), '000104-2026', at(4, -1), { title: 'Window cleaning of the library' })]),
  // A cancelled one opens again, another is amended twice in a day.
  5: () =>
    store(findATender, [
      tenderUpdate(onFts(2, 0), '000105-2026', at(5, -1), {
        status: 'active',
        tenderPeriod: { endDate: new Date(at(30, 12)).toISOString() },
      }),
      tenderUpdate(onFts(4, 0), '000106-2026', at(5, -3), { title: 'Office cleaning of site 4x, corrected' }),
      tenderUpdate(onFts(4, 0), '000107-2026', at(5, -2), { title: 'Office cleaning of site 4x, corrected twice', value: null }),
    ]),
  // The one that stood for both is over: the other comes back.
  6: () => storeVanished(database, contractsFinder, onCf(12, 1).id, at(6, 0)),
  7: () => store(findATender, [award(onFts(4, 0), '000108-2026', at(7, -1)), onFts(9, 7, { deadline: at(7, 18) })]),
}

describe('changes', () => {
  test('the days replayed on a copy of any moment give the copy of today', async () => {
    const made = generateReleases({ count: 120, now: at(DAYS, 0), publishedOverDays: DAYS, seed: 11 })
    const copies: { day: string; copy: Copy }[] = []
    for (let day = 0; day < DAYS; day += 1) {
      await arrivals[day]?.()
      const until = ({ date }: MadeRelease) => Date.parse(date) < at(day, 0)
      await store(findATender, made.fts.filter(until))
      await store(contractsFinder, made.cf.filter(until))
      await publish(at(day, 0.5))
      for (const hour of [1, 13]) copies.push({ day: addDays(FIRST_DAY, day), copy: copyAt(at(day, hour)) })
      // Another run in the middle of the day finds nothing new but what the clock did.
      await publish(at(day, 14))
    }
    const now = at(DAYS - 1, 20)
    const today = copyAt(now)
    const files = await filesFrom(FIRST_DAY, now)
    expect(files.map(({ meta }) => meta.day)).toEqual(Array.from({ length: DAYS }, (_, day) => addDays(FIRST_DAY, day)))
    expect(new Set(files.flatMap(({ closed }) => closed.map(({ reason }) => reason)))).toEqual(
      new Set(['expired', 'awarded', 'cancelled', 'vanished', 'duplicate']),
    )
    expect(files.flatMap(({ changed }) => changed).length).toBeGreaterThan(2)
    expect(today.size).toBeGreaterThan(50)
    for (const { day, copy } of copies) {
      for (const file of files) if (file.meta.day >= day) replay(copy, file)
      expect([...copy.keys()].sort(), `from ${day}`).toEqual([...today.keys()].sort())
      for (const [id, expected] of today) expect(copy.get(id), `${id} from ${day}`).toEqual(expected)
    }
  })

  test('say what changed, when it closed and why', async () => {
    for (let day = 0; day < DAYS; day += 1) {
      await arrivals[day]?.()
      await publish(at(day, 0.5))
    }
    const now = at(DAYS, 1)
    const [day0, day1, day2, day3, day4, day5, day6, day7] = await filesFrom(FIRST_DAY, now)
    const number = (index: number) => `fts:${String(index).padStart(6, '0')}-2026`
    expect(day0?.added.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map(number))
    expect(day1?.added).toHaveLength(4)
    expect(day2?.closed).toEqual([
      { id: number(1), reason: 'awarded', at: '2026-10-23T01:30:00+01:00' },
      { id: number(2), reason: 'cancelled', at: '2026-10-23T01:30:00+01:00' },
    ])
    expect(day2?.changed).toMatchObject([
      { id: number(3), fields: { deadline: ['2026-11-30T12:00:00+00:00', '2026-10-27T12:00:00+00:00'] }, notice: { id: number(3) } },
    ])
    expect(day3?.closed).toEqual([
      { id: `cf:${guid(11)}`, reason: 'vanished', at: '2026-10-24T01:30:00+01:00' },
      { id: number(7), reason: 'expired', at: '2026-10-24T13:00:00+01:00' },
    ])
    // The clocks go back at one in the morning of UTC.
    expect(day4?.closed).toEqual([
      { id: number(21), reason: 'duplicate', at: '2026-10-25T01:30:00+01:00' },
      { id: number(8), reason: 'expired', at: '2026-10-25T01:00:00+00:00' },
    ])
    expect(day4?.changed).toMatchObject([{ id: `cf:${guid(12)}`, fields: { also_at: [[], [{ id: number(21) }]] } }])
    expect(day5?.added.map(({ id }) => id)).toEqual([number(2)])
    expect(day5?.changed.map(({ id, fields }) => [id, Object.keys(fields).sort()])).toEqual([
      [number(4), ['notice_url', 'title', 'updated', 'value_basis', 'value_gbp']],
    ])
    expect(day6?.closed.map(({ id, reason }) => [id, reason])).toEqual([
      [`cf:${guid(12)}`, 'vanished'],
      [number(3), 'expired'],
    ])
    expect(day6?.added.map(({ id }) => id)).toEqual([number(21)])
    // What comes and goes within a day is in no copy at its end.
    expect(day7?.added).toEqual([])
    expect(day7?.closed.map(({ id, reason }) => [id, reason])).toEqual([
      [number(4), 'awarded'],
      [number(9), 'expired'],
    ])
  })

  test('lead to the day before and after, are kept for 30 days, and beyond there is nothing', async () => {
    await store(findATender, [onFts(1, 0)])
    await publish(at(0, 1))
    const now = at(40, 1)
    await store(findATender, [onFts(5, 40, { deadline: at(60, 12) })])
    await publish(now)
    const today = addDays(FIRST_DAY, 40)
    const file = async (day: string) => get(`changes/${day}.json`, now)
    const links = async (back: number) => ((await (await file(addDays(today, -back))).json()) as Changes).meta.links
    const url = (back: number) => `http://localhost:3000/api/uk-tenders/changes/${addDays(today, -back)}.json`
    expect(await links(0)).toEqual({ previous: url(1), next: null })
    expect(await links(12)).toEqual({ previous: url(13), next: url(11) })
    expect(await links(30)).toEqual({ previous: null, next: url(29) })
    for (const day of [addDays(today, -31), addDays(today, 1), '2026-02-30', '2026-1-1', '..%2f..%2fetc%2fpasswd'])
      expect((await file(day)).status, day).toBe(404)
    const problem = (await (await file(addDays(today, -31))).json()) as { errors: unknown }
    expect(problem.errors).toEqual([{ parameter: 'day', value: addDays(today, -31), allowed: [addDays(today, -30), today] }])
    expect(await database.query('select 1 from tender_changes where day < $1::date', [addDays(today, -30)])).toEqual([])
  })

  test('need the database, and say so', async () => {
    const away = vi.spyOn(database, 'query').mockRejectedValue(new Error('connection refused'))
    const response = await get(`changes/${addDays(FIRST_DAY, 400)}.json`, at(400, 1) + DAY / 2)
    away.mockRestore()
    expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([503, '60', 'no-store'])
  })
})
