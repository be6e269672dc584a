/**
 * Storing raw releases and the notices computed from them, a page at a time. Only the processes a page touches are computed again, from all
 * their releases. Everything is an upsert within one transaction, so a page may be stored twice, by two runs at once, or cut off anywhere.
 */

import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Database, Queryable } from '../../db/index.ts'
import { buyerKey } from '../notices/duplicates.ts'
import { type Process, type StoredRelease, toProcesses } from '../notices/process.ts'
import type { RawRelease } from '../notices/release.ts'
import { type OutlookItem, toOutlook } from '../outlook/item.ts'
import type { Source, SourcePrefix } from '../sources/source.ts'

/** Writers of tenders take turns: a process must not be computed from two half-stored pages. Held for one transaction. */
export const lockTenders = (tx: Queryable) => tx.query('select pg_advisory_xact_lock(402410)')

const STORE_RELEASES = `
  insert into tender_releases (source, id, ocid, date, release, digest)
  select $1, id, ocid, to_timestamp(date / 1000.0), release, digest
  from jsonb_to_recordset($2::jsonb) as page (id text, ocid text, date double precision, release jsonb, digest text)
  on conflict (source, id) do update
  set ocid = excluded.ocid, date = excluded.date, release = excluded.release, digest = excluded.digest, gone_at = null
  where tender_releases.digest <> excluded.digest and tender_releases.date <= excluded.date
  returning id, ocid`

const OTHER_RELEASES = `
  select id, ocid, extract(epoch from date) * 1000 as date, release, extract(epoch from gone_at) * 1000 as gone_at
  from tender_releases where source = $1 and ocid = any($2::text[]) and not (id = any($3::text[]))`

const STORE_NOTICES = `
  insert into tender_notices (source, ocid, buyer_key, id, latest_release, first_published, deadline, closed_reason, closed_at, unlisted,
    name_key, link_key, notice, description, places, sequence, history, unknown_regions, digest)
  select $1, ocid, buyer_key, id, latest_release, to_timestamp(first_published / 1000.0), to_timestamp(deadline / 1000.0), closed_reason,
    to_timestamp(closed_at / 1000.0), unlisted, name_key, link_key, notice, description, places, sequence, history, unknown_regions, digest
  from jsonb_to_recordset($2::jsonb) as page (ocid text, buyer_key text, id text, latest_release text, first_published double precision,
    deadline double precision, closed_reason text, closed_at double precision, unlisted text, name_key text, link_key text, notice jsonb, description text, places jsonb, sequence integer, history jsonb,
    unknown_regions integer, digest text)
  on conflict (source, ocid, buyer_key) do update
  set id = excluded.id, latest_release = excluded.latest_release, first_published = excluded.first_published, deadline = excluded.deadline,
    closed_reason = excluded.closed_reason, closed_at = excluded.closed_at, unlisted = excluded.unlisted, name_key = excluded.name_key,
    link_key = excluded.link_key, notice = excluded.notice, description = excluded.description, places = excluded.places,
    sequence = excluded.sequence, history = excluded.history, unknown_regions = excluded.unknown_regions, digest = excluded.digest, dirty = true
  where tender_notices.digest <> excluded.digest`

// A process can dissolve: its only release named no buyer, and a later one does. Its row goes once that is published.
const SUPERSEDE = `
  update tender_notices set unlisted = 'superseded', digest = '', dirty = true
  where source = $1 and ocid = any($2::text[]) and unlisted is distinct from 'superseded' and not (ocid || ' ' || buyer_key = any($3::text[]))`

const ReleaseRow = z.object({
  id: z.string(),
  ocid: z.string(),
  date: z.coerce.number(),
  release: z.looseObject({ tag: z.array(z.string()) }),
  gone_at: z.coerce.number().nullable(),
})

/** Far beyond any real deadline, and the last moment PostgreSQL and JavaScript agree on. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59)

function toRow(process: Process) {
  const { notice, deadline, closing, history } = process
  const unlisted = notice.title === '' ? 'no-title' : deadline === undefined ? 'no-deadline' : null
  const row = {
    ocid: process.ocid,
    buyer_key: process.buyerKey,
    id: notice.id,
    latest_release: process.latestReleaseId,
    first_published: process.firstPublished,
    deadline: deadline === undefined ? null : Math.min(deadline, LATEST),
    closed_reason: closing?.reason ?? null,
    closed_at: closing?.at ?? null,
    unlisted,
    name_key: buyerKey(notice.buyer),
    link_key: process.linkKey,
    notice,
    description: process.description,
    places: process.places,
    sequence: history.filter((entry) => 'fields' in entry && entry.fields.deadline !== undefined).length,
    history,
    unknown_regions: process.unknownRegions.length,
  }
  return { ...row, digest: hash('sha1', JSON.stringify(row), 'base64') }
}

type NoticeRow = ReturnType<typeof toRow>

/** What follows from all releases of a process: its notices, and what comes before and after them. */
type Computed = { ocid: string; notices: NoticeRow[]; outlook: OutlookRow[]; hasOutlook: boolean }

function compute(source: Source, ocid: string, releases: readonly StoredRelease[]): Computed {
  const notices = toProcesses(source, ocid, releases).map(toRow)
  const hasOutlook = releases.some(({ tags }) => tags.some((tag) => !tag.startsWith('tender')))
  return { ocid, notices, hasOutlook, outlook: hasOutlook ? outlookOf(source, ocid, releases, notices) : [] }
}

type OutlookRow = { ocid: string; id: string; kind: string; due: string | null; published: number; name_key: string; item: OutlookItem }

function outlookOf(source: Source, ocid: string, releases: readonly StoredRelease[], notices: readonly NoticeRow[]): OutlookRow[] {
  const notice = notices.at(-1)?.notice
  const published = Math.max(...releases.map(({ date }) => date))
  const items = toOutlook(source, ocid, releases, notice ? { id: notice.id, notice_url: notice.notice_url } : null)
  const rows = items.map((item) => ({
    ocid,
    id: item.id,
    kind: item.kind,
    due: item.kind === 'award' ? item.contract_end : item.expected,
    published,
    name_key: buyerKey(item.buyer),
    item,
  }))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/**
 * Computes and stores the notices of some ocids; `known` are the releases already in memory, `ready` what was computed from them alone.
 * Within a writer's transaction.
 */
async function storeNotices(
  tx: Queryable,
  source: Source,
  ocids: string[],
  known: readonly StoredRelease[],
  ready: ReadonlyMap<string, Computed> = new Map(),
): Promise<number> {
  const stored = await tx.query(OTHER_RELEASES, [source.prefix, ocids, known.map(({ id }) => id)])
  const others = stored.map((row): StoredRelease => {
    const { gone_at, ...release } = ReleaseRow.parse(row)
    return { ...release, source: source.prefix, tags: release.release.tag, goneAt: gone_at ?? undefined }
  })
  const othersOf = Map.groupBy(others, ({ ocid }) => ocid)
  const knownOf = Map.groupBy(known, ({ ocid }) => ocid)
  const computed = ocids.map((ocid) => {
    const earlier = othersOf.get(ocid)
    return (earlier ? undefined : ready.get(ocid)) ?? compute(source, ocid, [...(knownOf.get(ocid) ?? []), ...(earlier ?? [])])
  })
  const rows = computed.flatMap(({ notices }) => notices)
  if (rows.length > 0) await tx.query(STORE_NOTICES, [source.prefix, JSON.stringify(rows)])
  const outlook = computed.filter(({ hasOutlook }) => hasOutlook)
  const items = outlook.flatMap((each) => each.outlook)
  if (outlook.length > 0)
    await tx.query(OUTLOOK, [source.prefix, outlook.map(({ ocid }) => ocid), items.map(({ id }) => id), JSON.stringify(items)])
  if (others.length > 0) await tx.query(SUPERSEDE, [source.prefix, ocids, rows.map(({ ocid, buyer_key }) => `${ocid} ${buyer_key}`)])
  return rows.length
}

// Computed from all releases of a process and put in the place of what was there.
const OUTLOOK = `
  with gone as (delete from tender_outlook where source = $1 and ocid = any($2::text[]) and not (id = any($3::text[])))
  insert into tender_outlook (source, ocid, id, kind, due, published, name_key, item)
  select $1, ocid, id, kind, due, to_timestamp(published / 1000.0), name_key, item
  from jsonb_to_recordset($4::jsonb) as page (ocid text, id text, kind text, due date, published double precision, name_key text, item jsonb)
  on conflict (source, ocid, id) do update set kind = excluded.kind, due = excluded.due, published = excluded.published,
    name_key = excluded.name_key, item = excluded.item`

/** Stores releases of one source and brings the notices they touch up to date. The same releases again change nothing. */
export async function storeReleases(
  database: Database,
  source: Source,
  releases: readonly RawRelease[],
): Promise<{ changed: number; notices: number }> {
  // A page may hold a release twice; one statement may touch a row once.
  const unique = [...new Map(releases.map((release) => [release.id, release])).values()]
  if (unique.length === 0) return { changed: 0, notices: 0 }
  const rows = unique.map(({ id, ocid, date, digest, json }) => {
    const head = JSON.stringify({ id, ocid, date, digest })
    return `${head.slice(0, -1)},"release":${json}}`
  })
  const parameter = `[${rows.join(',')}]`
  return database.tx(async (tx) => {
    await lockTenders(tx)
    const storing = tx.query<{ id: string; ocid: string }>(STORE_RELEASES, [source.prefix, parameter])
    // Most processes are new and whole on the page: their notices are computed while the database is busy with the releases.
    const [changed, ready] = await Promise.all([storing, computeMeanwhile(source, unique)])
    if (changed.length === 0) return { changed: 0, notices: 0 }
    const ids = new Set(changed.map(({ id }) => id))
    const known = unique.filter(({ id }) => ids.has(id))
    for (const { id, ocid } of unique) if (!ids.has(id)) ready.delete(ocid)
    const ocids = [...new Set(known.map(({ ocid }) => ocid))]
    return { changed: changed.length, notices: await storeNotices(tx, source, ocids, known, ready) }
  })
}

async function computeMeanwhile(source: Source, releases: readonly StoredRelease[]): Promise<Map<string, Computed>> {
  // The statement leaves for the database first.
  await new Promise((resolve) => setImmediate(resolve))
  return new Map([...Map.groupBy(releases, ({ ocid }) => ocid)].map(([ocid, group]) => [ocid, compute(source, ocid, group)]))
}

const RECOMPUTED = 200

/** Processes that were computed by a program that did not keep all of what this one does: open notices, and what comes before and after any. */
const OUTDATED = `
  select ocid from tender_notices where source = $1 and places is null and ocid > $2 and deadline > to_timestamp($3 / 1000.0)
  union select ocid from tender_outlook where source = $1 and name_key is null and ocid > $2 order by ocid limit $4`

/** Computes those again, a chunk at a time. Returns how many notices; the second time none. */
export async function recomputeOutdated(database: Database, sources: readonly Source[], now: number): Promise<number> {
  let count = 0
  for (const source of sources)
    for (let after = ''; ; ) {
      const ocids = await database.tx(async (tx) => {
        await lockTenders(tx)
        const rows = await tx.query<{ ocid: string }>(OUTDATED, [source.prefix, after, now, RECOMPUTED])
        const found = rows.map(({ ocid }) => ocid)
        if (found.length > 0) count += await storeNotices(tx, source, found, [])
        return found
      })
      if (ocids.length < RECOMPUTED) break
      after = ocids.at(-1) ?? ''
    }
  return count
}

/** Notes that the notice of a release was gone (404 or 410) when asked for again, and closes it. */
export async function storeVanished(database: Database, source: Source, releaseId: string, at: number): Promise<void> {
  await database.tx(async (tx) => {
    await lockTenders(tx)
    const [gone] = await tx.query<{ ocid: string }>(
      `update tender_releases set gone_at = to_timestamp($3 / 1000.0) where source = $1 and id = $2 and gone_at is null returning ocid`,
      [source.prefix, releaseId, at],
    )
    if (gone) await storeNotices(tx, source, [gone.ocid], [])
  })
}

/** Open notices of a source that were not asked for again for the longest time: ids of their latest releases. */
export async function leastRecentlyChecked(database: Queryable, source: SourcePrefix, now: number, limit: number): Promise<string[]> {
  const rows = await database.query<{ latest_release: string }>(
    `select latest_release from tender_notices
     where source = $1 and closed_at is null and unlisted is null and deadline > to_timestamp($2 / 1000.0)
     order by checked_at nulls first, first_published, id limit $3`,
    [source, now, limit],
  )
  return rows.map((row) => row.latest_release)
}

/** Notes that a notice was found at its source, or that asking failed: others come first next time. */
export async function storeChecked(database: Queryable, source: SourcePrefix, releaseId: string, at: number): Promise<void> {
  await database.query('update tender_notices set checked_at = to_timestamp($3 / 1000.0) where source = $1 and latest_release = $2', [
    source,
    releaseId,
    at,
  ])
}
