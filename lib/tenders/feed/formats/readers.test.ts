import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryDatabase } from '../../../../tests/support/database.ts'
import { getCall } from '../../../../tests/support/endpoint.ts'
import { cancellation, ftsTender, type MadeRelease, tenderUpdate } from '../../../../tests/support/ocds-source/index.ts'
import type { Core } from '../../../core.ts'
import type { Database } from '../../../db/index.ts'
import { coreOver, storeMade } from '../../ingest.test-support.ts'
import { publishNotices } from '../../publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../snapshot/snapshot.ts'
import { findATender } from '../../sources/find-a-tender.ts'
import { feeds } from '../serve.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const READERS = 200
const FIRST = 700
const ADDED = 60
const TICK_MS = 400

let database: Database
let core: Core
let clock = START
beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => clock })
})
afterAll(async () => {
  await stopSnapshot(core)
  await database.close()
})

const store = (releases: MadeRelease[]) => storeMade(database, findATender, releases)

/** One closes every second from the start on. */
const deadlineOf = (index: number) => START + index * 1000
const title = (index: number, round: number) => `Office cleaning of building ${index}x, round ${round}`
const tender = (index: number, round: number) =>
  ftsTender({
    ocid: `ocds-h6vhtk-0e${index}`,
    id: `${String(1000 + index).padStart(6, '0')}-2026`,
    date: START - 86_400_000 + index,
    deadline: deadlineOf(index),
    title: title(index, round),
    description: 'Daily cleaning.',
    cpv: '90919200',
    category: 'services',
    value: 1000 + ((index * 37) % 500),
    buyer: [`Made Council ${index}`, 'Madetown', 'LS1 1UR', 'UKE42'],
    buyerId: `GB-MADE-${index}`,
  })
const number = (index: number) => `${String(5000 + index).padStart(6, '0')}-2026`

const isCancelled = (index: number) => index % 7 === 3
/** What is open in each round, known without the code under test. */
const expected = {
  1: Array.from({ length: FIRST }, (_, index) => index),
  2: Array.from({ length: FIRST + ADDED }, (_, index) => index).filter((index) => index >= FIRST || !isCancelled(index)),
}

const SEARCHES = ['', '?limit=3', '?sort=value', '?match=any', '?region=Yorkshire+and+The+Humber', '?sort=value&limit=9&match=any']

test('200 readers during a publish: no error, one round in every body, never a closed notice', async () => {
  await store(expected[1].map((index) => tender(index, 1)))
  await publishNotices(database, START)
  await reloadSnapshot(core, START)

  clock = START
  let isOver = false
  const seen = { 1: 0, 2: 0, duringReading: 0 }
  const faults: string[] = []
  let isReading = false

  const check = (body: string, asked: number, form: string) => {
    const indexes = new Set(Array.from(body.matchAll(/building (\d+)x/g), ([, index]) => Number(index)))
    const rounds = new Set(Array.from(body.matchAll(/building \d+x, round (\d)/g), ([, round]) => round))
    const [round] = rounds
    if (rounds.size !== 1 || (round !== '1' && round !== '2')) return faults.push(`${form}: rounds ${[...rounds].join(' and ')}`)
    seen[round] += 1
    if (isReading) seen.duringReading += 1
    const open = expected[round].filter((index) => deadlineOf(index) > asked)
    for (const index of indexes) if (!open.includes(index)) faults.push(`${form}: ${index} is closed at ${asked - START}`)
    const total = /"total_open":(\d+)/.exec(body)?.[1]
    if (form === 'json' && Number(total) !== open.length) faults.push(`${form}: ${total} open instead of ${open.length}`)
    return undefined
  }
  const reader = async (place: number) => {
    const form = ['json', 'csv', 'xml'][place % 3] ?? 'json'
    const call = getCall(`/api/uk-tenders/cleaning.${form}${SEARCHES[place % SEARCHES.length] ?? ''}`)
    while (!isOver) {
      const asked = clock
      const reply = await feeds(core, call)
      if (reply?.status !== 200 || !reply.body) faults.push(`${form}: ${reply?.status}`)
      else check(reply.body.toString(), asked, form)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const readers = Array.from({ length: READERS }, (_, place) => reader(place))
  const ticking = setInterval(() => {
    // However slow the machine: some notices are still open at the end.
    clock = Math.min(clock + TICK_MS, deadlineOf(FIRST - 100))
  }, 5)

  const later = expected[1].map((index) =>
    isCancelled(index)
      ? cancellation(tender(index, 1), number(index), START - 1000 + index)
      : tenderUpdate(tender(index, 1), number(index), START - 1000 + index, { title: title(index, 2) }),
  )
  await store([...later, ...expected[2].filter((index) => index >= FIRST).map((index) => tender(index, 2))])
  const publishedAt = clock
  await publishNotices(database, publishedAt)
  isReading = true
  await reloadSnapshot(core, publishedAt)
  isReading = false
  // Everybody once more from the new copy.
  const enough = seen[2] + 2 * READERS
  while (seen[2] < enough && faults.length === 0) await new Promise((resolve) => setImmediate(resolve))
  isOver = true
  clearInterval(ticking)
  await Promise.all(readers)

  expect(faults.slice(0, 5)).toEqual([])
  expect(seen[1]).toBeGreaterThan(READERS)
  expect(seen.duringReading).toBeGreaterThan(0)
  expect(clock).toBeGreaterThan(START + TICK_MS)
})
