import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../lib/db/index.ts'
import { generateReleases, type OcdsSources, startOcdsSources } from '../support/ocds-source/index.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { requires } from '../support/requires.ts'
import { tendersTables } from '../support/tenders-tables.ts'

const NOW = Date.now()
const day = (daysAgo: number) => new Date(NOW - daysAgo * 86_400_000).toISOString().slice(0, 10)
const PERIOD = ['--from', day(6), '--to', day(1)]
const KILLS = 20

let sources: OcdsSources
beforeAll(async () => {
  sources = await startOcdsSources(generateReleases({ count: 250, now: NOW, publishedOverDays: 6 }))
})
afterAll(() => sources.stop())

/** `npm run ingest` as a process of its own; killed after `killAfterMs` without a chance to tidy up. */
function ingest(env: Record<string, string>, killAfterMs?: number): Promise<{ code: number | null; out: string; error: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/ingest.ts'), ...PERIOD], {
      env: {
        ...process.env,
        ...sources.env,
        INGEST_INTERVAL_MS: '10',
        INGEST_BACKOFF_SCALE: '0.0001',
        BASE_URL: 'http://127.0.0.1:9',
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
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, out, error })
    })
  })
}

requires('postgres')('ingest on PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
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
    const calm = await postgres.createDatabase('calm')
    const started = performance.now()
    expect(await ingest({ DATABASE_URL: calm })).toMatchObject({ code: 0 })
    const duration = performance.now() - started
    const undisturbed = await readAll(calm)
    expect(undisturbed.published.length).toBeGreaterThan(150)

    const stormy = await postgres.createDatabase('stormy')
    let killed = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const end = await ingest({ DATABASE_URL: stormy }, 150 + Math.random() * duration * 0.8)
      if (end.code === null) killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    expect(await ingest({ DATABASE_URL: stormy })).toMatchObject({ code: 0 })
    expect(await readAll(stormy)).toEqual(undisturbed)
  })

  test('two processes at once give what one gives, and PGlite gives what PostgreSQL gives', { timeout: 600_000 }, async () => {
    const alone = await postgres.createDatabase('alone')
    expect(await ingest({ DATABASE_URL: alone })).toMatchObject({ code: 0 })
    const expected = await readAll(alone)

    const both = await postgres.createDatabase('both')
    const ends = await Promise.all([ingest({ DATABASE_URL: both }), ingest({ DATABASE_URL: both })])
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    expect(await readAll(both)).toEqual(expected)

    const dataDir = await mkdtemp(join(tmpdir(), 'tenders-'))
    try {
      expect(await ingest({ DATABASE_URL: '', DATA_DIR: dataDir })).toMatchObject({ code: 0 })
      const embedded = await openDatabase({ dataDir })
      expect(await tendersTables(embedded)).toEqual(expected)
      await embedded.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
