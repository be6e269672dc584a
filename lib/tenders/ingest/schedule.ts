/** When notices are fetched: read by the job that does it, and by status.json, which says when it comes next. */
import { addDays, fromLondonWallClock, londonDay } from '../words/london.ts'

/** Once a day, after midnight in London, for the day before. */
export const INGEST_SCHEDULE = { dailyAt: '00:30', timeZone: 'Europe/London' } as const

/** The first start after `now`; instants in milliseconds. */
export function nextIngest(now: number): number {
  const today = londonDay(now)
  const on = (day: string) => fromLondonWallClock(Date.parse(`${day}T${INGEST_SCHEDULE.dailyAt}:00Z`))
  return on(today) > now ? on(today) : on(addDays(today, 1))
}
