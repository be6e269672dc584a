/** Releases that a source shows later than it dates them: where the search of a window begins, and which windows are read again, and when. */
import { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import type { Source } from '../sources/source.ts'
import { addDays, fromLondonWallClock, londonDay, toLondon } from '../words/london.ts'
import { OVERLAP_HOURS, searchWindow, type WindowKey, windowSpan } from './windows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No source was silent for longer; what it shows that late is not looked for. */
const SILENCE_MAX_MS = 14 * DAY_MS

const BEFORE = `
  select (select state from tender_windows where source = $1 and day = $4::date and part = $5) is not distinct from 'done' as "isDone",
    extract(epoch from max(date)) * 1000 as last from tender_releases
  where source = $1 and date < to_timestamp($2 / 1000.0) and date > to_timestamp($3 / 1000.0)`
const Before = z.object({ isDone: z.boolean(), last: z.coerce.number().nullable() })

/**
 * Whether a window is done already, by this run or another; and the first moment, in London wall-clock time, to search for it: shortly before the
 * last release known from before it, so that a stretch which was empty when it was read is read again.
 */
export async function beforeSearch(database: Queryable, source: Source, key: WindowKey): Promise<{ isDone: boolean; from: string }> {
  const { from } = searchWindow(source, key)
  const { begins } = windowSpan(source, key)
  const [row] = await database.query(BEFORE, [source.prefix, begins, begins - SILENCE_MAX_MS, key.day, key.part])
  const { isDone, last } = Before.parse(row)
  if (source.windows.unit === 'months') return { isDone, from }
  const early = toLondon((last ?? begins) - OVERLAP_HOURS * HOUR_MS).slice(0, from.length)
  return { isDone, from: early < from ? early : from }
}

/**
 * Nights after the one that may read a day first, on which it is read again. Five, because a source is hardly mended on days off, of which England
 * has four in a row at most (Easter); then three more, a week apart.
 */
const NIGHTS_AGAIN = [1, 2, 3, 4, 5, 12, 19, 26]

const READ = `
  select w.day::text as day, w.part, extract(epoch from w.finished_at) * 1000 as read,
    coalesce(d.missing + jsonb_array_length(d.absent), 0) as holes
  from tender_windows w left join tender_days d on d.source = w.source and d.day = w.day
  where w.source = $1 and w.state = 'done' and w.day >= $2::date order by w.day desc, w.part`
const Read = z.object({ day: z.string(), part: z.number(), read: z.coerce.number(), holes: z.coerce.number() })

/**
 * The windows to be read again at an instant, the last day first. Of a source that numbers its releases, those of days with numbers that nobody
 * has seen: where none is missing, none is late. One that was read since its last such night, by whatever run, waits for the next. None of
 * months, which are read every night until the month that follows is over.
 */
export async function toReadAgain(database: Queryable, source: Source, now: number): Promise<WindowKey[]> {
  if (source.windows.unit === 'months') return []
  const nightOf = (day: string, nights: number) => fromLondonWallClock(Date.parse(`${addDays(day, 1 + nights)}T00:00:00Z`))
  const oldest = addDays(londonDay(now), -2 - Math.max(...NIGHTS_AGAIN))
  const rows = await database.query(READ, [source.prefix, oldest])
  return rows.flatMap((row) => {
    const { day, part, read, holes } = Read.parse(row)
    const due = NIGHTS_AGAIN.map((nights) => nightOf(day, nights)).filter((night) => night <= now)
    const isDue = due.some((night) => read < night) && (!source.sequence || holes > 0)
    return isDue ? [{ day, part }] : []
  })
}
