import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../lib/db/index.ts'
import { childFlags } from '../support/child-env.ts'
import { dataFolder } from '../support/database.ts'
import { generateReleases, type OcdsSources, startOcdsSources } from '../support/ocds-source/index.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'
import { tendersTables } from '../support/tenders-tables.ts'
import { freePort } from '../support/tied-process.ts'

const NOW = Date.now()
const day = (daysAgo: number) => new Date(NOW - daysAgo * 86_400_000).toISOString().slice(0, 10)
const PERIOD = ['--from', day(6), '--to', day(1)]
const KILLS = 12

let sources: OcdsSources
let closedPort: number
beforeAll(async () => {
  closedPort = await freePort()
  sources = await startOcdsSources(generateReleases({ count: 250, now: NOW, publishedOverDays: 6 }))
})
afterAll(() => sources.stop())

type End = { code: number | null; out: string; error: string; workedMs: number }

/** `npm run ingest` as a process of its own; killed so long after its first request, without a chance to tidy up: before it there is nothing to disturb. */
function ingest(env: Record<string, string>, killAfterMs?: number): Promise<End> {
  return new Promise((resolve, reject) => {
    const askedBefore = sources.requests.length
    let begunAt: number | undefined
    const child = spawn(process.execPath, [...childFlags(), join(import.meta.dirname, '../../scripts/ingest.ts'), ...PERIOD], {
      env: {
        ...process.env,
        ...sources.env,
        INGEST_INTERVAL_MS: '10',
        INGEST_BACKOFF_SCALE: '0.0001',
        BASE_URL: `http://127.0.0.1:${closedPort}`,
        LOG_LEVEL: 'error',
        VITEST: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, error] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      error += chunk
    })
    const timer = setInterval(() => {
      if (sources.requests.length > askedBefore) begunAt ??= performance.now()
      if (begunAt !== undefined && performance.now() - begunAt > (killAfterMs ?? Number.POSITIVE_INFINITY)) child.kill('SIGKILL')
    }, 5)
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(timer)
      resolve({ code, out, error, workedMs: begunAt === undefined ? 0 : performance.now() - begunAt })
    })
  })
}

requires('postgres')('ingest on PostgreSQL', () => {
  let postgres: TestPostgres
  let undisturbed: Awaited<ReturnType<typeof readAll>>
  let workedMs: number
  beforeAll(async () => {
    postgres = await startPostgres()
    const calm = await postgres.createDatabase('calm')
    const end = await ingest({ DATABASE_URL: calm })
    expect(end).toMatchObject({ code: 0 })
    workedMs = end.workedMs
    undisturbed = await readAll(calm)
    expect(undisturbed.published.length).toBeGreaterThan(150)
  })
  afterAll(() => postgres.stop())

  const readAll = async (databaseUrl: string) => {
    const database = await openDatabase({ databaseUrl })
    try {
      return await tendersTables(database)
    } finally {
      await database.close()
    }
  }

  test(`killed at ${KILLS} random moments of a fill and started anew, it leaves the tables of an undisturbed run`, {
    timeout: 600_000,
  }, async () => {
    const stormy = await postgres.createDatabase('stormy')
    let killed = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const end = await ingest({ DATABASE_URL: stormy }, Math.random() * workedMs * 0.8)
      if (end.code === null) killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    expect(await ingest({ DATABASE_URL: stormy })).toMatchObject({ code: 0 })
    expect(await readAll(stormy)).toEqual(undisturbed)
  })

  test('two processes at once give what one gives, and PGlite gives what PostgreSQL gives', { timeout: 600_000 }, async () => {
    const both = await postgres.createDatabase('both')
    const ends = await Promise.all([ingest({ DATABASE_URL: both }), ingest({ DATABASE_URL: both })])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    expect(await readAll(both)).toEqual(undisturbed)

    const dataDir = await dataFolder('tenders')
    try {
      expect(await ingest({ DATABASE_URL: '', DATA_DIR: dataDir })).toMatchObject({ code: 0 })
      const embedded = await openDatabase({ dataDir })
      expect(await tendersTables(embedded)).toEqual(undisturbed)
      await embedded.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
