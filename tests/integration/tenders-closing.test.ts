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
import { ftsCleaning } from '../support/ocds-source/index.ts'

const FILES = ['cleaning.json', 'cleaning.csv', 'cleaning.xml', 'cleaning.feed.json', 'cleaning.ics', 'feed.xml', 'index.json']
const CLOSING_TITLE = 'Office cleaning that closes'
/** From the feed to a cache: less than what the feed allows for. */
const ON_THE_WAY_MS = 200
const ROUND_MS = 100

/**
 * The clock of all that takes part, put on from round to round: how long a round really takes, on whatever machine, is no matter. What is asked for
 * first reaches a cache as a second begins, which such a cache then counts whole.
 */
let now = Math.ceil(Date.now() / 1000) * 1000 - ON_THE_WAY_MS
let database: Database
let core: Core
const servers: Server[] = []
const listen = async (server: Server): Promise<string> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeAll(async () => {
  database = await memoryDatabase()
  core = coreOver(database, { now: () => now })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await stopSnapshot(core)
  await database.close()
})

/** The feed as a server before Next gives it, without any timer, job or publish. */
const feedServer = () =>
  createServer(async (request, response) => {
    send(response, await feeds(core, callOf(request, request.url ?? '', 'unknown')))
  })

/** A shared cache that keeps to s-maxage and counts, as some do, in whole seconds and to the end of the last. */
function cachingProxy(origin: string, hits: { count: number }) {
  const kept = new Map<string, { until: number; status: number; body: string }>()
  return createServer(async (request, response) => {
    const second = (at: number) => Math.floor(at / 1000)
    const path = request.url ?? ''
    const known = kept.get(path)
    if (known && second(now) <= known.until) {
      hits.count += 1
      response.writeHead(known.status).end(known.body)
      return
    }
    const answer = await fetch(`${origin}${path}`)
    const body = await answer.text()
    const age = /s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1]
    if (age !== undefined) kept.set(path, { until: second(now + ON_THE_WAY_MS) + Number(age), status: answer.status, body })
    response.writeHead(answer.status).end(body)
  })
}

test('a notice that closes is in no answer from that second on, direct or through a cache, with nothing else running', async () => {
  const closing = (Math.floor(now / 1000) + 15) * 1000
  const release = (index: number, title: string, deadline: number) =>
    ftsCleaning({ ocid: `ocds-h6vhtk-0d${index}`, id: `00070${index}-2026`, date: closing - 86_400_000, deadline, title })
  const releases = [release(1, CLOSING_TITLE, closing), release(2, 'Office cleaning that stays', closing + 86_400_000)]
  await storeMade(database, findATender, releases)
  await publishNotices(database, now)
  await reloadSnapshot(core)

  const hits = { count: 0 }
  const origin = await listen(feedServer())
  const proxy = await listen(cachingProxy(origin, hits))
  const seen = { before: 0, after: 0, late: [] as string[] }
  const totals = new Set<string>()
  for (; now < closing + 2_000; now += ROUND_MS) {
    for (const base of [origin, proxy])
      await Promise.all(
        FILES.map(async (file) => {
          const text = await (await fetch(`${base}/api/uk-tenders/${file}`)).text()
          const isListed = file === 'index.json' ? /"slug":"cleaning".*?"total_open":2/.test(text) : text.includes(CLOSING_TITLE)
          if (file === 'cleaning.json') totals.add(`${now >= closing} ${JSON.parse(text).meta.total_open}`)
          if (now >= closing) seen.after += 1
          if (now >= closing && isListed) seen.late.push(`${base === proxy ? 'cached' : 'direct'} ${file} ${now - closing} ms late`)
          if (now < closing - 1_000 && isListed) seen.before += 1
        }),
      )
  }
  expect(seen.late).toEqual([])
  expect(seen.before).toBeGreaterThan(FILES.length * 10)
  expect(seen.after).toBeGreaterThan(FILES.length * 10)
  expect(hits.count).toBeGreaterThan(FILES.length)
  expect([...totals].filter((total) => total.startsWith('true'))).toEqual(['true 1'])
})
