/** changes/<day>.json: what a reader with yesterday's copy must do to have today's. */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Core, part } from '../../core.ts'
import type { Queryable } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import type { StoredNotice } from '../notices/notice.ts'
import { CHANGES_DAYS } from '../publish/publish.ts'
import { isNoise } from '../search/query.ts'
import { isNoticeId } from '../sources/sources.ts'
import { addDays, fromLondonWallClock, londonDay, toLondon } from '../words/london.ts'
import { ATTRIBUTION, LICENSE } from './feed.ts'
import { linkHeader, MAX_AGE_SECONDS } from './feed-headers.ts'
import { fileUrl } from './formats.ts'
import type { Rendered } from './render-file.ts'

type Reason = 'expired' | 'awarded' | 'cancelled' | 'vanished' | 'duplicate'
type Notice = StoredNotice

type DayOfChanges = {
  added: Notice[]
  changed: { id: string; fields: Record<string, [unknown, unknown]>; notice: Notice }[]
  closed: { id: string; reason: Reason; at: string }[]
}

const Event = z.object({
  id: z.string(),
  at: z.coerce.number(),
  before: z.custom<Notice>().nullable(),
  after: z.custom<Notice>().nullable(),
  reason: z.enum(['expired', 'awarded', 'cancelled', 'vanished', 'duplicate']).nullable(),
})
type Event = z.output<typeof Event>

function differences(before: Notice, after: Notice): Record<string, [unknown, unknown]> {
  const fields: Record<string, [unknown, unknown]> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Notice>)
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) fields[name] = [before[name] ?? null, after[name] ?? null]
  return fields
}

/**
 * A day's events, in the order they happened, as their effect on a copy from the day before or from any moment of that day: what came and
 * went within the day is listed as closed, what went and came back as added.
 */
function netEffect(events: readonly Event[]): DayOfChanges {
  const day: DayOfChanges = { added: [], changed: [], closed: [] }
  for (const [id, own] of Map.groupBy(events, (event) => event.id)) {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) continue
    const { before } = first
    const { after } = last
    const wasAway = before === null || own.slice(0, -1).some((event) => event.after === null)
    if (after !== null && wasAway) day.added.push(after)
    else if (after === null) day.closed.push({ id, reason: last.reason ?? 'expired', at: toLondon(last.at) })
    else if (before !== null) {
      const fields = differences(before, after)
      if (Object.keys(fields).length > 0) day.changed.push({ id, fields, notice: after })
    }
  }
  return day
}

const ms = (column: string) => `extract(epoch from ${column}) * 1000`

/** Events of a day as of `now`: those written down by publishes, and what the clock alone did since the last of them. */
async function readEvents(database: Queryable, day: string, now: number): Promise<Event[]> {
  const start = fromLondonWallClock(Date.parse(`${day}T00:00:00Z`))
  const end = Math.min(fromLondonWallClock(Date.parse(`${addDays(day, 1)}T00:00:00Z`)), now + 1)
  const rows = await database.query(
    `select id, at, before, after, reason from (
       select id, ${ms('at')} as at, before, after, reason, seq from tender_changes where day = $1::date
       union all
       select id, ${ms('hidden_until')}, null, notice, null, 9007199254740990 from tender_published
       where live and listed_at is null and hidden_until >= to_timestamp($2 / 1000.0) and hidden_until < to_timestamp($3 / 1000.0)
         and hidden_until < deadline
       union all
       select id, ${ms('deadline')}, notice, null, 'expired', 9007199254740991 from tender_published
       where live and (listed_at is not null or hidden_until < deadline)
         and deadline >= to_timestamp($2 / 1000.0) and deadline < to_timestamp($3 / 1000.0)
     ) as events order by at, seq, id`,
    [day, start, end],
  )
  return z.array(Event).parse(rows)
}

/** Days and pages of days that were read. */
const byAddress = part(() => new LRUCache<string, Rendered>({ max: 4 * CHANGES_DAYS }))

const PAGE_MAX = 500
const PAGE_ALLOWED = {
  limit: [`how many notices, 1 to ${PAGE_MAX}; without it the whole day`],
  after: ['the id that a page ended with'],
}

/** Which part of a day is asked for: in order of id, so that what is added meanwhile neither repeats nor hides anything. */
function parsePage(search: string): { limit: number | null; after: string | null } {
  const asked = new URLSearchParams(search)
  const errors: { parameter: string; value: string; allowed: readonly string[] }[] = []
  for (const name of new Set(asked.keys())) {
    if (isNoise(name)) continue
    const values = asked.getAll(name)
    const value = values.join(', ').slice(0, 100)
    const isLimit = name === 'limit' && /^[1-9]\d{0,2}$/.test(value) && Number(value) <= PAGE_MAX
    const isAfter = name === 'after' && values.length === 1 && isNoticeId(value)
    if (!isLimit && !isAfter)
      errors.push({
        parameter: name.slice(0, 100),
        value,
        allowed: name === 'limit' || name === 'after' ? PAGE_ALLOWED[name] : Object.keys(PAGE_ALLOWED),
      })
  }
  const [first] = errors
  if (first)
    throw new ApiError('invalid_input', 'A day of changes takes "limit" and "after". See "errors" for what is allowed.', {
      param: first.parameter,
      extra: { errors },
    })
  return { limit: asked.has('limit') ? Number(asked.get('limit')) : asked.has('after') ? PAGE_MAX : null, after: asked.get('after') }
}

/** A part of a day, and the id it ends with where more follow. */
function pageOf(day: DayOfChanges, { limit, after }: ReturnType<typeof parsePage>): { page: DayOfChanges; last: string | null } {
  if (limit === null) return { page: day, last: null }
  const ids = [...day.added, ...day.changed, ...day.closed]
    .map(({ id }) => id)
    .filter((id) => after === null || id > after)
    .sort()
  const wanted = new Set(ids.slice(0, limit))
  const isWanted = ({ id }: { id: string }) => wanted.has(id)
  const page = { added: day.added.filter(isWanted), changed: day.changed.filter(isWanted), closed: day.closed.filter(isWanted) }
  return { page, last: ids.length > limit ? (ids[limit - 1] ?? null) : null }
}

/** The days of which changes are kept at `now`, the oldest first. */
export const changesDays = (now: number): string[] =>
  Array.from({ length: CHANGES_DAYS + 1 }, (_, index) => addDays(londonDay(now), index - CHANGES_DAYS))

/** The file of a day, ready to be sent. @throws ApiError as `changesAsOf` does */
export async function changesReply(core: Core, day: string, search: string, now: number): Promise<Rendered> {
  const answers = byAddress(core)
  const address = JSON.stringify([day, parsePage(search)])
  const known = answers.get(address)
  if (known && now < known.changesAt) return known
  const rendered = await changesAsOf(core, day, search, now)
  answers.set(address, rendered)
  return rendered
}

/**
 * The file of a day as it is at `now`, which may lie ahead. @throws ApiError `invalid_input`, `not_found` beyond 30 days and in the future,
 * `unavailable` without a database
 */
export async function changesAsOf(core: Core, day: string, search: string, now: number): Promise<Rendered> {
  const page = parsePage(search)
  const today = londonDay(now)
  const oldest = addDays(today, -CHANGES_DAYS)
  if (day > today || day < oldest) {
    const errors = [{ parameter: 'day', value: day, allowed: [oldest, today] }]
    throw new ApiError('not_found', `Changes are kept for ${CHANGES_DAYS} days, from ${oldest} to ${today}.`, {
      param: 'day',
      extra: { errors },
    })
  }
  const events = await core
    .database()
    .then((database) => readEvents(database, day, now))
    .catch((error: unknown) => {
      throw new ApiError('unavailable', 'The changes cannot be read at the moment. Try again in a minute.', {
        retryAfterSeconds: 60,
        cause: error,
      })
    })
  const site = core.env.TOOLS_URL
  const link = (other: string) => (other < oldest || other > today ? null : fileUrl(site, `changes/${other}.json`))
  const { page: shown, last } = pageOf(netEffect(events), page)
  const next =
    last === null ? null : `${fileUrl(site, `changes/${day}.json`)}?${new URLSearchParams({ limit: String(page.limit), after: last })}`
  const meta = {
    day,
    license: LICENSE,
    attribution: ATTRIBUTION,
    links: { previous: link(addDays(day, -1)), next: link(addDays(day, 1)) },
    next,
  }
  const body = Buffer.from(JSON.stringify({ meta, ...shown }))
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      Link: `${linkHeader(null, null)}${next === null ? '' : `, <${next}>; rel="next"`}`,
      Vary: 'Accept-Encoding',
    },
    lastModified: Math.max(0, ...events.map((event) => event.at)),
    closesAt: null,
    // Deadlines are whole seconds: within one of them readers share an answer and the database a rest.
    changesAt: Math.floor(now / 1000) * 1000 + 1000,
    // Today's grows; a day that is over changes only when a late run adds to it.
    maxAgeSeconds: day === today ? 30 : MAX_AGE_SECONDS,
    generation: 0,
  }
}
