/** What is new to a reader stands on the first page of a feed, whenever it was published: he never reads on. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryDatabase } from '../../../tests/support/database.ts'
import { webOf } from '../../../tests/support/endpoint.ts'
import { cancellation, cfTender, ftsTender, type MadeTender, tenderUpdate } from '../../../tests/support/ocds-source/index.ts'
import type { Database } from '../../db/index.ts'
import { publish } from '../daily-ingest.ts'
import { feeds } from '../feed/serve.ts'
import { coreOver, plainContext, storeMade } from '../ingest.test-support.ts'
import { stopSnapshot } from '../snapshot/snapshot.ts'
import { contractsFinder } from '../sources/contracts-finder.ts'
import { findATender } from '../sources/find-a-tender.ts'

const DAY = 86_400_000
const NIGHT = Date.parse('2026-11-10T00:30:00Z')
const night = (count: number) => NIGHT + count * DAY

let database: Database & { clear(): Promise<void> }
beforeAll(async () => {
  database = await memoryDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.clear())

/** A notice published so many days after the first night; `number` is its number and, of its deadlines, its place. */
const made = (number: number, day: number, changes: Partial<MadeTender> = {}): MadeTender => ({
  ocid: `ocds-h6vhtk-${number}`,
  id: `000${number}-2026`,
  date: night(day) - DAY / 2,
  deadline: night(40 + number / 100),
  title: `Window cleaning of building ${number}`,
  description: '',
  cpv: '90911300',
  category: 'services',
  value: 9_000,
  buyer: ['Made Council', 'Madetown', 'LS1 1UR', 'UKE42'],
  buyerId: 'GB-MADE-1',
  ...changes,
})
const store = (...releases: Parameters<typeof storeMade>[2][number][]) => storeMade(database, findATender, releases)

/** Publishes on nights, and says in which order a feed lists then. */
function reader() {
  let now = 0
  const core = coreOver(database, { now: () => now })
  const ask = webOf(feeds, core)
  return {
    stop: () => stopSnapshot(core),
    publish: async (at: number) => {
      now = at
      await publish(core, plainContext())
    },
    at: (moment: number) => {
      now = moment
    },
    list: async (file: string) => {
      const body = await (await ask(new Request(`http://localhost:3000/api/uk-tenders/${file}`))).text()
      const found = [...body.matchAll(/(?:isPermaLink="false">|<id>|\{"id":")(?:fts|cf):0*([1-9]\d*)-/g)]
      return [...new Set(found.map(([, number]) => Number(number)))]
    },
  }
}

test('what is listed first is what was listed last: late ones, ones opened again, ones that came from another trade', async () => {
  const { publish: publishAt, list, stop } = reader()
  const elsewhere = ftsTender(made(102, -9, { title: 'Legal advice 102', cpv: '79100000' }))
  const over = ftsTender(made(103, -8))
  const extended = ftsTender(made(104, -7))
  const old = ftsTender(made(105, -6))
  await store(elsewhere, over, extended, old, cancellation(over, '000203-2026', night(-1)), ftsTender(made(106, 0)))
  await publishAt(night(0))
  for (const form of ['xml', 'atom', 'feed.json']) expect([form, await list(`cleaning.${form}`)]).toEqual([form, [106, 105, 104]])
  expect(await list('cleaning/new.xml')).toEqual([106])

  await store(
    ftsTender(made(107, 1)),
    ftsTender(made(101, -3)),
    tenderUpdate(elsewhere, '000202-2026', night(1) - DAY / 2, { title: 'Window cleaning 102' }),
    tenderUpdate(over, '000303-2026', night(1) - DAY / 2, { status: 'active', tenderPeriod: { endDate: '2026-12-24T12:00:00Z' } }),
    tenderUpdate(extended, '000204-2026', night(1) - DAY / 2, { tenderPeriod: { endDate: '2026-12-23T12:00:00Z' } }),
  )
  await publishAt(night(1))
  const news = [101, 102, 103, 107]
  for (const form of ['xml', 'atom', 'feed.json']) {
    const listed = await list(`cleaning.${form}`)
    expect([form, listed.slice(0, 4).sort(), listed.slice(4)]).toEqual([form, news, [106, 105, 104]])
  }
  expect((await list('cleaning/new.xml')).sort()).toEqual(news)
  expect((await list('cleaning.json?listed_since=2026-11-11')).sort()).toEqual(news)
  // The specification's own: the newest of the country, by publication.
  expect(await list('feed.xml')).toEqual([107, 106, 101, 105, 104, 103, 102])
  expect(await list('cleaning.xml?sort=published')).toEqual([107, 106, 101, 105, 104, 103, 102])

  await publishAt(night(3))
  expect(await list('cleaning/new.xml')).toEqual([])
  await stop()
})

test('a twin is news when its turn comes, before and after that is published', async () => {
  const { publish: publishAt, at, list, stop } = reader()
  const title = 'Cleaning of all windows of the town hall'
  const first = made(108, -2, { title, deadline: night(4) })
  const twin = { ...first, ocid: 'ocds-b5fd17-109', id: '00000109-1111-4111-8111-111111111111-500001', deadline: night(5) }
  await store(ftsTender(first))
  await storeMade(database, contractsFinder, [cfTender(twin)])
  await publishAt(night(0))
  await store(ftsTender(made(110, 2)))
  await publishAt(night(2))
  expect(await list('cleaning.xml')).toEqual([110, 108])
  at(night(4))
  expect(await list('cleaning.xml')).toEqual([109, 110])
  await publishAt(night(4.5))
  expect(await list('cleaning.xml')).toEqual([109, 110])
  await store(ftsTender(made(111, 4)))
  await publishAt(night(4.8))
  expect(await list('cleaning.xml')).toEqual([111, 109, 110])
  await stop()
})
