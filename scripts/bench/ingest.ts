/**
 * Ingest of 10,000 releases on PostgreSQL, as pages of the two sources, beside a ready-made multi-row upsert of the very same rows of
 * releases, notices and awards: what parsing, cleaning, merging and mapping cost on top of writing. Both in one run, in turn, each in an empty database.
 */
import { type Database, openDatabase } from '../../lib/db/index.ts'
import { storeReleases } from '../../lib/tenders/ingest/store.ts'
import { publishNotices } from '../../lib/tenders/publish/publish.ts'
import { parseJson } from '../../lib/tenders/sources/json-repair.ts'
import { toPage } from '../../lib/tenders/sources/package.ts'
import type { SourcePrefix } from '../../lib/tenders/sources/source.ts'
import { sources } from '../../lib/tenders/sources/sources.ts'
import { award, generateReleases, type MadeRelease } from '../../tests/support/ocds-source/index.ts'
import { startPostgres } from '../../tests/support/postgres.ts'

const PAGE = 100
const UPSERT_ROWS = 500
/** Of ten releases of the sources two are of the tender stage; the rest are awards, contracts and plans. */
const STAGE_EVERY = 5
/** Real releases have 10 to 22 KB. */
const BYTES = 12_000
const NOW = Date.UTC(2026, 10, 20, 12)

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** The bodies of search pages, as the sources would send them. */
function makePages(releases: number): { prefix: SourcePrefix; body: string }[] {
  const made = generateReleases({ count: releases, now: NOW, bytes: BYTES })
  const asReal = (release: MadeRelease, index: number): MadeRelease =>
    index % STAGE_EVERY === 0 ? release : { ...award(release, release.id, Date.parse(release.date)), description: release.description }
  return (['fts', 'cf'] as const).flatMap((prefix) =>
    chunks(made[prefix].slice(0, prefix === 'fts' ? releases * 0.75 : releases * 0.25).map(asReal), PAGE).map((page) => ({
      prefix,
      body: JSON.stringify({ releases: page }),
    })),
  )
}

async function ingestPages(database: Database, pages: ReturnType<typeof makePages>): Promise<void> {
  for (const source of sources)
    for (const { prefix, body } of pages)
      if (prefix === source.prefix) await storeReleases(database, source, toPage(source, parseJson(body)).releases)
}

/** Statements and parameters that write the rows of a finished ingest as they are. */
async function readyMade(database: Database) {
  const tables = [
    { name: 'tender_releases', key: 'source, id', set: 'release = excluded.release, digest = excluded.digest' },
    { name: 'tender_notices', key: 'source, ocid, buyer_key', set: 'notice = excluded.notice, digest = excluded.digest' },
    { name: 'tender_outlook', key: 'source, ocid, id', set: 'item = excluded.item' },
  ]
  const writes: { statement: string; parameter: string }[] = []
  for (const { name, key, set } of tables) {
    const rows = await database.query<{ row: unknown }>(`select to_jsonb(t) as row from ${name} t order by ${key}`)
    const statement = `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1::jsonb) on conflict (${key}) do update set ${set}`
    for (const chunk of chunks(rows, UPSERT_ROWS)) writes.push({ statement, parameter: JSON.stringify(chunk.map(({ row }) => row)) })
  }
  return writes
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Seconds of both, their ratio (the bar is 2), and the publish step beside them. */
export async function benchIngest({ quick }: { quick: boolean }) {
  const releases = quick ? 2_000 : 10_000
  const pages = makePages(releases)
  const postgres = await startPostgres({ durable: true })
  const rounds: { ingest: number; upsert: number; publish: number }[] = []
  try {
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now()
      await work()
      return (performance.now() - start) / 1000
    }
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const ours = await openDatabase({ databaseUrl: await postgres.createDatabase(`ours_${round}`) })
      const ingest = await timed(() => ingestPages(ours, pages))
      const publish = await timed(() => publishNotices(ours, NOW))
      const writes = await readyMade(ours)
      await ours.close()
      const theirs = await openDatabase({ databaseUrl: await postgres.createDatabase(`theirs_${round}`) })
      const upsert = await timed(async () => {
        for (const { statement, parameter } of writes) await theirs.query(statement, [parameter])
      })
      await theirs.close()
      rounds.push({ ingest, upsert, publish })
    }
  } finally {
    await postgres.stop()
  }
  const ingestSeconds = median(rounds.map(({ ingest }) => ingest))
  const upsertSeconds = median(rounds.map(({ upsert }) => upsert))
  return {
    releases,
    megabytes: Math.round(pages.reduce((sum, { body }) => sum + body.length, 0) / 1e6),
    ingestSeconds: Number(ingestSeconds.toFixed(2)),
    upsertSeconds: Number(upsertSeconds.toFixed(2)),
    publishSeconds: Number(median(rounds.map(({ publish }) => publish)).toFixed(2)),
    ratio: Number((ingestSeconds / upsertSeconds).toFixed(2)),
    ratios: rounds.map(({ ingest, upsert }) => Number((ingest / upsert).toFixed(2))),
    bar: 2,
  }
}
