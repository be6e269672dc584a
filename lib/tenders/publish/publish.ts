/**
 * What readers see. One transaction turns computed notices into published ones: duplicates judged, closings and changes written down, the
 * data version raised. Until it commits nobody sees anything of an ingest; if it fails nobody ever does.
 */
import { z } from 'zod'
import { isDataError } from '../../db/data-error.ts'
import type { Database, Queryable } from '../../db/index.ts'
import { log } from '../../log.ts'
import { sourceFacts } from '../ingest/source-facts.ts'
import { lockTenders } from '../ingest/store.ts'
import { depthShape } from '../notices/depth.ts'
import { type Candidate, duplicateGroups, judgedTogether } from '../notices/duplicates.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { sources } from '../sources/sources.ts'
import { addDays, londonDay } from '../words/london.ts'

const CHUNK = 500
/** Changes stay readable for 30 days. */
export const CHANGES_DAYS = 30

const instant = z.coerce.number().nullable()
const Row = z.object({
  id: z.string(),
  source: z.enum(sources.map(({ prefix }) => prefix)),
  ocid: z.string(),
  link_key: z.string().nullable(),
  name_key: z.string(),
  dirty: z.boolean(),
  unlisted: z.string().nullable(),
  closed_reason: z.string().nullable(),
  closed_at: instant,
  deadline: instant,
  first_published: z.coerce.number(),
  notice: z.record(z.string(), z.unknown()),
  description: z.string(),
  places: z.array(z.string()).nullable(),
  sequence: z.number(),
  published: z.record(z.string(), z.unknown()).nullable(),
  published_deadline: instant,
  published_places: z.array(z.string()).nullable(),
  hidden_until: instant,
  listed_at: instant,
  news_at: instant,
  is_reworded: z.boolean().nullable(),
  live: z.boolean().nullable(),
})
type Row = z.output<typeof Row>

const ms = (column: string) => `extract(epoch from ${column}) * 1000`

// Of rows with one id, whatever their buyers, one: a process that dissolved or is over leaves its id to another, and an id is published once.
const order = (row: string) =>
  `(${row}.unlisted is not distinct from 'superseded', ${row}.closed_at is not null, -extract(epoch from ${row}.first_published), ${row}.ocid, ${row}.buyer_key)`
const FIRST_OF_ID = `not exists (select from tender_notices twin where twin.id = n.id and ${order('twin')} < ${order('n')})`

// A buyer's notices are judged together, and with them those of buyers that a link between portals joins to it, by whatever name.
const ROWS = `
  with recursive keys (name_key) as (
    select unnest($1::text[])
    union
    select other.name_key from keys
      join tender_notices own on own.name_key = keys.name_key and own.name_key <> '' and own.link_key is not null
      join tender_notices other on other.link_key = own.link_key and other.name_key not in ('', own.name_key)
  )
  select n.id, n.source, n.ocid, n.link_key, n.name_key, n.dirty, n.unlisted, n.closed_reason, ${ms('n.closed_at')} as closed_at,
    ${ms('n.deadline')} as deadline, ${ms('n.first_published')} as first_published, n.notice, n.description, n.places, n.sequence, p.notice as published,
    p.places as published_places,
    ${ms('p.deadline')} as published_deadline, ${ms('p.hidden_until')} as hidden_until, ${ms('p.listed_at')} as listed_at, p.live,
    ${ms('p.news_at')} as news_at, n.description <> p.description as is_reworded
  from tender_notices n left join tender_published p on p.id = n.id
  where n.name_key in (select name_key from keys) and ${FIRST_OF_ID}
    and (n.dirty or (n.name_key <> '' and n.closed_at is null and n.unlisted is null and n.deadline > to_timestamp($2 / 1000.0)))
  order by n.id`

const STORE = `
  insert into tender_published (id, deadline, hidden_until, listed_at, news_at, live, name_key, notice, description, places, sequence, version)
  select id, to_timestamp(deadline / 1000.0), to_timestamp(hidden_until / 1000.0), to_timestamp(listed_at / 1000.0), to_timestamp(news_at / 1000.0), live, name_key, notice, description, places, sequence, $2
  from jsonb_to_recordset($1::jsonb) as page (id text, deadline double precision, hidden_until double precision, listed_at double precision,
    news_at double precision, live boolean, name_key text, notice jsonb, description text, places jsonb, sequence integer)
  on conflict (id) do update set deadline = excluded.deadline, hidden_until = excluded.hidden_until, listed_at = excluded.listed_at,
    news_at = excluded.news_at, live = excluded.live, name_key = excluded.name_key, notice = excluded.notice, description = excluded.description, places = excluded.places,
    sequence = excluded.sequence,
    version = excluded.version`

const CHANGE = `
  insert into tender_changes (day, at, id, before, after, reason)
  select day, to_timestamp(at / 1000.0), id, before, after, reason
  from jsonb_to_recordset($1::jsonb) as page (day date, at double precision, id text, before jsonb, after jsonb, reason text)
  order by at, id`

type Change = { day: string; at: number; id: string; before: unknown; after: unknown; reason: string | null }

/** A published notice whose turn ended or came by the clock alone, since the last publish. Written down as of that moment, not of now. */
async function recordClock(tx: Queryable, now: number, version: number): Promise<number> {
  const Due = z.array(z.object({ id: z.string(), at: z.coerce.number(), notice: z.unknown() }))
  const shown = Due.parse(
    await tx.query(
      `update tender_published set listed_at = hidden_until, news_at = hidden_until, version = $2
       where live and listed_at is null and hidden_until <= to_timestamp($1 / 1000.0) and hidden_until < deadline
       returning id, ${ms('listed_at')} as at, notice`,
      [now, version],
    ),
  )
  // A twin that was never shown leaves without a word.
  await tx.query(
    `update tender_published set live = false, version = $2 where live and listed_at is null and deadline <= to_timestamp($1 / 1000.0)`,
    [now, version],
  )
  const expired = Due.parse(
    await tx.query(
      `update tender_published set live = false, listed_at = null, version = $2 where live and deadline <= to_timestamp($1 / 1000.0)
       returning id, ${ms('deadline')} as at, notice`,
      [now, version],
    ),
  )
  const changes: Change[] = [
    ...shown.map(({ id, at, notice }) => ({ day: londonDay(at), at, id, before: null, after: notice, reason: null })),
    ...expired.map(({ id, at, notice }) => ({ day: londonDay(at), at, id, before: notice, after: null, reason: 'expired' })),
  ]
  if (changes.length > 0) await tx.query(CHANGE, [JSON.stringify(changes)])
  return changes.length
}

const FORSAKEN = `
  with forsaken as (
    select id, listed_at is not null as was_shown, notice from tender_published p
    where live and not exists (select from tender_notices n where n.id = p.id)
  )
  update tender_published p set live = false, listed_at = null, version = $1 from forsaken where p.id = forsaken.id
  returning p.id, forsaken.was_shown, forsaken.notice`
const Forsaken = z.array(z.object({ id: z.string(), was_shown: z.boolean(), notice: z.unknown() }))

/** Closes ids that nothing goes by any more: of a process that was known by its amendments first and now goes by its first release. */
async function closeForsaken(tx: Queryable, now: number, version: number): Promise<number> {
  const shown = Forsaken.parse(await tx.query(FORSAKEN, [version])).filter(({ was_shown }) => was_shown)
  const changes = shown.map(
    ({ id, notice }): Change => ({ day: londonDay(now), at: now, id, before: notice, after: null, reason: 'duplicate' }),
  )
  if (changes.length > 0) await tx.query(CHANGE, [JSON.stringify(changes)])
  return changes.length
}

const isCandidate = (row: Row, now: number) =>
  row.unlisted === null && row.closed_at === null && row.deadline !== null && row.deadline > now

/** For the notices of one buyer: until when each waits for a twin, and who else announces it. */
function judgeTwins(rows: Row[], now: number) {
  const open = rows.filter((row) => isCandidate(row, now))
  const twins = new Map<string, { hiddenUntil: number | null; others: Row[]; isDuplicate: boolean }>()
  if (open.length < 2) return twins
  const byId = new Map(open.map((row) => [row.id, row]))
  const candidates = open.map((row): Candidate => {
    const { id, source, ocid, link_key, notice, deadline, first_published } = row
    const notation = notice as StoredNotice
    return {
      id,
      prefix: source,
      ocid,
      link: link_key,
      buyer: notation.buyer,
      title: notation.title,
      value: notation.value_gbp,
      deadline: deadline ?? 0,
      firstPublished: first_published,
      listedAt: row.live ? row.listed_at : null,
    }
  })
  for (const ids of duplicateGroups(candidates, londonDay)) {
    const group = ids.flatMap((id) => byId.get(id) ?? [])
    group.forEach((row, place) => {
      const before = group.slice(0, place).map((other) => other.deadline ?? 0)
      twins.set(row.id, {
        hiddenUntil: before.length > 0 ? Math.max(...before) : null,
        others: group.slice(place + 1),
        isDuplicate: place > 0,
      })
    })
  }
  return twins
}

/** What trades, regions and searches read of a notice, beside its description and places. */
const READ_BY_FEEDS = [
  'title',
  'buyer',
  'buyer_region',
  'value_gbp',
  'sme_suitable',
  'summary',
  'delivery_regions',
  'main_cpv',
  'cpvs',
] as const satisfies (keyof StoredNotice)[]

/** An amendment after which a feed may list it that did not: to its readers it is as new as one never listed. */
function mayBeElsewhere({ notice, published, places, published_places, is_reworded }: Row): boolean {
  // The same releases read otherwise by a newer program are news to nobody.
  if (!published || notice.updated === published.updated) return false
  return (
    is_reworded === true || !sameJson(places, published_places) || READ_BY_FEEDS.some((name) => !sameJson(notice[name], published[name]))
  )
}

/** One buyer's rows as they should be published, and what that changes for a reader. */
function judgeBuyer(rows: Row[], now: number, newsAt: number | null) {
  const twins = judgeTwins(rows, now)
  const stored: {
    id: string
    deadline: number
    hidden_until: number | null
    listed_at: number | null
    news_at: number | null
    live: boolean
    name_key: string
    notice: unknown
    description: string
    places: string[] | null
    sequence: number
  }[] = []
  const changes: Change[] = []
  for (const row of rows) {
    const twin = twins.get(row.id)
    const also_at = (twin?.others ?? []).map(({ notice }) => {
      const { id, source, notice_url } = notice as StoredNotice
      return { id, source, notice_url }
    })
    const notice = { ...row.notice, also_at }
    const hiddenUntil = twin?.hiddenUntil ?? null
    const live = isCandidate(row, now) && (hiddenUntil === null || hiddenUntil < (row.deadline ?? 0))
    const isShown = live && hiddenUntil === null
    const wasShown = row.live === true && row.listed_at !== null
    const listedAt = isShown ? (wasShown ? row.listed_at : now) : null
    if (!live && row.live !== true) continue
    const isSame =
      live &&
      row.live === true &&
      sameJson(notice, row.published) &&
      sameJson(row.places, row.published_places) &&
      hiddenUntil === row.hidden_until &&
      row.deadline === row.published_deadline
    if (isSame && wasShown === isShown) continue
    stored.push({
      id: row.id,
      deadline: row.deadline ?? now,
      hidden_until: hiddenUntil,
      listed_at: listedAt,
      news_at: isShown && (!wasShown || mayBeElsewhere(row)) ? newsAt : row.news_at,
      live,
      notice,
      name_key: row.name_key,
      description: row.description,
      places: row.places,
      sequence: row.sequence,
    })
    if (!isShown && !wasShown) continue
    const reason = isShown
      ? null
      : (row.closed_reason ?? (twin?.isDuplicate ? 'duplicate' : row.unlisted === null ? 'expired' : 'cancelled'))
    const before = wasShown ? row.published : null
    const after = isShown ? notice : null
    if (!sameJson(before, after && before ? asBefore(after, before) : after))
      changes.push({ day: londonDay(now), at: now, id: row.id, before, after, reason })
  }
  return { stored, changes }
}

/** A notice without the fields that the program which published it before did not know: those are no change of the notice. */
function asBefore(after: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> {
  if ('unavailable' in before) return after
  return Object.fromEntries(Object.entries(after).filter(([name]) => name in before || !(name in depthShape)))
}

/** Equal but for the order of names, which jsonb does not keep. */
function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), b as Record<string, unknown>]
  return left.length === Object.keys(b).length && left.every(([name, value]) => name in right && sameJson(value, right[name]))
}

/** Of a publish. `newsAt`: `now`, or null for the first, before which nobody could have read anything. */
type Moment = { now: number; newsAt: number | null; version: number }

/**
 * Publishes the buyers that have something new, a chunk of buyers at a time: memory stays flat however much is new. A buyer that was renamed
 * has something new under both names. `refused`: buyers whose notices could not be published, for what they say; they stay as they were.
 */
async function publishDirty(tx: Queryable, { now, newsAt, version }: Moment) {
  const total = { rows: 0, changes: 0, refused: [] as string[] }
  for (let after: string | null = null; ; ) {
    const keys: { name_key: string }[] = await tx.query(
      `select name_key from (
         select name_key from tender_notices where dirty
         union select p.name_key from tender_published p join tender_notices n on n.id = p.id where n.dirty
       ) as keys where $1::text is null or name_key > $1 order by name_key limit $2`,
      [after, CHUNK],
    )
    if (keys.length === 0) return total
    const names = keys.map(({ name_key }) => name_key)
    const done = await publishBuyers(tx, names, { now, newsAt, version })
    total.rows += done.rows
    total.changes += done.changes
    total.refused.push(...done.refused)
    after = names.at(-1) ?? null
  }
}

async function publishBuyers(tx: Queryable, names: readonly string[], moment: Moment) {
  const { now, newsAt, version } = moment
  await tx.run('savepoint buyers')
  try {
    const rows = z.array(Row).parse(await tx.query(ROWS, [names, now]))
    const buyers = judgedTogether(rows, ({ name_key, link_key }) => ({ name: name_key, link: link_key }))
    const judged = buyers.map((buyer) => judgeBuyer(buyer, now, newsAt))
    const stored = judged.flatMap((buyer) => buyer.stored)
    const changes = judged.flatMap((buyer) => buyer.changes)
    if (stored.length > 0) await tx.query(STORE, [JSON.stringify(stored), version])
    if (changes.length > 0) await tx.query(CHANGE, [JSON.stringify(changes)])
    await tx.run('release savepoint buyers')
    return { rows: stored.length, changes: changes.length, refused: [] as string[] }
  } catch (error) {
    // One buyer's notices keep nobody else's from being published, for ever.
    if (!isDataError(error)) throw error
    await tx.run('rollback to savepoint buyers')
    if (names.length === 1) {
      log.error({ err: error, buyer: names[0] }, 'notices of a buyer could not be published')
      return { rows: 0, changes: 0, refused: [...names] }
    }
    const total = { rows: 0, changes: 0, refused: [] as string[] }
    for (const half of [names.slice(0, names.length / 2), names.slice(names.length / 2)]) {
      const done = await publishBuyers(tx, half, moment)
      total.rows += done.rows
      total.changes += done.changes
      total.refused.push(...done.refused)
    }
    return total
  }
}

async function isFirst(tx: Queryable): Promise<boolean> {
  const rows = await tx.query('select from tender_published limit 1')
  return rows.length === 0
}

export type Published = { version: number; changes: number }

/**
 * Publishes everything new as of `now` (an instant) and returns the new data version and the number of changes a reader can see.
 * Twice in a row changes nothing the second time but the version.
 */
export async function publishNotices(database: Database, now: number): Promise<Published> {
  return database.tx(async (tx) => {
    await lockTenders(tx)
    const [state] = await tx.query<{ version: string; sources: unknown }>('select version, sources from tender_state for update')
    const version = Number(state?.version ?? 0) + 1
    const newsAt = (await isFirst(tx)) ? null : now
    const facts = await sourceFacts(tx)
    const byClock = await recordClock(tx, now, version)
    const dirty = await publishDirty(tx, { now, newsAt, version })
    const forsaken = await closeForsaken(tx, now, version)
    await tx.query(`delete from tender_notices where unlisted = 'superseded'`)
    await tx.query('update tender_notices set dirty = false where dirty and not (name_key = any($1::text[]))', [dirty.refused])
    await tx.query('delete from tender_changes where day < $1::date', [addDays(londonDay(now), -CHANGES_DAYS)])
    await tx.query('delete from tender_published where not live and deadline < to_timestamp($1 / 1000.0) - interval $$7 days$$', [now])
    const isChanged = byClock + dirty.rows + forsaken > 0 || !sameJson(facts, state?.sources)
    await tx.query(
      `update tender_state set version = $1, published_at = to_timestamp($2 / 1000.0), sources = $3::jsonb,
         changed_at = case when $4::boolean then to_timestamp($2 / 1000.0) else changed_at end`,
      [version, now, JSON.stringify(facts), isChanged],
    )
    return { version, changes: byClock + dirty.changes + forsaken }
  })
}
