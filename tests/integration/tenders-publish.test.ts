import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Core } from '../../lib/core.ts'
import type { Database } from '../../lib/db/index.ts'
import { callOf, send } from '../../lib/http/socket/node-http.ts'
import { feeds } from '../../lib/tenders/feed/serve.ts'
import { coreOver, storeMade } from '../../lib/tenders/ingest.test-support.ts'
import { publishNotices } from '../../lib/tenders/publish/publish.ts'
import { reloadSnapshot, stopSnapshot } from '../../lib/tenders/snapshot/snapshot.ts'
import { findATender } from '../../lib/tenders/sources/find-a-tender.ts'
import { memoryDatabase } from '../support/database.ts'
import { ftsTender, type MadeRelease, tenderUpdate } from '../support/ocds-source/index.ts'

const READERS = 200
const COUNT = 2_000
const ROUNDS = 3
/** The first so many close one a second while readers read. */
const CLOSING = 120

let database: Database
let core: Core
let server: Server
let origin = ''
beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database)
  server = createServer(async (request, response) => {
    // On a busy machine a snapshot is older than the feed takes for fresh, and its answer waits for the next.
    send(response, await feeds(core, callOf(request, request.url ?? '', 'unknown')))
  })
  // The database works in this process: while it does, no connection is idle by its own fault.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await stopSnapshot(core)
  await database.close()
})

/** A page at a time, as an ingest does. */
async function store(releases: MadeRelease[]) {
  for (let at = 0; at < releases.length; at += 100) await storeMade(database, findATender, releases.slice(at, at + 100))
}

test('200 readers over HTTP while new data is published: one version in every body, never a closed notice', async () => {
  const start = Math.floor(Date.now() / 1000) * 1000
  const deadlineOf = (index: number) => start + (index < CLOSING ? index * 1000 : 86_400_000 + index * 1000)
  const titleOf = (index: number, round: number) => `Office cleaning of building ${index}x, round ${round}`
  const numberOf = (index: number, round: number) => `${String(round * 10_000 + index).padStart(6, '0')}-2026`
  const first = Array.from({ length: COUNT }, (_, index) =>
    ftsTender({
      ocid: `ocds-h6vhtk-0f${index}`,
      id: numberOf(index, 1),
      date: start - 86_400_000,
      deadline: deadlineOf(index),
      title: titleOf(index, 1),
      description: 'Daily cleaning.',
      cpv: '90919200',
      category: 'services',
      value: 1000 + ((index * 37) % 500),
      buyer: [`Made Council ${index}`, 'Madetown', 'LS1 1UR', 'UKE42'],
      buyerId: `GB-MADE-${index}`,
    }),
  )
  await store(first)
  await publishNotices(database, Date.now())
  await reloadSnapshot(core)

  let isOver = false
  const seen = new Map<string, number>()
  const faults: string[] = []
  const files = ['cleaning.json', 'cleaning.csv?sort=value', 'cleaning.xml?limit=7', 'cleaning.json?match=any&limit=4', 'feed.xml']
  const reader = async (place: number) => {
    const file = files[place % files.length] ?? ''
    while (!isOver) {
      const asked = Date.now()
      const response = await fetch(`${origin}/api/uk-tenders/${file}`)
      const body = await response.text()
      const rounds = [...new Set(Array.from(body.matchAll(/building \d+x, round (\d)/g), ([, round]) => round))]
      const closed = Array.from(body.matchAll(/building (\d+)x/g), ([, index]) => Number(index)).filter(
        (index) => deadlineOf(index) <= asked,
      )
      if (response.status !== 200 || rounds.length !== 1) faults.push(`${file}: ${response.status}, rounds ${rounds.join(' and ')}`)
      if (closed.length > 0) faults.push(`${file}: closed ${closed.join(', ')}`)
      seen.set(rounds[0] ?? '', (seen.get(rounds[0] ?? '') ?? 0) + 1)
    }
  }
  const readers = Array.from({ length: READERS }, (_, place) => reader(place).catch((error: unknown) => void faults.push(String(error))))
  const readBy = async (round: number) => {
    while ((seen.get(String(round)) ?? 0) < READERS && faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await readBy(1)
  for (let round = 2; round <= ROUNDS; round += 1) {
    await store(
      first.map((release, index) => tenderUpdate(release, numberOf(index, round), start - 1000 + round, { title: titleOf(index, round) })),
    )
    await publishNotices(database, Date.now())
    await reloadSnapshot(core)
    await readBy(round)
  }
  isOver = true
  await Promise.all(readers)
  expect(faults.slice(0, 5)).toEqual([])
  for (let round = 1; round <= ROUNDS; round += 1) expect(seen.get(String(round))).toBeGreaterThanOrEqual(READERS)
})
