/** Releases that a source shows later than it dates them: where the search of a window begins, and what is searched anew once a week. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { Source, Window } from '../sources/source.ts'
import { addDays, toLondon } from '../words/london.ts'
import { OVERLAP_HOURS, searchWindow, type WindowKey, windowSpan } from './windows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No source was silent for longer; what it shows that late is not looked for. */
const SILENCE_MAX_MS = 14 * DAY_MS

const LAST = `
  select extract(epoch from max(date)) * 1000 as last from tender_releases
  where source = $1 and date < to_timestamp($2 / 1000.0) and date > to_timestamp($3 / 1000.0)`
const Last = z.object({ last: z.coerce.number().nullable() })

/**
 * The first moment, in London wall-clock time, to search for a window: shortly before the last release known from before it, so that a stretch
 * which was empty when it was read is read again. A source that does not number its releases has holes that nobody sees: of such a one a day
 * that was read within a day of its end is read once more with the next.
 */
export async function searchFrom(database: Queryable, source: Source, key: WindowKey): Promise<string> {
  const { from } = searchWindow(source, key)
  if (source.windows.unit === 'months') return from
  const { begins } = windowSpan(source, key)
  const since = !source.sequence && (await wasReadEarly(database, source, key, begins)) ? windowSpan(source, dayBefore(key)).begins : begins
  const [row] = await database.query(LAST, [source.prefix, since, since - SILENCE_MAX_MS])
  const known = Last.parse(row).last ?? since
  const early = toLondon(known - OVERLAP_HOURS * HOUR_MS).slice(0, from.length)
  return early < from ? early : from
}

/** Longer than nearly any notice was open when it was first shown that late. */
const SWEPT_DAYS = 28
/** What was read within these is not searched anew: a first fill reads weeks in a night. */
const FRESH_MS = DAY_MS / 2
const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

const FIRST_READ = `
  select min(day)::text as day from tender_windows
  where source = $1 and day >= $2::date and day < $3::date and finished_at < to_timestamp($4 / 1000.0)`
const FirstRead = z.object({ day: z.string().nullable() })

/**
 * What to search anew once the window of a Sunday is done, of a source that does not number its releases: the four weeks before it, as far back
 * as they were read on another night. So each day is searched four times more, a week apart, and whatever is up to three weeks late is found
 * within a week; what is a week late is not lost because one such search failed. `null`: nothing.
 */
export async function toSweep(database: Queryable, source: Source, key: WindowKey, now: number): Promise<Window | null> {
  if (source.sequence || source.windows.unit === 'months' || !isSunday(key.day)) return null
  // Of all that a long outage left to be read, the last Sunday alone.
  if (windowSpan(source, key).begins < now - 8 * DAY_MS) return null
  const [row] = await database.query(FIRST_READ, [source.prefix, addDays(key.day, -SWEPT_DAYS), key.day, now - FRESH_MS])
  const { day } = FirstRead.parse(row)
  return day === null ? null : { ...searchWindow(source, { day, part: 0 }), to: searchWindow(source, key).from }
}

const dayBefore = ({ day, part }: WindowKey): WindowKey => ({ day: addDays(day, -1), part })

async function wasReadEarly(database: Queryable, { prefix }: Source, key: WindowKey, ended: number): Promise<boolean> {
  const rows = await database.query(
    'select from tender_windows where source = $1 and day = $2::date and finished_at < to_timestamp($3 / 1000.0)',
    [prefix, dayBefore(key).day, ended + DAY_MS],
  )
  return rows.length > 0
}
