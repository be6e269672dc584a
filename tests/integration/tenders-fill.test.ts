/**
 * A fill from nothing under an orchestrator that allows a run 1,000 steps, where one answer in ten is lost and one request in ten to the
 * sources refused: it ends, in a chain of runs, with the tables of a fill that nothing disturbed. `FILL_DAYS=120` for the whole of a first fill.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountAll } from '../../inngest/mount.ts'
import { createServe } from '../../inngest/serve.ts'
import { type Core, createCore } from '../../lib/core.ts'
import type { Database } from '../../lib/db/index.ts'
import { parseEnv } from '../../lib/env.ts'
import { findJob } from '../../lib/jobs/registry.ts'
import { until } from '../../lib/jobs/test-support.ts'
import { runIngest } from '../../lib/tenders/ingest.test-support.ts'
import { addDays, londonDay } from '../../lib/tenders/words/london.ts'
import { memoryDatabase } from '../support/database.ts'
import { listen } from '../support/inngest/listen.ts'
import { startInngest } from '../support/inngest/service.ts'
import {
  award,
  cancellation,
  generateReleases,
  type MadeRelease,
  type OcdsSources,
  startOcdsSources,
} from '../support/ocds-source/index.ts'
import { tendersTables } from '../support/tenders-tables.ts'

const DAYS = Number(process.env.FILL_DAYS ?? 15)
const FILL_MS = DAYS * 30_000
const FAULT_EVERY = 10
const KEY = `signkey-test-${'ab'.repeat(32)}`
const NOW = Date.now()
const job = findJob('ingest-tenders')!
const params = { from: addDays(londonDay(NOW), -DAYS) }

let sources: OcdsSources
const open: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const made = generateReleases({ count: DAYS * 12, now: NOW, publishedOverDays: DAYS })
  // Half a day later some are awarded, others cancelled; what would be of tomorrow is left out.
  const after = (release: MadeRelease, index: number): MadeRelease[] => {
    const date = Date.parse(release.date) + 43_200_000
    if (date > NOW || index % 4 > 1) return [release]
    const id = release.id.replace(/^\d{6}/, (number) => String(900_000 - Number(number)))
    return [release, index % 4 === 0 ? award(release, id, date) : cancellation(release, id, date)]
  }
  sources = await startOcdsSources({ ...made, fts: made.fts.flatMap(after) })
})
afterAll(async () => {
  for (const close of open.reverse()) await close()
  await sources.stop()
})

async function start(settings: Record<string, string> = {}): Promise<{ core: Core; database: Database }> {
  const database = await memoryDatabase()
  open.push(() => database.close())
  const env = {
    ...sources.env,
    INGEST_INTERVAL_MS: '0',
    INGEST_BACKOFF_SCALE: '0.00001',
    INNGEST_SIGNING_KEY: KEY,
    INNGEST_EVENT_KEY: 'key',
  }
  return { database, core: createCore(parseEnv({ ...env, ...settings }), { openDatabase: async () => database, now: () => NOW }) }
}

test(`a fill of ${DAYS} days with faults ends as one without`, { timeout: 2 * FILL_MS }, async () => {
  const calm = await start()
  await runIngest(calm.core, params)
  const undisturbed = await tendersTables(calm.database)
  expect(undisturbed.published.length).toBeGreaterThan(DAYS)
  expect(undisturbed.outlook.length).toBeGreaterThan(0)

  let calls = 0
  const askedOf = (source: string) => sources.requests.filter((request) => request.source === source).length
  const armedAt = new Map(['fts', 'cf', 'pcs', 's2w'].map((source) => [source, askedOf(source)]))
  const refused = () => sources.requests.filter(({ status }) => status >= 500).length
  const before = refused()
  const service = await startInngest({
    key: KEY,
    makeCall: async (_run, _step, send) => {
      calls += 1
      for (const [source, at] of armedAt) {
        const asked = askedOf(source)
        if (asked - at < FAULT_EVERY) continue
        armedAt.set(source, asked)
        sources.trap('server error', { source })
      }
      const answer = await send()
      if (calls % FAULT_EVERY === 0) throw new Error('The answer is lost.')
      return answer
    },
  })
  open.push(() => service.stop())
  const { core, database } = await start({ JOBS_DRIVER: 'inngest', INNGEST_BASE_URL: service.url })
  // The jobs' clock stands still, so that both fills write the same; what is signed is of the minute in which it is sent.
  const endpoint = await listen(createServe({ ...core, now: Date.now }, mountAll(core, [job])))
  open.push(endpoint.close)
  await service.sync(`${endpoint.url}/api/inngest`)
  service.send({ id: 'fill', name: job.event, data: params })
  const ended = await until(
    'the fill has ended',
    async () => (await database.query<{ state: string }>(`select state from jobs where state not in ('queued', 'running')`))[0],
    FILL_MS,
  )
  expect(ended.state).toBe('succeeded')
  expect(refused() - before).toBeGreaterThan(DAYS / 5)
  // Every run hands on long before its steps are used up: what it needs beside its own are the beginning, the end, what waits.
  expect(service.runs.length).toBeGreaterThan(1)
  expect(Math.max(...service.runs.map(({ stack }) => stack.length))).toBeLessThanOrEqual(105)
  expect(await tendersTables(database)).toEqual(undisturbed)
})
