/** Which stretches of time have been fetched from which source, and which must be. Days are London days, `YYYY-MM-DD`. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { Source, SourcePrefix, Window } from '../sources/source.ts'
import { addDays, fromLondonWallClock, londonDay } from '../words/london.ts'

/**
 * One planned window: `part` counts from midnight in steps of the source's hours, or the searches of the calendar month that begins on `day`.
 */
export type WindowKey = { day: string; part: number }

/** `isRetry`: it failed in an earlier run. */
export type PlannedWindow = WindowKey & { isRetry: boolean }

/** Days of the first fill: longer than nearly every notice stays open. */
export const FIRST_FILL_DAYS = 120
/** So much of the window before is read again. */
export const OVERLAP_HOURS = 2

const wall = (day: string, hours: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + hours * 3_600_000).toISOString().slice(0, 19)

type Windowed = Pick<Source, 'windows'>

const monthAfter = (day: string) => `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`

/**
 * The search window of a key in London wall-clock time. One of hours starts two hours early, which also covers the hours that clocks lose or
 * repeat.
 */
export function searchWindow({ windows }: Windowed, { day, part }: WindowKey): Window {
  if (windows.unit === 'months') return { from: wall(day, 0), to: wall(monthAfter(day), 0), part }
  const start = part * windows.hours
  return { from: wall(day, start - OVERLAP_HOURS), to: wall(day, start + windows.hours), part }
}

const atWall = (text: string): number => fromLondonWallClock(Date.parse(`${text}Z`))

/** Instants at which a window begins, and from which an answer is its last: months are read again through the month that follows. */
export function windowSpan(source: Windowed, key: WindowKey): { begins: number; settled: number } {
  const { windows } = source
  if (windows.unit === 'months') return { begins: atWall(wall(key.day, 0)), settled: atWall(wall(monthAfter(monthAfter(key.day)), 0)) }
  return { begins: atWall(wall(key.day, key.part * windows.hours)), settled: atWall(searchWindow(source, key).to) }
}

/** The last London day of a window. */
const lastDay = ({ windows }: Windowed, day: string): string => (windows.unit === 'months' ? addDays(monthAfter(day), -1) : day)

/** The last day that a good answer at an instant covers whole. */
export function coveredBy(source: Windowed, { day }: WindowKey, at: number): string {
  const [last, yesterday] = [lastDay(source, day), addDays(londonDay(at), -1)]
  return last < yesterday ? last : yesterday
}

function keysBetween({ windows }: Windowed, from: string, to: string): WindowKey[] {
  const keys: WindowKey[] = []
  const isMonthly = windows.unit === 'months'
  const parts = isMonthly ? windows.searches : 24 / windows.hours
  for (let day = isMonthly ? `${from.slice(0, 7)}-01` : from; day <= to; day = isMonthly ? monthAfter(day) : addDays(day, 1))
    for (let part = 0; part < parts; part += 1) keys.push({ day, part })
  return keys
}

/** Both halves of a window that gave more than it could page; `undefined` when it is a minute or less. */
export function halves({ from, to, part }: Window): [Window, Window] | undefined {
  const [start, end] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)]
  if (end - start <= 60_000) return undefined
  const middle = new Date(Math.floor((start + end) / 2000) * 1000).toISOString().slice(0, 19)
  return [
    { from, to: middle, part },
    { from: middle, to, part },
  ]
}

/** A clock that ran ahead leaves days that have not come, and days it believed to be over: both would hide what is published then. */
async function forgetFuture(database: Queryable, source: SourcePrefix, now: number): Promise<void> {
  const today = londonDay(now)
  await database.query(
    `with future_windows as (delete from tender_windows where source = $1 and day > $2::date),
       future_days as (delete from tender_days where source = $1 and (day > $2::date or checked_at > to_timestamp($3 / 1000.0)))
     update tender_windows set state = 'planned', finished_at = null, covers = null
     where source = $1 and day <= $2::date and finished_at > to_timestamp($3 / 1000.0)`,
    [source, today, now],
  )
}

const Planned = z.object({ day: z.string(), part: z.number(), isRetry: z.boolean() })

/**
 * Plans the windows of days `from` to `to` and returns those still to be fetched: failed and unfinished ones of any day first, then the rest,
 * oldest first. With `again` windows that are done count as unfinished. Windows that a clock running ahead has planned or ended are taken back.
 */
export async function planWindows(
  database: Queryable,
  source: Source,
  { from, to, again, now }: { from: string; to: string; again: boolean; now: number },
): Promise<PlannedWindow[]> {
  await forgetFuture(database, source.prefix, now)
  const keys = keysBetween(source, from, to)
  await database.query(
    `insert into tender_windows (source, day, part, state)
     select $1, day, part, 'planned' from jsonb_to_recordset($2::jsonb) as keys (day date, part integer)
     on conflict (source, day, part) do update set state = 'planned' where $3::boolean and tender_windows.state = 'done'`,
    [source.prefix, JSON.stringify(keys), again],
  )
  // Windows older than a first fill are fetched when asked for, and not for ever.
  const since = [keys[0]?.day ?? from, addDays(to, 1 - FIRST_FILL_DAYS)].sort()[0]
  const rows = await database.query(
    `select day::text as day, part, state = 'failed' as "isRetry" from tender_windows where source = $1 and state <> 'done' and day <= $2::date and day >= $3::date
     order by (state = 'failed') desc, day, part`,
    [source.prefix, to, since],
  )
  return rows.map((row) => Planned.parse(row))
}

export type WindowEnd = {
  /** done: every page was parsed and the last was believable; partial: the same, but the window was not over yet. */
  state: 'done' | 'partial' | 'failed'
  releases: number
  reported: number
  error: string | null
  /** The last day that its answer covers whole; null when it failed. */
  covers: string | null
}

/** Records how a window ended. A window that another run finished stays done. */
export async function endWindow(
  database: Queryable,
  source: SourcePrefix,
  { day, part }: WindowKey,
  end: WindowEnd,
  at: number,
): Promise<void> {
  await database.query(
    `update tender_windows set state = case when state = 'done' then state else $4 end, attempts = attempts + 1, releases = $5, reported = $6,
       error = $7, finished_at = to_timestamp($8 / 1000.0), covers = coalesce($9::date, covers)
     where source = $1 and day = $2::date and part = $3`,
    [source, day, part, end.state, end.releases, end.reported, end.error, at, end.covers],
  )
}

/** Days of a source that are fetched whole and whose numbers were not looked at since, among the days of a first fill; oldest first. */
export async function uncheckedDays(database: Queryable, source: SourcePrefix): Promise<string[]> {
  const rows = await database.query<{ day: string }>(
    `select w.day::text as day from tender_windows w left join tender_days d on d.source = w.source and d.day = w.day
     where w.source = $1 and w.day > (select max(day) from tender_windows where source = $1) - $2::integer
     group by w.day, d.checked_at
     having bool_and(w.state = 'done') and (d.checked_at is null or d.checked_at < max(w.finished_at)) order by w.day`,
    [source, FIRST_FILL_DAYS],
  )
  return rows.map(({ day }) => day)
}

const LAST = `case when $3::boolean then (day + interval '1 month')::date - 1 else day end`

/**
 * The last day up to which everything is fetched, among the days of a first fill; `null` before any of them was read. A window that is not done yet, or
 * failed when it was read again, counts for as far as its last good answer reached. Never later than any good answer ever reached, however
 * long a source has been dead.
 */
export async function dataThrough(database: Queryable, source: Pick<Source, 'prefix' | 'windows'>): Promise<string | null> {
  const isMonthly = source.windows.unit === 'months'
  const [row] = await database.query<{ day: string | null }>(
    `select (case when exists (
         select from tender_windows read where read.source = $1 and (read.state = 'done' or read.covers is not null) and read.day <= found.day
       ) then least(day, (
         select max(coalesce(covers, case when state = 'done' then ${LAST} end)) from tender_windows where source = $1
       )) end)::text as day
     from (
       select coalesce(min(reached) filter (where state <> 'done' and reached < last), max(last)) as day
       from (select state, coalesce(covers, day - 1) as reached, ${LAST} as last
         from tender_windows
         where source = $1 and day > (select max(day) from tender_windows where source = $1) - $2::integer) as windows
     ) as found`,
    [source.prefix, FIRST_FILL_DAYS + (isMonthly ? 31 : 0), isMonthly],
  )
  return row?.day ?? null
}
