/**
 * Storing raw releases and the notices computed from them, a page at a time. Only the processes a page touches are computed again, from all
 * their releases. Everything is an upsert within one transaction, so a page may be stored twice, by two runs at once, or cut off anywhere.
 */

import { z } from 'zod'
import { isDataError } from '../../db/data-error.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { log } from '../../log.ts'
import type { StoredRelease } from '../notices/process.ts'
import type { RawRelease } from '../sources/release.ts'
import type { Source } from '../sources/source.ts'
import { type Computed, compute, digestOf, Uncomputable } from './computed.ts'

/** Writers of tenders take turns: a process must not be computed from two half-stored pages. Held for one transaction. */
export const lockTenders = (tx: Queryable) => tx.query('select pg_advisory_xact_lock(402410)')

const RELEASE = 'id, ocid, extract(epoch from date) * 1000 as date, release, extract(epoch from gone_at) * 1000 as gone_at'
const ALL_RELEASES = `select ${RELEASE} from tender_releases where source = $1 and ocid = any($2::text[])`

// What was written, what has left its process for another, and the other releases of the same processes as they are.
const STORE_RELEASES = `
  with written as (
    insert into tender_releases (source, id, ocid, date, release, digest)
    select $1, id, ocid, to_timestamp(date / 1000.0), release, digest
    from jsonb_to_recordset($2::jsonb) as page (id text, ocid text, date double precision, release jsonb, digest text)
    on conflict (source, id) do update
    set ocid = excluded.ocid, date = excluded.date, release = excluded.release, digest = excluded.digest, gone_at = null
    where tender_releases.digest <> excluded.digest and tender_releases.date <= excluded.date
    returning id, ocid, case when xmax::text = '0' then 'new' else 'replaced' end as state
  )
  select state, id, ocid, null as date, null as release, null as gone_at from written
  union all
  select 'kept', ${RELEASE} from tender_releases
  where source = $1 and ocid = any(array(select ocid from written)) and not (id = any(array(select id from written)))
  union all
  select 'left', r.id, r.ocid, null, null, null from tender_releases r join written w on w.id = r.id where r.source = $1 and r.ocid <> w.ocid`

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

// A process can dissolve: its only release named no buyer and a later one does, or names another now. Its row goes once that is published.
const SUPERSEDE = `
  update tender_notices set unlisted = 'superseded', digest = '', dirty = true
  where source = $1 and ocid = any($2::text[]) and unlisted is distinct from 'superseded' and not (ocid || ' ' || buyer_key = any($3::text[]))`

/** A release that is new, or said something else before; one of the same process that was there; one that has left this process. A kept one has the columns of `ReleaseRow`. */
type ChangedRow = { state: 'new' | 'replaced' | 'kept' | 'left'; id: string; ocid: string }

const ReleaseRow = z.object({
  id: z.string(),
  ocid: z.string(),
  date: z.coerce.number(),
  release: z.looseObject({ tag: z.array(z.string()) }),
  gone_at: z.coerce.number().nullable(),
})

// Computed from all releases of a process and put in the place of what was there.
const OUTLOOK = `
  with gone as (delete from tender_outlook where source = $1 and ocid = any($2::text[]) and not (id = any($3::text[])))
  insert into tender_outlook (source, ocid, id, kind, due, published, name_key, item)
  select $1, ocid, id, kind, due, to_timestamp(published / 1000.0), name_key, item
  from jsonb_to_recordset($4::jsonb) as page (ocid text, id text, kind text, due date, published double precision, name_key text, item jsonb)
  on conflict (source, ocid, id) do update set kind = excluded.kind, due = excluded.due, published = excluded.published,
    name_key = excluded.name_key, item = excluded.item`

/** Stores what was computed. `mayDissolve`: releases of these processes were known before, so that notices, awards and plans may have gone. */
async function storeComputed(tx: Queryable, { prefix }: Source, computed: readonly Computed[], mayDissolve: boolean): Promise<number> {
  const rows = computed.flatMap(({ notices }) => notices)
  if (rows.length > 0) await tx.query(STORE_NOTICES, [prefix, `[${rows.map(({ json }) => json).join(',')}]`])
  const outlook = mayDissolve ? computed : computed.filter(({ hasOutlook }) => hasOutlook)
  const items = outlook.flatMap((each) => each.outlook)
  if (outlook.length > 0)
    await tx.query(OUTLOOK, [prefix, outlook.map(({ ocid }) => ocid), items.map(({ id }) => id), JSON.stringify(items)])
  const keys = rows.map(({ ocid, buyerKey }) => `${ocid} ${buyerKey}`)
  if (mayDissolve) await tx.query(SUPERSEDE, [prefix, computed.map(({ ocid }) => ocid), keys])
  return rows.length
}

function toStored(source: Source, row: unknown): StoredRelease {
  const { gone_at, ...release } = ReleaseRow.parse(row)
  return { ...release, source: source.prefix, tags: release.release.tag, goneAt: gone_at ?? undefined }
}

/** Computes the notices of some ocids again, from the releases stored. Within a writer's transaction. */
export async function storeAgain(tx: Queryable, source: Source, ocids: readonly string[]): Promise<number> {
  const rows = await tx.query(ALL_RELEASES, [source.prefix, ocids])
  const stored = Map.groupBy(
    rows.map((row) => toStored(source, row)),
    ({ ocid }) => ocid,
  )
  const computed = ocids.map((ocid) => compute(source, ocid, stored.get(ocid) ?? []))
  return storeComputed(tx, source, computed, true)
}

const textOf = (releases: readonly RawRelease[]): string => {
  const rows = releases.map(({ id, ocid, date, release }) => {
    const json = JSON.stringify(release)
    const head = JSON.stringify({ id, ocid, date, digest: digestOf(json) })
    return `${head.slice(0, -1)},"release":${json}}`
  })
  return `[${rows.join(',')}]`
}

/** What a page has changed: its notices, from its releases and the others of their processes. `ready`: computed from the page alone. */
function settle(source: Source, page: readonly RawRelease[], ready: ReadonlyMap<string, Computed>, rows: readonly ChangedRow[]) {
  const changed = new Set(rows.filter(({ state }) => state === 'new' || state === 'replaced').map(({ id }) => id))
  const onPage = Map.groupBy(page, ({ ocid }) => ocid)
  const known = Map.groupBy(
    page.filter(({ id }) => changed.has(id)),
    ({ ocid }) => ocid,
  )
  const others = Map.groupBy(
    rows.filter(({ state }) => state === 'kept').map((row) => toStored(source, row)),
    ({ ocid }) => ocid,
  )
  const left = new Set(rows.filter(({ state }) => state === 'left').map(({ ocid }) => ocid))
  const computed = [...known].map(([ocid, releases]) => {
    const earlier = others.get(ocid)
    // An older copy of what is stored under another process is not taken, and nothing follows from it.
    const isWhole = !earlier && releases.length === onPage.get(ocid)?.length
    return (isWhole ? ready.get(ocid) : undefined) ?? compute(source, ocid, [...releases, ...(earlier ?? [])])
  })
  return { changed: changed.size, computed, left: [...left], mayDissolve: rows.some(({ state }) => state !== 'new') }
}

/** What was stored. `refused`: ids of releases that could not be, for what they say. */
type Stored = { changed: number; notices: number; refused: string[] }

/** True when the same would fail again, whatever is done about the database. */
export const isOfData = (error: unknown): boolean => error instanceof Uncomputable || isDataError(error)

/**
 * Stores releases of one source and brings the notices they touch up to date. The same releases again change nothing. One that cannot be stored
 * keeps the others of its process out, and nobody else's. @throws when the database fails, or none of several processes can be stored
 */
export async function storeReleases(database: Database, source: Source, releases: readonly RawRelease[]): Promise<Stored> {
  // A page may hold a release twice; one statement may touch a row once.
  const unique = [...new Map(releases.map((release) => [release.id, release])).values()]
  if (unique.length === 0) return { changed: 0, notices: 0, refused: [] }
  try {
    return { ...(await storeAtOnce(database, source, unique)), refused: [] }
  } catch (error) {
    if (!isOfData(error)) throw error
    return storeOneByOne(database, source, [...Map.groupBy(unique, ({ ocid }) => ocid).values()], error)
  }
}

async function storeOneByOne(
  database: Database,
  source: Source,
  processes: readonly (readonly RawRelease[])[],
  cause: unknown,
): Promise<Stored> {
  const stored: Stored = { changed: 0, notices: 0, refused: [] }
  let kept = 0
  for (const process of processes)
    try {
      const { changed, notices } = await storeAtOnce(database, source, process)
      stored.changed += changed
      stored.notices += notices
      kept += 1
    } catch (error) {
      if (!isOfData(error)) throw error
      stored.refused.push(...process.map(({ id }) => id))
      log.error({ err: error, source: source.prefix, ocid: process[0]?.ocid }, 'releases of a process could not be stored')
    }
  // That is no odd release: something is wrong here.
  if (kept === 0 && processes.length > 1) throw cause
  return stored
}

async function storeAtOnce(
  database: Database,
  source: Source,
  unique: readonly RawRelease[],
): Promise<{ changed: number; notices: number }> {
  const text = textOf(unique)
  return database.tx(async (tx) => {
    await lockTenders(tx)
    const storing = tx.query<ChangedRow>(STORE_RELEASES, [source.prefix, text])
    // Most processes are new and whole on the page: their notices are computed while the database is busy with the releases.
    const [rows, ready] = await Promise.all([storing, computeMeanwhile(source, unique)])
    const { changed, computed, left, mayDissolve } = settle(source, unique, ready, rows)
    if (left.length > 0) await storeAgain(tx, source, left)
    return { changed, notices: await storeComputed(tx, source, computed, mayDissolve) }
  })
}

async function computeMeanwhile(source: Source, releases: readonly StoredRelease[]): Promise<Map<string, Computed>> {
  // The statement leaves for the database first.
  await new Promise((resolve) => setImmediate(resolve))
  return new Map([...Map.groupBy(releases, ({ ocid }) => ocid)].map(([ocid, group]) => [ocid, compute(source, ocid, group)]))
}
